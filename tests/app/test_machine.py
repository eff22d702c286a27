"""The app under clicks in any order, late and doubled ones, undo and crashes.

The stored position is always what the log replays to.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from app.match import standing_orders
from app.model.match import Panel
from games.core.engine import history
from games.core.engine.game import find
from games.core.prompts.prompt import AmountPrompt, DistributePrompt, MoveReady, SelectPrompt
from tests.app.app_machine import AppMachine
from tests.app.harness import PEOPLE, AppHarness
from tests.contract.playouts import LONG

if TYPE_CHECKING:
    from tests.postgres import Server

SEATS = 3
who = st.integers(0, SEATS - 1)


class HostMachine(AppMachine):
    """Three people at one table of the small game."""

    game = "cellar"

    def __init__(self) -> None:
        super().__init__()
        self.clicks = 0
        self.last: dict[
            int, tuple[str, str, int]
        ] = {}  # seat -> (what, click, decision) of the newest committed tap
        self.old: dict[int, int] = {}  # seat -> an earlier decision
        self.asked = [0] * SEATS

    def click(self) -> str:
        self.clicks += 1
        return f"click {self.clicks}"

    @property
    def tables(self):
        return self.harness.app.game_service

    def rows(self) -> int:
        return self.run(self.harness.app.lobby.get(self.match)).rows

    @initialize(seed=st.integers(0, 2**32))
    def begin(self, seed: int) -> None:
        async def work() -> str:
            import secrets
            from unittest.mock import patch

            await self.harness.open()
            with patch.object(secrets, "token_hex", lambda n: f"{seed:0{2 * n}x}"):
                return (await self.harness.table(SEATS, game=self.game)).id

        self.match = self.run(work())

    def panel(self, seat: int) -> Panel:
        return self.run(self.tables.open_or_refresh_panel(self.match, PEOPLE[seat]))

    @rule(seat=who, data=st.data())
    def choose(self, seat: int, data) -> None:
        panel = self.panel(seat)
        if panel.asked is None or isinstance(panel.asked, MoveReady):
            return
        key = self.key(panel.asked, data)
        click, rows = self.click(), self.rows()
        after = self.run(
            self.tables.answer(
                self.match, PEOPLE[seat], panel.decision, len(panel.path), key, click
            )
        )
        self.note(seat, panel, after, click, rows)

    @staticmethod
    def key(form, data):
        match form:
            case SelectPrompt(min=1, max=1):
                keys = [option.key for option in form.options] + [
                    blocked.key for blocked in form.blocked
                ]
                return data.draw(st.sampled_from(keys))
            case SelectPrompt():
                keys = [option.key for option in form.options]
                return data.draw(st.lists(st.sampled_from(keys), unique=True, max_size=form.max))
            case AmountPrompt():
                return data.draw(st.integers(form.lo - 1, form.hi + 1))
            case DistributePrompt():
                return data.draw(
                    st.fixed_dictionaries(
                        {slot.key: st.integers(0, slot.most) for slot in form.slots}
                    )
                )

    @rule(seat=who)
    def confirm(self, seat: int) -> None:
        panel = self.panel(seat)
        if not isinstance(panel.asked, MoveReady):
            return
        click, rows = self.click(), self.rows()
        after = self.run(self.tables.confirm(self.match, PEOPLE[seat], panel.decision, click))
        assert after.committed, after.notice
        self.note(seat, panel, after, click, rows)

    def note(self, seat: int, before: Panel, after: Panel, click: str, rows: int) -> None:
        """A committed step is one row, moves the seat's counter on, and is as final as was said; orders may add to it."""
        if not after.committed:
            assert self.rows() == rows
            return
        mine, *ordered = self.run(self.harness.app.repo.game_log.entries(self.match, rows))
        assert (mine.row.seat, mine.row.by, mine.interaction) == (seat, "player", click)
        assert all(entry.row.by == "order" and entry.interaction is None for entry in ordered)
        self.last[seat] = ("confirm", click, before.decision)
        self.old[seat] = before.decision
        assert after.decision > before.decision
        if isinstance(before.asked, MoveReady):
            assert (before.final is not None) == (seat in mine.row.barrier)
        if seat not in [entry.row.seat for entry in ordered]:
            assert (after.undo is None) == any(
                seat in entry.row.barrier for entry in (mine, *ordered)
            )

    @rule(seat=who)
    def auto(self, seat: int) -> None:
        panel = self.panel(seat)
        if panel.asked is not None:
            after = self.run(self.tables.fill_defaults(self.match, PEOPLE[seat], panel.decision))
            assert isinstance(after.asked, MoveReady)

    @rule(seat=who)
    def back(self, seat: int) -> None:
        panel, rows = self.panel(seat), self.rows()
        after = self.run(self.tables.back(self.match, PEOPLE[seat], panel.decision))
        free = [crumb for crumb in panel.crumbs if not crumb.forced]
        assert len([crumb for crumb in after.crumbs if not crumb.forced]) == max(0, len(free) - 1)
        assert self.rows() == rows

    @rule(seat=who)
    def cancel(self, seat: int) -> None:
        panel, rows = self.panel(seat), self.rows()
        after = self.run(self.tables.cancel(self.match, PEOPLE[seat], panel.decision))
        assert all(crumb.forced for crumb in after.crumbs)
        assert self.rows() == rows

    @rule(seat=who)
    def undo(self, seat: int) -> None:
        panel, rows = self.panel(seat), self.rows()
        after = self.run(self.tables.undo(self.match, PEOPLE[seat], self.click()))
        assert after.committed == (panel.undo is not None)
        assert self.rows() == rows + after.committed
        if after.committed:
            assert after.decision > panel.decision
        else:
            assert (after.refused or after.notice) is not None

    @precondition(lambda self: self.last)
    @rule(data=st.data())
    def double_click(self, data) -> None:
        seat = data.draw(st.sampled_from(sorted(self.last)))
        _, click, decision = self.last[seat]
        rows = self.rows()
        after = self.run(self.tables.confirm(self.match, PEOPLE[seat], decision, click))
        assert (after.committed, after.notice.key) == (False, "ui.already")
        assert self.rows() == rows

    @precondition(lambda self: self.old)
    @rule(data=st.data(), verb=st.sampled_from(["confirm", "choose", "pend", "back", "auto"]))
    def stale_click(self, data, verb: str) -> None:
        seat = data.draw(st.sampled_from(sorted(self.old)))
        at, rows = (self.match, PEOPLE[seat], self.old[seat]), self.rows()
        match verb:
            case "confirm":
                after = self.run(self.tables.confirm(*at, self.click()))
            case "choose":
                after = self.run(self.tables.choose(*at, 0, "stop", self.click()))
            case "pend":
                after = self.run(self.tables.update_pending(*at, 1, ("oil", 1)))
            case "back":
                after = self.run(self.tables.back(*at))
            case _:
                after = self.run(self.tables.fill_defaults(*at))
        ended = self.run(self.harness.app.lobby.get(self.match)).status == "ended"
        assert after.notice.key == ("host.trouble.ended" if ended else "ui.stale")
        assert (after.committed, self.rows()) == (False, rows)

    @rule(seat=who, n=st.integers(2, 4))
    def taps_at_once(self, seat: int, n: int) -> None:
        panel = self.panel(seat)
        if not isinstance(panel.asked, MoveReady):
            return
        rows, clicks = self.rows(), [self.click() for _ in range(n)]

        async def work():
            confirm = self.tables.confirm
            return await asyncio.gather(
                *(confirm(self.match, PEOPLE[seat], panel.decision, click) for click in clicks)
            )

        done = self.run(work())
        assert [one.committed for one in done].count(True) == 1
        written = self.run(self.harness.app.repo.game_log.entries(self.match, rows))
        assert [entry.row.by == "order" for entry in written] == [
            at > 0 for at in range(len(written))
        ]
        self.old[seat] = panel.decision

    @rule()
    def crash_and_reopen(self) -> None:
        """The process dies between two taps; the publisher may not have shown the newest version."""
        drafts = [
            (panel.path, panel.decision, panel.pending)
            for panel in (self.panel(seat) for seat in range(SEATS))
        ]
        self.run(self.harness.reopen())
        assert drafts == [
            (panel.path, panel.decision, panel.pending)
            for panel in (self.panel(s) for s in range(SEATS))
        ]

    @invariant()
    def the_store_holds_what_its_rows_fold_to(self) -> None:
        repo, codec = self.harness.app.repo, find(self.game).codec
        stored = self.run(repo.matches.load(self.match))
        entries = self.run(repo.game_log.entries(self.match))
        rows = [entry.row for entry in entries]
        for want in ({"upto": 0}, {}, {"final": True}):
            at, base = self.run(repo.game_log.checkpoint(self.match, **want))
            assert codec.encode(history.fold(base, rows[at:], stored.match.seed)) == codec.encode(
                stored.pos
            ), want
        assert [row.n for row in rows] == list(range(1, stored.match.rows + 1))
        standing = [
            entry.row.n for entry in entries if not entry.undone_by and not entry.row.system
        ]
        assert standing == [row.n for row in history.effective_rows(rows)]
        asked = [seat.decision for seat in stored.match.seats]
        assert all(now >= then for now, then in zip(asked, self.asked, strict=True)), (
            "a decision counter never goes back"
        )
        self.asked = asked

    @invariant()
    def all_is_shown_in_the_end(self) -> None:
        self.run(self.harness.settle())
        match = self.run(self.harness.app.lobby.get(self.match))
        assert match.published == match.version


