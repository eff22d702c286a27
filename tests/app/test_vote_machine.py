"""Votes under any order of answers, substitutes, resignations, kicks, time and restarts.

Only a given yes counts; a vote with enough votes never hangs; an undecidable one ends.
"""

from __future__ import annotations

import secrets
from random import Random
from unittest.mock import patch

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from app.match import ballots
from app.model import time_control
from app.model.match import Match, Pace, User, UserError
from app.model.time_control import DAY, HOUR
from app.model.votes import Vote, VoteKind
from games.core.engine import walk
from games.core.state.rng import Rng
from tests.app.app_machine import AppMachine
from tests.app.harness import PEOPLE, STRANGER
from tests.contract.playouts import LONG

SEATS = 4
EVERYBODY = [*PEOPLE, STRANGER]  # the last two come as substitutes
KINDS = ["skip", "kick", "pause", "pace", "rewind", "end"]
who = st.integers(0, 11)  # the how-manieth of those who sit there, or of those who don't
luck = st.integers(0, 2**32)
CLOCKS = [
    *time_control.PACES.values(),
    Pace("decision", DAY, absent="default"),
    Pace("decision", DAY, weekends=False),
]


class VoteMachine(AppMachine):
    """Four users; the answers of each to the open vote are modelled beside the store."""

    def __init__(self) -> None:
        super().__init__()
        self.vote: Vote | None = None
        self.said: dict[int, bool] = {}
        self.told = 0  # sentences of the log about votes that were carried out

    @initialize(seed=luck, kind=st.sampled_from(CLOCKS), what=st.sampled_from(KINDS))
    def begin(self, seed: int, kind: Pace, what: VoteKind) -> None:
        self.luck, self.kind = Random(seed), kind
        self.run(self.harness.open())
        self.open(seed)
        self.propose(seed % SEATS, what, seed >> 8)

    def open(self, seed: int) -> None:
        """Start a table at which somebody is late, so that votes about them are possible."""

        async def work() -> str:
            with patch.object(secrets, "token_hex", lambda n: f"{seed:0{2 * n}x}"):
                table = await self.harness.table(SEATS)
            for person in PEOPLE[:SEATS]:
                await self.harness.say(table, person, "throw")
            async with self.app.locks(table.id):
                now = await self.app.lobby.get(table.id)
                now.pace, now.seats[SEATS - 1].missed_deadlines = self.kind, 1
                time_control.restart_clocks(now, self.harness.clock.now())
                await self.app.moves.save(now)
            await self.harness.settle()
            return table.id

        self.match, self.vote, self.said, self.told = self.run(work()), None, {}, 0

    def talk(self) -> None:
        """Propose a vote and answer it; start another table if this one is over."""
        if self.table().status in ("ended", "closed"):
            self.open(self.luck.randrange(2**32))
        if self.table().vote is None:
            self.propose(self.luck.randrange(12), self.luck.choice(KINDS), self.luck.randrange(40))
        for _ in range(self.luck.randrange(3)):
            if asked := ballots.open_voters(self.table()):
                user = self.luck.choice(asked)
                self.answer(
                    next(one for one in EVERYBODY if one.id == user), yes=self.luck.random() < 0.8
                )

    def seated(self, at: int) -> User | None:
        """Return one of the users at the table."""
        here = [one for one in EVERYBODY if one.id in ballots.human_seats(self.table())]
        return here[at % len(here)] if here else None

    def attempt(self, work, *, says: tuple[int, bool] | None = None) -> bool:
        """Run an action if it is allowed, and compare the result with the model."""
        before = self.table()
        try:
            self.run(work)
            done = True
        except UserError:
            done = False
        if done and says is not None:
            self.said[says[0]] = says[1]
        self.watch(before)
        self.run(self.harness.later(0))
        self.watch(before)
        self.nobodys_yes_counts_who_did_not_give_it()
        self.a_vote_neither_hangs_nor_stands_when_nobody_can_change_it()
        return done

    def watch(self, before: Match) -> None:
        after = self.table()
        here = ballots.human_seats(after)
        carried = [
            one.what.key for one in after.notices if one.what.key.startswith("host.vote.done.")
        ]
        if len(carried) > self.told:
            assert len(carried) == self.told + 1, "one vote, one deed"
            self.held(carried[-1].rpartition(".")[2], before, after)
            self.told = len(carried)
        if after.vote is None or self.vote is None or after.vote.at != self.vote.at:
            self.said = (
                {}
                if after.vote is None
                else {u: yes for u, yes in self.said.items() if u == after.vote.proposer}
            )
        self.vote = after.vote
        self.said = {user: yes for user, yes in self.said.items() if user in here}

    def held(self, what: str, before: Match, after: Match) -> None:
        """Assert that all required users have said yes to what was carried out."""
        assert self.vote is not None
        yes = {user for user, for_it in self.said.items() if for_it} | {self.vote.proposer}
        there = {
            u
            for u, seat in ballots.human_seats(after).items()
            if not seat.has_caretaker and u != self.vote.about_user
        }
        assert what == self.vote.what
        if what in ballots.BY_ALL:
            assert there <= yes, "somebody was not asked"
        else:
            assert (
                len(yes & {*ballots.human_seats(before), *ballots.human_seats(after)})
                >= len(there) // 2 + 1
            )
        match what:
            case "kick":
                assert self.vote.about_user not in ballots.human_seats(after)
            case "end":
                assert after.status == "closed"
            case "pause":
                assert after.paused
            case "pace":
                assert time_control.preset_name(after.pace) == self.vote.arg

    # --- what people say ---

    @rule(at=who, what=st.sampled_from(KINDS), arg=st.integers(0, 40))
    def propose(self, at: int, what: VoteKind, arg: int) -> None:
        table = self.table()
        if (by := self.seated(at)) is None:
            return
        late = [
            seat for seat in table.seats if ballots.may_vote_about(seat, self.harness.clock.now())
        ]
        seats = [str(seat.seat) for seat in late or table.seats]
        clock = [*time_control.PACES][arg % len(time_control.PACES)]
        given = {
            "skip": seats[arg % len(seats)],
            "kick": seats[arg % len(seats)],
            "pace": clock,
            "rewind": str(arg % 6),
        }

        async def work() -> None:
            before = self.vote, self.said
            about = ballots.about_user(table, what, given.get(what, ""))
            self.vote = Vote(
                what, given.get(what, ""), by.id, self.harness.clock.now(), 0.0, about_user=about
            )
            self.said = {by.id: True}
            try:
                await self.app.votes.propose(self.match, by, what, given.get(what, ""))
            except UserError:
                self.vote, self.said = before
                raise

        self.attempt(work())

    @rule(at=who)
    def agree(self, at: int) -> None:
        """Let one of those whose answer is required say yes."""
        if asked := ballots.open_voters(self.table()):
            self.answer(
                next(one for one in EVERYBODY if one.id == asked[at % len(asked)]), yes=True
            )

    @rule(at=who, yes=st.sampled_from([True, True, False]))
    def say(self, at: int, yes: bool) -> None:
        """Let anybody answer, also for the second time."""
        self.answer(self.seated(at), yes=yes)

    def answer(self, by: User | None, *, yes: bool) -> None:
        vote = self.table().vote
        if vote is not None and by is not None:
            own = by.id == vote.proposer and not yes  # it is withdrawn
            says = None if own else (by.id, yes)
            if (
                says is not None
                and self.table().seat_of(by.id) is not None
                and by.id != vote.about_user
            ):
                self.said[by.id] = yes
            self.attempt(self.app.votes.cast(self.match, by, yes, ballots.vote_id(vote)), says=says)

    # --- how voters change ---

    @rule(at=who, seldom=st.booleans())
    def resign(self, at: int, seldom: bool) -> None:
        self.talk()
        if seldom and (by := self.seated(at)) is not None:
            self.attempt(self.app.game_service.resign(self.match, by))

    @rule(at=who, seldom=st.booleans())
    def erase(self, at: int, seldom: bool) -> None:
        self.talk()
        if seldom and (by := self.seated(at)) is not None:
            self.attempt(self.app.privacy.erase(by))
            assert by.id not in self.known(self.table()), "nothing of them is left in a vote"

    def known(self, table: Match) -> set[int]:
        vote = table.vote
        return (
            set()
            if vote is None
            else {vote.proposer, vote.about_user, *vote.yes, *vote.no, *vote.informed}
        )

    @rule(at=who)
    def offer(self, at: int) -> None:
        if (by := self.seated(at)) is not None:
            self.attempt(self.app.substitutes.offer(self.match, by))

    @rule(at=who, seat=st.integers(0, SEATS - 1), offered=st.booleans())
    def substitute(self, at: int, seat: int, offered: bool) -> None:
        """Let somebody take a free or offered seat."""
        self.talk()
        table = self.table()
        user = table.seats[seat].user if seat < len(table.seats) else None
        owner = next((one for one in EVERYBODY if one.id == user), None)
        if offered and owner is not None:
            self.attempt(self.app.substitutes.offer(self.match, owner))
        others = [one for one in EVERYBODY if one.id not in ballots.human_seats(table)]
        if others:
            self.attempt(self.app.substitutes.take_seat(self.match, others[at % len(others)], seat))

    @rule(at=who, also=who)
    def come_back(self, at: int, also: int) -> None:
        self.talk()
        for one in {at, also}:
            self.comes(one)

    def comes(self, at: int) -> None:
        if (by := self.seated(at)) is not None:
            self.attempt(
                self.app.game_service.open_or_refresh_panel(self.match, by, requested=True)
            )

    @rule(at=who, seed=luck)
    def act(self, at: int, seed: int) -> None:
        person, stored = self.seated(at), self.run(self.app.repo.matches.load(self.match))
        seat = None if person is None else stored.match.seat_of(person.id)
        if (
            person is None
            or seat is None
            or stored.match.status != "running"
            or seat.seat not in walk.actors(stored.pos)
        ):
            return

        async def work() -> None:
            panel = await self.app.game_service.play(
                self.match, person, walk.random_move(stored.pos, seat.seat, Rng.of(seed))
            )
            if not panel.committed and panel.asked is not None:
                await self.app.game_service.confirm(self.match, person, panel.decision)

        self.attempt(work())

    @rule(at=who, days=st.integers(0, 2))
    def holiday(self, at: int, days: int) -> None:
        if (by := self.seated(at)) is None:
            return
        person = self.run(self.app.users.get(by.id, by.name))
        self.attempt(
            self.app.vacations.begin(person, days) if days else self.app.vacations.end(person)
        )

    @rule(seconds=st.sampled_from([HOUR, 13 * HOUR, DAY, DAY, 3 * DAY]))
    def wait(self, seconds: float) -> None:
        """Advance to the next deadline."""
        self.talk()
        end = self.harness.clock.now() + seconds
        while 0 < (wake := self.table().check_at) < end:
            self.attempt(
                self.harness.later(
                    max(wake, self.harness.clock.now() + 1) - self.harness.clock.now()
                )
            )
        self.attempt(self.harness.later(end - self.harness.clock.now()))

    @rule()
    def halt_and_resume(self) -> None:
        async def work() -> None:
            async with self.app.locks(self.match):
                await self.app.moves.halt(self.match, ["by lot"])
            await self.app.game_service.resume(self.match, PEOPLE[0])

        if self.table().status == "running":
            self.attempt(work())

    @rule()
    def restart(self) -> None:
        before = self.table().vote
        self.run(self.harness.reopen())
        self.run(self.harness.later(0))
        assert self.table().vote == before

    # --- what always holds ---

    @invariant()
    def nobodys_yes_counts_who_did_not_give_it(self) -> None:
        if not hasattr(self, "match") or (vote := self.table().vote) is None:
            return
        here, votes = ballots.human_seats(self.table()), ballots.tally(self.table(), vote)
        assert {*vote.yes, *vote.no} <= {*here}, "somebody votes who is not at the table"
        voters = {
            user
            for user, seat in here.items()
            if user != vote.about_user and (not seat.has_caretaker or user == vote.proposer)
        }
        assert {*votes.voters} == voters
        yes = {user for user in voters if self.said.get(user)} | {vote.proposer}
        assert {*votes.yes} == yes, "a yes that nobody gave, or one that was lost"
        for user in voters - {vote.proposer}:
            assert (user in vote.no) == (self.said.get(user) is False), (
                "a no that nobody gave, or one that was lost"
            )
        assert vote.proposer in here

    @invariant()
    def a_vote_neither_hangs_nor_stands_when_nobody_can_change_it(self) -> None:
        if not hasattr(self, "match") or (vote := self.table().vote) is None:
            return
        table = self.table()
        assert table.status in ("running", "halted")
        here, votes = ballots.human_seats(table), ballots.tally(table, vote)
        assert len(votes.yes) < votes.needed, "it hangs with enough votes"
        against = [user for user in votes.voters if user in vote.no and user != vote.proposer]
        assert len(votes.voters) - len(against) >= votes.needed, "it can't be won any more"
        assert any(not here[user].has_caretaker for user in votes.voters), (
            "nobody is left who could change it"
        )
        assert self.harness.clock.now() < vote.until, "it has lapsed"
        assert not vote.about_user or here[vote.about_user].seat == int(vote.arg)


TestVotes = VoteMachine.TestCase
TestVotes.settings = settings(
    max_examples=300 if LONG else 40,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[
        Phase.explicit,
        Phase.reuse,
        Phase.generate,
    ],  # no example is made smaller: that would take minutes
)
