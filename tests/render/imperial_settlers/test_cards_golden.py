"""Pictures of cards equal the approved ones, 300 pixels wide, within a tolerance.

After an intended change `python -m tests.render.imperial_settlers.test_cards_golden` stores
them again; look at them before committing.
"""

from __future__ import annotations

import pytest

from games.core.views.scene import Scene
from render.imperial_settlers.screens import card
from tests.render.approved import ApprovedPictures
from tests.render.imperial_settlers.staged_cards import (
    POOR,
    RICH,
    TWINS,
    code_of,
    hand,
    looking,
    scene,
)


def scenes() -> dict[str, Scene]:
    """Return the approved scenes by name."""
    some = [
        code_of(name)
        for name in ("com_mill", "rom_trade_colony", "com_settlers", "rom_colossus", "com_ruins")
    ]
    five = hand(5, "romans", RICH, some)
    row = [
        code_of(name) for name in ("com_monument", "com_porters", "com_tavern", "com_hunter_joe")
    ]
    return {
        "hand": scene(five, spots=some[:3], blocked=some[:1], changed=(some[1],)),
        "medium": scene(hand(9, "japanese", POOR), lang="en"),
        "crowd": scene(hand(18, "barbarians", RICH)),
        "twins": scene(
            hand(4, "romans", RICH, (*TWINS, code_of("rom_spies"))),
            spots=["deck_common", "deck_faction"],
        ),
        "offer": scene(
            five, "offer", spots=row, view={"offer": tuple(row), "phase": "exploration"}
        ),
        "draft": scene(
            five,
            "offer",
            lang="en",
            view={**looking(five, row[:2], row[3:]), "offer": (), "phase": "exploration"},
        ),
        "factions": scene(five, "offer", spots=["barbarians", "japanese"], view={"phase": "setup"}),
        "card": card.scene(code_of("jap_ninjas"), "es"),
    }


APPROVED = ApprovedPictures("settlers_cards_", scenes())


@pytest.mark.parametrize("name", APPROVED.scenes)
def test_the_picture_looks_as_it_was_approved(name: str) -> None:
    APPROVED.check(name)


def test_the_comparison_sees_another_card() -> None:
    names = ("com_mill", "rom_trade_colony", "com_settlers", "rom_bank", "com_ruins")
    other = hand(5, "romans", RICH, [code_of(name) for name in names])
    assert APPROVED.differs("hand", scene(other))


if __name__ == "__main__":
    APPROVED.save_all()
