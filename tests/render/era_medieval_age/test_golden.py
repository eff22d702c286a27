"""Pictures of Era equal the approved ones, 300 pixels wide, within a tolerance.

After an intended change `python -m tests.render.era_medieval_age.test_golden` stores them
again; look at them before committing.
"""

from __future__ import annotations

import msgspec
import pytest

from games.core.views.scene import Scene
from games.era_medieval_age.model.catalog import DICE
from tests.render.approved import ApprovedPictures
from tests.render.era_medieval_age import staged
from tests.render.era_medieval_age.staged_domain import SCENES
from tests.render.scenes import lettered, view_scene

FREE = ("p1", "b1", "c1", "p2", "p3")
STOCK = {"goods": 1, "stone": 2, "wood": 3, "food": 2}


def scenes() -> dict[str, Scene]:
    """Return the approved scenes by name."""
    again = lettered(*FREE, chosen=FREE[:3])
    faces = lettered(*(f"p2={face.id}" for face in DICE["peasant"].faces))
    return {
        "dice": view_scene(staged.throwing(stock=STOCK), "dice", marks=again),
        "dice_many": view_scene(staged.throwing(staged.MANY, 1, fixed=["p3"]), "dice", lang="en"),
        "dice_faces": view_scene(staged.throwing(throws=1, sets=1), "dice", marks=faces),
        "dice_all": view_scene(
            staged.settled(phase="quill"), "dice", marks=lettered("b1", "c1"), changed=("0/p1",)
        ),
        "table": view_scene(staged.settled(), marks=lettered("town0"), changed=("1/wall_6-b6-0",)),
        "table_solo": view_scene(staged.settled(1)),
        **{
            name: SCENES[name]
            for name in ("places", "ghost", "rows", "columns", "turns", "losses", "loss", "layouts")
        },
    }


APPROVED = ApprovedPictures("era_", scenes())


@pytest.mark.parametrize("name", APPROVED.scenes)
def test_the_picture_looks_as_it_was_approved(name: str) -> None:
    APPROVED.check(name)


def test_the_comparison_sees_one_missing_building() -> None:
    scene = APPROVED.scenes["table"]
    towns = scene.view.towns
    bare = msgspec.structs.replace(
        towns[0], pieces=tuple(piece for piece in towns[0].pieces if piece != "hospital-h9-0")
    )
    view = msgspec.structs.replace(scene.view, towns=(bare, *towns[1:]))
    assert APPROVED.differs("table", msgspec.structs.replace(scene, view=view))


if __name__ == "__main__":
    APPROVED.save_all()
