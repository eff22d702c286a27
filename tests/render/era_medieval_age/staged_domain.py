"""Domains of Era: Medieval Age for pictures: not reached by play, but full of things to draw."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from games.core.engine import walk
from games.core.prompts.grid import Cells
from games.core.prompts.option_table import cell_name
from games.core.views.scene import Scene
from games.era_medieval_age import GAME
from games.era_medieval_age.model.catalog import LAYOUTS
from games.era_medieval_age.model.land import GRID, land
from games.era_medieval_age.views.view import DieView, EraQuestion, GameView, PrivateScreen
from tests.render.scenes import lettered, view_scene

TOWN = (
    "cathedral-f3-0",
    "church-h5-0",
    "farm-a10-0",
    "farm-a13-0",
    "hospital-h9-0",
    "keep-e2-0",
    "keep-g7-0",
    "keep-l2-0",
    "longhouse-f5-90",
    "longhouse-l5-90",
    "lumber_mill-i3-0",
    "market-k11-0",
    "monastery-e10-0",
    "scorched_earth-a1-0",
    "scorched_earth-m13-0",
    "townhouse-e13-0",
    "townhouse-k4-90",
    "wall_2-f7-90",
    "wall_4-e4-90",
    "wall_4-i7-0",
    "wall_4-m4-90",
    "wall_5-g2-0",
)
# Almost closed: a wall of six in column A closes 25 cells.
OPEN = (
    "farm-j3-0",
    "guildhall-k10-90",
    "keep-g7-0",
    "longhouse-d7-0",
    "scorched_earth-a13-0",
    "university-d8-180",
    "wall_3-a12-0",
    "wall_3-d12-0",
    "wall_4-g9-90",
    "wall_6-b6-0",
)
DICE = ("n1", "n2", "n3", "p1", "p2", "b1", "b2", "c1", "c2")


def names(cells: Cells) -> tuple[str, ...]:
    """Return cells by name."""
    return tuple(cell_name(*cell) for cell in GRID.cells(cells))


def view(
    pieces: tuple[str, ...] = TOWN,
    seat: int = 3,
    n: int = 4,
    culture: int = 14,
    calamity: int = 8,
    **more: Any,
) -> GameView:
    """Return the view of a seat that builds in a full domain."""
    seen = GAME.view(walk.start(GAME, {}, n, "staged domain"), seat)
    pieces, here = tuple(sorted(pieces)), land(tuple(sorted(pieces)))
    town = structs.replace(
        seen.towns[seat],
        pieces=pieces,
        stock={"goods": 2, "stone": 3, "wood": 6, "food": 4},
        culture=culture,
        calamity=calamity,
        dice=tuple(DieView(die) for die in DICE),
        inside=names(here.inside),
        area=here.area,
        hammers=2,
        points=37,
    )
    towns = (*seen.towns[:seat], town, *seen.towns[seat + 1 :])
    fields: dict[str, Any] = {
        "round": 6,
        "phase": "build",
        "actors": (seat,),
        "towns": towns,
        "hand": None,
        "question": EraQuestion("build", hammers=2),
    }
    return structs.replace(seen, **(fields | more))


def setup(n: int = 3, seat: int = 1) -> GameView:
    """Return the view of a seat that arranges its domain, with two pieces placed."""
    seen = GAME.view(walk.start(GAME, {}, n, "staged setup"), seat)
    town = structs.replace(seen.towns[seat], pieces=("keep-g7-0", "longhouse-e7-90", "wall_4-c6-0"))
    left = ("longhouse", "longhouse", "farm", "wall_4", "wall_4", "scorched_earth")
    return structs.replace(
        seen,
        towns=(*seen.towns[:seat], town, *seen.towns[seat + 1 :]),
        hand=PrivateScreen(unplaced=left),
    )


def scene(seen: GameView, kind: str = "domain", **more: Any) -> Scene:
    """Return a scene of this kind."""
    return view_scene(seen, kind, **more)


SCENES: dict[str, Scene] = {
    "places": scene(
        view(),
        marks=lettered("farm-a5-0", "farm-h13-0", "farm-m10-90", "farm-a7-0", "farm-j8-0"),
        changed=("3/market-k11-0", "2/market-k11-0"),
    ),
    "ghost": scene(
        view(OPEN, 1, 2), ghost=("wall_6-a6-90",), names=("Ana", "Maximiliano-Ñ. W"), lang="en"
    ),
    "rows": scene(
        view(OPEN, 2), marks=lettered(*(f"row{n}-longhouse-0" for n in (1, 2, 3, 10, 11, 13, 14)))
    ),
    "columns": scene(
        view(OPEN, 0), marks=lettered(*(f"cathedral-{c}1-270" for c in "abcdefghijk"))
    ),
    "turns": scene(view(), marks=lettered(*(f"turn-cathedral-{d}" for d in (0, 90, 180, 270)))),
    "losses": scene(
        view(phase="calamities", culture=33, calamity=51),
        marks=lettered(
            "keep-g7-0",
            "cathedral-f3-0",
            "market-k11-0",
            "monastery-e10-0",
            "townhouse-e13-0",
            "lumber_mill-i3-0",
        ),
        lang="en",
    ),
    "loss": scene(view(phase="calamities"), ghost=("keep-l2-0",)),
    "preset": scene(setup(), ghost=LAYOUTS["open"].pieces),
    "setup": scene(setup(), marks=lettered("wall_4-e9-0", "wall_4-i2-0")),
    "layouts": scene(
        setup(),
        "layouts",
        marks=lettered("layout-compact", "layout-closed", "layout-open", "layout-own"),
    ),
}
