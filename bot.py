"""Entry point: read the settings, open the store, build the app, add the cogs, run the bot.

The bot runs on Discord or, without a token, on the local sandbox.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from app.app import App
from app.ports.errors import CorruptDataError, StorageUnavailableError
from app.runtime.cancellation import cancel_after
from app.runtime.clock import LocalClock
from app.runtime.cluster import SharedCluster
from app.runtime.login_budget import LoginBudget
from app.runtime.settings import (
    PREFIX,
    TOKEN,
    Settings,
    SettingsError,
    load,
    source_of,
    startup_language,
)
from app.workers import render_pool
from app.workers.ai_pool import AiWorkerPool
from cogs.admin import SetupCog, operator_ids
from cogs.help import HelpCog
from cogs.lobby import JoinCog
from cogs.play import PlayCog
from cogs.profile import MeCog, TurnsCog
from cogs.table import TableCog
from db.base.errors import StoreCorruptError, StoreOpenError, StoreReadOnlyError
from db.base.url import SANDBOX
from db.store import Store, open_store
from games.core.text.messages import Msg, literal, msg
from gateway.connection import (
    require_json,
    set_endpoints,
    set_timeouts,
    trace_date_header,
    use_proxy,
)
from gateway.outages import OUTAGES, outage_kind
from gateway.rate_limits import bound_waits
from gateway.sharded_bot import ClusteredBot
from ops import cli as upkeep
from ops.backups.schedule import BackupScheduler, verify_in_another_process
from ops.checks import store_owner
from ops.checks.doctor import findings_for_operator
from ops.monitoring import logging_setup, sentry
from ops.monitoring.health import HealthMonitor, health_file, queue_lengths
from ops.monitoring.setup import make_metrics
from ops.signals import stop_by_signal
from render import render_worker
from ui.delivery.table_publisher import TablePublisher
from ui.delivery.to_discord import NO_PINGS
from ui.i18n import catalogue
from ui.interactions import command_sync
from ui.interactions.dispatcher import Dispatcher
from ui.interactions.login import (
    EXIT_NETWORK,
    EXIT_PORT,
    EXIT_SETTINGS,
    EXIT_STORE,
    AddressBlockedError,
    StartError,
    classify_login_errors,
    explain_start_error,
    wait_until_unblocked,
)
from ui.interactions.persistent_items import PanelControl, TableControl, dispatch_modal
from ui.interactions.stale_commands import StaleAwareCommandTree

if TYPE_CHECKING:
    from ops.work_sharing import WorkerRuntime
    from sandbox import Sandbox

log = logging.getLogger("sobremesa")
PROGRAM = str(Path(__file__).resolve())
MMAP_THRESHOLD = 128 * 1024  # bytes; malloc returns larger blocks (images) to the system at once
SWITCH_INTERVAL_S = 0.001  # keep the event loop responsive while an AI thread runs
SHUTDOWN_GRACE_S = 3.0  # for answering interactions and publishing tables at shutdown
PRIVATE_UMASK = 0o077  # only the bot's own user may read its files: hands, seeds and backups
EXIT_BROKEN_PIPE = 141  # exit code that a shell reports for SIGPIPE (128 + 13)
CLOSE_TIMEOUT_S = 2.0  # for closing the gateway; Discord may not respond
SANDBOX_READY_TIMEOUT_S = 0.05  # discord.py waits for further guilds; the sandbox sends all at once

COGS = (TableCog, JoinCog, PlayCog, TurnsCog, HelpCog, MeCog, SetupCog)
RENDER_HOOKS = render_pool.WorkerHooks(
    render_worker.init_worker, render_worker.worker_args, render_worker.draw, render_worker.warm_up
)


class BotRenderPool(render_pool.RenderPool):
    """Render pool that uses the project's render worker."""

    def __init__(self, most: int = render_pool.MAX_RENDER_WORKERS) -> None:
        super().__init__(RENDER_HOOKS, most)


