"""Pictures of Tadmor equal the approved ones, 300 pixels wide, within a tolerance.

After an intended change `python -m tests.render.tadmor.test_golden` stores them again; look at
them before committing.
"""

from __future__ import annotations

import pytest
from msgspec import structs

from games.core.views.scene import Scene
from games.tadmor import GAME
from games.tadmor.model.state import PlacedPiece
from tests.render.approved import ApprovedPictures
from tests.render.scenes import lettered
from tests.render.tadmor.staged import scene, settled


def scenes() -> dict[str, Scene]:
    """Return the approved scenes by name."""
    pos = settled()
    return {
        "board": scene(
            pos, "board", changed=("war_supplies", "tower2"), ghost=("market_ebla=camel",)
        ),
        "region": scene(
            pos, "region", 3, marks=lettered("upgrade_2", "upgrade_3", "first_player"), lang="en"
        ),
        "mat": scene(
            pos,
            "mat",
            0,
            ghost=("tower0=10", "temple0=roof", "left0=0-1-1-0-0-0-0-0"),
            changed=("i16",),
        ),
        "display": scene(pos, "display", 1, marks=lettered("i29", "i23", blocked=("i23",))),
        "missions": scene(pos, "missions", 0, marks=lettered("k1", "k26")),
    }


APPROVED = ApprovedPictures("tadmor_", scenes())


@pytest.mark.parametrize("name", APPROVED.scenes)
def test_the_picture_looks_as_it_was_approved(name: str) -> None:
    APPROVED.check(name)


def test_the_comparison_sees_one_more_camel() -> None:
    pos = GAME.codec.clone(settled())
    pos.state.board["first_player"] = [PlacedPiece(1, "camel")]
    more = structs.replace(APPROVED.scenes["board"], view=GAME.view(pos, None))
    assert APPROVED.differs("board", more)


if __name__ == "__main__":
    APPROVED.save_all()
