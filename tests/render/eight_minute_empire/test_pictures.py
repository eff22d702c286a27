"""Pictures of every kind and phase: same bytes each time, small, distinct without color."""

from __future__ import annotations

import io
import math
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

from app.play import panel_builder
from games.core.engine import walk
from games.core.guides import rulebook
from games.core.state.rng import Rng
from games.core.state.score import Rank
from games.core.text.messages import msg
from games.core.views.scene import Mark, News, Scene, digest
from games.eight_minute_empire import GAME
from games.eight_minute_empire.model.board import SIDES
from games.eight_minute_empire.model.catalog import CARDS, GOODS
from games.eight_minute_empire.model.events import TurnEnded
from games.eight_minute_empire.rules.scoring import best_wilds
from games.eight_minute_empire.views.standing import standing
from render import eight_minute_empire
from render.base import cache, i18n, theme
from render.base import text as writing
from render.base.layout import Rect
from render.eight_minute_empire.layers import chart, marks, row
from render.eight_minute_empire.layers.news import news_of
from render.eight_minute_empire.pieces import cards, large, sprites, tiles
from render.parts import markers, panels
from render.pictures import drawing
from tests.contract import playouts
from tests.render.eight_minute_empire import staged
from tests.render.eight_minute_empire.staged import scene, view
from tests.render.scenes import boxes, gray, lettered, overlaps

KIB = 1024
START = {"c4": {0: 3, 1: 3, 2: 3, 3: 3}}


def gallery() -> dict[str, Scene]:
    """Return one scene of every kind and phase."""
    six = tuple(f"card{i}" for i in range(1, 7))
    return {
        "action": scene(
            view(), marks=lettered("c6", "c7", "s1"), changed=("i2", "c8", "w6"), ghost=("c9",)
        ),
        "take": scene(
            view(5, "b", "take", (1,)), marks=(*lettered(*six[:4]), Mark("card5", "E", "blocked"))
        ),
        "bid": scene(view(3, "a", "bid", (1,), START), lang="en"),
        "neutral": scene(
            view(2, "b", "neutral", (1,), {"e1": {0: 3, 1: 3}, "v1": {2: 2}}, neutral_left=8),
            ghost=("v2",),
        ),
        "first": scene(view(4, "b", "first", (2,))),
        "wilds": scene(view(4, "a", "wilds", (0, 3))),
        "private bid": scene(view(4, "a", "bid", (1, 3), START, viewer=3, my_bid=4), "private"),
        "private": scene(view(4, "a", "take", viewer=3), "private"),
        "cards and map": scene(
            view(5, "b", "take", (1,), games=3, game_no=2), "take", marks=lettered(*six)
        ),
        "row": scene(view(2, "a", "take", (0,)), "row", marks=lettered(*six)),
        "map": scene(view(5), "map", palette="contrast"),
        "crop": scene(view(5, "b"), "crop", marks=lettered("v1", "v2")),
        "end": scene(staged.played(3, goods_tokens=True)),
        "end of a campaign": scene(staged.played(5, mode="campaign"), lang="en"),
    }


SCENES = gallery()


@pytest.mark.parametrize("name", SCENES)
def test_every_picture_is_1200_wide_as_flat_as_discord_shows_it_and_under_500_kib(
    name: str,
) -> None:
    """A board is 4:3 at most, because an embed is; all others are 11:7 like an attachment."""
    picture = drawing.draw_picture(SCENES[name])
    opened = Image.open(io.BytesIO(picture.data))
    assert (opened.format, opened.size) == ("WEBP", (picture.width, picture.height))
    assert picture.width == 1200
    is_board = SCENES[name].kind == "board" and SCENES[name].view.scoreboard is None
    assert 300 <= picture.height <= (900 if is_board else 764)
    assert len(picture.data) <= 500 * KIB
    assert picture.filename.endswith(".webp")


@pytest.mark.parametrize("n", [2, 3, 4, 5])
@pytest.mark.parametrize("side", ["a", "b"])
def test_crowded_boards_stay_under_500_kib(side: str, n: int) -> None:
    marks = lettered(*list(view(n, side).armies)[::3])
    assert len(drawing.draw_picture(scene(view(n, side), marks=marks)).data) <= 500 * KIB


def test_the_same_scene_gives_the_same_bytes_also_in_two_threads() -> None:
    tasks = [SCENES["action"], SCENES["take"], SCENES["crop"], SCENES["end"]] * 3
    sheets = [drawing.paint(s).sheet.tobytes() for s in tasks[:4]]
    with ThreadPoolExecutor(2) as pool:
        again = list(pool.map(lambda s: drawing.paint(s).sheet.tobytes(), tasks))
    assert again == sheets * 3


