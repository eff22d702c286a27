"""Simulated month of a guild: the real app on its own database and a stepped clock.

`SimulatedMonth` creates the matches, then plays day by day: the simulated users (`people.py`)
visit the bot by themselves or after a ping, move, vote, leave and return. The clock stands still
while they act and is stepped to the next scheduled call. `counting.py` counts what the bot sends.
"""

from __future__ import annotations

import heapq
import logging
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from unittest.mock import patch

from app.app import App
from app.match import ballots
from app.model import time_control
from app.model.match import Match, User, UserError
from app.model.votes import VoteKind
from app.runtime.settings import Settings
from app.workers.ai_pool import InProcessAi
from app.workers.ai_worker import Decide, search_move
from db.sqlite.connection import connect
from games.core.engine import walk
from games.core.state.rng import Rng
from games.hosted import GAMES
from tools.living.clock import StepClock
from tools.living.counting import DAY, CountingPublisher, CountingStore, MessageCounts
from tools.living.people import HOUR, STAND_IN, TEMPERS, Player
from tools.playing import random_options, random_stream
from tools.progress import bar

FIRST_MIDNIGHT = 1_772_409_600.0  # Monday, midnight (UTC)
GUILD, CHANNELS = 1, 10
PACES = ("calm",) * 5 + ("hours12", "days2", "bank")
# paces of games with about a hundred decisions per player
LONG_GAME_PACES = (
    "hours6",
    "hours6",
    "hours12",
)
LONG_GAMES = ("imperial_settlers", "el_mapa")
LATE_MATCH_AGE_S = 12 * DAY  # age of a match after which people vote for a shorter deadline
STEP_S = 15.0  # time that a person needs for a step
MAX_STEPS_PER_VISIT = 60  # per match
FIRST_USER_ID = 101_000_000_000_000


class WarningCounter(logging.Handler):
    """Log handler that counts the warnings and errors of the bot."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.counts: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Count the record by its text."""
        why = f": {record.exc_info[1]!r}" if isinstance(record.exc_info, tuple) else ""
        self.counts[f"{record.getMessage()}{why}"] += 1


