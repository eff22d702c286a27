"""Pictures of the table equal the approved ones, 300 pixels wide, within a tolerance.

After an intended change `python -m tests.render.imperial_settlers.test_table_golden` stores
them again; look at them before committing.
"""

from __future__ import annotations

import pytest
from msgspec import structs

from games.core.views.scene import Scene
from games.imperial_settlers import GAME
from tests.render.approved import ApprovedPictures
from tests.render.imperial_settlers.staged import crowded, played
from tests.render.scenes import lettered, scene


def scenes() -> dict[str, Scene]:
    """Return the approved scenes by name."""
    two, solo = crowded(2, 2, "romans"), crowded(1, 2, "japanese")
    mine = GAME.view(two, 0).empires[0].locations
    new = two.state.players[0].hand[0]
    return {
        "two": scene(two, "board", 0, changed=(mine[3].card, "supply1"), marks=lettered("empire1")),
        "three": scene(crowded(3, 2, "barbarians"), "board", lang="en"),
        "four": scene(crowded(4, 4, "egyptians"), "board", 2),
        "solo": scene(solo, "board", 0, marks=lettered("com082", "com083")),
        "empire": scene(
            two,
            "empire0",
            0,
            marks=lettered(mine[0].card, "deal0_d0"),
            ghost=(f"{new}=build", f"{mine[4].card}=site"),
        ),
        "rival": scene(crowded(2, 5, "egyptians"), "empire0", 1, lang="en"),
        "end": scene(played(4, 9), "end"),
        "alone": scene(played(1, 9), "end", lang="en"),
    }


OTHER = "com033"  # in the place of another of its kind
APPROVED = ApprovedPictures("settlers_table_", scenes())


@pytest.mark.parametrize("name", APPROVED.scenes)
def test_the_picture_looks_as_it_was_approved(name: str) -> None:
    APPROVED.check(name)


def test_the_comparison_sees_another_location() -> None:
    pos = GAME.codec.clone(crowded(2, 2, "romans"))
    own = pos.state.players[1].locations
    own[-1] = structs.replace(own[-1], card=OTHER)
    other = structs.replace(APPROVED.scenes["two"], view=GAME.view(pos, 0))
    assert APPROVED.differs("two", other)


if __name__ == "__main__":
    APPROVED.save_all()
