"""States of a table when a fault begins, and the users who look at it."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from app.match.ballots import vote_id
from app.model.match import Match, User, UserError
from app.play.tutorials import PUPIL, progress_of
from games.core.engine import walk
from games.core.guides.tutorials import ANY
from games.core.text.messages import Path
from sandbox.state.errors import PersonError
from tests.faults.fault_harness import NAMES, FaultHarness

At = Literal["running", "lobby", "ended", "lesson"]
Who = Literal["anybody", "organiser", "stranger"]
Prepare = Callable[[FaultHarness, Match, Random], Awaitable[None]]
MAX_LESSON_MOVES = 40
HOST = NAMES[0]  # opens every table, operates the bot and owns the guild


@dataclass(frozen=True)
class Scene:
    """State of a table by its name in the report.

    `at` is the kind of table, `prepare` changes it. The user `who` looks at it and first opens
    one of `pages` (none given: sometimes any page). With `away` the user is in another channel.
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
        return self.prepare is _halt


async def _user(harness: FaultHarness, user: int | None) -> User:
    by = await harness.app.repo.users.get(user or 0)
    assert by is not None
    return by


async def _propose_end(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Propose to end the game; all must agree."""
    proposes = next((one for one in match.seats if one.user and not one.resigned), None)
    if proposes is None:  # earlier cases have resigned all seats
        return
    with contextlib.suppress(UserError):  # another vote is open
        await harness.app.votes.propose(match.id, await _user(harness, proposes.user), "end")


async def _agree_on_pause(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Agree on a pause."""
    with contextlib.suppress(UserError):
        for seat in match.seats:
            table = await harness.app.lobby.get(match.id)
            if seat.user is None or seat.resigned or table.paused:
                continue
            by = await _user(harness, seat.user)
            if table.vote is None:
                await harness.app.votes.propose(match.id, by, "pause")
            else:
                await harness.app.votes.cast(match.id, by, True, vote_id(table.vote))


async def _offer_seat(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Offer the last player's seat to others."""
    offers = next((one for one in reversed(match.seats) if one.user and not one.resigned), None)
    if offers is not None:  # else earlier cases have resigned all seats
        await harness.app.substitutes.offer(match.id, await _user(harness, offers.user))


async def _open_second_lobby(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Open another lobby in the same channel."""
    if len(await harness.app.lobby.tables_in_channel(channel=match.places.channel)) < 2:
        await harness.table(match.game, 1, 0, str(match.places.channel), begin=False)


async def _delete_channel(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Delete the channel."""
    await harness.box.page.perform("channel.delete", {"channel": str(match.places.channel)})


async def finish_lesson(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Play the moves that the lesson asks for, to its end."""
    by = await harness.person(HOST)
    for _ in range(MAX_LESSON_MOVES):
        async with harness.app.locks(match.id):
            stored = await harness.app.repo.matches.load(match.id)
            if stored is None:
                return
            progress = await progress_of(harness.app.repo.game_log, stored, by)
            if progress is None or not progress.steps:
                return
            if PUPIL in walk.actors(stored.pos):
                path: Path = ()
                for index, key in enumerate(progress.steps[-1].path):
                    chosen = (
                        walk.default_path(stored.pos, PUPIL, path)[index] if key == ANY else key
                    )
                    path = (*path, chosen)
                path = walk.default_path(stored.pos, PUPIL, path)
                await harness.app.moves.play(stored, PUPIL, path, "player")
        await harness.settle()  # the opponents move


async def _halt(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Halt the game."""
    await harness.app.moves.halt(match.id, ["by lot"])


async def _invite_others(harness: FaultHarness, match: Match, luck: Random) -> None:
    """Invite everybody who does not play."""
    for name in NAMES:
        guest = await harness.person(name)
        if match.seat_of(guest.id) is None:
            # only as many users can be invited as there are free seats
            with contextlib.suppress(PersonError):
                await harness.human(HOST).command(
                    "table invite", str(match.places.channel), user=str(guest.id), table=match.id
                )
    await harness.settle()


PLAIN = Scene("the game runs")
PAGES_AFTER_END = (
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
    Scene("it has ended", "ended", "anybody", PAGES_AFTER_END),
    Scene("somebody watches", "running", "stranger", ("/table follow", "/board", "/table replay")),
    Scene("it has not begun, somebody sets it up", "lobby", "organiser", ("/table options",)),
    Scene("a lesson", "lesson", "organiser", ("/table learn",)),
    Scene("a lesson is over", "lesson", "organiser", ("/play",), finish_lesson),
    Scene("a vote is open", "running", "anybody", (), _propose_end),
    Scene("it has not begun", "lobby", "anybody"),
    Scene("standing orders are open", "running", "anybody", ("/table orders",)),
    Scene(
        "it has ended, for one who reads",
        "ended",
        "anybody",
        ("/table replay", "/table records", "/rules", "/help"),
    ),
    Scene("a seat is free", "running", "stranger", (), _offer_seat),
    Scene("whoever looks after the server", "running", "organiser", ("/setup", "/table rewind")),
    Scene("a pause", "running", "anybody", (), _agree_on_pause),
    Scene(
        "one's own settings",
        "running",
        "anybody",
        ("/me settings", "/turns", "/me records", "/me data"),
    ),
    Scene("two tables wait for people", "lobby", "stranger", ("/join",), _open_second_lobby),
    Scene(
        "it runs beside a table that waits for people",
        "running",
        "organiser",
        ("/turns",),
        _open_second_lobby,
    ),
    Scene("no table is here", "running", "anybody", ("/join", "/table learn"), None, away=True),
    Scene(
        "it has lost its channel",
        "running",
        "anybody",
        ("/play", "/hand"),
        _delete_channel,
        away=True,
    ),
    Scene("somebody is invited", "lobby", "stranger", (), _invite_others),
    Scene("it was halted", "running", "organiser", ("/board",), _halt),
)
BY_NAME = {one.name: one for one in (PLAIN, *SCENES)}


def turns(at: int) -> Sequence[Scene]:
    """Return the order of the states for a game; every third one is a plain running game."""
    first = 6 * at % len(SCENES)
    turned = [*SCENES[first:], *SCENES[:first]]
    return [one for n in range(0, len(turned), 2) for one in (PLAIN, *turned[n : n + 2])]
