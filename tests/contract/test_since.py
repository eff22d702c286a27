"""A seat is told what was done to it before its next prompt.

A random moment of each of many games is tried (`GAMES=300` sets the number).
"""

from __future__ import annotations

from typing import Any

import pytest

from app.log import game_log
from app.model.match import LogEntry
from games.core.engine import history, walk
from games.core.engine.game import find
from games.core.state.recaps import RecapRules
from games.core.state.rng import Rng
from games.core.text.messages import Msg, Seat, seat_name
from games.hosted import GAMES
from tests.contract import playouts

DEEP, LONGEST = 250, 40  # steps before what is watched, and of it
ROBBED = (  # a random game of each title in which seats can lose something to others
    *(
        (game.id, max(game.players), "one")
        for game in GAMES
        if game.recap.losers is not RecapRules().losers and game.id != "imperial_settlers"
    ),
    ("imperial_settlers", 4, "two"),
)


def named(what: Any) -> set[Seat]:
    """Return the seats that a sentence names."""
    match what:
        case Msg("@seat", args):
            return {args["seat"]}
        case Msg(_, args):
            return set().union(*map(named, args.values()))
        case list():
            return set().union(*map(named, what))
    return set()


def own(pos: playouts.Pos, seat: Seat) -> list[Msg]:
    """Return the lines of the description about a seat's own things alone.

    The line with the active seat and places shared by several seats are left out.
    """
    game, me = find(pos.game), seat_name(seat)
    lines = game.describe(game.view(pos, seat))[1:]
    return [line for line in lines if named(line) == {seat} and me in line.args.values()]


def until_asked(pos: playouts.Pos, seat: Seat, rng: Rng) -> tuple[playouts.Pos, list[LogEntry]]:
    """Play random moves until the seat must act again; return the position and the rows."""
    rows: list[LogEntry] = []
    while pos.outcome is None and seat not in walk.actors(pos) and len(rows) < LONGEST:
        mover = rng.pick(walk.actors(pos))
        path = walk.random_move(pos, mover, rng)
        step = walk.submit(pos, mover, path)
        rows.append(LogEntry(history.move_row(len(rows) + 1, mover, "player", path, step), 0.0))
        pos = step.pos
    return pos, rows


@pytest.mark.slow
@pytest.mark.parametrize("game", playouts.ALL)
def test_what_changes_a_seats_own_things_is_told_to_it_before_its_next_question(game: str) -> None:
    silent, changed, counts = list[str](), 0, tuple(playouts.ALL[game].players)
    for at in range(playouts.GAMES_EACH):
        pos, rng = (
            playouts.start(playouts.ALL[game], counts[at % len(counts)], f"since {at}"),
            Rng.of(at),
        )
        skip = rng.below(DEEP)
        while pos.outcome is None and (skip > 0 or len(walk.actors(pos)) == pos.n):
            mover = playouts.mover(pos, rng)
            walk.apply(pos, mover, walk.random_move(pos, mover, rng))
            skip -= 1
        idle = [seat for seat in range(pos.n) if seat not in walk.actors(pos)]
        if pos.outcome is not None or not idle:
            continue
        seat = rng.pick(idle)
        after, rows = until_asked(pos, seat, rng)
        if after.outcome is not None or own(pos, seat) == own(after, seat):
            continue
        changed += 1
        if not game_log.recap(playouts.ALL[game], rows, seat, 0, 0.0).short:
            was, now = own(pos, seat), own(after, seat)
            changes = [
                [line for line in one if line not in other]
                for one, other in ((was, now), (now, was))
            ]
            silent.append(f"{[(entry.row.path, entry.row.events) for entry in rows]}: {changes}")
    assert changed or not any(
        own(playouts.start(playouts.ALL[game], n, "one"), 0) for n in counts
    ), "nothing was watched"
    assert not silent, silent[0]


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_what_names_a_seat_is_among_the_eight_sentences_since_its_last_step(
    game: str, n: int, seed: str
) -> None:
    match = playouts.played(game, n, seed)
    entries = [LogEntry(row, float(row.n), None, 0) for row in match.rows]
    last: dict[Seat, int] = {}
    for at, row in enumerate(match.rows):
        assert row.seat is not None
        later, last[row.seat] = entries[last.get(row.seat, 0) : at], at
        told = game_log.recap(match.game, later, row.seat, 0, 0.0).said
        worth = [
            one
            for e in later
            if e.row.seat != row.seat
            for one in game_log.significant_sentences(match.game, e.row, row.seat)
        ]
        hits = [one for one in worth if row.seat in named(one)][-game_log.RECAP_MAX :]
        mine = [
            one
            for e in later
            if e.row.seat == row.seat
            for one in game_log.consequences(match.game, e.row)
        ]
        room = game_log.RECAP_MAX - sum(row.seat in named(one) for one in mine)
        # losses, what ends the game and the rivals' deeds come first, and may fill the recap
        is_full = len(told) >= game_log.RECAP_MAX
        assert is_full or sum(one in told for one in hits) >= min(len(hits), room), (at, told)


def losses(game: Any, entries: list[LogEntry], seat: Seat) -> list[Msg]:
    """Return the sentences on what others' moves took from a seat."""
    return [
        said
        for entry in entries
        if entry.row.seat != seat
        for event in game_log.events_for(game, entry.row, seat)
        if seat in game.recap.losers(event) and (said := game.narrate(event)) is not None
    ]


def nameable_movers(game: Any, entries: list[LogEntry], seat: Seat) -> set[Seat]:
    """Return the rivals whose moves have a sentence that names them, headings left out."""
    return {
        entry.row.seat
        for entry in entries
        if entry.row.seat not in (seat, None)
        for event in game_log.events_for(game, entry.row, seat)
        if not event.minor
        and not event.heading
        and (said := game.narrate(event)) is not None
        and entry.row.seat in named(said)
    }


@pytest.mark.parametrize(
    ("game", "n", "seed"), [*playouts.cases(), ("imperial_settlers", 4, "two")]
)
def test_however_short_it_is_a_recap_has_all_that_its_reader_lost_and_each_rival_who_moved(
    game: str, n: int, seed: str
) -> None:
    match = playouts.played(game, n, seed)
    entries = [LogEntry(row, float(row.n), None, 0) for row in match.rows]
    last: dict[Seat, int] = {}
    for at, row in enumerate(match.rows):
        assert row.seat is not None
        later, last[row.seat] = entries[last.get(row.seat, 0) : at], at
        recap = game_log.recap(match.game, later, row.seat, 0, 0.0)
        lost, moved = (
            losses(match.game, later, row.seat),
            nameable_movers(match.game, later, row.seat),
        )
        for told in (recap.said, recap.short, *recap.shorter):
            untold = [one.args["said"] if one.key == "host.times" else one for one in told]
            assert all(one in untold for one in lost), (at, lost, told)
            assert moved <= set().union(*map(named, told)), (at, moved, told)


@pytest.mark.parametrize(("game", "n", "seed"), ROBBED)
def test_in_recorded_games_of_every_title_rivals_take_something(
    game: str, n: int, seed: str
) -> None:
    match = playouts.played(game, n, seed)
    entries = [LogEntry(row, float(row.n), None, 0) for row in match.rows]
    assert any(losses(match.game, entries, seat) for seat in range(n))
