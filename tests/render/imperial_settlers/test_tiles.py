"""Tiles of cards: every name and every effect fits in every width."""

from __future__ import annotations

import pytest

from games.imperial_settlers import GAME
from games.imperial_settlers.model.catalog import FACTS
from games.imperial_settlers.model.names import card_name
from render.base import i18n
from render.base import text as writing
from render.base.theme import HEAVY_SERIF
from render.imperial_settlers.layers import tiles
from render.imperial_settlers.pieces import badges, face, stamps, title


@pytest.mark.parametrize("lang", ["es", "en"])
def test_names_are_never_cut(lang: str) -> None:
    for facts in FACTS.values():
        name = i18n.message(GAME.id, lang, card_name(facts.prints[0].code))
        for room in (140, 150, 163, 190, 250):
            found = title.lines(name, room)
            assert "".join(found).replace("-", "").replace(" ", "") == name.replace(
                "-", ""
            ).replace(" ", "")
            assert (
                max(writing.width(line, HEAVY_SERIF, title.MIN_TYPE_PX) for line in found)
                * writing.MIN_HORIZONTAL_SCALE
                <= room
            ), (name, room)
            assert len(found) <= title.MOST_LINES


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("wide", [169, 206, 330])
def test_every_card_fits_on_a_tile_of_every_width(wide: int, lang: str) -> None:
    for facts in FACTS.values():
        card = facts.prints[0].code
        high = tiles.least(lang, card, wide, 128)
        drawn = face.draw(card, wide, high, lang, "tile", pill=False)
        assert drawn.picture.h >= 2 * badges.LEAST_NAMED, card
        assert drawn.loot.w == 0 or drawn.loot.x == drawn.picture.right, (
            "what razing brings does not lie on the picture"
        )
        assert high <= 330, card


@pytest.mark.parametrize("lang", ["es", "en"])
def test_common_cards_fit_in_an_open_row_of_five(lang: str) -> None:
    wide, high = 240, 110
    for facts in FACTS.values():
        card = facts.prints[0].code
        assert facts.deck != "common" or stamps.least(lang, card, wide) <= high, facts.id
