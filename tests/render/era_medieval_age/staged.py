"""Views of Era: Medieval Age for pictures: games of AI players with given dice and numbers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.state.rng import Rng
from games.era_medieval_age import GAME
from games.era_medieval_age.model.land import land
from games.era_medieval_age.model.state import Die
from games.era_medieval_age.views.view import DieView, GameView
from tests.render.era_medieval_age.staged_domain import OPEN, TOWN

THROW = (
    ("p1", "peasant_food2_or_stone1"),
    ("b1", "burgher_culture1"),
    ("c1", "clergy_quill"),
    ("p2", "peasant_food3"),
    ("p3", "peasant_build2"),
    ("p4", "peasant_wood1_build1_skull"),
    ("n1", "noble_goods2_skull"),
)
MANY = (
    tuple((f"p{i}", "peasant_wood3") for i in range(1, 13))
    + tuple((f"b{i}", "burgher_goods2") for i in range(1, 6))
    + (
        ("n1", "noble_shields4"),
        ("n2", "noble_swords3"),
        ("c1", "clergy_culture2_skull"),
        ("c2", "clergy_stone1_or_wood2"),
    )
)
Dice = Sequence[tuple[str, str]]


@functools.lru_cache(maxsize=16)
def played(n: int, phase: str, least: int = 3) -> Any:
    """Return a game of AI players at a phase of a round from `least` on, or at its end."""

    def there(view: GameView) -> bool:
        return view.phase == phase and view.round >= least

    return _play(n, there)


def _play(n: int, there: Callable[[GameView], bool]) -> Any:
    pos, k = walk.start(GAME, {}, n, f"pictures {n}"), 0
    while pos.outcome is None and not there(GAME.view(pos, None)):
        seat = walk.actors(pos)[0]
        path = (
            decide(pos, seat, "game", Rng([k], 0))
            if pos.state.layouts_revealed
            else walk.default_path(pos, seat)
        )
        pos, k = walk.submit(pos, seat, path).pos, k + 1
    return pos


def table(n: int, phase: str, viewer: int | None = None, least: int = 3) -> GameView:
    """Return a view of a phase."""
    return GAME.view(played(n, phase, least), viewer)


def throwing(
    dice: Dice = THROW,
    throws: int = 2,
    n: int = 4,
    viewer: int = 0,
    stock: dict[str, int] | None = None,
    **frame: Any,
) -> GameView:
    """Return a player's own dice; `frame` sets more of the throw (again, fixed, sets)."""
    pos = GAME.codec.clone(played(n, "roll", 1))
    town = pos.state.towns[viewer]
    town.dice[:] = [Die(name, face if throws else "") for name, face in dice]
    town.stock.update(stock or {})
    lane = pos.lanes[viewer][-1]
    lane.throws = throws
    for name, value in frame.items():
        setattr(lane, name, value)
    return GAME.view(pos, viewer)


def settled(n: int = 4, **more: Any) -> GameView:
    """Return a view with given domains and numbers."""
    view = GAME.view(played(n, "roll", 1), None)
    towns = []
    for seat, town in enumerate(view.towns):
        pieces = (TOWN, OPEN)[seat % 2]
        here = land(pieces)
        dice = tuple(DieView(name, face) for name, face in THROW[seat:])
        towns.append(
            structs.replace(
                town,
                pieces=pieces,
                area=here.area,
                dice=dice,
                hammers=seat,
                skulls=2,
                swords=3 - seat,
                shields=seat,
                status="",
                points=31 + 9 * seat,
                culture=7 * seat,
                calamity=4 + seat,
                stock={"goods": seat, "stone": 4, "wood": 6 - seat, "food": 2},
            )
        )
    fields: dict[str, Any] = {
        "towns": tuple(towns),
        "phase": "build",
        "actors": (1 % n,),
        "round": 6,
        "first": 0,
        "order": tuple(range(n)),
        "ended": ("market",),
        "hand": None,
        "jaime": ("noble_shields4", "noble_swords3", "peasant_build2") if n == 1 else (),
    }
    return structs.replace(view, **(fields | more))
