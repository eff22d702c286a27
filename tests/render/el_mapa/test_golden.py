"""Pictures of El Mapa equal the approved ones, 300 pixels wide, within a tolerance.

After an intended change `python -m tests.render.el_mapa.test_golden` stores them again; look at
them before committing.
"""

from __future__ import annotations

import pytest
from msgspec import structs

from games.core.views.scene import Scene
from games.el_mapa import GAME
from tests.render.approved import ApprovedPictures
from tests.render.el_mapa.staged import (
    army,
    castle,
    fought,
    houses,
    open_map,
    played,
    rich,
    squads,
    steps,
)
from tests.render.scenes import lettered, scene, view_scene


def scenes() -> dict[str, Scene]:
    """Return the approved scenes by name."""
    start, field = GAME.view(played(2, "start"), 0), open_map()
    home = next(one.cell for one in start.castles if one.owner == 0)
    troops = (
        army("d4", field.active, levy=3, cavalry=2),
        army("e5", 1 - field.active, True, soldier=12),
        army("e5", field.active, True, archer=4),
    )
    walked = structs.replace(field, armies=troops)
    assert start.hand is not None
    hand = structs.replace(start.hand, cards=("haggler", "haggler", "shield", "vision"))
    full = played(4, "full")
    over = structs.replace(
        GAME.view(full, None), phase="end", actors=(), scoreboard=GAME.score(full)
    )
    many = squads("att", ("levy", 12), ("archer", 3), ("cavalry", 1))
    return {
        "two": scene(played(2, "start"), "board", 0),
        "four": scene(played(4, "full"), "board", changed=("seat1", "d4")),
        "boxed": scene(played(6, "full", "6_boxed"), "board", lang="en"),
        "reach": view_scene(walked, "crop", marks=steps(d3=1, c4=1, e4=1, d2=2, c3=2)),
        "way": view_scene(walked, "crop", ghost=("d4>d3", "d3>d2", "d2"), lang="en"),
        "castle": view_scene(
            rich(castle(start, 0, houses(6), free=("2-3", "3-1"))),
            "castle",
            marks=lettered(f"{home}.2-3", f"{home}.3-1"),
        ),
        "shop": view_scene(
            rich(start),
            "castle",
            marks=lettered(*(f"{home}.shop.{name}" for name in ("market", "bank", "theatre"))),
        ),
        "cards": view_scene(
            structs.replace(start, hand=hand), "cards", marks=lettered("card.shield")
        ),
        "battle": view_scene(
            fought(start, many, squads("def", ("soldier", 4)), 3),
            "battle",
            marks=lettered("def.soldier"),
        ),
        "end": view_scene(over, "end", lang="en"),
        "card": Scene(GAME.id, "card", "temple_of_midas", (), "es"),
        "technology": Scene(GAME.id, "card", "vision", (), "en"),
    }


APPROVED = ApprovedPictures("el_mapa_", scenes())


@pytest.mark.parametrize("name", APPROVED.scenes)
def test_the_picture_looks_as_it_was_approved(name: str) -> None:
    APPROVED.check(name)


def test_the_comparison_sees_one_more_army() -> None:
    view = APPROVED.scenes["reach"].view
    more = structs.replace(
        APPROVED.scenes["reach"],
        view=structs.replace(view, armies=(*view.armies, army("b3", 1, levy=7))),
    )
    assert APPROVED.differs("reach", more)


if __name__ == "__main__":
    APPROVED.save_all()
