"""Tiles of cards: every name and every effect fits in every width."""

from __future__ import annotations

import pytest

from games.imperial_settlers import GAME
from games.imperial_settlers.model.catalog import CARDS, FACTS
from games.imperial_settlers.model.names import card_name
from render.base import i18n, theme
from render.base import text as writing
from render.base.layout import Rect
from render.base.theme import HEAVY_SERIF
from render.imperial_settlers.layers import spread, tiles
from render.imperial_settlers.pieces import badges, chips, face, stamps, title
from render.pictures.drawing import paint as painted
from tests.render.imperial_settlers.staged import crowded
from tests.render.scenes import names, scene


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


def test_unused_hands_of_who_has_passed_are_gray() -> None:
    assert badges.ring(40, False, True).tobytes() != badges.ring(40, False).tobytes()
    pos = GAME.codec.clone(crowded(2, 2, "romans"))
    player = pos.state.players[0]
    actions = {one.card for one in player.locations if one.facts.kind == "action"}
    for one in player.locations:
        one.used, one.by, one.blocked = 0, [], False
    for passed in (False, True):
        player.passed = passed
        canvas = painted(scene(pos, "empire0"))
        veiled = {*names(canvas, "veil"), *names(canvas, "copy")}
        assert (actions <= veiled) == passed


def test_a_point_has_no_disc() -> None:
    opaque = {
        good: chips.draw_chip(good).getchannel("A").getpixel((90, 8)) for good in ("vp", "gold")
    }
    assert opaque == {"vp": 0, "gold": 255}


def test_a_card_that_wraps_below_another_group_has_its_heading() -> None:
    codes = list(dict.fromkeys(card.like[0] for card in CARDS.values()))
    now, soon, later = (spread.Group(name, name, (90, 90, 90)) for name in ("a", "b", "c"))
    groups = (now, soon, soon, soon, later)
    items = [spread.Item((code,), group) for code, group in zip(codes, groups, strict=False)]
    room = Rect(0, 0, 900, 660)
    assert [row.headed for row in spread.rows(items, "en", room)] == [True, True]
    canvas = spread.table(764)
    spread.lay(canvas, theme.load(), spread.rows(items, "en", room), room, "en", {}, frozenset())
    assert names(canvas, "heading") == ["a", "b", "b", "c"]
    alone = [spread.Item((code,), soon) for code in codes[:5]]
    assert [row.headed for row in spread.rows(alone, "en", room)] == [True, False]
