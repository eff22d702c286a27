"""Application object: creates the services and connects them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from app.account.privacy import Privacy
from app.account.standing_orders import StandingOrdersService
from app.account.vacation import Vacations
from app.background.ai_moves import AiMoves
from app.background.clock_check import ClockCheck
from app.background.deadlines import DeadlineScheduler
from app.background.publisher import PublishScheduler
from app.background.retention import Retention
from app.match.access import Access
from app.match.lobby import Lobby
from app.match.moves import Moves
from app.match.restore_recovery import recover_from_restore
from app.match.state_migrations import migrate_running_matches
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
from app.ports.services import AiPool, Clock, Games, HealthCheck, MatchPublisher, Renderer
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

    Commands and buttons call the services. Some services send messages, through the
    `MatchPublisher` that `set_match_publisher` sets. The application itself renders no images; the
    user interface does that with `renderer`. `ai_pool` runs AI players, by default in a thread of
    this process. `cluster` describes the processes that share the store, by default only this one.
    """

    def __init__(
        self,
        repo: Repo,
        *,
        renderer: Renderer | None = None,
        clock: Clock | None = None,
        settings: Settings | None = None,
        games: Iterable[Game[Any, Any]] = GAMES,
        ai_pool: AiPool | None = None,
        cluster: Cluster | None = None,
        clock_check: ClockCheck | None = None,
    ) -> None:
        self.repo: Repo = repo
        self.renderer: Renderer | None = renderer
        self.clock: Clock = clock or SystemClock()
        self.settings: Settings = settings or Settings()
        self.games: Games = {game.id: game for game in games}
        self.cluster: Cluster = cluster or SingleProcess()
        self.locks = Locks(self.cluster)
        self.limits = Limits(self.clock)
        # user ids of the bot's admins: the configured one, later also the owners named by Discord
        self.operators = {self.settings.admin} - {0}
        self.health_check: HealthCheck | None = None  # if this process has one
        register(*self.games.values())

        ai_pool = ai_pool or InProcessAi()
        # each group uses the services of those above it
        self._create_people()
        self._create_matches()
        self._create_play(ai_pool)
        self._create_decisions()
        self._create_background(ai_pool, clock_check or ClockCheck())
        self._connect_events()

    def _create_people(self) -> None:
        """Create the services for users and guilds."""
        self.users = UserService(self.repo.users, self.settings.language)
        self.guild_settings = GuildSettingsService(self.repo.guilds, self.clock, self.locks)
        self.leaderboards = Leaderboards(self.repo, self.games, self.guild_settings)

    def _create_matches(self) -> None:
        """Create the services for matches: access, lobbies, moves and pings."""
        self.access = Access(self.repo.matches, self.clock, self.limits)
        self.pings = PingTracker(self.repo, self.clock)
        self.moves = Moves(self.repo, self.clock, self.games)
        self.lobby = Lobby(
            self.repo,
            self.clock,
            self.locks,
            self.games,
            moves=self.moves,
            guild_settings=self.guild_settings,
            words=catalogue,
        )
        self.invitations = Invitations(
            self.repo, self.clock, self.locks, limits=self.limits, lobby=self.lobby
        )

    def _create_play(self, ai_pool: AiPool) -> None:
        """Create the services for playing, tutorials, replays and hints.

        `ai_pool` evaluates positions for hints.
        """
        self.queries = MatchQueries(self.repo, self.clock, self.games, self.lobby)
        self.game_service = GameService(
            self.repo,
            self.clock,
            self.games,
            queries=self.queries,
            locks=self.locks,
            moves=self.moves,
            pings=self.pings,
        )
        self.tutorials = Tutorials(self.repo, self.locks, self.moves, self.lobby, self.limits)
        self.standing_orders = StandingOrdersService(
            self.repo.matches, self.locks, self.moves, self.lobby, self.pings
        )
        self.replays = Replays(self.repo, self.games, self.lobby)
        self.hints = Hints(
            self.repo.matches,
            self.repo.game_log,
            self.games,
            locks=self.locks,
            ai_pool=ai_pool,
            lobby=self.lobby,
            replays=self.replays,
        )

    def _create_decisions(self) -> None:
        """Create the services for user requests other than moves.

        These are votes, moderation, spectators, substitutes, days off and privacy.
        """
        self.votes = Votes(
            self.repo,
            self.clock,
            locks=self.locks,
            moves=self.moves,
            game_service=self.game_service,
            replays=self.replays,
            recent_click_s=self.settings.recent_click_s,
        )
        self.moderation = Moderation(
            self.repo,
            self.clock,
            locks=self.locks,
            moves=self.moves,
            lobby=self.lobby,
            replays=self.replays,
        )
        self.spectators = Spectators(self.repo.spectators, self.clock, self.queries)
        self.substitutes = Substitutes(
            self.repo, self.clock, self.locks, self.moves, self.game_service
        )
        self.vacations = Vacations(
            self.repo.matches, self.clock, self.locks, self.moves, self.users
        )
        self.privacy = Privacy(
            self.repo, self.locks, self.moves, self.lobby, self.game_service, catalogue
        )

    def _create_background(self, ai_pool: AiPool, clock_check: ClockCheck) -> None:
        """Create the services that run without a user's request."""
        self.publish_scheduler = PublishScheduler(
            self.repo,
            self.clock,
            self.cluster,
            pause=self.settings.publish_pause,
            recent_click_s=self.settings.recent_click_s,
        )
        self.ai_moves = AiMoves(self.repo, self.locks, self.moves, ai_pool, self.cluster)
        self.deadlines = DeadlineScheduler(
            self.repo,
            self.clock,
            self.locks,
            self.moves,
            self.publish_scheduler.schedule_all,
            self.cluster,
        )
        self.clock_check = clock_check
        self.retention = Retention(
            self.repo,
            self.clock,
            self.locks,
            self.settings.keep_finished,
            self.cluster,
            self.clock_check,
        )

    def _connect_events(self) -> None:
        """Connect services by callbacks, so that they need not import each other."""
        self.publish_scheduler.on_silent_mention = self.deadlines.schedule
        self.retention.on_return = self.deadlines.extend_after_return
        self.moves.on_halt.append(self.publish_scheduler.notify_halted)
        self.moves.on_commit.append(self._on_match_committed)

    def set_match_publisher(self, match_publisher: MatchPublisher) -> None:
        """Set the publisher that shows matches on Discord; before this call nothing is shown."""
        for service in (
            self.publish_scheduler,
            self.deadlines,
            self.retention,
            self.access,
            self.privacy,
        ):
            service.match_publisher = match_publisher

    async def start(self) -> None:
        """Start the background services and recover from a crash or a restored backup.

        Publishes the versions that were not shown and lets AI players continue. Loads only the
        positions of matches with older rules.
        """
        self.clock_check.record_downtime(
            await self.repo.deadlines.last_heartbeat(), self.clock.now()
        )
        restored = await recover_from_restore(self.repo.restore, self.clock)
        await self.repo.game_log.forget_clicks(self.clock.now() - HOUR)
        await migrate_running_matches(
            self.repo.matches, self.clock, self.locks, self.games, self.moves
        )
        await self.deadlines.start(players_know=restored)
        await self.publish_scheduler.resume_pending()
        await self.ai_moves.start()
        self.retention.start()

    async def resume_new_guilds(self) -> None:
        """Resume the matches of guilds that this process has just begun to serve.

        Publishes versions that were not shown, wakes AI players and checks deadlines.
        """
        await self.publish_scheduler.resume_pending()
        await self.ai_moves.start()
        self.deadlines.check_now()

    def on_remote_commit(self, match_id: str, guild: int) -> None:
        """Refresh panels and process the match after another process has committed it.

        `guild` is the match's guild.
        """
        self._schedule_match_work(match_id, guild, self.clock.now())

    def _on_match_committed(self, match: Match) -> None:
        self._schedule_match_work(match.id, match.places.guild, match.check_at)
        self.cluster.announce(match.id, match.places.guild)

    def _schedule_match_work(self, match_id: str, guild: int, check_at: float) -> None:
        """Refresh open panels; if this process serves the guild, also process the match.

        Processing means to publish it, wake its AI players and schedule its next check at
        `check_at` (Unix seconds).
        """
        self.publish_scheduler.refresh_live_panels(match_id)
        if self.cluster.owns(guild):
            self.publish_scheduler.schedule(match_id)
            self.ai_moves.schedule(match_id)
            self.deadlines.schedule(check_at)

    async def stop(self) -> None:
        """Stop the background services, letting running work finish, then close the store."""
        await self.retention.stop()
        await self.deadlines.stop()
        await self.ai_moves.stop()
        await self.publish_scheduler.stop()
        self.ai_moves.ai_pool.close()
        await self.repo.close()
