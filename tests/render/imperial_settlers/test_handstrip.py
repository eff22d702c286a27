"""The viewer's hand below the own Empire: whole and legible, and in the owner's picture alone."""

from __future__ import annotations

from typing import Any

import pytest

from games.imperial_settlers import GAME
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.model.state import Location
from render.base.theme import TEXT
from render.imperial_settlers.layers import handstrip
from render.imperial_settlers.pieces import stamps, title
from render.imperial_settlers.screens import empire
from render.pictures.drawing import paint as painted
from tests.render.imperial_settlers.staged import codes, crowded, played
from tests.render.imperial_settlers.staged_cards import POOR, RICH
from tests.render.scenes import boxes, lettered, names, outside, overlaps, scene

PHONE_PX, LEAST_TYPE_PX = 320, 8  # width of a small phone and what can be read there
MANY = 5  # Locations of a kind and side, with which there may be no room for a dozen cards
LONGEST = sorted(CARDS, key=lambda code: -len(code + CARDS[code].id))


def holding(n: int, faction: str, each: int = 2, supply: dict[str, int] = RICH) -> Any:
    """Return a game whose first seat holds `n` cards, those with long names first."""
    pos = GAME.codec.clone(crowded(2, each, faction))
    player = pos.state.players[0]
    built = {one.card for seat in pos.state.players for one in seat.locations}
    cards = [c for c in LONGEST if CARDS[c].deck in ("common", faction) and c not in built]
    player.hand, player.supply = cards[:n], dict(supply)
    return pos


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("faction", ["romans", "japanese"])
@pytest.mark.parametrize("n", range(13))
def test_a_hand_of_any_size_lies_whole_below_the_rows(n: int, faction: str, lang: str) -> None:
    for each, supply in ((1, RICH), (2, POOR), (MANY, POOR)):
        pos = holding(n, faction, each, supply)
        canvas = painted(scene(pos, "empire0", 0, lang=lang))
        held_cards, more = set(names(canvas, "held")), names(canvas, "more")
        assert held_cards <= set(pos.state.players[0].hand)
        assert more == ([f"+{n - len(held_cards)}"] if n > len(held_cards) else [])
        assert not more or each == MANY
        assert outside(canvas) == []
        assert overlaps(boxes(canvas, "panel", "banner", "lane")) == []
        held = list({box: (about, box) for about, box in boxes(canvas, "held")}.values())
        assert overlaps(held) == []
        cells = [box for _, box in held]
        inner = [
            (about, box)
            for about, box in boxes(canvas, "name", "pill")
            if any(box.meets(cell) for cell in cells)
        ]
        assert overlaps(inner) == []
        assert len([one for one in boxes(canvas, "pill") if one in inner]) == len(cells)
        assert all(any(box.is_inside(cell) for cell in cells) for _, box in inner)
        assert canvas.box.h == 764


def test_its_type_is_legible_on_a_small_phone() -> None:
    least = min(title.MIN_TYPE_PX, TEXT, handstrip.CHIP)
    assert least * PHONE_PX / empire.WIDTH >= LEAST_TYPE_PX


def test_only_the_owner_sees_it() -> None:
    pos = holding(6, "romans")
    for kind, viewer in (("board", None), ("empire0", None), ("empire0", 1), ("board", 0)):
        assert names(painted(scene(pos, kind, viewer)), "held") == []
    assert len(names(painted(scene(pos, "empire0", 0)), "held")) == 6
    theirs = names(painted(scene(pos, "empire1", 1)), "held")
    assert theirs == list(pos.state.players[1].hand)


def test_a_question_about_locations_leaves_it_out_unless_their_effects_have_room() -> None:
    for each, n, shown in ((1, 6, 6), (MANY, 12, 0)):
        pos = holding(n, "romans", each)
        mine = pos.state.players[0].locations[0].card
        canvas = painted(scene(pos, "empire0", 0, marks=lettered(mine)))
        assert len(names(canvas, "held")) == shown
        assert mine in names(canvas, "tile")
        assert canvas.box.h == 764


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("n", [3, 8])
def test_no_effect_is_left_out_where_all_have_room(n: int, lang: str) -> None:
    for faction in ("romans", "japanese"):
        pos = holding(n, faction, 2)
        canvas = painted(scene(pos, "empire0", 0, lang=lang))
        shown = {*names(canvas, "row"), *names(canvas, "copy")}
        assert {one.card for one in pos.state.players[0].locations} <= shown


def test_what_can_be_paid_comes_first() -> None:
    pos = holding(0, "romans", 2, POOR)
    pos.state.players[0].hand = ["com002", "rom005", "com069"]
    canvas = painted(scene(pos, "empire0", 0))
    held = GAME.view(pos, 0).hand
    able = {one.card for one in held.cards if one.build} if held else set()
    assert able
    assert set(names(canvas, "held")[: len(able)]) == able


def test_the_words_of_the_own_empire_name_the_hand() -> None:
    pos = holding(3, "romans")
    mine, theirs = (
        next(one for one in GAME.closeups(GAME.view(pos, viewer)) if one.id == "empire0")
        for viewer in (0, 1)
    )
    assert any(words.key == "imp.say.hand" for words in mine.words)
    assert not any(words.key.startswith("imp.say.hand") for words in theirs.words)


def test_words_and_picture_of_the_own_empire_have_the_hand_in_the_same_phase() -> None:
    for phase in ("exploration", "action"):
        pos = played(2, 3, phase)
        hand = GAME.view(pos, 0).hand
        assert hand
        assert hand.cards
        words = next(one for one in GAME.closeups(GAME.view(pos, 0)) if one.id == "empire0").words
        held = names(painted(scene(pos, "empire0", 0)), "held")
        assert any(one.key == "imp.say.hand" for one in words) == (phase == "action") == bool(held)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("n", [13, 15])
def test_a_big_hand_is_cut_before_locations_lose_their_names(n: int, lang: str) -> None:
    pos = holding(0, "barbarians", 1)
    player, built = pos.state.players[0], set[str]()
    for kind, own, common in (("production", 3, 3), ("feature", 3, 2), ("action", 1, 1)):
        built |= {*codes("barbarians", kind, own), *codes("common", kind, common)}
    player.locations = [Location(card) for card in sorted(built)]
    free = [c for c in LONGEST if CARDS[c].deck in ("common", "barbarians") and c not in built]
    player.hand = list({CARDS[c].id: c for c in free}.values())[:n]  # none share a cell
    canvas = painted(scene(pos, "empire0", 0, lang=lang))
    held = [box for _, box in boxes(canvas, "held")]
    tiles = dict(boxes(canvas, "tile", "copy"))
    assert set(tiles) >= built
    assert all(box.w >= stamps.NAMED for box in tiles.values())
    left_out = n - len(held)
    assert names(canvas, "more") == ([f"+{left_out}"] if left_out else [])
    assert outside(canvas) == []
