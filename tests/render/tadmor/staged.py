"""Views of Tadmor for pictures: random positions and a built one."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from msgspec import structs

from games.core.engine import walk
from games.core.state.rng import Rng
from games.core.views.scene import Scene
from games.tadmor import GAME
from games.tadmor.model.state import PlacedPiece
from games.tadmor.views.view import GameView
from tests.render.scenes import view_scene

STAGES: dict[str, Callable[[GameView], bool]] = {
    "setup": lambda view: view.phase == "setup",
    "early": lambda view: view.turn == 2 and standing(view) > 5,
    "middle": lambda view: view.turn == 5 and standing(view) > 8,
    "building": lambda view: view.turn == 6 and view.phase == "construction",
    "late": lambda view: view.turn == 9 and standing(view) > 4,
    "end": lambda view: view.phase == "end",
}
# Limits in pixels for pictures 1200 wide: Discord shows embeds in 4:3, attachments in 11:7.
BOARD_HEIGHT, OTHER_HEIGHT = 900, 764
BOARD = {
    "upgrade_1": [(1, "camel")],
    "market_palmyra": [(0, "camel")],
    "temple_palmyra": [(2, "camel")],
    "tower_single": [(0, "camel")],
    "tower_double": [(3, "camel")],
    "traitor": [(2, "camel")],
    "marauders": [(1, "camel")],
    "caravan_1": [(3, "camel")],
    "north_wood_boat_1": [(3, "boat")],
    "south_stone_boat_1": [(0, "boat")],
    "rare_grey": [(1, "boat")],
    "euphrates_gold_boat": [(2, "boat")],
    "war_supplies": [(1, "boat")],
}


def standing(view: GameView) -> int:
    """Return the number of taken spaces."""
    return sum(bool(space.pieces) for space in view.spaces)


@functools.lru_cache(maxsize=32)
def played(n: int, stage: str) -> Any:
    """Return a random game at a stage."""
    pos, lot = walk.start(GAME, {}, n, f"pictures {n}"), Rng.of(n)
    while pos.outcome is None and not STAGES[stage](GAME.view(pos, None)):
        seat = walk.actors(pos)[0]
        walk.apply(pos, seat, walk.random_move(pos, seat, lot))
    return pos


@functools.lru_cache(maxsize=4)
def settled() -> Any:
    """Return turn 5 of four players with everything that a picture can show."""
    pos = GAME.codec.clone(played(4, "setup"))
    pos.stack[:] = pos.stack[:0]
    s = pos.state
    s.turn, s.first, s.attacked = 5, 1, "euphrates"
    s.display[:] = ["i29", "i23", "i28", "", "i19", "i33", "i35", "", "i21", "i34"]
    s.deck[:], s.discard[:] = [f"k{k}" for k in range(1, 15)], ["k16", "k17", "k18"]
    s.tops = {"grey": "glass_bottles", "yellow": "ivory", "red": "silk"}
    s.piles = {"grey": ["myrrh"] * 8, "yellow": ["jade"] * 7, "red": []}
    for name, pieces in BOARD.items():
        s.board[name] = [PlacedPiece(seat, kind) for seat, kind in pieces]
    for seat, (points, tower) in enumerate(((38, 8), (44, 5), (131, 21), (-2, 0))):
        one = s.players[seat]
        one.earned, one.tower, one.hand[:] = {"start": points}, tower, ["k20", "k3"]
    own = s.players[0]
    own.store, own.traded = (
        {"wood": 3, "stone": 2, "marble": 1, "gold": 1},
        {"wood": 0, "stone": 2, "marble": 0, "gold": 1},
    )
    own.tiles[:], own.placed = ["i4", "i10", "i16", "i5", "i21"], {"i21": "camel"}
    own.temples[:], own.rare[:] = [2], ["glass_bottles", "incense", "oil", "oil", "porcelain"]
    own.hand[:], own.face_up[:], own.returned[:] = ["k1", "k9", "k15", "k26"], ["k8", "k3"], ["k13"]
    own.own = {"camel": 4, "boat": 2}
    return pos


def scene(pos: Any, kind: str, viewer: int | None = None, **more: Any) -> Scene:
    """Return a scene of a position."""
    view = GAME.view(pos, viewer)
    if (
        view.phase == "end" and pos.outcome is None
    ):  # put on the table by hand: Bruno is about to place
        view = structs.replace(view, phase="placement", actors=(3,))
    return view_scene(view, kind, **more)
