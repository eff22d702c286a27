"""States of a table when a fault begins, who looks at it, and their open pages."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from app.match.ballots import vote_id
from app.model.match import Match, User, UserError
from sandbox.state.errors import PersonError
from tests.faults.fault_harness import NAMES, FaultHarness

At = Literal["running", "lobby", "ended", "lesson"]
Who = Literal["anybody", "organiser", "stranger"]
Prepare = Callable[[FaultHarness, Match, Random], Awaitable[None]]
HOST = NAMES[0]  # opens every table, runs the bot, and owns the server


@dataclass(frozen=True)
class Scene:
    """State of a table by its name in the report.

    `at` is the kind of table, `prepare` changes it. `who` looks at it with one of these `pages` open
    (none named: sometimes any one). `away` looks from another channel.
    """

    name: str
    at: At = "running"
    who: Who = "anybody"
    pages: tuple[str, ...] = ()
    prepare: Prepare | None = None
    away: bool = False

    @property
    def halts(self) -> bool:
        """Return whether the game is halted before the case."""
        return self.prepare is _halted


async def _by(harness: FaultHarness, user: int | None) -> User:
    by = await harness.app.repo.users.get(user or 0)
    assert by is not None
    return by


async def _voted(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Propose to end the game, to which all must agree."""
    proposes = next(one for one in match.seats if one.user is not None and not one.resigned)
    with contextlib.suppress(UserError):  # something is proposed already
        await harness.app.votes.propose(match.id, await _by(harness, proposes.user), "end")


async def _paused(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Agree on a pause."""
    with contextlib.suppress(UserError):
        for seat in match.seats:
            table = await harness.app.lobby.get(match.id)
            if seat.user is None or seat.resigned or table.paused:
                continue
            by = await _by(harness, seat.user)
            if table.vote is None:
                await harness.app.votes.propose(match.id, by, "pause")
            else:
                await harness.app.votes.cast(match.id, by, True, vote_id(table.vote))


async def _offered(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Offer the last player's seat to others."""
    offers = next(one for one in reversed(match.seats) if one.user is not None and not one.resigned)
    await harness.app.substitutes.offer(match.id, await _by(harness, offers.user))


async def _two(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Open another lobby in the same channel."""
    if len(await harness.app.lobby.tables_in_channel(channel=match.places.channel)) < 2:
        await harness.table(match.game, 1, 0, str(match.places.channel), begin=False)


async def _homeless(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Delete the channel."""
    await harness.box.page.perform("channel.delete", {"channel": str(match.places.channel)})


async def _halted(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Halt the game."""
    await harness.app.moves.halt(match.id, ["by lot"])


async def _invited(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Invite everybody who does not play."""
    for name in NAMES:
        guest = await harness.person(name)
        if match.seat_of(guest.id) is None:
            with contextlib.suppress(PersonError):  # as many are called as seats are free
                await harness.human(HOST).command(
                    "table invite", str(match.places.channel), user=str(guest.id), table=match.id
                )
    await harness.settle()


PLAIN = Scene("the game runs")
LATER = (
    "/table replay",
    "/table film",
    "/table records",
    "/me records",
    "/table score",
    "/table verify",
    "/table log",
)
SCENES = (
    Scene("it has not begun, its options are open", "lobby", "organiser", ("/table options",)),
    Scene("it has ended", "ended", "anybody", LATER),
    Scene("somebody watches", "running", "stranger", ("/table follow", "/board", "/table replay")),
    Scene("it has not begun, somebody sets it up", "lobby", "organiser", ("/table options",)),
    Scene("a lesson", "lesson", "organiser", ("/table learn",)),
    Scene("a vote is open", "running", "anybody", (), _voted),
    Scene("it has not begun", "lobby", "anybody"),
    Scene("standing orders are open", "running", "anybody", ("/table orders",)),
    Scene(
        "it has ended, for one who reads",
        "ended",
        "anybody",
        ("/table replay", "/table records", "/rules", "/help"),
    ),
    Scene("a seat is free", "running", "stranger", (), _offered),
    Scene("whoever looks after the server", "running", "organiser", ("/setup", "/table rewind")),
    Scene("a pause", "running", "anybody", (), _paused),
    Scene(
        "one's own settings",
        "running",
        "anybody",
        ("/me settings", "/turns", "/me records", "/me data"),
    ),
    Scene("two tables wait for people", "lobby", "stranger", ("/join",), _two),
    Scene(
        "it runs beside a table that waits for people", "running", "organiser", ("/turns",), _two
    ),
    Scene("no table is here", "running", "anybody", ("/join", "/table learn"), None, away=True),
    Scene(
        "it has lost its channel", "running", "anybody", ("/play", "/hand"), _homeless, away=True
    ),
    Scene("somebody is invited", "lobby", "stranger", (), _invited),
    Scene("it was halted", "running", "organiser", ("/board",), _halted),
)
BY_NAME = {one.name: one for one in (PLAIN, *SCENES)}


def turns(at: int) -> Sequence[Scene]:
    """Return the order of states for a game; every third one is a plain game."""
    first = 6 * at % len(SCENES)
    turned = [*SCENES[first:], *SCENES[:first]]
    return [one for n in range(0, len(turned), 2) for one in (PLAIN, *turned[n : n + 2])]
