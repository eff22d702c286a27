"""Helpers to build positions of El Mapa and to read their prompts."""

from __future__ import annotations

from typing import Any

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.prompts.prompt import DistributePrompt, MoveReady, SelectPrompt
from games.core.text.messages import Path, Seat
from games.el_mapa import GAME
from games.el_mapa.model.catalog import TECHS, TILES
from games.el_mapa.model.state import Castle
from games.el_mapa.rules.flow.proposals import is_quick
from tests.games import asking
from tests.games.el_mapa.positions import Pos, opened, run, spend

SPACES = ("1-1", "1-2", "1-3", "1-4", "2-1", "2-2", "2-3", "3-1", "3-2", "4-1")
ORDER = (
    "town_hall",
    "statue",
    "market",
    "warehouse",
    "bank",
    "theatre",
    "armoury",
    "coliseum",
    "treasury",
)


def field(n: int = 2, **options: Any) -> tuple[Pos, Seat]:
    """Return an open map with one levy at every home, and the active seat with an empty hand."""
    pos = opened(n, **options)
    s = pos.state
    for seat in range(n):
        spend(pos, seat)
        s.players[seat].stacks = {s.homes[seat]: {"levy": 1}}
        s.castles[s.homes[seat]].reserve = {}
    return pos, s.turn.seat


def pick(pos: Pos, seat: Seat, *path: Any) -> SelectPrompt:
    """Return the selection prompt after a path."""
    return asking.pick(pos, *path, seat=seat)


def done(pos: Pos, seat: Seat, *path: Any) -> MoveReady:
    """Return the complete move at the end of a path."""
    return asking.done(pos, *path, seat=seat)


def keys(pos: Pos, seat: Seat, *path: Any) -> list[str]:
    """Return the keys of the options after a path, or of the slots of a distribution.

    Proposed moves are left out, because they repeat what the other options allow.
    """
    form = walk.ask(pos, seat, path)
    if isinstance(form, DistributePrompt):
        return [slot.key for slot in form.slots]
    if not isinstance(form, SelectPrompt):
        return []
    return [option.key for option in form.options if not is_quick((option.key,))]


def names(pos: Pos, seat: Seat, *path: Any) -> set[str]:
    """Return the keys of the options after a path, of shortcuts the first part (`c4` of `c4-war`)."""
    return {key.partition("-")[0] for key in keys(pos, seat, *path)}


def shut(pos: Pos, seat: Seat, *path: Any) -> dict[str, str]:
    """Return the message keys of the reasons of disabled options, by option."""
    return {one.key: one.why.key for one in pick(pos, seat, *path).blocked}


def legal(pos: Pos, seat: Seat, *path: Any) -> bool:
    """Return whether the path is a legal move."""
    return asking.legal(pos, *path, seat=seat)


def refused(pos: Pos, seat: Seat, *path: Any) -> bool:
    """Return whether the path is refused."""
    return asking.refused(pos, *path, seat=seat)


def top(pos: Pos, seat: Seat | None = None) -> str:
    """Return the tag of the frame that prompts: of a seat's lane, or of the stack."""
    stack = pos.stack if seat is None or not pos.lanes[seat] else pos.lanes[seat]
    return str(type(stack[-1]).__struct_config__.tag) if stack else ""


def settle(pos: Pos) -> None:
    """Run all automatic frames."""
    t = StepContext(GAME, pos)
    GAME.check_state(t)
    walk.run_automatic(GAME, pos, t)


def default(pos: Pos, seat: Seat, *path: Any) -> Path:
    """Return the path that is played on a timeout."""
    return walk.default_path(pos, seat, path)


def idle(pos: Pos) -> Pos:
    """Play default moves until the next turn begins or the game is over."""
    turn = (pos.state.round, pos.state.turn.seat)
    while pos.outcome is None and (pos.state.round, pos.state.turn.seat) == turn:
        for seat in walk.actors(pos):
            run(pos, seat, walk.default_path(pos, seat))
            break
    return pos


def face_down(pos: Pos, *cells: str) -> Pos:
    """Turn these tiles face down again and take their points back."""
    s = pos.state
    for cell in cells:
        at = s.board.at[cell]
        s.up = f"{s.up[:at]}0{s.up[at + 1 :]}"
        s.chests.pop(cell, None)
        s.players[0].tiles -= 1
    s.ending = ""
    return pos


def cells_of(pos: Pos, kind: str) -> list[str]:
    """Return the cells with tiles of a kind."""
    return [cell for cell in pos.state.board.cells if pos.state.kind(cell) == kind]


def mines(pos: Pos, what: str) -> list[str]:
    """Return the cells with mines for a good."""
    return [cell for cell in pos.state.board.cells if TILES[pos.state.kind(cell)].mine == what]


def settled(pos: Pos, seat: Seat, *houses: str, at: str = "") -> str:
    """Give a seat one more village with these buildings and return its cell."""
    s = pos.state
    cell = at or next(one for one in cells_of(pos, "village") if one not in s.castles)
    s.owners[cell], s.castles[cell] = seat, Castle(seat, dict(zip(SPACES, houses, strict=False)))
    return cell


def door(pos: Pos, cell: str) -> str:
    """Return a neighbor from which a step leads into a cell."""
    return next(
        other
        for other in pos.state.board.orthogonal[cell]
        if cell in pos.state.open_neighbors(other)
    )


def outward(pos: Pos, cell: str) -> str:
    """Return a side of a cell over which a step leads out."""
    return str(pos.state.board.side(cell, pos.state.open_neighbors(cell)[0]))


def lasting(pos: Pos, seat: Seat, *cards: str) -> Pos:
    """Give a seat these technologies as lasting ones."""
    for card in cards:
        pos.state.decks[str(TECHS[card].level)].remove(card)
        pos.state.players[seat].lasting.append(card)
    return pos


def hand(pos: Pos, seat: Seat) -> list[str]:
    """Return the hand of a seat."""
    return list(pos.state.players[seat].hand)
