"""Every print of every card is legible in every size, also within other pictures."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from typing import Any, get_args

import pytest
from PIL import Image

from games.imperial_settlers.model.catalog import CARDS, FACTIONS, FACTS, GOODS
from games.imperial_settlers.rules.actions.cards import BY_CARD, AnyOp
from render.base.cache import IMAGE_CACHE
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.imperial_settlers.pieces import chips, face, style, symbols, woodcut
from render.imperial_settlers.screens import card, hand
from render.pictures import drawing
from render.pictures.drawing import paint as painted
from tests.games.imperial_settlers.positions import hand_view
from tests.render.imperial_settlers.staged_cards import POOR, RICH, TWINS, code_of, looking, scene
from tests.render.imperial_settlers.staged_cards import hand as dealt
from tests.render.scenes import LONG, boxes, colour_at, names, outside, overlaps

KIB = 1024
PRINTS = sorted({one.like[0] for one in CARDS.values()})
SIZES: tuple[tuple[face.Size, int, int], ...] = (
    ("large", 372, 0),
    ("medium", 276, 0),
    ("crowd", 276, 0),
    ("tile", 262, 214),
)


def cut(canvas: Canvas) -> list[str]:
    return [noted.about for noted in canvas.regions if "…" in noted.about]


def alone(code: str, lang: str, size: face.Size, wide: int, high: int) -> Canvas:
    """Return one card by itself, as low as its texts allow unless a height is given."""
    high = high or face.least_height(code, wide, lang, size)
    canvas = Canvas(Image.new("RGB", (wide + 40, high + 40)))
    face.lay(
        canvas,
        Rect(20, 20, wide, high),
        code,
        lang,
        size,
        pay=face.Pay(False, 3),
        cost=size != "tile",
    )
    return canvas


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize(("size", "wide", "high"), SIZES)
def test_every_print_is_legible_in_every_size(
    size: face.Size, wide: int, high: int, lang: str
) -> None:
    assert {code for one in PRINTS for code in CARDS[one].like} == set(CARDS)
    for code in PRINTS:
        canvas = alone(code, lang, size, wide, high)
        frame = boxes(canvas, "card")[0][1]
        assert cut(canvas) == [], code
        assert [noted for noted in canvas.regions if not noted.box.is_inside(frame)] == [], code
        effect = [box for about, box in boxes(canvas, "row") if about == code]
        assert 1 <= len(effect) <= 3, code
        parts = [
            (str(at), box)
            for at, box in enumerate(
                [*effect, *(box for _, box in boxes(canvas, "words", "kind", "foot"))]
            )
        ]
        assert overlaps(parts) == [], code
        assert overlaps(boxes(canvas, "name", "pill")) == [], code
        assert bool(boxes(canvas, "words")) == (size in ("large", "medium")), code
        if size != "tile":
            assert overlaps(boxes(canvas, "pill", "loot")) == [], code
        shown = [about for about, _ in boxes(canvas, "row", "loot")]
        assert ("raze" in shown) == bool(CARDS[code].raze), code
        assert ("deal" in shown) == (bool(CARDS[code].deal) and size != "tile"), code


def test_every_card_has_its_own_picture() -> None:
    folder = style.ASSETS / "cards"
    assert {file.stem for file in folder.glob("*.jpg")} == {
        f"{name}{part}" for name in FACTS for part in ("", "-sign")
    }
    signs = {(folder / f"{name}-sign.jpg").read_bytes() for name in FACTS}
    assert len(signs) == len(FACTS) == 126


def test_the_signs_know_all_of_the_vocabulary() -> None:
    known = set(symbols.SHOWN)
    assert set(get_args(AnyOp)) == known
    costs = {
        good
        for one in BY_CARD.values()
        if one.action
        for mode in one.action.modes
        for good in mode.cost
    }
    assert costs | set(GOODS) <= set(symbols.ORDER)
    assert set(symbols.ORDER) - {"raze_for_target"} <= set(style.GOODS)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("com_castle", ["worker arrow card ×2"]),
        ("com_grain_field", ["food", "built food"]),
        ("com_settlers", ["wood arrow hammer-drop faction_card"]),
        ("com_rubble", ["stone or grey 3"]),
        ("com_supplier", ["hammer-drop grey arrow gold vp"]),
        ("bar_arena", ["worker raze arrow 4 vp"]),
        ("rom_gardens", ["hammer-drop village arrow food"]),
        ("rom_administration", ["hammer-drop romans arrow gold or vp"]),
        ("egy_sphinx", ["2+ vp arrow vp"]),
        ("rom_warehouses", ["warehouse wood stone food"]),
        ("rom_fortification", ["checked-shield +1 raze"]),
        ("bar_dark_chapel", ["raze arrow card-play or vp vp", "2+ raze arrow village or vp vp"]),
        ("jap_shrine", ["any_resource arrow 2 / 5 / 10 vp"]),
        ("egy_temple_of_ra", ["village flying-flag"]),
        ("jap_ninjas", ["worker arrow shaking-hands arrow any_resource", "built 2 samurai-helmet"]),
    ],
)
def test_what_a_card_does_in_signs(name: str, said: list[str]) -> None:
    rows = symbols.rows(code_of(name))
    assert [" ".join(sign.name or sign.kind for sign in row) for row in rows] == said


def test_goods_and_colours_are_told_apart_without_colour() -> None:
    for grounds in (
        style.COLORS,
        {kind: (style.KINDS[kind], sign) for kind, sign in style.KIND_ICONS.items()},
    ):
        assert len({sign for _, sign in grounds.values()}) == len(grounds)
    goods = [good for good in style.GOODS if good not in ("common_card", "faction_card")]
    assert len({style.GOODS[good][1] for good in goods}) == len(goods)
    assert len(set(style.CRESTS.values())) == len(FACTIONS) + 1
    grey = [chips.chip(good, 60).convert("L").tobytes() for good in goods]
    assert len(set(grey)) == len(goods)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize(
    ("n", "faction"),
    [
        (1, "romans"),
        (2, "egyptians"),
        (3, "japanese"),
        (4, "barbarians"),
        (6, "romans"),
        (9, "japanese"),
        (12, "egyptians"),
        (16, "romans"),
        (20, "japanese"),
        (26, "barbarians"),
    ],
)
def test_a_hand_of_any_size_is_whole_apart_and_lettered(n: int, faction: str, lang: str) -> None:
    for supply in (RICH, POOR):
        pos = dealt(n, faction, supply)
        cards = pos.state.players[0].hand
        canvas = painted(
            scene(pos, spots=cards, lang=lang, names=LONG[:2], changed=tuple(cards[:2]))
        )
        assert canvas.box.w == 1200
        assert canvas.box.h == 764
        assert outside(canvas) == cut(canvas) == []
        assert overlaps(boxes(canvas, "card")) == overlaps(boxes(canvas, "marker")) == []
        assert set(names(canvas, "marker")) == set(cards)
        shown = names(canvas, "card")
        assert sorted(code for one in shown for code in CARDS[one].like if code in cards) == cards
        assert overlaps([*boxes(canvas, "supply"), *boxes(canvas, "card")]) == []
        assert len(boxes(canvas, "good")) == 7
        assert all(
            box.w >= (165 if n > 12 else 215 if n > 6 else 290) for _, box in boxes(canvas, "card")
        )


def test_cards_are_in_groups_by_what_is_missing() -> None:
    own = [
        code_of(name) for name in ("com_new_forest", "com_old_forest", "com_statue", "rom_colossus")
    ]
    pos = dealt(4, "romans", POOR, own)
    canvas = painted(scene(pos))
    three = painted(scene(dealt(3, "romans", POOR, own[:3])))
    assert names(three, "heading") == ["Ya puedes", "Falta poco", "Más adelante"]
    assert names(canvas, "short") == ["−1", "−2", "−2"]
    assert names(canvas, "card")[:2] == own[:2]
    readiness = {one.card: hand.readiness(one) for one in scene(pos).view.hand.cards}
    assert [readiness[code] for code in own] == ["now", "soon", "later", "later"]
    gold = dealt(4, "romans", {**POOR, "gold": 1}, own)
    assert [hand.readiness(one) for one in scene(gold).view.hand.cards if one.card == own[1]] == [
        "now"
    ]
    gold.state.players[0].locations = []
    without = painted(scene(gold))
    assert names(without, "short") == ["−1", "−1"]


def test_coins_lie_on_the_goods_of_a_cost_that_gold_replaces() -> None:
    own = [code_of("rom_trade_colony")]  # a wood and two stone
    for supply, by_gold in (
        ({"wood": 0, "stone": 0, "gold": 5}, ["stone", "stone", "wood"]),
        ({"wood": 1, "stone": 1, "gold": 5}, ["stone"]),
        ({"wood": 1, "stone": 2, "gold": 5}, []),
        ({"wood": 0, "stone": 0, "gold": 2}, []),
    ):
        canvas = painted(scene(dealt(1, "romans", {**RICH, **supply}, own)))
        assert sorted(names(canvas, "coin")) == by_gold
        ((_, pill),) = boxes(canvas, "pill")
        assert all(coin.is_inside(pill) for _, coin in boxes(canvas, "coin"))
        assert overlaps(boxes(canvas, "coin")) == []


def test_a_question_about_other_cards_than_those_to_build_has_no_groups_by_cost() -> None:
    own = [code_of(name) for name in ("com_new_forest", "com_old_forest", "com_statue")]
    pos = dealt(3, "romans", POOR, own)
    to_build = painted(scene(pos, spots=own[:1]))
    assert names(to_build, "heading") == ["Ya puedes", "Falta poco", "Más adelante"]
    to_raze = painted(scene(pos, spots=own))
    assert names(to_raze, "heading") == ["Eliges entre estas"]
    assert names(to_raze, "short") == [], "what is missing to build has no bearing on it"
    to_deal = painted(scene(pos, spots=own[1:]))
    assert names(to_deal, "heading") == ["Eliges entre estas", "En tu mano"]
    assert names(to_raze, "card") == names(to_raze, "marker") == sorted(own)
    closed = painted(scene(pos, spots=own, blocked=own[1:]))
    assert len(names(closed, "heading")) == 3, "cards that can't be chosen are not offered"


def test_twins_lie_on_one_pile_with_their_number() -> None:
    pos = dealt(3, "romans", RICH, TWINS)
    same = [code for code in TWINS if code in CARDS[TWINS[0]].like]
    canvas = painted(scene(pos, spots=same))
    assert names(canvas, "twins") == [f"×{len(same)}"]
    assert len(names(canvas, "card")) == 1 + len(TWINS) - len(same)
    assert names(canvas, "marker") == same


def test_ticks_say_what_can_be_razed_or_made_a_deal_now() -> None:
    own = [code_of(name) for name in ("com_mill", "rom_bank", "com_ruins")]
    able = painted(scene(dealt(3, "romans", {**RICH, "raze": 1, "food": 1}, own)))
    assert sorted(names(able, "tick")) == sorted(own[:2])
    for _, tick in boxes(able, "tick"):
        assert not any(tick.meets(row) for _, row in boxes(able, "row")), (
            "the goods of raze and Deal stay in sight"
        )
    assert names(painted(scene(dealt(3, "romans", {**POOR, "food": 0}, own))), "tick") == []


def test_what_cannot_be_chosen_is_veiled_and_what_changed_glows() -> None:
    pos = dealt(3)
    first = pos.state.players[0].hand[0]
    plain, veiled = (
        painted(scene(pos, spots=[first], blocked=blocked)).sheet for blocked in ((), (first,))
    )
    frame = next(box for about, box in boxes(painted(scene(pos)), "card") if about == first)
    at = frame.x + frame.w // 2, frame.y + 20
    assert sum(colour_at(veiled, at)) != sum(colour_at(plain, at))
    for more in ({"changed": (first,)}, {"ghost": (f"{first}=raze",)}):
        assert names(painted(scene(pos, **more)), "halo") == [first]


def test_cards_looked_at_come_first_and_the_hand_below() -> None:
    pos = dealt(9)
    two = [code for code in CARDS if code not in pos.state.players[0].hand][:2]
    canvas = painted(scene(pos, spots=two, view=looking(pos, two)))
    assert names(canvas, "card")[:2] == two
    assert set(names(canvas, "marker")) == set(two)
    wide = [box.w for _, box in boxes(canvas, "card")]
    assert min(wide[:2]) > max(wide[2:])
    crowd = painted(scene(dealt(26), spots=two, view=looking(dealt(26), two)))
    assert names(crowd, "card")[:2] == two
    assert crowd.box.h == 764


def test_decks_that_are_asked_about_are_shown_with_what_is_left() -> None:
    pos = dealt(5)
    canvas = painted(scene(pos, spots=["deck_common", "deck_faction"]))
    assert names(canvas, "deck") == names(canvas, "marker") == ["deck_common", "deck_faction"]
    assert f"quedan {len(pos.state.deck)} cartas" in names(canvas, "number")
    assert overlaps(boxes(canvas, "deck", "card", "supply")) == []
    assert names(painted(scene(pos, spots=["deck_common"])), "deck") == ["deck_common"]


def test_nobody_elses_hand_is_shown() -> None:
    pos = dealt(6)
    assert names(painted(scene(pos, viewer=None)), "card") == []
    assert set(names(painted(scene(pos, viewer=1)), "card")) <= set(pos.state.players[1].hand)


def test_large_pictures_have_larger_cards_with_their_words() -> None:
    plain, large = (painted(scene(dealt(12), large=wish)) for wish in (False, True))
    assert names(large, "card") == names(plain, "card")
    assert len(names(large, "words")) == len(names(large, "card")) > len(names(plain, "words"))
    assert outside(large) == cut(large) == overlaps(boxes(large, "card", "supply")) == []


def test_an_empty_hand_says_so() -> None:
    pos = dealt(1)
    pos.state.players[0].hand = []
    canvas = painted(scene(pos))
    assert names(canvas, "card") == []
    assert "No te quedan cartas en la mano." in [noted.about for noted in canvas.regions]


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_an_open_row_is_large_and_lettered(n: int, lang: str) -> None:
    pos = dealt(2)
    for at in range(0, 126, 40):
        row = PRINTS[at : at + n]
        for viewer in (0, None):
            view = {"offer": tuple(row), "phase": "exploration"}
            canvas = painted(scene(pos, "offer", viewer, spots=row, view=view, lang=lang))
            assert names(canvas, "marker") == row
            held = [one.card for one in hand_view(pos, 0).cards] if viewer == 0 else []
            assert names(canvas, "card") == [*row, *held], "the hand lies below the row"
            assert outside(canvas) == cut(canvas) == []
            assert canvas.box.h == 764
            assert (
                overlaps(boxes(canvas, "card", "supply")) == overlaps(boxes(canvas, "marker")) == []
            )
            assert bool(boxes(canvas, "supply")) == (viewer is not None)
            assert bool(names(canvas, "income")) == (viewer is not None), "what one can pay then"


def test_the_draft_shows_what_one_chooses_from_and_what_one_keeps() -> None:
    pos = dealt(2)
    view = {**looking(pos, PRINTS[:2], PRINTS[5:6]), "phase": "exploration", "offer": ()}
    canvas = painted(scene(pos, "offer", spots=PRINTS[:2], view=view))
    held = [one.card for one in hand_view(pos, 0).cards]
    assert names(canvas, "card") == [*PRINTS[:2], PRINTS[5], *held]
    assert names(canvas, "heading") == ["Eliges entre estas", "Te las quedas", "En tu mano"]
    waiting = painted(
        scene(
            pos,
            "offer",
            view={**looking(pos, (), PRINTS[5:7]), "phase": "exploration", "offer": ()},
        )
    )
    assert names(waiting, "card") == [*PRINTS[5:7], *held]
    nothing = painted(scene(pos, "offer", view={"phase": "exploration", "offer": ()}))
    assert "No queda ninguna carta que elegir." in [noted.about for noted in nothing.regions]


@pytest.mark.parametrize("lang", ["es", "en"])
def test_factions_are_boards_with_what_they_bring_and_who_has_them(lang: str) -> None:
    pos = dealt(2, "egyptians")
    pos.state.players[1].faction = ""
    free = ["barbarians", "japanese", "romans"]
    canvas = painted(
        scene(pos, "offer", spots=free, view={"phase": "setup"}, lang=lang, names=LONG[:2])
    )
    assert names(canvas, "faction") == list(FACTIONS)
    assert names(canvas, "marker") == free
    assert names(canvas, "taken") == ["0"]
    assert outside(canvas) == []
    assert set(cut(canvas)) <= set(names(canvas, "person")), "only a person's long name is cut"
    assert overlaps(boxes(canvas, "row", "label", "words", "name")) == []


@pytest.mark.parametrize(("lang", "start"), [("es", 0), ("en", 1)])
def test_one_card_very_large_with_all_its_words(lang: str, start: int) -> None:
    for name in list(FACTS)[start::2]:
        code = code_of(name)
        canvas = painted(card.scene(code, lang))
        assert names(canvas, "card") == [code]
        assert outside(canvas) == cut(canvas) == [], name
        assert len(names(canvas, "words")) == 1, name
        assert canvas.box.h == 764, name
        assert overlaps(boxes(canvas, "label", "words")) == [], name


def test_a_card_can_be_shown_in_a_game_and_there_is_none_of_another_name() -> None:
    pos = dealt(3)
    first, *_, last = pos.state.players[0].hand
    assert names(painted(scene(pos, "card")), "card") == [first]
    assert names(painted(scene(pos, "card", spots=[last])), "card") == [last]
    with pytest.raises(KeyError):
        card.scene("com999", "es")


@pytest.mark.parametrize("encoding", ["webp", "png"])
def test_a_picture_opens_and_is_light(encoding: drawing.Encoding) -> None:
    for one in (scene(dealt(6)), scene(dealt(20, "japanese")), card.scene(TWINS[0], "es")):
        picture = drawing.draw_picture(one, encoding)
        opened = Image.open(io.BytesIO(picture.data))
        assert (opened.format, opened.size) == (encoding.upper(), (picture.width, picture.height))
        assert len(picture.data) <= 600 * KIB


def test_the_same_scene_gives_the_same_pixels_also_in_two_threads_and_from_kept_faces() -> None:
    pos = dealt(9)
    tasks: list[Any] = [
        scene(pos),
        scene(pos, "offer", view={"phase": "setup"}),
        card.scene(TWINS[0], "en"),
    ]
    IMAGE_CACHE.drop(lambda _: True)  # what other tests drew may leave no room for these faces
    once = [painted(one).sheet.tobytes() for one in tasks]
    kept = face.draw.cache_info().misses
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda one: painted(one).sheet.tobytes(), tasks)) == once
    assert face.draw.cache_info().misses == kept


@pytest.mark.parametrize("cost", [(95.0, 78), (200.0, 80), (92.0, 76)])
def test_where_the_cost_takes_all_the_room_a_card_has_no_sign(cost: tuple[float, int]) -> None:
    canvas = Canvas(Image.new("RGB", (120, 90)))
    assert woodcut.draw(canvas, CARDS[min(CARDS)], Rect(4, 4, 108, 78), 16, 0, cost).w == 92