class Sobremesa(ClusteredBot):
    """Discord client with slash commands and message components; it never reads messages.

    It can be installed in guilds, but not in a user's account. `local` means that it is
    connected to the sandbox, `only_sync` that it logs in only to register the commands. `claim`
    is called with the application's id after the login; it raises if the store belongs to
    another application.
    """

    def __init__(
        self,
        app: App,
        *,
        cluster: SharedCluster | None = None,
        local: bool = False,
        only_sync: bool = False,
        trace: aiohttp.TraceConfig | None = None,
        claim: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        timeout: dict[str, Any] = {"guild_ready_timeout": SANDBOX_READY_TIMEOUT_S} if local else {}
        super().__init__(
            app,
            tree_cls=StaleAwareCommandTree,
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=NO_PINGS,
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            http_trace=trace,
            **timeout,
            cluster=cluster,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        bound_waits(self.http)
        require_json(self.http)
        self.local, self.only_sync, self.claim = local, only_sync, claim
        if not local:
            self.logins = LoginBudget(app.repo.meta, app.clock)
        self.table_publisher = TablePublisher(app, self)
        self.dispatcher = Dispatcher(app, self.table_publisher)

    async def login(self, token: str) -> None:
        """Log in. Raises the errors that `ui.interactions.login.explain_start_error` explains."""
        with classify_login_errors():
            await super().login(token)

    async def setup_hook(self) -> None:
        """Add cogs, components and commands, then start the app; runs once after login."""
        set_timeouts(self.http, self.logins.wait_s if self.logins else lambda: 0.0)
        if self.claim is not None:
            await self.claim(str(self.application_id))
        for cog in COGS:
            await self.add_cog(cog(self.dispatcher))
        self.add_dynamic_items(PanelControl, TableControl)
        await self.tree.set_translator(command_sync.CommandTranslator())
        if self.only_sync:
            await self.sync_commands(force=True)
            return
        await self.join_cluster(self.app.settings.shards)
        try:
            await self.sync_commands()
        except command_sync.CommandSyncError as error:
            # tables stay playable by buttons and by the commands that Discord has already
            log.error(catalogue(self.app.settings.language).say(error.what))
        self.app.operators |= operator_ids(self.application)
        self.app.set_match_publisher(self.table_publisher)
        await self.app.start()
        self.serving_since = self.app.clock.now()

    async def sync_commands(self, *, force: bool = False) -> None:
        """Register the commands with Discord if they have changed or `force` is set.

        The sandbox gets them at each start, because its data may have been deleted. Raises
        `command_sync.CommandSyncError`.
        """
        hash_file = None if self.local else self.app.settings.data / "commands.sha256"
        try:
            await command_sync.sync_commands(
                self.tree, hash_file, self.application_id or 0, force=force
            )
        except (discord.HTTPException, discord.RateLimited) as error:
            raise command_sync.CommandSyncError(error) from error

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that the bot was removed from a guild.

        The guild's matches pause; they are published when the bot is invited again.
        """
        log.info("removed from guild %s: its matches are paused", guild.id)
        await self.app.retention.on_guild_removed(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Record that the bot joined a guild, greet it, publish pending updates."""
        log.info("added to guild %s", guild.id)
        await self.app.retention.on_guild_joined(guild.id)
        await self.app.publish_scheduler.resume_pending()
        await self.table_publisher.guild_channels.welcome(guild, self.app.settings.language)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Tell the organizers of the channel's matches how to move them to another channel."""
        await self.table_publisher.on_channel_deleted(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Show the matches of a deleted thread in its parent channel."""
        await self.table_publisher.on_channel_deleted(thread.thread_id)

    async def on_guilds_known(self) -> None:
        """Compare the stored guilds with those the bot is in.

        Called once all guilds of the bot are known.
        """
        await self.app.retention.sync_guilds({guild.id for guild in self.guilds})

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Dispatch submitted modals; discord.py dispatches every other interaction."""
        await dispatch_modal(interaction, self.dispatcher)


async def run(settings: Settings, stop: asyncio.Event, *, adopt: bool = False) -> None:
    """Run until `stop` is set, then shut down.

    A process with only the role `worker` runs jobs of other processes instead of a bot. `adopt`
    takes over the store of another application.
    """
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    if settings.sentry_dsn:
        sentry.start_reporting(settings.sentry_dsn, lambda error: outage_kind(error) is not None)
    render_worker.tune_malloc(MMAP_THRESHOLD)
    try:
        # also needed with PostgreSQL: for the health file and the hash of the synced commands
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreReadOnlyError(settings.data) from error
    if "gateway" not in settings.roles:
        from ops.work_sharing import run_worker

        await run_worker(settings, RENDER_HOOKS, stop)
        return
    # so that no bot without a token (or with one, if this has none) uses the same data folder
    other_store_lock = store_owner.lock_other_store(settings)
    try:
        if not settings.token:
            await store_owner.begin_sandbox(settings, adopt=adopt)
        # only one process can use a sandbox
        store = await open_store(settings.store, shared=bool(settings.token))
        await _run(settings, store, stop, adopt=adopt)
    finally:
        if other_store_lock is not None:
            other_store_lock.release()


async def _run(settings: Settings, store: Store, stop: asyncio.Event, *, adopt: bool) -> None:
    """Build the app and the bot on an open store, run them until `stop` is set, close them."""
    try:
        if not settings.token:
            await store_owner.claim(store, settings, SANDBOX, adopt=adopt)
        sandbox = None if settings.token else await _start_sandbox(settings)
        worker_runtime = await _join_workers(settings) if store.shared_cluster is not None else None
    except BaseException:
        await store.close()
        raise
    renderer = (
        worker_runtime.render_pool if worker_runtime else BotRenderPool(settings.render_workers)
    )
    ai_pool = worker_runtime.ai_pool if worker_runtime else AiWorkerPool()
    app = _build_app(settings, store, renderer, ai_pool, sandbox)
    backups = BackupScheduler(
        settings, app.clock, partial(verify_in_another_process, (sys.executable, PROGRAM))
    )
    app.retention.back_up = backups.before_deletion
    health = HealthMonitor(
        health_file(settings), lambda: store.commits.last_at, lambda: renderer.failed
    )
    metrics, endpoint = (
        make_metrics(settings, health, store, renderer) if settings.metrics_port else (None, None)
    )
    claim = partial(store_owner.claim, store, settings, adopt=adopt)
    bot = Sobremesa(
        app,
        cluster=store.shared_cluster,
        local=sandbox is not None,
        claim=claim if sandbox is None else None,
        trace=trace_date_header(
            app.clock_check.set_discord_time, metrics.trace() if metrics else None
        ),
    )
    bot.dispatcher.duplicate_token.is_alone = store.shared_cluster is None
    health.disconnected_s = bot.seconds_disconnected
    health.duplicate_token_at = lambda: bot.dispatcher.duplicate_token.last_at
    health.queues = lambda: queue_lengths(
        app, renderer.waiting, ai_pool.waiting, bot.dispatcher.in_progress_count
    )
    if metrics is not None and endpoint is not None:
        bot.dispatcher.on_answered = metrics.observe_interaction
        await endpoint.start()
    await health.start()
    try:
        if sandbox is not None:
            _connect_to_sandbox(sandbox)
        await _serve(bot, settings.token or "sandbox", sandbox, renderer, stop, backups)
    finally:
        if endpoint is not None:
            await endpoint.stop()
        await health.stop()
        await backups.stop()
        if worker_runtime is not None:
            await worker_runtime.queue.close()
        await app.stop()
        if sandbox is not None:
            await sandbox.close()
        renderer.close()


def _build_app(
    settings: Settings,
    store: Store,
    renderer: render_pool.RenderPool,
    ai_pool: AiWorkerPool,
    sandbox: Sandbox | None,
) -> App:
    app = App(
        store,
        renderer=renderer,
        settings=settings,
        clock=None if sandbox is None else sandbox_clock(sandbox),
        ai_pool=ai_pool,
        cluster=store.cluster,
    )
    app.health_check = partial(findings_for_operator, settings)
    renderer.played = store.matches.unpaused_games
    app.moves.on_commit.append(lambda _match: OUTAGES.log_end("store"))
    return app


async def _join_workers(settings: Settings) -> WorkerRuntime:
    """Return render and AI pools that share their work with other processes.

    `ops.work_sharing` is imported in this function so that a bot with one process does not load it.
    """
    from ops.work_sharing import join_work_queue

    return await join_work_queue(settings, RENDER_HOOKS)


def sandbox_clock(sandbox: Sandbox) -> LocalClock:
    """Return a clock that follows the sandbox's time, which its backstage page can advance."""
    clock = LocalClock(lambda: sandbox.clock.now().timestamp())
    sandbox.on_clock = clock.moved
    return clock


def _connect_to_sandbox(sandbox: Sandbox) -> None:
    """Make discord.py use the sandbox instead of Discord."""
    set_endpoints(sandbox.api_base, sandbox.gateway_url, sandbox.cdn_base)
    # a local server acknowledges a heartbeat before discord.py has noted that it was sent, so
    # that discord.py would report it as slow
    logging.getLogger("discord.gateway").setLevel(logging.ERROR)


def _port_error(settings: Settings, why: Msg) -> StartError:
    port, env = literal(settings.sandbox_port), source_of(f"{PREFIX}SANDBOX_PORT")
    return StartError(msg("ui.start.port", port=port, why=why, env=env), EXIT_PORT)


async def _start_sandbox(settings: Settings) -> Sandbox:
    """Start the local stand-in for Discord. Raises `StartError`.

    It doesn't check its own answers against Discord's API description (`checks_answers`): only
    tests need that, and it takes memory.
    """
    from sandbox import PortBusyError, PortRefusedError, Sandbox, StoreError

    try:
        return await Sandbox.start(
            settings.sandbox_database, port=settings.sandbox_port, checks_answers=False
        )
    except PortRefusedError as refused:
        raise _port_error(settings, literal(refused.why)) from refused
    except PortBusyError as busy:
        raise _port_error(settings, msg("ui.start.port_taken")) from busy
    except StoreError as error:
        raise StartError(
            msg("ui.start.sandbox_store", path=literal(str(settings.sandbox_database))), EXIT_STORE
        ) from error


async def _serve(
    bot: Sobremesa,
    token: str,
    sandbox: Sandbox | None,
    renderer: render_pool.RenderPool,
    stop: asyncio.Event,
    backups: BackupScheduler,
) -> None:
    """Log in and run the bot until `stop` is set or it fails, then shut it down."""
    running = asyncio.create_task(bot.start(str(token)))
    stopping = asyncio.create_task(stop.wait())
    ready = asyncio.create_task(_when_ready(bot, sandbox, renderer, backups))
    try:
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
    finally:
        ready.cancel()
        stopping.cancel()
        await bot.drain()
        await shut_down(bot)
        running.cancel()
        await asyncio.gather(running, ready, stopping, return_exceptions=True)


async def shut_down(bot: Sobremesa) -> None:
    """Stop accepting work, publish what is pending, then close the gateway.

    Takes at most `SHUTDOWN_GRACE_S` + `CLOSE_TIMEOUT_S`.
    """
    app = bot.app
    await asyncio.gather(
        app.deadlines.stop(SHUTDOWN_GRACE_S),
        app.ai_moves.stop(SHUTDOWN_GRACE_S),
        app.publish_scheduler.stop(SHUTDOWN_GRACE_S),
        app.retention.stop(SHUTDOWN_GRACE_S),
        bot.dispatcher.close(SHUTDOWN_GRACE_S),
    )
    # a publication may have started another update after the dispatcher cancelled those it knew
    await cancel_after(bot.dispatcher.table_publisher.private_messages.tasks(), 0.0)
    closing = asyncio.ensure_future(bot.close())
    await cancel_after([closing], CLOSE_TIMEOUT_S)
    if closing.cancelled():
        log.warning("gateway did not close in time; dropping the connection")
        await bot.http.close()
    else:
        await closing


async def _when_ready(
    bot: Sobremesa,
    sandbox: Sandbox | None,
    renderer: render_pool.RenderPool,
    backups: BackupScheduler,
) -> None:
    """Wait until the bot is ready, then start backups and warm up the render workers.

    With the sandbox, also print its address.
    """
    await bot.started.wait()
    backups.start()
    if sandbox is not None:
        print(sandbox.url, flush=True)  # noqa: T201 - the URL that users open
    log.info("ready")
    for game in await bot.app.repo.matches.running_games():
        await renderer.warm_up(game)


def print_message(message: Msg, lang: str) -> None:
    """Print a sentence for the admin to stderr."""
    print(catalogue(lang).say(message), file=sys.stderr, flush=True)  # noqa: T201 - logging may not be set up yet


async def _run_command(settings: Settings, args: argparse.Namespace) -> int:
    """Run the bot until SIGINT or SIGTERM; return the exit code."""
    stop = stop_by_signal()
    try:
        await run(settings, stop, adopt=args.adopt)
    except AddressBlockedError as blocked:
        print_message(blocked.what, settings.terminal_lang)
        return 0 if await wait_until_unblocked(blocked, stop) else EXIT_NETWORK
    return 0


async def sync(settings: Settings, _args: argparse.Namespace) -> int:
    """Register the commands with Discord again; safe while a bot runs, changes no match.

    Raises what `Sobremesa.login` raises.
    """
    if not settings.token:
        raise SettingsError(msg("ui.start.sync_nowhere", env=source_of(TOKEN)))
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(Path(folder) / "empty.sqlite3")
        bot = Sobremesa(App(store, settings=settings), only_sync=True)
        try:
            await bot.login(settings.token)
            print_message(msg("ui.start.synced"), settings.terminal_lang)
        finally:
            await bot.http.close()
            await store.close()
    return 0


COMMANDS: dict[str, upkeep.Command] = {"run": _run_command, "sync": sync, **upkeep.COMMANDS}


def main(args: Sequence[str] = ()) -> int:
    """Run the given subcommand, by default the bot, and return the exit code.

    An error that an admin can fix is printed as one sentence and has its own exit code.
    """
    os.umask(PRIVATE_UMASK)
    parsed = upkeep.parse_arguments(args)
    try:
        settings = load()
    except SettingsError as error:
        print_message(error.what, startup_language(os.environ))
        return EXIT_SETTINGS
    logging_setup.configure_logging(settings, [OUTAGES])
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot uses no voice
    if settings.proxy:
        use_proxy(settings.proxy)
    try:
        return asyncio.run(COMMANDS[parsed.command or "run"](settings, parsed))
    except BrokenPipeError:  # the program that reads our output has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BROKEN_PIPE
    except StoreOpenError as error:
        message, code = error.what, EXIT_STORE
    except CorruptDataError:
        message, code = StoreCorruptError(settings.store).what, EXIT_STORE
    except StorageUnavailableError:
        message, code = StoreReadOnlyError(settings.store).what, EXIT_STORE
    except Exception as error:
        explained = explain_start_error(error)
        if explained is None:
            raise
        message, code = explained
    print_message(message, settings.terminal_lang)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
