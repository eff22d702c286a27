"""Pictures of an Empire as it would be after the move."""

from __future__ import annotations

import pytest

from games.imperial_settlers import GAME
from render.pictures.drawing import paint as painted
from tests.render.imperial_settlers.staged import crowded
from tests.render.scenes import boxes, names, scene


@pytest.mark.parametrize("kind", ["empire0", "board"])
def test_a_foundation_that_would_be_given_up_is_counted_no_more(kind: str) -> None:
    pos = GAME.codec.clone(crowded(2, 2))
    own = pos.state.players[0]
    gone, kept = own.foundations[0].card, len(own.foundations) - 1

    def numbers(*ghost: str) -> list[str]:
        return [said for said, _ in boxes(painted(scene(pos, kind, 0, ghost=ghost)), "number")]

    assert numbers(f"{own.hand[0]}=build", f"{gone}=site").count(str(kept)) > numbers(
        f"{own.hand[0]}=build"
    ).count(str(kept))
    if kind == "empire0":
        assert gone not in names(
            painted(scene(pos, kind, 0, ghost=(f"{own.hand[0]}=build", f"{gone}=site"))),
            "foundation",
        )
