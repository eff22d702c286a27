"""Application object: creates the services and connects them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from app.account.privacy import Privacy
from app.account.standing_orders import StandingOrdersService
from app.account.vacation import Vacations
from app.background.bot_moves import BotMoves
from app.background.clock_check import ClockCheck
from app.background.deadlines import DeadlineScheduler
from app.background.publisher import Publisher
from app.background.retention import Retention
from app.match.access import Access
from app.match.lobby import Lobby
from app.match.moves import Moves
from app.match.restore_recovery import recover_from_restore
from app.match.state_migrations import upgrade
from app.match.turn_pings import PingTracker
from app.model.match import Match
from app.people.guild_settings import GuildSettingsService
from app.people.leaderboards import Leaderboards
from app.people.rate_limits import Limits
from app.people.users import UserService
from app.play.game_service import GameService
from app.play.queries import MatchQueries
from app.play.tutorials import Tutorials
from app.ports.repo import Repo
from app.ports.store import AiPool, Clock, Examine, Notifier, Renderer
from app.review.hints import Hints
from app.review.replay_viewer import Replays
from app.runtime.clock import SystemClock
from app.runtime.cluster import Cluster, SingleProcess
from app.runtime.locks import Locks
from app.runtime.settings import Settings
from app.social.invitations import Invitations
from app.social.moderation import Moderation
from app.social.spectators import Spectators
from app.social.substitutes import Substitutes
from app.social.votes import Votes
from app.workers.ai_pool import InProcessAi
from games.core.engine.game import Game, register
from games.core.text.i18n import MessageCatalogue, core_folder
from games.hosted import GAMES

HOUR = 3600.0


def text_folder() -> Path:
    """Return the folder with the message files of the application layer."""
    return Path(__file__).parent / "text"


@lru_cache
def catalogue(lang: str) -> MessageCatalogue:
    """Return the messages of the application and the engine; each game has its own catalogue."""
    return MessageCatalogue.load(lang, (core_folder(), text_folder()))


class App:
    """All services of the application, connected to one store.

    The cogs call the services. `publisher`, `deadlines`, `retention`, `access` and `privacy` call
    the notifier that `set_notifier` sets. The application itself never draws: `renderer` is only kept
    for the edges. `thinker` runs AI players, by default in a thread of this process. `cluster`
    describes the processes that share the store, by default only this one.
    """

    def __init__(
        self,
        repo: Repo,
        *,
        renderer: Renderer | None = None,
        clock: Clock | None = None,
        settings: Settings | None = None,
        games: Iterable[Game[Any, Any]] = GAMES,
        thinker: AiPool | None = None,
        cluster: Cluster | None = None,
        clock_check: ClockCheck | None = None,
    ) -> None:
        self.repo, self.renderer = repo, renderer
        self.clock: Clock = clock or SystemClock()
        self.settings = settings or Settings()
        # user ids of the bot's admins: the configured one, later also the owners named by Discord
        self.operators = {self.settings.admin} - {0}
        self.examine: Examine | None = None  # runs the diagnostic checks, if available
        self.games = {game.id: game for game in games}
        register(*self.games.values())
        self.words = catalogue
        self.cluster: Cluster = cluster or SingleProcess()
        self.locks = Locks(self.cluster)
        self.limits = Limits(self.clock)
        self.access = Access(repo.matches, self.clock, self.limits)
        self.pings = PingTracker(repo, self.clock)
        self.moves = Moves(repo, self.clock, self.games)
        self.people = UserService(repo.users, self.settings.language)
        self.guild_settings = GuildSettingsService(repo.guilds, self.clock, self.locks)
        self.lobby = Lobby(
            repo,
            self.clock,
            self.locks,
            self.games,
            moves=self.moves,
            servers=self.guild_settings,
            words=catalogue,
        )
        self.invitations = Invitations(
            repo, self.clock, self.locks, limits=self.limits, lobby=self.lobby
        )
        self.queries = MatchQueries(repo, self.clock, self.games, self.lobby)
        self.game_service = GameService(
            repo,
            self.clock,
            self.games,
            queries=self.queries,
            locks=self.locks,
            moves=self.moves,
            pings=self.pings,
        )
        self.tutorials = Tutorials(repo, self.locks, self.moves, self.lobby, self.limits)
        self.replays = Replays(repo, self.games, self.lobby)
        self.leaderboards = Leaderboards(repo, self.games, self.guild_settings)
        self.privacy = Privacy(
            repo, self.locks, self.moves, self.lobby, self.game_service, catalogue
        )
        self.orders = StandingOrdersService(
            repo.matches, self.locks, self.moves, self.lobby, self.pings
        )
        self.publisher = Publisher(
            repo,
            self.clock,
            self.cluster,
            pause=self.settings.publish_pause,
            lull=self.settings.call_after,
        )
        thinker = thinker or InProcessAi()
        self.bot_moves = BotMoves(repo, self.locks, self.moves, thinker, self.cluster)
        self.hints = Hints(
            repo.matches,
            self.games,
            locks=self.locks,
            thinker=thinker,
            lobby=self.lobby,
            playback=self.replays,
        )
        self.votes = Votes(
            repo,
            self.clock,
            locks=self.locks,
            moves=self.moves,
            game_service=self.game_service,
            playback=self.replays,
            lull=self.settings.call_after,
        )
        self.moderation = Moderation(
            repo,
            self.clock,
            locks=self.locks,
            moves=self.moves,
            lobby=self.lobby,
            playback=self.replays,
        )
        self.spectators = Spectators(repo.spectators, self.clock, self.queries)
        self.substitutes = Substitutes(repo, self.clock, self.locks, self.moves, self.game_service)
        self.vacations = Vacations(repo.matches, self.clock, self.locks, self.moves, self.people)
        self.deadlines = DeadlineScheduler(
            repo, self.clock, self.locks, self.moves, self.publisher.schedule_all, self.cluster
        )
        self.publisher.on_hush = self.deadlines.schedule
        self.clock_check = clock_check or ClockCheck()
        self.retention = Retention(
            repo,
            self.clock,
            self.locks,
            self.settings.keep_finished,
            self.cluster,
            self.clock_check,
        )
        self.retention.on_return = self.deadlines.returned
        self.moves.on_halt.append(self.publisher.notify_halted)
        self.moves.on_commit.append(self._committed)

    def set_notifier(self, notifier: Notifier) -> None:
        """Set the notifier that shows matches; nothing is published before this call."""
        for one in (self.publisher, self.deadlines, self.retention, self.access, self.privacy):
            one.notifier = notifier

    async def start(self) -> None:
        """Start the background services and recover from a crash or a restored backup.

        Publishes what was not shown and lets AI players continue. Loads no positions except
        those of matches that were played by older rules.
        """
        self.clock_check.started(await self.repo.deadlines.last_heartbeat(), self.clock.now())
        restored = await recover_from_restore(self.repo.restore, self.clock)
        await self.repo.game_log.forget_clicks(self.clock.now() - HOUR)
        await upgrade(self.repo.matches, self.clock, self.locks, self.games, self.moves)
        await self.deadlines.start(told=restored)
        await self.publisher.resume_pending()
        await self.bot_moves.start()
        self.retention.start()

    async def adopt_tables(self) -> None:
        """Resume the matches of guilds that this process now serves.

        Publishes what was not shown, wakes AI players and checks deadlines.
        """
        await self.publisher.resume_pending()
        await self.bot_moves.start()
        self.deadlines.check_now()

    def on_remote_commit(self, match: str, guild: int) -> None:
        """React to a commit of another process to a match of this guild."""
        self._schedule_match_work(match, guild, self.clock.now())

    def _committed(self, match: Match) -> None:
        self._schedule_match_work(match.id, match.places.guild, match.wake)
        self.cluster.announce(match.id, match.places.guild)

    def _schedule_match_work(self, match: str, guild: int, wake: float) -> None:
        """Refresh open panels; if this process serves the guild, also process the match.

        That is: publish it, wake its AI players and reschedule its deadline.
        """
        self.publisher.refresh_live_panels(match)
        if self.cluster.owns(guild):
            self.publisher.schedule(match)
            self.bot_moves.schedule(match)
            self.deadlines.schedule(wake)

    async def stop(self) -> None:
        """Stop the background services, letting running work finish, then close the store."""
        await self.retention.stop()
        await self.deadlines.stop()
        await self.bot_moves.stop()
        await self.publisher.stop()
        self.bot_moves.thinker.close()
        await self.repo.close()