def test_a_changed_scene_changes_the_picture() -> None:
    base = scene(view())
    seen = base.view
    more = {**seen.armies, "w7": (0, 0, 1, 0, 0)}
    for other in (
        msgspec.structs.replace(base, marks=lettered("c6")),
        msgspec.structs.replace(base, changed=("c6",)),
        msgspec.structs.replace(base, ghost=("c6",)),
        msgspec.structs.replace(base, lang="en"),
        msgspec.structs.replace(base, palette="contrast"),
        msgspec.structs.replace(base, view=msgspec.structs.replace(seen, armies=more)),
        msgspec.structs.replace(base, view=msgspec.structs.replace(seen, turn=20)),
    ):
        assert digest(other) != digest(base)
        assert drawing.paint(other).sheet.tobytes() != drawing.paint(base).sheet.tobytes()


def test_png_has_the_games_own_palette_and_is_not_larger_than_the_limit() -> None:
    picture = drawing.draw_picture(SCENES["action"], "png")
    opened = Image.open(io.BytesIO(picture.data))
    assert (opened.format, opened.mode) == ("PNG", "P")
    assert len(picture.data) <= 500 * KIB
    exact = drawing.paint(SCENES["action"]).sheet
    wrong = ImageStat.Stat(ImageChops.difference(opened.convert("RGB"), exact)).mean
    assert max(wrong) < 6


def test_large_pictures_look_closely_at_what_is_asked() -> None:
    six = lettered(*(f"card{i}" for i in range(1, 7)))
    seen = view(4, phase="take", actors=(1,))
    cards = drawing.paint(scene(seen, marks=six, large=True))
    assert all(n.box.w > 500 for n in cards.regions if n.kind == "card")
    assert {n.about for n in cards.regions if n.kind == "marker"} == {m.spot for m in six}
    assert all(
        n.box.is_inside(cards.box) for n in cards.regions if n.kind in ("card", "coin", "marker")
    )
    marks = lettered("i1", "i2")
    crop = drawing.paint(scene(seen, marks=marks, large=True))
    assert crop.sheet.tobytes() == drawing.paint(scene(seen, "crop", marks=marks)).sheet.tobytes()
    assert (
        drawing.paint(scene(seen, large=True)).sheet.tobytes()
        == drawing.paint(scene(seen)).sheet.tobytes()
    )


@pytest.mark.parametrize("first", [(1,), (0, 2), (0, 1, 2)])
def test_the_end_is_a_scene_with_every_ruler_on_their_land(
    first: tuple[int, ...],
) -> None:
    seen = staged.played(3)
    assert seen.scoreboard
    ranking = tuple(
        Rank(1 if seat in first else 1 + len(first), seat)
        for seat in (*first, *(set(range(3)) - set(first)))
    )
    seen = msgspec.structs.replace(
        seen, scoreboard=msgspec.structs.replace(seen.scoreboard, ranking=ranking)
    )
    canvas = drawing.paint(scene(seen))
    by_kind = {
        kind: [n for n in canvas.regions if n.kind == kind]
        for kind in ("scene", "ruler", "laurels", "standard")
    }
    (frame,), (laurels,) = by_kind["scene"], by_kind["laurels"]
    assert {n.about for n in by_kind["ruler"]} == {
        f"{region}={seat}" for region, seat in seen.control.items()
    }
    for noted in by_kind["ruler"]:
        assert noted.box.is_inside(frame.box), noted
        assert not noted.box.meets(laurels.box), noted
    assert not [
        pair for pair in combinations(by_kind["standard"], 2) if pair[0].box.meets(pair[1].box)
    ]


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_tie_break_has_a_short_word(lang: str) -> None:
    from render.base import i18n

    for mode in ("single", "campaign"):
        board = staged.played(3, mode=mode).scoreboard
        assert board
        assert all(i18n.say(lang, f"apart.{row.id}") for row in board.apart)


def test_unknown_games_and_kinds_are_refused() -> None:
    with pytest.raises(KeyError):
        drawing.draw_picture(scene(view(), "portrait"))
    with pytest.raises(KeyError):
        drawing.draw_picture(msgspec.structs.replace(scene(view()), game="ludo"))


def test_nothing_hidden_is_needed_and_a_private_picture_shows_no_bid_of_others() -> None:
    """The public view holds no bid at all; two views that differ only in a rival's sealed amount cannot exist."""
    public = SCENES["bid"].view
    assert public.viewer is None
    assert public.my_bid is None
    fields = {f.name for f in msgspec.structs.fields(type(public))}
    assert not {"bids", "rng", "seed", "stack"} & fields
    bystander = msgspec.structs.replace(
        SCENES["private bid"], view=msgspec.structs.replace(public, viewer=None)
    )
    board = msgspec.structs.replace(bystander, kind="board")
    assert drawing.paint(bystander).sheet.tobytes() == drawing.paint(board).sheet.tobytes()


def test_the_bid_picture_lifts_as_many_coins_as_are_bid() -> None:
    canvas = drawing.paint(SCENES["private bid"])
    coins = [n for n in canvas.regions if n.kind == "coin" and n.about in ("", "offered")]
    assert len(coins) == SCENES["private bid"].view.seats[3].coins
    assert sum(n.about == "offered" for n in coins) == 4


