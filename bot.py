"""The bot: reads settings, opens the database, builds the host, adds the cogs, runs (Discord, or the sandbox)."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from typing import Any

import aiohttp
import discord
import yarl
from discord.ext import commands

from cogs.admin import AdminCog
from cogs.info import InfoCog, TableCog
from cogs.outages import OUTAGES
from cogs.play import PlayCog
from cogs.social import MeCog, TurnsCog
from cogs.ui import tree
from cogs.ui.front import Front
from cogs.ui.items import PanelControl, TableControl, on_modal
from cogs.ui.messenger import Messenger
from cogs.ui.send import NO_PINGS
from cogs.ui.words import catalogue
from db.errors import Refused, Unwritable
from db.store import open_store
from games.core.messages import Msg, literal, msg
from host import painter as painting
from host.app import App
from host.ports import Unsaved
from host.settings import PREFIX, Settings, SettingsError, load
from render import easel
from sandbox import PortBusy, Sandbox
from sandbox.store import StoreError

log = logging.getLogger("sobremesa")
LARGE = 128 * 1024          # bytes: pictures on their way, pages of messages
TURN = 0.001                # seconds a thread may keep the interpreter: taps are acknowledged while a computer player thinks
GRACE = 3.0                 # seconds at the end for taps to be answered and tables to be shown
QUICK_READY = 0.05          # the sandbox sends all its servers at once
SETTINGS, LOGIN, PORT, STORE, NETWORK = 2, 3, 4, 5, 6  # exit codes of what the admin can put right


class Painter(painting.Painter):
    """The painter with our pictures."""

    def __init__(self) -> None:
        super().__init__(painting.Hands(easel.begin, lambda: (easel.ELSEWHERE,), easel.draw, easel.warm_up))


class Sobremesa(commands.Bot):
    """The bot. Slash commands and controls only: it reads nobody's messages."""

    def __init__(self, app: App, *, local: bool = False) -> None:
        quick: dict[str, Any] = {"guild_ready_timeout": QUICK_READY} if local else {}
        super().__init__(
            command_prefix=commands.when_mentioned, help_command=None, intents=discord.Intents(guilds=True),
            allowed_mentions=NO_PINGS, max_messages=None, chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(), **quick,
        )
        self.app, self.local = app, local
        self.messenger = Messenger(app, self)
        self.front = Front(app, self.messenger)
        self.up = asyncio.Event()

    async def setup_hook(self) -> None:
        """Once after login: cogs, lasting controls, commands; then the host may speak."""
        for cog in (TableCog, PlayCog, TurnsCog, InfoCog, MeCog, AdminCog):
            await self.add_cog(cog(self.front))
        self.add_dynamic_items(PanelControl, TableControl)
        await self.tree.set_translator(tree.Translator())
        # the sandbox may have been emptied since: it is told each time
        stamp = None if self.local else self.app.settings.data / "commands.sha256"
        await tree.sync(self.tree, stamp, self.application_id or 0)
        self.app.attach(self.messenger)
        await self.app.start()

    async def on_ready(self) -> None:
        """Logged in, and all servers known."""
        self.up.set()
        OUTAGES.over("discord")

    async def on_resumed(self) -> None:
        """The line to Discord stands again."""
        OUTAGES.over("discord")

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Forms that were sent are found here; all else finds its way by itself."""
        await on_modal(interaction, self.front)


def point_at(base: str, gateway: str, cdn: str) -> None:
    """Let discord.py talk to another server than Discord's. Nothing else differs."""
    discord.http.Route.BASE = base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    discord.asset.Asset.BASE = cdn


async def run(settings: Settings, stop: asyncio.Event) -> None:
    """Run until `stop` is set; then finish what is under way and let everything go."""
    sys.setswitchinterval(TURN)
    easel.give_back(LARGE)
    store = await open_store(settings.database)
    painter = Painter()
    app = App(store, images=painter, settings=settings)
    box: Sandbox | None = None
    try:
        if not settings.token:
            box = await Sandbox.start(settings.sandbox_database, port=settings.sandbox_port)
            point_at(box.api_base, box.gateway_url, box.cdn_base)
            # a server this near answers a heartbeat before discord.py has noted that it was sent, and is called slow for it
            logging.getLogger("discord.gateway").setLevel(logging.ERROR)
        await _serve(Sobremesa(app, local=box is not None), settings.token or "sandbox", box, painter, stop)
    finally:
        await app.stop()
        if box is not None:
            await box.close()
        painter.close()


async def _serve(bot: Sobremesa, token: str, box: Sandbox | None, painter: Painter, stop: asyncio.Event) -> None:
    running = asyncio.create_task(bot.start(str(token)))
    stopping = asyncio.create_task(stop.wait())
    ready = asyncio.create_task(_when_ready(bot, box, painter))
    try:
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
    finally:
        ready.cancel()
        stopping.cancel()
        # nobody begins anything more; what is begun is shown while there is still a line to show it on
        await asyncio.gather(bot.app.autoplay.stop(), bot.app.publisher.stop(GRACE), bot.front.close(GRACE))
        await bot.close()
        await asyncio.gather(running, ready, stopping, return_exceptions=True)


async def _when_ready(bot: Sobremesa, box: Sandbox | None, painter: Painter) -> None:
    """The one line that says where to go; then there is time to prepare the pictures."""
    await bot.up.wait()
    if box is not None:
        print(box.url, flush=True)  # noqa: T201 - the line that people look for
    log.info("ready")
    for game in await bot.app.repo.games_on():
        await painter.warm_up(game)


def say(what: Msg, lang: str) -> None:
    """A sentence for whoever starts the bot."""
    print(catalogue(lang).say(what), file=sys.stderr, flush=True)  # noqa: T201 - there may be no log yet


def start_language() -> str:
    """The language of start-up messages while no settings can be read: as set, else the machine's."""
    wanted = os.environ.get(f"{PREFIX}LANGUAGE") or os.environ.get("LANG") or "es"
    return "en" if wanted.lower().startswith("en") else "es"


def prepare_log(level: str) -> None:
    """One line per event on stderr. discord.py's own chatter only from warnings on: its debug lines name tokens."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)-7s %(name)s: %(message)s", stream=sys.stderr)
    for chatty in ("discord", "aiohttp", "asyncio", "PIL"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    for handler in logging.getLogger().handlers:
        handler.addFilter(OUTAGES)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here


async def _until_stopped(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, stop.set)
    await run(settings, stop)


def main() -> int:
    """Start the bot; what an admin can put right is said in a sentence, with an exit code of its own."""
    try:
        settings = load()
    except SettingsError as error:
        say(error.what, start_language())
        return SETTINGS
    prepare_log(settings.log_level)
    try:
        asyncio.run(_until_stopped(settings))
    except (discord.LoginFailure, discord.PrivilegedIntentsRequired):
        what, code = msg("ui.start.token"), LOGIN
    except PortBusy:
        what, code = msg("ui.start.port", port=literal(settings.sandbox_port)), PORT
    except Refused as refused:
        what, code = refused.what, STORE
    except Unsaved:
        what, code = Unwritable(settings.database).what, STORE
    except StoreError:
        what, code = msg("ui.start.sandbox_store", path=literal(str(settings.sandbox_database))), STORE
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound, discord.HTTPException) as error:
        what, code = msg("ui.start.network", why=literal(type(error).__name__)), NETWORK
    else:
        return 0
    say(what, settings.language)
    return code


if __name__ == "__main__":
    sys.exit(main())
