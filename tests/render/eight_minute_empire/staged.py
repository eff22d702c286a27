"""Views built for pictures: not reached by play, but full of things to draw."""

from __future__ import annotations

import random
from typing import Any

from games.core.engine import walk
from games.core.views.scene import Scene
from games.eight_minute_empire import GAME
from games.eight_minute_empire.model.board import SIDES, holders, rulers
from games.eight_minute_empire.views.view import GameView, SeatView
from tests.render.scenes import view_scene

NAMES = ("Inés", "Tomás", "Marina", "Bruno", "Zoë")
ROW = ("c18", "c09", "c30", "c37", "c02", "c41")
TOKENS = {
    "a": {"w1": "food", "c4": "crystal", "c13": "tools", "i1": "wood", "s2": "ore"},
    "b": {"p1": "food", "q1": "ore", "r2": "wood", "v5": "crystal", "e9": "tools"},
}
SEATS = (
    (6, 1, 1, {"wood": 2, "food": 2, "tools": 1}, 6),
    (5, 5, 2, {"crystal": 2, "ore": 1, "food": 2}, 7),
    (3, 4, 2, {"tools": 2, "wood": 1, "ore": 2}, 8),
    (7, 4, 1, {"food": 1, "crystal": 1, "tools": 1, "wild": 1}, 7),
    (4, 12, 2, {"food": 3, "crystal": 1, "tools": 1, "wild": 1, "ore": 2, "wood": 1}, 9),
)
Pieces = dict[str, dict[int, int]]


def crowd(n: int, side: str, seed: int = 5) -> tuple[Pieces, Pieces]:
    """Return scattered armies and cities of all seats."""
    lot = random.Random(seed)
    armies = {
        r: {s: lot.randint(1, 5) for s in range(n) if lot.random() < 0.6}
        for r in SIDES[side].regions
    }
    cities = {
        r: {s: lot.choice((0, 0, 1, 2)) for s in here if lot.random() < 0.4}
        for r, here in armies.items()
    }
    return armies, cities


def view(
    n: int = 4,
    side: str = "a",
    phase: str = "action",
    actors: tuple[int, ...] | None = None,
    armies: Pieces | None = None,
    cities: Pieces | None = None,
    **more: Any,
) -> GameView:
    """Return a view with the given pieces, by default a crowd."""
    if armies is None:
        armies, cities = crowd(n, side)
    here, towns = armies, cities or {}
    where = SIDES[side]
    lie = {r: tuple(here.get(r, {}).get(s, 0) for s in range(n + 1)) for r in where.regions}
    stand = {r: tuple(towns.get(r, {}).get(s, 0) for s in range(n)) for r in where.regions}
    held = holders(lie, stand)
    seats = tuple(
        SeatView(
            coins=c,
            reserve=a,
            cities=t,
            armies=3,
            cards=(),
            goods=g,
            regions=2,
            continents=0,
            points=p,
            bid_in=i % 2 == 0,
        )
        for i, (c, a, t, g, p) in enumerate(SEATS[:n])
    )
    fields: dict[str, Any] = {
        "game": GAME.id,
        "viewer": None,
        "n": n,
        "side": side,
        "game_no": 1,
        "games": 1,
        "turn": 19,
        "turns": 32,
        "phase": phase,
        "actors": (min(2, n - 1),) if actors is None else actors,
        "order": tuple(range(n)),
        "row": ROW,
        "prices": (0, 1, 1, 2, 2, 3),
        "deck": 10,
        "armies": lie,
        "cities": stand,
        "tokens": TOKENS[side],
        "control": held,
        "continents": rulers(where, held),
        "seats": seats,
        "taken": 3 if phase == "action" else None,
        "left": None,
        "my_bid": None,
        "sums": (5,) * n,
        "start": where.start,
        "english": False,
        "neutral_left": 0,
    }
    return GameView(**(fields | more))


def scene(seen: GameView, kind: str = "board", **more: Any) -> Scene:
    """Return a scene of that view."""
    return view_scene(seen, kind, **({"names": NAMES} | more))


def played(n: int, steps: int | None = None, **options: Any) -> GameView:
    """Return the public view of a game after that many default moves, by default at its end."""
    pos = walk.start(GAME, options, n, "pictures")
    done = 0
    while steps is None or done < steps:
        waiting = walk.actors(pos)
        if not waiting:
            break
        pos = walk.submit(pos, waiting[0], walk.default_path(pos, waiting[0])).pos
        done += 1
    return GAME.view(pos, None)