@pytest.mark.parametrize(
    ("kind", "large"), [("board", False), ("board", True), ("row", False), ("take", False)]
)
def test_a_card_s_letter_and_price_stand_on_that_card(kind: str, large: bool) -> None:
    """The letter below the price: nearer to it than to any other card's."""
    six = lettered(*(f"card{i}" for i in range(1, 7)))
    canvas = drawing.paint(scene(view(4, phase="take", actors=(1,)), kind, marks=six, large=large))
    on = {(n.kind, n.about): n.box for n in canvas.regions if n.kind in ("coin", "marker", "card")}
    cards = [n.box for n in canvas.regions if n.kind == "card"]
    letters = {about: box for (kind, about), box in on.items() if kind == "marker"}
    prices = {
        about: box for (kind, about), box in on.items() if kind == "coin" and about in letters
    }
    assert len(letters) == len(prices) == len(cards) == 6
    for spot, letter in letters.items():
        nearest = min(prices, key=lambda other: math.dist(letter.centre, prices[other].centre))
        assert nearest == spot
        own = cards[int(spot[-1]) - 1]
        assert own.x - 8 <= letter.x
        assert letter.right <= own.right


@pytest.mark.parametrize("lang", ["es", "en", "pt-BR"])
@pytest.mark.parametrize("shape", ["bar", "large"])
def test_the_word_for_a_wild_stays_between_the_letter_and_the_edge_of_its_field(
    shape: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spans: list[tuple[float, float]] = []

    def note(_: Any, at: tuple[float, float], text: str, style: writing.Style, *__: Any) -> None:
        if text == i18n.say(lang, "wild"):
            half = writing.width(text, style.face, style.size) / 2
            spans.append((at[0] - half, at[0] + half))

    monkeypatch.setattr(writing, "write", note)
    layout = tiles.SHAPES[shape]
    blank = Image.new("RGBA", (layout.int("field"), layout.int("field")))
    tiles._draw_steps(blank, CARDS["c41"], theme.load(), lang, layout)
    ((left, right),) = spans
    assert layout.point("mark_at")[0] + layout.int("mark") / 2 < left
    assert right < layout.int("field") - layout.int("line")


def test_a_large_wild_card_says_what_the_rules_say() -> None:
    """It joins a good that one has already and opens no new one (chapter of the wilds), and so it counts."""
    assert i18n.say("es", "eme.any") == "Suma 1 a una mercancía que tengas"
    assert i18n.say("en", "eme.any") == "Counts as one more of a good you have"
    assert "ya tengas. No sirve para empezar una nueva" in rulebook.passage(
        "eight_minute_empire", "es", "wilds"
    )
    assert "already have. It can't be a new good" in rulebook.passage(
        "eight_minute_empire", "en", "wilds"
    )
    assert best_wilds({"crystal": 0, "ore": 0, "wood": 1, "tools": 0, "food": 0}, 1) == {"wood": 1}
    assert best_wilds(dict.fromkeys(("crystal", "ore", "wood", "tools", "food"), 0), 1) == {}


def test_marks_and_glows_stand_where_the_scene_says() -> None:
    canvas = drawing.paint(SCENES["take"])
    assert {n.about for n in canvas.regions if n.kind == "marker"} == {
        f"card{i}" for i in range(1, 6)
    }
    plain, lit = drawing.paint(scene(view())), drawing.paint(scene(view(), changed=("w6",)))
    box = ImageChops.difference(plain.sheet, lit.sheet).getbbox()
    region = next(n.box for n in lit.regions if n.about == "w6" and n.kind in ("army", "tower"))
    assert box
    assert box[0] <= region.x + 60
    assert box[2] >= region.x


def test_seats_are_told_apart_without_colour() -> None:
    """Any two seats differ in a good part of their outline, or lie far apart in grey (the bone hexagon and the discs)."""
    for palette in ("default", "contrast"):
        look = theme.load(palette)
        masks = [
            markers.piece(look, seat, 50)
            .getchannel("A")
            .point([255 if v > 200 else 0 for v in range(256)])
            for seat in range(6)
        ]
        for a, b in combinations(range(6), 2):
            apart = ImageStat.Stat(ImageChops.difference(masks[a], masks[b])).sum[0] / 255
            area = min(ImageStat.Stat(m).sum[0] for m in (masks[a], masks[b])) / 255
            grey = [
                ImageStat.Stat(markers.piece(look, s, 50).convert("L"), masks[s]).mean[0]
                for s in (a, b)
            ]
            assert apart > 0.10 * area or abs(grey[0] - grey[1]) > 70, (palette, a, b, grey)


def test_a_piece_says_its_count_and_its_cities() -> None:
    look = theme.load()
    drawn = {
        (n, c): sprites.army(look, 1, n, c, 50).tobytes()
        for n in (0, 1, 2, 14)
        for c in (0, 1, 2, 3)
        if n or c
    }
    assert len(set(drawn.values())) == len(drawn)


def test_all_cards_have_faces_of_their_own_in_both_languages() -> None:
    from render.eight_minute_empire.pieces.cards import face

    look = theme.load()
    for lang in ("es", "en"):
        faces: dict[tuple[int, int], set[tuple[Any, ...]]] = {}
        for card in CARDS.values():
            key = (card.good, card.symbols, card.action())
            faces.setdefault(
                face(look, card.id, english_printing=False, lang=lang).getchannel("A").size, set()
            ).add(key)
        assert len(faces) == 1
    veiled = face(look, "c01", english_printing=False, lang="es", veiled=True)
    assert veiled.tobytes() != face(look, "c01", english_printing=False, lang="es").tobytes()
    assert (
        face(look, "c24", english_printing=True, lang="es").tobytes()
        != face(look, "c24", english_printing=False, lang="es").tobytes()
    )


@pytest.mark.parametrize("lang", ["es", "en"])
def test_large_cards_say_everything_in_whole_words(
    lang: str, written: list[tuple[int, str]]
) -> None:
    look = theme.load()
    large.shadowed_large_card.cache_clear()
    for card in CARDS:
        for english in (False, True):
            large.shadowed_large_card(look, card, english_printing=english, lang=lang, veiled=False)
    large.shadowed_large_card.cache_clear()  # others' pictures need the room
    assert len(written) > 400
    assert not [one for one in written if one[1].endswith("…") or one[0] < look.small]


def test_ghosts_tell_what_would_be_put_where_that_is_known() -> None:
    from games.eight_minute_empire.views.view import Left

    def tone(left: Left | None, phase: str = "action") -> tuple[str, int]:
        seen = view(2, phase=phase, actors=(1,), left=left)
        thing = next(
            t for t in marks.items_in(scene(seen, ghost=("w7",)), "w7") if t.kind == "ghost"
        )
        return thing.tone, thing.seat

    assert tone(Left(place=2)) == ("place", 1)
    assert tone(Left(city=1)) == ("city", 1)
    assert tone(Left(destroy=1)) == ("destroy", 1)
    assert tone(Left(city=1, destroy=1, join="or")) == ("spot", 1)
    assert tone(None, "neutral")[1] == 2


def test_warm_up_fills_what_every_board_needs() -> None:
    cache.IMAGE_CACHE.drop(lambda _: True)  # what other tests have drawn may leave no room
    eight_minute_empire.warm_up()
    drawn = sprites.army, tiles.shadowed_tile
    before = [one.cache_info().misses for one in drawn]
    drawing.paint(scene(view(2, armies={"c4": {0: 1}})))
    assert [one.cache_info().misses for one in drawn] == before


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_moment_in_the_header_in_every_phase(lang: str) -> None:
    from render.eight_minute_empire.screens.board import moment

    phases = ("neutral", "bid", "first", "take", "action", "wilds", "end")
    single = [moment(view(2, phase=phase, neutral_left=8), lang) for phase in phases]
    assert (
        single
        == {
            "es": ["Neutrales: 8", "Puja", *["Turno 19/32"] * 3, "Comodines", "Final"],
            "en": ["Neutrals: 8", "Bid", *["Turn 19/32"] * 3, "Wilds", "The end"],
        }[lang]
    )
    several = [
        moment(view(2, phase=phase, neutral_left=8, games=3, game_no=2), lang) for phase in phases
    ]
    game = {"es": "Partida 2/3 · ", "en": "Game 2/3 · "}[lang]
    assert all(said.startswith(game) for said in several)
    assert several[3] == f"{game}19/32"
    assert several[-1] == game + {"es": "Final", "en": "The end"}[lang], (
        "the second game as it was kept"
    )
    last = moment(view(2, phase="end", games=3, game_no=3), lang)
    assert last in ("Final de campaña", "End of campaign")


def test_the_picture_for_a_card_has_cards_and_map_and_no_mats() -> None:
    canvas = drawing.paint(SCENES["cards and map"])
    assert not [n for n in canvas.regions if n.kind == "mat"]
    assert len([n for n in canvas.regions if n.kind == "card"]) == 6
    assert any(n.kind == "army" for n in canvas.regions)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
@pytest.mark.parametrize("more", [{}, {"games": 3, "game_no": 2}])
def test_the_picture_for_a_card_shows_the_points_and_coins_of_all_players(
    n: int, more: dict[str, Any]
) -> None:
    seen = view(n, phase="take", actors=(0,), viewer=0, sums=(31, 28, 35, 22, 27)[:n], **more)
    canvas = drawing.paint(scene(seen, "take"))
    chips = [box for _, box in boxes(canvas, "chip")]
    assert len(chips) == n
    assert [about for about, _ in boxes(canvas, "points")] == [
        str(points) for _, points in standing(seen)
    ]
    numbers = [box for box in boxes(canvas, "number") if any(box[1].is_inside(c) for c in chips)]
    assert [about for about, _ in numbers] == [str(seat.coins) for seat in seen.seats]
    assert not overlaps([("", box) for box in chips] + boxes(canvas, "title"))
    header = Rect(0, 0, 1200, panels.LAYOUT.int("header.height"))
    assert all(box.is_inside(header) for box in chips)


@pytest.mark.parametrize("side", ["a", "b"])
def test_a_marked_region_has_its_code_on_a_plate_and_no_piece_moves(side: str) -> None:
    plain = drawing.paint(scene(view(5, side), "map"))
    regions = list(chart.regions(side))[::2]
    marked = drawing.paint(
        scene(view(5, side), "map", marks=tuple(Mark(name, name.upper()) for name in regions))
    )
    assert boxes(marked, "army") == boxes(plain, "army")
    plates = dict(boxes(marked, "marker"))
    assert plates.keys() == set(regions)
    codes = [(code, box) for code, box in boxes(marked, "code") if code.lower() in plates]
    assert {code.lower() for code, _ in codes} == set(regions)
    assert all(box.is_inside(plates[code.lower()]) for code, box in codes)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_mats_of_a_campaign_show_the_points_of_its_earlier_games(n: int) -> None:
    seen = view(n, games=3, game_no=2, sums=(21, 22, 23, 24, 25)[:n])
    canvas = drawing.paint(scene(seen))
    expected = [f"{before}→{now}" for before, now in standing(seen)]
    assert [about for about, _ in boxes(canvas, "points")] == expected


def test_an_open_choice_of_city_or_swords_shows_both() -> None:
    look = theme.load()
    kinds = {
        kind: sprites.ghost(look, 0, kind, 50).tobytes()
        for kind in ("place", "city", "destroy", "spot")
    }
    assert len(set(kinds.values())) == 4
    inside = sprites.ghost(look, 0, "spot", 50).crop((20, 20, 50, 50)).getchannel("A")
    assert ImageStat.Stat(inside).mean[0] > 40


@pytest.mark.parametrize("n", [2, 5])
def test_a_part_of_the_map_shows_all_places_that_a_question_offers(n: int) -> None:
    told = playouts.played("eight_minute_empire", n)
    far = lettered("c1", "c4", "s1")  # a city could be founded in any of them
    cases = {frozenset(mark.spot for mark in far): scene(view(), "crop", marks=far)}
    for moment in told.moments:
        seen = told.game.view(moment.pos, moment.seat)
        for end in range(len(moment.path) + 1):
            asked = panel_builder.marks(walk.ask(moment.pos, moment.seat, moment.path[:end]))
            offered = tuple(mark.spot for mark in asked)
            if told.game.panel_picture(seen, offered) == "crop":
                cases[frozenset(offered)] = scene(seen, "crop", marks=asked)
    regions = chart.regions("a") | chart.regions("b")

    def height(spots: frozenset[str]) -> float:
        boxes = [regions[spot].box for spot in spots]
        return max(box[3] for box in boxes) - min(box[1] for box in boxes)

    farthest = sorted(cases, key=height)[-25:]
    for spots in farthest:
        drawn = drawing.paint(cases[spots])
        frame = Rect(0, 0, drawn.sheet.width, drawn.sheet.height)
        found = {one.about: one.box for one in drawn.regions if one.kind == "marker"}
        assert found.keys() == spots
        assert all(box.is_inside(frame) for box in found.values())


def test_a_part_of_the_map_cuts_no_region_with_armies() -> None:
    """C8 holds the army that has just left C4; without it, its code would lie below the part."""
    seen = view(2, armies={"c4": {0: 1}, "c8": {0: 1}}, cities={"c4": {0: 1}})
    marks = lettered("c2", "c3", "c5", "c6", "c7", "c10")
    drawn = drawing.paint(scene(seen, "crop", marks=marks))
    assert "c8" in {one.about for one in drawn.regions if one.kind == "label"}
    assert {one.about for one in drawn.regions if one.kind == "army"} == {"c4", "c8"}
    bare = msgspec.structs.replace(seen, armies={**seen.armies, "c8": (0, 0, 0)})
    higher = drawing.paint(scene(bare, "crop", marks=marks))
    assert "c8" not in {one.about for one in higher.regions if one.kind == "label"}
    assert not boxes(higher, "mat")


@pytest.mark.parametrize("side", ["a", "b"])
def test_whatever_a_part_of_the_map_is_about_it_shows_whole_regions_with_their_armies(
    side: str,
) -> None:
    seen = view(3, side)
    for name in SIDES[side].regions:
        drawn = drawing.paint(scene(seen, "crop", marks=lettered(name)))
        shown = boxes(drawn, "army")
        pieces = {one: sum(map(bool, seen.armies[one])) for one, _ in shown}
        labels = {one.about for one in drawn.regions if one.kind == "label"}
        for one, _ in shown:
            armies = [about for about, _ in shown if about == one]
            assert len(armies) >= pieces[one], (name, one)
            assert one in labels, (name, one)


def test_a_long_name_takes_the_room_of_the_wreath_on_a_mat() -> None:
    names = ("Maximiliano", "Alejandra Gómez", "Bartholomew", "Ana", "María Fernanda")
    sheet = drawing.paint(msgspec.structs.replace(scene(view(5)), names=names))
    written = {one.about for one in sheet.regions if one.kind == "name"}
    assert set(names) <= written


def test_the_end_names_where_points_come_from_if_there_is_room() -> None:
    def labels(n: int, seed: int) -> list[str]:
        pos, rng = walk.start(GAME, {}, n, "named"), Rng.of(seed)
        while pos.outcome is None:
            seat = walk.actors(pos)[0]
            walk.apply(pos, seat, walk.random_move(pos, seat, rng))
        sheet = drawing.paint(scene(GAME.view(pos, None), "end", lang="en"))
        mats = [one.box for one in sheet.regions if one.kind == "mat"]
        return [
            one.about
            for one in sheet.regions
            if one.kind == "label" and any(one.box.is_inside(box) for box in mats)
        ]

    assert labels(2, 5) == ["Regions", "Continents"] * 2
    assert labels(3, 6) == ["Regions", "Continents"] * 3
    assert labels(3, 7) == ["Regions", "Continents"] * 3, "coins and armies broke a tie"
    assert labels(5, 6) == []


@pytest.mark.parametrize("n", [2, 3, 4, 5])
@pytest.mark.parametrize("tied", [False, True])
def test_the_end_of_a_seat_without_points_is_drawn(n: int, tied: bool) -> None:
    seen = staged.played(n)
    assert seen.scoreboard
    rows = tuple(
        msgspec.structs.replace(one, values=(*one.values[:-1], 0)) for one in seen.scoreboard.rows
    )
    total = (*seen.scoreboard.total[:-1], 0)
    trail = (msg("eme.look.map"),) if tied else ()
    ranking = tuple(Rank(seat + 1, seat, trail) for seat in range(n))
    board = msgspec.structs.replace(seen.scoreboard, rows=rows, total=total, ranking=ranking)
    canvas = drawing.paint(scene(msgspec.structs.replace(seen, scoreboard=board), "end"))
    mat = boxes(canvas, "mat")[-1][1]
    assert [about for about, box in boxes(canvas, "points") if box.is_inside(mat)] == ["0"]
    written = [about for about, box in boxes(canvas, "number") if box.is_inside(mat)]
    assert written.count("+0") == 2 * (n < 4)
    assert len(written) == 2 * (n < 4) + tied


def test_cards_are_the_same_with_and_without_news_above() -> None:
    told = News((msg("eme.look.map"),), 0)
    bare, below = (
        boxes(drawing.paint(scene(view(), news=news)), "card") for news in (News(), told)
    )
    assert bare == below != []


def test_a_card_says_how_many_of_its_good_the_viewer_has() -> None:
    """Thresholds reached are filled; tokens of controlled regions count too."""
    seen = view(5, phase="take", actors=(4,), viewer=4)
    canvas = drawing.paint(scene(seen, "take", lang="en"))
    owned = [about for about, _ in boxes(canvas, "owned")]
    goods = [CARDS[card].good for card in seen.row]
    assert owned == [str(row.symbols(seen, good, 4)) for good in goods]
    reached = [
        str(need)
        for good in goods
        if good in GOODS
        for need, _ in GOODS[good].steps
        if row.symbols(seen, good, 4) >= need
    ]
    assert sorted(about for about, _ in boxes(canvas, "reached")) == sorted(reached)
    assert reached
    spectator = msgspec.structs.replace(seen, viewer=None)
    assert not boxes(drawing.paint(scene(spectator, "take")), "owned")


def test_thresholds_reached_are_filled_on_cards_too_expensive_as_well() -> None:
    """But in a paler tone."""
    rich = view(5, phase="take", actors=(4,), viewer=4)
    seats = (*rich.seats[:4], msgspec.structs.replace(rich.seats[4], coins=0))
    poor = msgspec.structs.replace(rich, seats=seats)
    bright, pale = (drawing.paint(scene(seen, "take")) for seen in (rich, poor))
    assert boxes(bright, "reached") == boxes(pale, "reached") != []
    *_, (_, last) = boxes(pale, "reached")
    tones = [
        ImageStat.Stat(one.sheet.crop(last.sides).convert("L")).mean[0] for one in (bright, pale)
    ]
    assert tones[0] < tones[1]


def test_a_star_marks_a_card_that_is_new_in_the_row_and_the_glow_the_taken_one() -> None:
    for kind in ("board", "take", "row"):
        taking = scene(view(4, phase="take"), kind, changed=("card6",))
        assert [about for about, _ in boxes(drawing.paint(taking), "fresh")] == ["card6"]
        assert not boxes(drawing.paint(scene(view(4), kind)), "fresh")


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_goods_on_mats_keep_apart_however_many_there_are(n: int) -> None:
    goods = {"crystal": 4, "ore": 5, "wood": 6, "tools": 7, "food": 8, "wild": 3}
    seen = view(n)
    rich = tuple(msgspec.structs.replace(seat, goods=goods, reserve=12) for seat in seen.seats)
    canvas = drawing.paint(scene(msgspec.structs.replace(seen, seats=rich)))
    mats = [box for _, box in boxes(canvas, "mat")]
    numbers = [one for one in boxes(canvas, "number") if any(one[1].is_inside(m) for m in mats)]
    assert len(numbers) == n * (9 + {2: 2, 3: 2, 4: 1, 5: 0}[n]), "as many as find room"
    assert overlaps(numbers) == []


@pytest.mark.parametrize("side", ["a", "b"])
@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_plate_of_a_continent_s_name_covers_no_code(side: str, lang: str) -> None:
    held = dict.fromkeys(SIDES[side].continents, 0)
    canvas = drawing.paint(scene(view(2, side, armies={}, continents=held), lang=lang))
    plates = boxes(canvas, "holder")
    assert {code for code, _ in plates} == set(held)
    assert not set(held) & {about for about, _ in boxes(canvas, "name")}
    for _, plate in plates:
        labels = [(name, box.inset(8)) for name, box in boxes(canvas, "label")]
        assert not [name for name, box in labels if box.meets(plate)]


def test_a_part_of_the_map_around_a_change_shows_the_codes_of_its_neighbours() -> None:
    drawn = drawing.paint(scene(view(2), "crop", changed=("c6", "c8")))
    shown = {one.about for one in drawn.regions if one.kind == "label"}
    assert {"c6", "c8", *SIDES["a"].land["c6"], *SIDES["a"].land["c8"]} <= shown


def test_only_the_players_of_a_tie_show_what_broke_it() -> None:
    seen = staged.played(3)
    assert seen.scoreboard
    ranking = (Rank(1, 0), Rank(2, 1, (msg("eme.look.map"),)), Rank(3, 2, (msg("eme.look.map"),)))
    board = msgspec.structs.replace(seen.scoreboard, ranking=ranking)
    canvas = drawing.paint(scene(msgspec.structs.replace(seen, scoreboard=board), "end", lang="en"))
    mats = [box for _, box in boxes(canvas, "mat")]
    captions = [box for name, box in boxes(canvas, "caption") if name == "tie-break"]
    assert [any(box.is_inside(mat) for box in captions) for mat in mats] == [False, True, True]


def test_the_news_on_a_board_is_about_the_turn_that_is_drawn() -> None:
    """Halfway through a turn the log tells the turn before, but the board shows the taken card."""
    told = playouts.played("eight_minute_empire", 2)
    half = next(one for one in told.moments if told.game.view(one.pos, None).phase == "action")
    before = News((msg("eme.look.map"),), 1 - half.seat)
    halfway = scene(told.game.view(half.pos, None), news=before)
    assert news_of(halfway, theme.load(), 1100).seat == half.seat
    ended = msgspec.structs.replace(halfway.view, phase="take", taken=None)
    assert news_of(msgspec.structs.replace(halfway, view=ended), theme.load(), 1100) == before


def test_a_long_turn_is_told_in_fewer_words_and_never_cut() -> None:
    steps = [["move", "c5", "w5"], ["move", "w5", "w3"], ["move", "c6", "c7"], ["move", "c7", "c9"]]
    ended = TurnEnded(1, 9, "c09", 2, steps, ["w3"], [["w3", "", "p1"], ["c9", "p0", "p1"]])
    sentence = GAME.narrate(ended)
    assert sentence is not None
    seen = scene(view(2, phase="take"), news=News((sentence,), 1), names=("Ana", "W" * 32))
    for room, is_whole in ((9000, True), (1150, False), (700, False)):
        (shown,) = news_of(seen, theme.load(), room).said
        assert (shown == sentence) == is_whole
        assert "C5→W5→W3" in i18n.message(GAME.id, "es", shown)
    for lang in ("es", "en", "pt-BR"):
        canvas = drawing.paint(msgspec.structs.replace(seen, lang=lang))
        assert boxes(canvas, "news")
        assert not [about for about, _ in boxes(canvas, "news") if about.endswith("…")]


def test_only_pieces_of_the_player_who_moved_glow() -> None:
    seen = view(2, armies={"c6": {0: 2, 1: 1}}, actors=(1,))
    lit, plain = (drawing.paint(scene(seen, changed=spots)) for spots in (("c6",), ()))
    glowing = ImageChops.difference(lit.sheet, plain.sheet).convert("L")
    armies = [one.box for one in lit.regions if one.kind == "army"]
    edges = [
        max(
            gray(glowing, (box.x - 6, round(box.centre[1]))),
            gray(glowing, (box.right + 5, round(box.centre[1]))),
        )
        for box in armies
    ]
    assert sum(edge > 30 for edge in edges) == 1


@pytest.mark.parametrize("n", [2, 5])
def test_the_map_says_what_is_left_of_the_card_in_use(n: int) -> None:
    told = playouts.played("eight_minute_empire", n)
    for moment in told.moments[:: len(told.moments) // 20]:
        seen = told.game.view(moment.pos, moment.seat)
        canvas = drawing.paint(scene(seen, "map"))
        left = seen.left
        reserve = seen.seats[moment.seat].reserve
        uses = [min(left.place, reserve), left.move, left.city, left.destroy] if left else []
        written = [about for about, _ in boxes(canvas, "left")]
        assert sorted(int(one) for one in written if one != "0") == sorted(filter(None, uses))
        titles = [box for _, box in boxes(canvas, "title", "task")]
        assert not overlaps([("", box) for box in titles])


def test_the_region_from_which_a_move_starts_is_bright_and_no_piece_glows() -> None:
    seen = view(2, armies={"c5": {1: 2}, "c4": {1: 1}, "w5": {0: 1}}, actors=(1,))
    targets, origin = (Mark("c4", "C4"), Mark("c6", "C6")), Mark("c5", "", "origin")
    lit, dimmed = (
        drawing.paint(scene(seen, "map", marks=marks_, changed=("c4",)))
        for marks_ in ((*targets, origin), targets)
    )
    assert "c5" in {about for about, _ in boxes(lit, "marker")}
    army = next(box for about, box in boxes(lit, "army") if about == "c5")
    land = Rect(army.x, army.bottom + 4, army.w, 8)
    bright, dark = (
        ImageStat.Stat(one.sheet.crop(land.sides).convert("L")).mean[0] for one in (lit, dimmed)
    )
    assert bright > dark + 10
    still = drawing.paint(scene(seen, "map", marks=(*targets, origin)))
    assert lit.sheet.tobytes() == still.sheet.tobytes()


def test_bare_land_keeps_its_color_where_a_move_may_end() -> None:
    seen = view(2, armies={})
    plain, lit = (drawing.paint(scene(seen, "map", marks=one)) for one in ((), lettered("c10")))
    label = next(box for about, box in boxes(plain, "label") if about == "c10")
    land = Rect(label.x, label.bottom + 20, label.w, 10)
    same = ImageChops.difference(*(one.sheet.crop(land.sides) for one in (plain, lit)))
    assert same.getbbox() is None


def test_a_part_of_the_map_shows_all_regions_with_pieces_of_the_viewer() -> None:
    """C1 lies above the part that C6 and C8 would need."""
    seen = view(2, armies={"c6": {1: 1}, "c1": {1: 2}}, actors=(1,))
    changed = ("c6", "c8")
    spectator = drawing.paint(scene(seen, "crop", changed=changed))
    assert not boxes(spectator, "mat")
    assert "c1" not in {about for about, _ in boxes(spectator, "army")}
    own = msgspec.structs.replace(seen, viewer=1)
    assert {"c1", "c6"} <= {
        about for about, _ in boxes(drawing.paint(scene(own, "crop", changed=changed)), "army")
    }


@pytest.mark.parametrize("kind", ["board", "row", "take"])
@pytest.mark.parametrize("lang", ["es", "en", "pt-BR"])
def test_the_word_between_two_actions_stands_beside_the_action_alone(kind: str, lang: str) -> None:
    double = ("c15", "c37", "c23", "c19", "c14", "c24")
    taking = msgspec.structs.replace(view(4, phase="take"), row=double)
    canvas = drawing.paint(scene(taking, kind, lang=lang, changed=("card2",)))
    deeds = dict(boxes(canvas, "shared action"))
    words = dict(boxes(canvas, "joined"))
    assert deeds
    for spot, deed in deeds.items():
        assert (words[spot].x, words[spot].right) == (deed.x, deed.right)
    shape = {"board": "double", "row": "large", "take": "bar"}[kind]
    layout = tiles.SHAPES[shape]
    for word in (i18n.say(lang, "or"), i18n.say(lang, "and")):
        wide = writing.width(word, cards.JOIN_FACE, layout.int("word"))
        if shape == "double" and wide > layout.int("join_room"):
            wide = writing.width("&", cards.JOIN_FACE, layout.int("word"))
        half = max(layout.int("join"), wide / 2 + layout.int("join_air"))
        x, place = layout.point("join_at")[0], next(box for _, box in boxes(canvas, "card"))
        assert layout.int("field") + layout.int("line") < x - half
        assert x + half < place.w - layout.int("edge") + 1


def test_the_row_veils_the_cards_beside_the_taken_one() -> None:
    seen = view(2, phase="action", taken=3)
    taken, free = (
        drawing.paint(scene(msgspec.structs.replace(seen, taken=at), "row")) for at in (3, None)
    )

    def contrast(canvas: Any, spot: str) -> float:
        box = dict(boxes(canvas, "action"))[spot]
        return ImageStat.Stat(canvas.sheet.crop(box.sides).convert("L")).stddev[0]

    for spot, box in boxes(free, "action"):
        assert box
        assert (contrast(taken, spot) < 0.8 * contrast(free, spot)) == (spot != "card3"), spot


@pytest.mark.parametrize(("lang", "said"), [("es", "Turno de Marina"), ("en", "Marina's turn")])
def test_the_row_says_whose_turn_it_is(lang: str, said: str) -> None:
    for n in (3, 5):
        seen = view(n, actors=(2,))
        titles = {
            about for about, _ in boxes(drawing.paint(scene(seen, "row", lang=lang)), "title")
        }
        assert said in titles
    several = drawing.paint(scene(view(3, actors=(0, 2)), "row", lang=lang))
    assert said not in {about for about, _ in boxes(several, "title")}
