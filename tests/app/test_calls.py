"""Pings, checked against a model that reads only the log.

With AI players, standing orders, undo, merged publications and restarts.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from unittest.mock import patch

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from app.model.match import Match
from games.core.engine import history, walk
from games.core.state.rng import Rng
from tests.app.app_machine import AppMachine
from tests.app.harness import PEOPLE, ManualClock, Recorder, loaded
from tests.contract.playouts import LONG

SEATS, LULL = 3, 120.0  # people; a computer player sits with them
who = st.integers(0, SEATS - 1)


class Listener(Recorder):
    """Publisher that records each ping with the newest row and the time."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self.clock = clock
        self.calls: list[tuple[int, float, list[int]]] = []

    async def publish(self, match: Match, to_ping: Sequence[int]) -> None:
        self.calls.append((match.rows, self.clock.now(), list(to_ping)))
        await super().publish(match, to_ping)


class CallsMachine(AppMachine):
    """Users who play, look, wait, leave and return.

    `known[seat]`: the user knows the decision that they are awaited for.
    """

    def __init__(self) -> None:
        super().__init__()
        self.edge = self.harness.notifier = Listener(self.harness.clock)
        self.held = False
        self.waiting, self.known = [False] * SEATS, [True] * SEATS
        self.tapped, self.hands = (
            [0.0] * SEATS,
            dict[int, int](),
        )  # hands: the first row of a tap's commit -> whose it was
        self.rows = 0

    @initialize(seed=st.integers(0, 2**32))
    def begin(self, seed: int) -> None:
        async def work() -> str:
            await self.harness.open()
            with patch.object(secrets, "token_hex", lambda n: f"{seed:0{2 * n}x}"):
                return (await self.harness.table(SEATS, 1)).id

        self.match = self.run(work())
        _, self.pos = self.run(self.harness.app.repo.game_log.checkpoint(self.match, upto=0))
        self.start = self.pos
        self.waiting = [seat in walk.actors(self.pos) for seat in range(SEATS)]
        self.known = [False] * SEATS
        self.let()

    # --- what people do ---

    def tap(self, seat: int) -> None:
        self.tapped[seat] = self.harness.clock.now()
        self.known[seat] = True  # the answer shows the question, if there is one

    @rule(seat=who, seed=st.integers(0, 2**32))
    def act(self, seat: int, seed: int) -> None:
        """Play a whole step and confirm it if necessary."""
        tables, person = self.harness.app.game_service, PEOPLE[seat]

        async def work() -> bool:
            stored = await loaded(self.harness.app, self.match)
            if stored.match.status != "running" or not (
                set(walk.actors(stored.pos)) | set(walk.optional_actors(stored.pos))
            ) & {seat}:
                return False
            try:
                path = walk.random_move(stored.pos, seat, Rng.of(seed))
            except walk.IllegalMoveError:
                return False
            self.hands[stored.match.rows + 1] = seat
            self.tap(seat)
            panel = await tables.play(self.match, person, path)
            return (
                panel.committed
                or (await tables.confirm(self.match, person, panel.decision)).committed
            )

        if self.run(work()):
            self.settled()

    @rule(seat=who)
    def undo(self, seat: int) -> None:
        async def work() -> None:
            rows = (await self.harness.app.lobby.get(self.match)).rows
            self.hands[rows + 1] = seat
            self.tap(seat)
            await self.harness.app.game_service.undo(self.match, PEOPLE[seat])

        self.run(work())
        self.settled()

    @rule(seat=who)
    def look(self, seat: int) -> None:
        """Open the panel or the hand."""
        self.tap(seat)
        self.run(
            self.harness.app.game_service.open_or_refresh_panel(
                self.match, PEOPLE[seat], requested=True
            )
        )
        self.settled()

    @rule(seat=who)
    def read(self, seat: int) -> None:
        """Read the log or the board, without seeing the question."""
        self.tapped[seat] = self.harness.clock.now()
        self.run(self.harness.app.pings.record_activity(self.match, PEOPLE[seat]))
        self.settled()

    @rule(
        seat=who,
        what=st.sampled_from(
            [
                ("throws", 0),
                ("throws", 1),
                ("throws", 3),
                ("keep", True),
                ("keep", False),
                ("gifts", "ask"),
                ("gifts", "reject"),
            ]
        ),
    )
    def order(self, seat: int, what: tuple[str, object]) -> None:
        if self.run(self.harness.app.lobby.get(self.match)).status != "running":
            return
        self.tapped[seat] = self.harness.clock.now()
        self.run(self.harness.app.standing_orders.set(self.match, PEOPLE[seat], *what))
        self.settled()

    # --- what happens around them ---

    @rule(seconds=st.sampled_from([1, 30, 119, 120, 121, 600]))
    def wait(self, seconds: int) -> None:
        async def work() -> None:
            self.harness.clock.advance(seconds)
            await self.harness.settle()

        self.run(work())
        self.settled()

    @precondition(lambda self: not self.held)
    @rule()
    def hold(self) -> None:
        """Publish nothing from now on: many commits become one publication."""
        self.held, self.harness.app.publish_scheduler.match_publisher = True, None

    @precondition(lambda self: self.held)
    @rule()
    def let(self) -> None:
        async def work() -> None:
            self.harness.app.publish_scheduler.match_publisher = self.edge
            self.harness.app.publish_scheduler.schedule(self.match)

        self.held = False
        self.run(work())
        self.settled()

    @rule()
    def restart(self) -> None:
        self.held = False
        self.run(self.harness.reopen())
        self.settled()

    # --- the model ---

    def settled(self) -> None:
        """Read what was committed and who was pinged, in order."""
        self.run(self.harness.settle())
        entries = self.run(self.harness.app.repo.game_log.entries(self.match))
        calls, self.edge.calls = self.edge.calls, []
        hand: int | None = None
        rows = [entry.row for entry in entries]
        for row in rows[self.rows :]:
            while calls and calls[0][0] < row.n:
                self.heard(*calls.pop(0))
            hand = (
                self.hands.get(row.n) if row.by == "player" else hand if row.by == "order" else None
            )
            self.committed(rows, row, hand)
        for call in calls:
            self.heard(*call)

    def committed(
        self, rows: list[history.HistoryRow], row: history.HistoryRow, hand: int | None
    ) -> None:
        self.rows = row.n
        self.pos = history.fold(self.start, rows[: row.n], "")
        waiting = [] if self.pos.outcome is not None else walk.actors(self.pos)
        for seat in range(SEATS):
            was, self.waiting[seat] = self.waiting[seat], seat in waiting
            answered = row.seat == seat and row.by == "order"
            if (
                self.waiting[seat]
                and (not was or answered)
                and seat != hand
                and row.path[0] != "@undo"
            ):
                self.known[seat] = False

    def heard(self, rows: int, now: float, to_ping: list[int]) -> None:
        """Assert that each ping is for an awaited user who did not know it and was away.

        The first pings go to all, once.
        """
        for seat in to_ping:
            assert self.waiting[seat], f"{seat} is not awaited at row {rows}"
            assert not self.known[seat], f"{seat} knows it at row {rows}"
            assert now - self.tapped[seat] >= LULL, f"{seat} is there at row {rows}"
            self.known[seat] = True

    @invariant()
    def nobody_who_is_gone_waits_uncalled(self) -> None:
        if not hasattr(self, "match") or self.held:
            return
        now = self.harness.clock.now()
        for seat in range(SEATS):
            there = now - self.tapped[seat] < LULL
            assert not self.waiting[seat] or self.known[seat] or there, f"{seat} is not called"
        match = self.run(self.harness.app.lobby.get(self.match))
        assert [match.seats[seat].awaited for seat in range(SEATS)] == self.waiting
        told = [seat.knows_newest_ping for seat in match.seats[:SEATS]]
        assert all(
            now == then
            for now, then, waits in zip(told, self.known, self.waiting, strict=True)
            if waits
        )


TestCalls = CallsMachine.TestCase
TestCalls.settings = settings(
    max_examples=60 if LONG else 25,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
