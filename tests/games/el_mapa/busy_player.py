"""Crowded positions of El Mapa, and a random player that prefers eventful moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.engine import walk
from games.core.prompts.prompt import SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.el_mapa import GAME
from games.el_mapa.model.catalog import BUILDINGS, KINDS, LEVELS, WONDERS
from games.el_mapa.model.options import SETTINGS
from games.el_mapa.model.state import Castle
from games.el_mapa.rules.castles.building import free_spaces
from games.el_mapa.rules.moving.exploring import turn_face_up
from tests.games.el_mapa.positions import Pos, give

IDLE = {"end", "stay", "open", "stop", "refuse"}
LIKED = {
    "build": 7,
    "tech": 7,
    "look": 6,
    "hire": 5,
    "move": 5,
    "flee": 4,
    "card": 6,
    "lasting": 6,
    "luck": 6,
    "feet": 6,
}


def mix(seed: int, n: int) -> dict[str, Any]:
    """Return random options of a game that ends.

    Some 17 seeds reach every value of every option.
    """
    rng = Rng.of(seed)
    options = {
        one.id: rng.pick(list(one.values))
        for one in SETTINGS
        if not one.players or n in one.players
    }
    return options | {"round_limit": ("8", "8", "10", "12")[seed % 4]}


def open_some(pos: Pos, seat: Seat, *cells: str) -> None:
    """Turn these tiles face up for a seat."""
    s = pos.state
    for cell in cells:
        if not s.open(cell):
            turn_face_up(s, cell)
            s.players[seat].tiles += 1


def crowd(pos: Pos, rng: Rng) -> Pos:
    """Add buildings, goods, cards, villages and armies far from home; all of it is legal."""
    s = pos.state
    for seat in range(pos.n):
        cards = [card for level in LEVELS for card in s.decks[level]]
        rng.shuffle(cards)
        give(pos, seat, *cards[: rng.below(1 + 30 // pos.n)])
        for card in dict.fromkeys(list(s.players[seat].hand)):
            if rng.below(4) == 0:
                s.players[seat].hand.remove(card)
                s.players[seat].lasting.append(card)
        s.players[seat].goods = {what: rng.below(14) for what in s.players[seat].goods}
        _settle_villages(pos, seat, rng)
        for cell in s.villages(seat):
            _furnish(s.castles[cell], rng)
        _armies(pos, seat, rng)
    return pos


def _settle_villages(pos: Pos, seat: Seat, rng: Rng) -> None:
    s = pos.state
    free = [cell for cell in s.board.cells if s.kind(cell) == "village" and cell not in s.owners]
    if free and rng.below(2):
        cell = rng.pick(free)
        open_some(pos, seat, cell, *s.board.around[cell])
        s.garrisons.pop(cell, None)
        s.owners[cell], s.castles[cell] = seat, Castle(seat)


def _furnish(castle: Castle, rng: Rng) -> None:
    """Add buildings, up to the nine that a wonder needs, and a reserve."""
    names = [name for name in BUILDINGS if name not in WONDERS]
    rng.shuffle(names)
    for name in names[: 9 if rng.below(2) else rng.below(9)] * 2:
        spaces = free_spaces(castle, name)
        if spaces and name not in castle.spaces.values():
            castle.spaces[rng.pick(spaces)] = name
    castle.reserve = {kind: n for kind in KINDS if (n := rng.below(4))}


def _armies(pos: Pos, seat: Seat, rng: Rng) -> None:
    s = pos.state
    taken = (
        {cell for player in s.players for cell in player.stacks}
        | s.garrisons.keys()
        | s.owners.keys()
    )
    for _ in range(2 + rng.below(3)):
        cell = rng.pick([one for one in s.board.cells if one not in taken])
        open_some(pos, seat, cell, *s.board.around[cell])
        taken |= s.garrisons.keys()
        if cell not in taken:
            s.players[seat].stacks[cell] = {kind: n for kind in KINDS if (n := rng.below(5))} or {
                "levy": 1
            }
            taken.add(cell)


def eager(pos: Pos, seat: Seat, rng: Rng, tries: int = 4) -> Path:
    """Return the most eventful of several random moves; ending the turn comes last."""
    with walk.cached_prompts(pos):
        root = walk.ask(pos, seat)
        assert isinstance(root, SelectPrompt)
        if rng.below(12) == 0 or len(root.options) == 1:
            tries = 1
        return max((walk.random_move(pos, seat, rng) for _ in range(tries)), key=_worth)


def _worth(path: Path) -> int:
    match path:
        case ("trade", "unpost", *_):
            return 0
        case ("trade", str(kind), *_) if kind.partition("-")[0] in ("take", "offer"):
            return 8
        case ("trade", *_):
            return 2
        case (str(verb), *_) if verb in IDLE:
            return 1
    return LIKED.get(str(path[0]), 3)


def crowded(seed: int, n: int, **options: Any) -> Pos:
    """Return a crowded first turn with random options, overridden by `options`."""
    rng = Rng.of(1000 + seed)
    pos = crowd(walk.start(GAME, {**mix(seed, n), **options}, n, f"crowd-{seed}"), rng)
    return GAME.codec.clone(pos)


def game(pos: Pos, rng: Rng, tries: int = 4) -> Iterator[tuple[Seat, Path]]:
    """Yield the moves of a random game; the caller plays each."""
    while pos.outcome is None:
        movers = walk.optional_actors(pos)
        seat = rng.pick(movers) if movers and rng.below(4) == 0 else rng.pick(walk.actors(pos))
        yield seat, eager(pos, seat, rng, tries)