class SimulatedMonth:
    """Real app with all its simulated users.

    `outages` are the numbers of the days after which the bot is down for nine hours.
    """

    def __init__(
        self,
        path: Path,
        seed: int,
        *,
        people: int,
        outages: tuple[int, ...] = (),
        screens: bool = False,
        decide: Decide = search_move,
    ) -> None:
        self.path = path
        self.seed = seed
        self.outages = outages
        self.screens = screens
        self.decide = decide
        self.rng = random_stream("month", seed)
        self.clock = StepClock(FIRST_MIDNIGHT)
        self.tally = MessageCounts()
        self.mishaps = WarningCounter()
        tempers = [TEMPERS[index % len(TEMPERS)] for index in range(people)] + [STAND_IN] * max(
            2, people // 8
        )
        self.players = {
            FIRST_USER_ID + i: Player(
                User(FIRST_USER_ID + i, f"P{i}", "es"),
                temper,
                random_stream("person", seed, i),
                FIRST_MIDNIGHT,
            )
            for i, temper in enumerate(tempers)
        }
        self.open_by_day: list[int] = []
        self.stuck: set[str] = set()
        self.present: Counter[str] = Counter()  # person-days at open matches, by temperament
        self.counts: Counter[str] = Counter()  # counts of votes, substitutes and so on
        self._events: list[tuple[float, int, str, int]] = []
        self._number = count()

    async def open(self) -> None:
        """Start the bot."""
        store = CountingStore(await connect(self.path), self.tally, self.clock.now)
        self.app = App(
            store,
            clock=self.clock,
            settings=Settings(publish_pause=0.0),
            ai_pool=InProcessAi(self.decide),
        )
        self.edge = CountingPublisher(
            self.app, self.tally, FIRST_MIDNIGHT, self._pinged, screens=self.screens
        )
        self.app.set_match_publisher(self.edge)
        await self.app.start()

    async def settle(self) -> None:
        """Wait until all background work is done."""
        await self.app.deadlines.idle()
        await self.app.ai_moves.idle()
        await self.app.publish_scheduler.idle()

    async def until(self, end: float) -> None:
        """Advance the clock to `end`, one scheduled call at a time."""
        while self.clock.step(end):
            await self.settle()

    async def begin(self, tables: int) -> None:
        """Store the people's preferences, then create and start the matches."""
        for player in self.players.values():
            person = await self.app.users.get(player.person.id, player.person.name, "es-ES")
            if player.temper.prefs:
                await self.app.users.set(person, **player.temper.prefs)
        people = [one for one in self.players.values() if one.temper is not STAND_IN]
        for i in range(tables):
            await self._start_match(i, people)

    async def _start_match(self, at: int, people: list[Player]) -> None:
        """Start a match of the next game with three to five people, 10 minutes after the last."""
        await self.until(self.clock.at + 600)
        game = GAMES[at % len(GAMES)]
        n = min(3 + self.rng.below(3), max(game.players))
        seated = list(people)
        self.rng.shuffle(seated)
        host, *others = (player.person for player in seated[:n])
        with seeded(self.rng):
            table = await self.app.lobby.create(
                host, game.id, guild=GUILD, channel=100 + at % CHANNELS
            )
            for other in others:
                await self.app.lobby.join(table.id, other)
            await self.app.lobby.set_pace(
                table.id, host, self.rng.pick(LONG_GAME_PACES if game.id in LONG_GAMES else PACES)
            )
            for name, value in random_options(game, n, self.rng).items():
                with suppress(UserError):
                    await self.app.lobby.set_option(table.id, host, name, value)
            await self.settle()
            await self.app.lobby.start(table.id, host)
        await self.settle()

    async def live(self, days: int) -> None:
        """Run that many days from the first midnight."""
        for day in bar(range(days), days, "days"):
            for user, player in self.players.items():
                for at in player.day(day):
                    self._schedule(at, "visit", user)
            self._schedule(FIRST_MIDNIGHT + day * DAY + 12 * HOUR, "noon", day)
            if day in self.outages:
                self._schedule(FIRST_MIDNIGHT + (day + 1) * DAY - 60, "outage", day)
            await self._run_until_midnight(FIRST_MIDNIGHT + (day + 1) * DAY)
            await self._record_day()

    async def _run_until_midnight(self, end: float) -> None:
        while self._events and self._events[0][0] < end:
            at, _, what, arg = heapq.heappop(self._events)
            await self.until(at)
            match what:
                case "visit":
                    await self.visit(self.players[arg])
                case "noon":
                    await self.noon()
                case "outage":
                    await self.outage()
            await self.settle()
        await self.until(end)

    def _schedule(self, at: float, what: str, arg: int) -> None:
        heapq.heappush(self._events, (at, next(self._number), what, arg))

    def _pinged(self, user: int) -> None:
        player = self.players.get(user)
        at = player.pinged(self.clock.at) if player is not None else None
        if at is not None:
            self._schedule(at, "visit", user)

    async def _record_day(self) -> None:
        """Record the open matches, the stuck ones, and how many users have a seat."""
        tables = await self.app.repo.matches.find(statuses=("running",))
        self.open_by_day.append(len(tables))
        for table in tables:
            if is_stuck(table):
                self.stuck.add(table.id)
        seated = {
            seat.user
            for table in tables
            for seat in table.seats
            if seat.user is not None and not seat.resigned
        }
        for user in seated:
            self.present[self.players[user].temper.name] += 1

    # ---- what people do

    async def visit(self, player: Player) -> None:
        """Let a user look at all their matches and play each turn that is theirs."""
        player.coming = float("inf")
        if not player.here(self.clock.at):
            return
        for table in await self.app.repo.matches.find(user=player.person.id, statuses=("running",)):
            with suppress(UserError):
                await self._play_turns(table.id, player)

    async def _play_turns(self, match: str, player: Player) -> None:
        app, person = self.app, player.person
        await app.game_service.open_or_refresh_panel(match, person, requested=True)
        await self._vote_or_leave(match, player)
        for _ in range(MAX_STEPS_PER_VISIT):
            stored = await app.repo.matches.load(match)
            seat = stored.match.seat_of(person.id) if stored is not None else None
            if (
                stored is None
                or seat is None
                or not seat.awaited
                or stored.match.status != "running"
            ):
                return
            panel = await app.game_service.play(
                match, person, walk.random_move(stored.pos, seat.seat, player.rng)
            )
            if not panel.committed:
                panel = await app.game_service.confirm(match, person, panel.decision)
            if not panel.committed:
                panel = await app.game_service.fill_defaults(match, person, panel.decision)
                panel = await app.game_service.confirm(match, person, panel.decision)
            if panel.undo is not None and player.rng.below(50) == 0:
                await app.game_service.undo(match, person)
                self.counts["steps taken back"] += 1
            await self.settle()
            await self.until(self.clock.at + STEP_S)

    async def _vote_or_leave(self, match: str, player: Player) -> None:
        """Let the user end a pause or vote and, rarely, offer the seat or resign.

        If there is no vote, the user may propose one.
        """
        app, person, rng = self.app, player.person, player.rng
        table = await app.lobby.get(match)
        seat = table.seat_of(person.id)
        if seat is None:
            return
        if table.paused and rng.below(2):
            await app.votes.resume(match, person)
            self.counts["pauses ended"] += 1
        elif table.vote is not None and person.id in ballots.open_voters(table):
            await app.votes.cast(match, person, rng.below(100) < 80, ballots.vote_id(table.vote))
            self.counts["votes given"] += 1
        elif table.vote is None:
            await self._propose(table, player)
        if rng.below(500) == 0:
            await app.substitutes.offer(match, person)
            self.counts["seats offered"] += 1
        elif rng.below(1000) == 0:
            await app.game_service.resign(match, person)
            self.counts["resigned"] += 1

    async def _propose(self, table: Match, player: Player) -> None:
        rng = player.rng
        missed = [
            seat
            for seat in table.seats
            if seat.user != player.person.id and seat.missed_deadlines >= 2
        ]
        what: VoteKind | None = None
        arg, late = "", self.clock.at > table.created_at + LATE_MATCH_AGE_S
        if missed and rng.below(20) == 0:
            what, arg = "kick", str(missed[0].seat)
        elif rng.below(300) == 0:
            what, arg = "rewind", str(max(1, table.rows - rng.below(6)))
        elif rng.below(400) == 0:
            what = "pause"
        elif (
            late
            and table.pace.seconds > time_control.PACES["hours6"].seconds
            and rng.below(10) == 0
        ):
            what, arg = "pace", "hours6"
        elif not late and rng.below(400) == 0:
            what, arg = "pace", "days2"
        if what:
            with suppress(UserError):
                await self.app.votes.propose(table.id, player.person, what, arg)
                self.counts[f"proposed: {what}"] += 1

    async def noon(self) -> None:
        """Let a substitute take a free seat, with a chance of one in eight for each match."""
        spare = [one for one in self.players.values() if one.temper is STAND_IN]
        for table in await self.app.repo.matches.find(statuses=("running",)):
            free = [seat for seat in table.seats if seat.offered]
            if free and self.rng.below(8) == 0:
                with suppress(UserError):
                    await self.app.substitutes.take_seat(
                        table.id, self.rng.pick(spare).person, free[0].seat
                    )
                    self.counts["substitutes"] += 1

    async def outage(self) -> None:
        """Stop the bot for nine hours; visits in that time happen after its restart."""
        await self.settle()
        await self.app.stop()
        self.clock.at += 9 * HOUR
        await self.open()
        self.counts["outages"] += 1


def is_stuck(table: Match) -> bool:
    """Return whether a running match is stuck.

    A match is stuck if it waits for no seat, for a seat whose AI player did not move, or for a
    seat without a deadline although the time control sets one.
    """
    if table.paused:
        return False
    if not table.waiting:
        return True
    timed = {seat.seat for seat in time_control.seats_on_clock(table)}
    return any(
        seat.awaited and (seat.played_by_ai or (seat.seat in timed and not seat.deadline))
        for seat in table.seats
    )


def has_at_most_one_user(table: Match) -> bool:
    """Return whether at most one user is left; such a match has no deadlines."""
    return sum(seat.user is not None and not seat.resigned for seat in table.seats) < 2


@contextmanager
def seeded(rng: Rng) -> Iterator[None]:
    """Replace the random codes and seeds by a seeded stream, so that a month is repeatable."""
    with (
        patch.object(
            secrets, "token_hex", lambda n: f"{rng.next():016x}".rjust(2 * n, "0")[-2 * n :]
        ),
        patch.object(secrets, "choice", lambda items: items[rng.below(len(items))]),
    ):
        yield