class EmpireMachine(HostMachine):
    """The same at a table of Eight-Minute Empire."""

    game = "eight_minute_empire"


class ServerMachine(HostMachine):
    """The same on a PostgreSQL server."""

    server: ClassVar[Server]

    def home(self) -> AppHarness:
        return AppHarness(Path(self.folder.name), self.server.new())

    def teardown(self) -> None:
        super().teardown()
        self.server.drop(self.harness.url)


@pytest.fixture(scope="class")
def on_server(postgres) -> None:
    ServerMachine.server = postgres


class OrderedMachine(HostMachine):
    """People who give standing orders and take them back amid it all."""

    @rule(
        seat=who,
        what=st.one_of(
            st.tuples(st.just("throws"), st.integers(0, 3)),
            st.tuples(st.just("keep"), st.booleans()),
            st.tuples(st.just("gifts"), st.sampled_from(["ask", "accept", "reject"])),
        ),
    )
    def order(self, seat: int, what: tuple[str, object]) -> None:
        if self.run(self.harness.app.lobby.get(self.match)).status != "running":
            return
        rows = self.rows()
        told = self.run(self.harness.app.standing_orders.set(self.match, PEOPLE[seat], *what))
        assert told.values[what[0]] in (
            what[1],
            False,
        )  # `keep` means nothing before the third throw
        written = self.run(self.harness.app.repo.game_log.entries(self.match, rows))
        assert told.obeyed == bool(written)
        assert {entry.row.by for entry in written} <= {"order"}

    @invariant()
    def nobody_waits_for_what_an_order_answers(self) -> None:
        """Only who took a step back is still asked what their orders would say."""
        stored = self.run(self.harness.app.repo.matches.load(self.match))
        if stored.match.status == "running":
            assert standing_orders.next_automatic_answer(stored.match, stored.pos) is None


HOW = settings(
    max_examples=40 if LONG else 15,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestHost = HostMachine.TestCase
TestHost.settings = HOW
TestOrders = OrderedMachine.TestCase
TestOrders.settings = HOW
TestEmpire = EmpireMachine.TestCase
TestEmpire.settings = HOW
TestServer = ServerMachine.TestCase
TestServer.settings = settings(HOW, max_examples=25 if LONG else 4)
pytest.mark.usefixtures("on_server")(TestServer)
