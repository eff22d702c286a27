"""Positions of El Mapa for one test each: an open map with given armies, goods and cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.core.engine import walk
from games.core.prompts.prompt import MoveReady
from games.core.state.events import Event
from games.core.state.position import Position
from games.core.text.messages import Path, Seat
from games.el_mapa import GAME
from games.el_mapa.model.catalog import TECHS
from games.el_mapa.model.state import Castle, MapState
from games.el_mapa.rules.battle.battles import Battles
from games.el_mapa.rules.moving.exploring import turn_face_up

Pos = Position[MapState, Any]
SPOT = "d4"  # in the middle of the map for two, between the homes


def first_turn(n: int = 2, **options: Any) -> Pos:
    """Return the first turn of a game; `pos.state.turn.seat` must act."""
    return walk.start(GAME, options, n, "s")


def opened(n: int = 2, **options: Any) -> Pos:
    """Return a first turn with every tile face up and no garrisons.

    Seat 0 has the points for it.
    """
    pos = first_turn(n, **options)
    s = pos.state
    hidden = [cell for cell in s.board.cells if not s.open(cell)]
    for cell in hidden:
        turn_face_up(s, cell)
    s.players[0].tiles += len(hidden)
    s.garrisons, s.ending = {}, "map"
    return pos


def give(pos: Pos, seat: Seat, *cards: str) -> Pos:
    """Move cards from the decks into a hand."""
    s = pos.state
    for card in cards:
        s.decks[str(TECHS[card].level)].remove(card)
        s.players[seat].hand = sorted([*s.players[seat].hand, card])
    return pos


def spend(pos: Pos, seat: Seat, **goods: int) -> Pos:
    """Set the goods of a player."""
    pos.state.players[seat].goods = {"gold": 0, "wood": 0, "stone": 0, **goods}
    return pos


def castle(pos: Pos, seat: Seat, *houses: str) -> Castle:
    """Put these buildings into the home castle, from the lower left on."""
    home = pos.state.castles[pos.state.homes[seat]]
    spaces = ("1-1", "1-2", "1-3", "1-4", "2-1", "2-2", "2-3", "3-1", "3-2", "4-1")
    home.spaces = dict(zip(spaces, houses, strict=False))
    return home


def run(pos: Pos, seat: Seat, *paths: Path) -> list[Event | None]:
    """Play these legal moves and return the public version of each event.

    The audit must find nothing afterwards, unless it found something before (a staged garrison
    may not exist in the box).
    """
    events: list[Event | None] = []
    for path in paths:
        before = GAME.audit(pos)
        answer = walk.ask(pos, seat, path)
        assert isinstance(answer, MoveReady), (path, answer)
        events += [one.public for one in walk.apply(pos, seat, path)]
        assert before or GAME.audit(pos) == [], GAME.audit(pos)
    return events


def face(
    mine: Mapping[str, int],
    others: Mapping[str, int],
    *,
    neutral: bool = False,
    helpers: tuple[int, int] = (0, 0),
    cards: tuple[Iterable[str], Iterable[str]] = ((), ()),
    cell: str = SPOT,
    **options: Any,
) -> tuple[Pos, Seat, Seat]:
    """Return a battle that starts at the end of the turn: position, attacker, defender.

    The defender is a player or a garrison; there may be archers nearby and cards in hand.
    """
    pos = opened(2, **options)
    s = pos.state
    attacker = s.turn.seat
    defender = 1 - attacker
    s.players[attacker].stacks = {cell: dict(mine)}
    s.players[defender].stacks = {s.homes[defender]: {"levy": 1}}
    if neutral:
        s.garrisons[cell] = dict(others)
    else:
        s.players[defender].stacks[cell] = dict(others)
    for seat, at, n in ((attacker, "c5", helpers[0]), (defender, "e5", helpers[1])):
        if n:
            s.players[seat].stacks[at] = {"archer": n}
    for seat, some in zip((attacker, defender), cards, strict=True):
        give(pos, seat, *some)
    s.turn.entries, s.turn.spent = {cell: ["d3"]}, {cell: dict(mine)}
    return pos, attacker, defender


def fight(pos: Pos, plays: Mapping[Seat, list[Path]] | None = None) -> Pos:
    """End the turn and fight: each seat plays its paths when it is asked, else the default."""
    left = {seat: list(paths) for seat, paths in (plays or {}).items()}
    run(pos, pos.state.turn.seat, ("end",))
    while pos.outcome is None and any(isinstance(frame, Battles) for frame in pos.stack):
        seat = walk.actors(pos)[0]
        path = left[seat][0] if left.get(seat) else ()
        if path and isinstance(walk.ask(pos, seat, path), MoveReady):
            left[seat].pop(0)
        else:
            path = walk.default_path(pos, seat)
        run(pos, seat, path)
    assert not any(left.values()), f"never asked for {left}"
    return pos


def standing(pos: Pos, seat: Seat, cell: str = SPOT) -> dict[str, int]:
    """Return a player's troops in a cell."""
    return dict(pos.state.players[seat].stacks.get(cell, {}))
