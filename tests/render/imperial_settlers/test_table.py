"""The table of Imperial Settlers: whole Empires, things on cards, nothing of others' hands."""

from __future__ import annotations

import io
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, pairwise
from typing import Any

import pytest
from msgspec import structs
from PIL import Image, ImageChops

from games.core.state.position import Outcome
from games.core.views.scene import Scene
from games.imperial_settlers import GAME
from games.imperial_settlers.model.catalog import CARDS, FACTIONS, KINDS
from games.imperial_settlers.model.state import Location, MadeDeal
from games.imperial_settlers.views.view import EmpireView, GameView, panel_picture
from render import imperial_settlers
from render.base import cache, theme
from render.base.layout import Rect
from render.imperial_settlers.layers import plan, rows, strips
from render.imperial_settlers.layers.plan import Grid
from render.imperial_settlers.pieces import badges, stamps
from render.imperial_settlers.screens import empire
from render.motion import part_cache
from render.parts import panels
from render.pictures import drawing
from render.pictures.drawing import paint as painted
from tests.contract import playouts
from tests.render.imperial_settlers.staged import codes, crowded, offered, played
from tests.render.scenes import LONG, boxes, lettered, names, outside, overlaps, scene

KIB = 1024
FACE_PX = 100  # height from which a tile has a face; strips are lower
KINDS_OF_TABLE = ("board", "empire0", "end")
STAGES = {
    "set-up": (1, "setup"),
    "first row": (1, "exploration"),
    "early": (1, "action"),
    "middle": (3, "action"),
    "end": (9, ""),
}


def every_kind(pos: Any, lang: str) -> list[Scene]:
    viewers = (None, 0, pos.n - 1)
    people = LONG[: pos.n]
    found = [scene(pos, "board", viewer, lang=lang, names=people) for viewer in viewers]
    found += [
        scene(pos, f"empire{seat}", viewers[at], lang=lang, names=people)
        for seat in range(pos.n)
        for at in (range(3) if playouts.LONG else [(seat + (lang == "en")) % 3])
    ]
    return (
        [*found, scene(pos, "end", None, lang=lang, names=people)]
        if pos.outcome is not None
        else found
    )


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_picture_is_1200_wide_and_whole(n: int, stage: str) -> None:
    pos, at = played(n, *STAGES[stage]), list(STAGES).index(stage) + n
    for lang in (
        ("es", "en") if playouts.LONG else (("es", "en")[at % 2],)
    ):  # else each stage in both, at other tables
        for one in every_kind(pos, lang):
            canvas = painted(one)
            assert canvas.box.w == 1200
            assert canvas.box.h == (900 if one.kind == "board" else 764), one.kind
            assert outside(canvas) == [], one.kind
            assert (
                overlaps(
                    boxes(canvas, "person", "panel", "banner", "lane", "plaque")
                    if one.kind != "board"
                    else boxes(canvas, "person", "panel")
                )
                == []
            ), one.kind
            assert overlaps(boxes(canvas, "tile", "deal", "foundation", "flag")) == [], one.kind


@pytest.mark.parametrize("encoding", ["webp", "png"])
@pytest.mark.parametrize("kind", KINDS_OF_TABLE)
def test_a_picture_opens_and_is_small(kind: str, encoding: drawing.Encoding) -> None:
    pos = played(4, 9) if kind == "end" else crowded(4, 5)
    picture = drawing.draw_picture(scene(pos, kind, None if kind == "end" else 0), encoding)
    opened = Image.open(io.BytesIO(picture.data))
    assert (opened.format, opened.size) == (encoding.upper(), (picture.width, picture.height))
    assert len(picture.data) <= 600 * KIB


def test_the_same_scene_gives_the_same_pixels_also_in_two_threads() -> None:
    tasks = [scene(crowded(2, 3), kind, 0) for kind in ("board", "empire0", "empire1")] + [
        scene(played(3, 9), "end")
    ]
    once = [painted(one).sheet.tobytes() for one in tasks]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda one: painted(one).sheet.tobytes(), tasks)) == once


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("each", [1, 2, 3, 4, 5])
def test_empires_of_up_to_thirty_locations_show_each_of_them_once(faction: str, each: int) -> None:
    pos = crowded(4, each, faction)
    view = GAME.view(pos, 0)
    assert view.empires[0].faction == faction
    canvas = painted(scene(pos, "empire0", 0))
    mine = {one.card for one in view.empires[0].locations} | set(view.empires[0].captured)
    assert sorted(names(canvas, "tile", "copy")) == sorted(mine), "equal ones share a strip"
    tiles = boxes(canvas, "tile")
    assert overlaps(tiles) == []
    lanes = [box for _, box in boxes(canvas, "lane")]
    assert all(sum(box.is_inside(lane) for lane in lanes) == 1 for _, box in tiles)
    assert canvas.box.h == 764


@pytest.mark.parametrize(("n", "each"), [(1, 3), (2, 2), (2, 6), (3, 4), (4, 1), (4, 6)])
def test_a_mat_counts_every_location_by_kind_and_color_and_names_the_newest(
    n: int, each: int
) -> None:
    view = GAME.view(crowded(n, each), 0)
    canvas = painted(scene(crowded(n, each), "board", 0))
    mats = dict(boxes(canvas, "person"))
    for one in view.empires:
        mat = mats[str(one.seat)]
        cards = list(rows.shown_locations(view, one))
        counts = Counter(CARDS[card].kind for card in cards) + Counter(
            color for card in cards for color in CARDS[card].colors
        )
        counts["action"] = unused_actions(view, one)
        places = [(about, box) for about, box in boxes(canvas, "count") if box.is_inside(mat)]
        figures = [(text, box) for text, box in boxes(canvas, "number") if box.is_inside(mat)]
        told = {
            about: int(text)
            for about, box in places
            for text, figure in figures
            if figure.meets(Rect(box.right - 12, box.y, 6, box.h))
        }
        assert {about: n for about, n in told.items() if n} == dict(+counts)
        newest = [card for card, box in boxes(canvas, "tile") if box.is_inside(mat)]
        copies = {card for card, box in boxes(canvas, "copy") if box.is_inside(mat)}
        apart = [card for card in reversed(cards) if card not in copies]
        assert newest == apart[: len(newest)], "equal ones share a place"
        assert newest


def unused_actions(view: GameView, empire: EmpireView) -> int:
    """Return how many Action Locations the seat can still use in this round."""
    shown = rows.shown_locations(view, empire).values()
    return sum(
        one.used < one.uses
        and one.controller == empire.seat
        and not one.blocked
        and not empire.passed
        for one in shown
        if CARDS[one.card].kind == "action"
    )


def test_the_mats_count_the_actions_that_are_left_in_the_action_phase_only() -> None:
    pos = crowded(2, 4)
    for _, one in pos.state.all_locations():
        one.used = 9
    for phase, left in (("action", False), ("end", True)):
        if phase == "end":
            pos.outcome, pos.stack = Outcome(places=[1, 2]), []
        view = GAME.view(pos, 0)
        assert view.phase == phase
        canvas = painted(scene(pos, "board", 0))
        mat = dict(boxes(canvas, "person"))["1"]
        box = next(
            box for about, box in boxes(canvas, "count") if about == "action" and box.is_inside(mat)
        )
        figures = [
            int(text)
            for text, figure in boxes(canvas, "number")
            if figure.meets(Rect(box.right - 12, box.y, 6, box.h))
        ]
        assert bool(figures[0]) is left, phase


def test_rows_by_kind_with_the_faction_to_the_left() -> None:
    pos = crowded(2, 3)
    canvas = painted(scene(pos, "empire0", 0))
    lanes = dict(boxes(canvas, "lane"))
    assert list(lanes) == list(KINDS)
    tiles = boxes(canvas, "tile")
    for card, box in tiles:
        assert box.is_inside(lanes[CARDS[card].kind])
    for kind in KINDS:
        for has_face in (True, False):
            read = sorted(
                (box.y, box.x, CARDS[card].common)
                for card, box in tiles
                if CARDS[card].kind == kind and (box.h > FACE_PX) == has_face
            )
            assert [common for *_, common in read] == sorted(common for *_, common in read)


def test_lines_and_sizes_of_tiles_follow_the_number_of_cards() -> None:
    four = Grid(4, 330, 100, 10, 40)
    assert [[len(line) for line in four.lines("x" * n)] for n in (0, 4, 5, 6, 16)] == [
        [],
        [4],
        [3, 2],
        [3, 3],
        [4, 4, 4, 4],
    ]
    assert [four.width(n, 1050) for n in (1, 3, 4)] == [330, 330, 250]
    few, many = (painted(scene(crowded(2, each, "romans"), "empire0", 0)) for each in (1, 4))
    assert set(names(few, "tile")) <= set(names(few, "row")), "with effects"
    assert set(names(many, "tile")) <= set(names(many, "row")), "strips, too, with effects"
    assert min(box.h for _, box in boxes(many, "tile")) < FACE_PX, "some are strips"
    assert min(box.w for _, box in boxes(many, "tile")) >= stamps.NAMED
    nothing = plan.by_kind(())
    assert plan.total_height(plan.Block(nothing, plan.fitted_grids(four, nothing, 1090))) == 120


def test_in_a_full_empire_what_is_asked_about_and_unused_actions_show_their_effects() -> None:
    pos = GAME.codec.clone(crowded(2, 4, "romans"))
    mine = pos.state.players[0].locations
    actions = [one for one in mine if one.facts.kind == "action"]
    for one in actions[:-2]:
        one.used = 9
    asked = next(one.card for one in actions if one.used)
    canvas = painted(scene(pos, "empire0", 0, marks=lettered(asked)))
    unused = {one.card for one in actions[-2:] if not one.blocked and one.captor is None}
    assert unused | {asked} <= {*names(canvas, "row"), *names(canvas, "copy")}
    tiles = [(card, box) for card, box in boxes(canvas, "tile") if CARDS[card].kind == "action"]
    faced = {card: box for card, box in tiles if card in names(canvas, "card")}
    others = [box for card, box in tiles if card not in faced]
    assert all(box.y > face.bottom - 1 for box in others for face in faced.values())


@pytest.mark.parametrize("n", range(1, 13))
def test_a_line_of_tiles_has_no_empty_places(n: int) -> None:
    pos = GAME.codec.clone(crowded(4, 1, "romans"))
    pos.state.players[0].locations = [Location(code) for code in codes("romans", "action", n)]
    tiles = [box for _, box in boxes(painted(scene(pos, "empire0")), "tile") if box.w]
    for line in {box.y: [one for one in tiles if one.y == box.y] for box in tiles}.values():
        assert all(
            0 < right.x - left.right <= 12
            for left, right in pairwise(sorted(line, key=lambda box: box.x))
        )


@pytest.mark.parametrize("deck", ["romans", "common"])
@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_rows_may_be_full_of_one_side(deck: str, n: int) -> None:
    pos = GAME.codec.clone(crowded(4, 1, "romans"))
    pos.state.players[0].locations = [
        Location(code) for kind in KINDS for code in codes(deck, kind, n)
    ]
    held = {one.card for one in pos.state.players[0].locations}
    canvas = painted(scene(pos, "empire0"))
    assert held <= set(names(canvas, "tile", "copy"))
    assert overlaps(boxes(canvas, "tile")) == []
    board = painted(scene(pos, "board"))
    assert overlaps(boxes(board, "tile", "count", "good", "tell")) == []


def test_what_lies_on_a_location_is_shown() -> None:
    pos = crowded(2, 3)
    view = GAME.view(pos, 0)
    canvas = painted(scene(pos, "empire0", 0))
    on_cards, copies = names(canvas, "badge"), names(canvas, "copy")
    for one in view.empires[0].locations:
        if one.card in copies:
            continue  # the same things lie on the card that stands for it
        told = [about.split()[1] for about in on_cards if about.split()[0] == one.card]
        assert told.count("use") == one.uses
        assert told.count("defense") == one.defense
        assert told.count("route") == len(one.routes)
        assert ("samurai" in told, "blocked" in told, "put" in told, "under" in told) == (
            one.samurai,
            one.blocked,
            bool(one.put),
            bool(one.under),
        )
        assert ("captured" in told) == (one.controller != one.owner)
    assert {"defense", "samurai", "blocked", "put", "under", "captured", "route"} <= {
        about.split()[1] for about in on_cards
    }


def test_used_up_blocked_and_captured_cards_are_veiled_and_a_captured_one_stands_in_both_empires() -> (
    None
):
    pos = crowded(2, 3)
    view = GAME.view(pos, 0)
    canvas = painted(scene(pos, "empire0", 0))
    veiled, copies = set(names(canvas, "veil")), set(names(canvas, "copy"))
    assert (
        veiled
        == {one.card for one in view.empires[0].locations if badges.is_unavailable(one, 0)} - copies
    )
    (held,) = view.empires[0].captured
    assert held not in veiled
    assert held in names(painted(scene(pos, "empire1", 0)), "veil")
    assert held in names(painted(scene(pos, "empire0", 0)), "tile")


def test_a_rival_sees_what_razing_costs_and_the_owner_does_not() -> None:
    pos = crowded(3, 3)
    view = GAME.view(pos, 1)
    due = {one.card for one in view.empires[0].locations if one.price and one.controller != 1}
    assert due
    canvas = painted(scene(pos, "empire0", 1))
    assert set(names(canvas, "price", "copy")) >= due
    assert names(painted(scene(pos, "empire0", 0)), "price") == []
    assert names(painted(scene(pos, "board", 1)), "price") == []
    card = min(due)
    assert names(painted(scene(pos, "board", 1, marks=lettered(card))), "price") == [card]
    peaceful = structs.replace(view, peaceful=True)
    assert names(painted(structs.replace(scene(pos, "empire0", 1), view=peaceful)), "price") == []


@pytest.mark.parametrize("each", [1, 2, 3, 4, 5])
def test_tokens_and_prices_on_a_card_keep_apart(each: int) -> None:
    pos = crowded(3, each, "japanese")
    marks = lettered(
        *[one.card for one in GAME.view(pos, 1).empires[0].locations if one.price][:20]
    )
    for kind in ("empire0", "board")[
        : 2 if each < 3 else 1
    ]:  # on the smallest stamps there is no room for everything
        canvas = painted(scene(pos, kind, 1, marks=marks))
        assert boxes(canvas, "price") != []
        assert overlaps(boxes(canvas, "badge", "price")) == []


def test_letters_stand_where_the_places_are() -> None:
    pos = crowded(2, 3)
    view = GAME.view(pos, 0)
    mine = [one.card for one in view.empires[0].locations]
    spots = [*mine[:5], "deal0_d0", "deal0_d1", *view.empires[0].foundations]
    canvas = painted(scene(pos, "empire0", 0, marks=lettered(*spots)))
    assert names(canvas, "marker") == spots
    assert overlaps(boxes(canvas, "marker")) == []
    board = painted(
        scene(
            pos,
            "board",
            0,
            marks=lettered("empire1", "deal1_d0", mine[0], "deck_common", "supply1"),
        )
    )
    assert names(board, "marker") == ["empire1", "deal1_d0", mine[0], "deck_common", "supply1"]


def test_letters_of_the_solo_game_stand_on_the_virtual_players_things() -> None:
    pos = crowded(1, 3)
    view = GAME.view(pos, 0)
    assert view.solo is not None
    spots = ["empire-1", "deal-1_d0", *(one.card for one in view.solo.locations)]
    canvas = painted(scene(pos, "board", 0, marks=lettered(*spots)))
    assert sorted(names(canvas, "marker")) == sorted(spots)
    assert set(names(canvas, "price")) == {one.card for one in view.solo.locations if one.price}
    assert names(canvas, "attack") == list(view.solo.queue)
    assert names(canvas, "balance") == ["ahead"]


@pytest.mark.parametrize("n", [0, 1, 3, 7])
def test_the_balance_lies_below_all_locations_of_the_virtual_player(n: int) -> None:
    pos = GAME.codec.clone(crowded(1, 3))
    pos.state.virtual = [Location(code) for code in codes("common", "action", n)]
    canvas = painted(scene(pos, "board", 0))
    tiles = [box for about, box in boxes(canvas, "tile") if about in codes("common", "action", n)]
    [(_, balance)] = boxes(canvas, "balance")
    panel = dict(boxes(canvas, "person"))["-1"]
    assert len([box for box in tiles if box.is_inside(panel)]) == n
    assert all(balance.y >= box.bottom for box in tiles if box.is_inside(panel))
    assert outside(canvas) == []


def test_ghosts_of_what_would_be_built_given_up_dealt_and_razed() -> None:
    pos = crowded(2, 2)
    plain = painted(scene(pos, "empire0", 0)).sheet
    mine = GAME.view(pos, 0).empires[0]
    new = pos.state.players[0].hand[0]
    site = mine.locations[1].card
    built = painted(scene(pos, "empire0", 0, ghost=(f"{new}=build", f"{site}=site")))
    assert sorted(names(built, "ghost")) == sorted([new, site])
    assert new not in names(built, "tile")
    lanes = dict(boxes(built, "lane"))
    assert dict(boxes(built, "ghost"))[new].is_inside(lanes[CARDS[new].kind])
    dealt = painted(scene(pos, "empire0", 0, ghost=(f"{new}=deal",)))
    assert names(dealt, "ghost") == [new]
    assert overlaps(boxes(dealt, "deal", "ghost")) == []
    for tag in (
        "raze",
        "defense",
        "capture_location",
        "block_enemy_action",
        "trade_route_deal",
        "remove_enemy_location",
    ):
        canvas = painted(scene(pos, "empire0", 1, ghost=(f"{site}={tag}",)))
        assert names(canvas, "ghost") == [site]
        assert ImageChops.difference(plain, canvas.sheet).getbbox() is not None
    assert names(painted(scene(pos, "empire1", 0, ghost=(f"{new}=build",))), "ghost") == []


def test_what_changed_glows() -> None:
    pos = crowded(3, 2)
    card = pos.state.players[1].locations[0].card
    spots = (card, "supply1", "deals1", "points1", "hand2")
    assert {"points1", "hand2", "supply1", "deals1", card} == set(
        names(painted(scene(pos, "board", changed=spots)), "halo")
    )
    assert names(painted(scene(pos, "board", changed=("empire1",))), "halo") == ["1"]
    assert set(names(painted(scene(pos, "empire1", changed=spots)), "halo")) == {
        card,
        "supply1",
        "deals1",
        "points1",
    }
    assert names(painted(scene(pos, "board")), "halo") == []


def test_only_its_owner_has_letters_on_secret_foundations_and_no_hand_is_drawn() -> None:
    pos = crowded(2, 2)
    secret = pos.state.players[0].foundations[0].card
    assert secret in names(painted(scene(pos, "empire0", 0)), "foundation")
    assert secret not in names(painted(scene(pos, "empire0", 1)), "foundation")
    hands = {card for player in pos.state.players for card in player.hand}
    for kind in ("board", "empire0", "empire1"):
        for viewer in (None, 0, 1):
            assert not hands & set(
                names(painted(scene(pos, kind, viewer)), "tile", "ghost", "card")
            )


@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_open_row_lies_on_the_table_with_its_letters(n: int) -> None:
    pos = crowded(n, 2)
    row = ("com080", "com081", "com082", "com083", "com084")
    one = structs.replace(scene(pos, "board", marks=lettered(*row)), view=offered(pos, row))
    canvas = painted(one)
    assert [card for card in names(canvas, "tile") if card in row] == list(row)
    assert names(canvas, "marker") == list(row)
    assert outside(canvas) == []


@pytest.mark.parametrize(("n", "each"), [(2, 6), (3, 5), (4, 3), (4, 6)])
def test_a_crowded_table_is_whole_and_no_larger_a_file(n: int, each: int) -> None:
    shown = scene(crowded(n, each, "romans"), "board", names=LONG[:n])
    canvas = painted(shown)
    assert all(box.w >= stamps.NAMED for _, box in boxes(canvas, "tile"))
    assert overlaps(boxes(canvas, "person", "panel")) == []
    for _, box in boxes(canvas, "tile", "count", "good", "tell", "points", "name", "flag"):
        assert sum(box.is_inside(mat) for _, mat in boxes(canvas, "person")) == 1
    parts = boxes(canvas, "tile", "count", "good", "tell", "leader", "flag", "crest")
    assert overlaps(parts) == []
    assert outside(canvas) == []
    assert len(drawing.draw_picture(shown).data) < 500 * KIB


def test_a_mat_shows_all_cards_and_deals_that_have_a_letter() -> None:
    pos = crowded(4, 4, "egyptians")
    view = GAME.view(pos, 1)
    cards = [one.card for other in view.empires for one in other.locations if one.price]
    canvas = painted(scene(pos, "board", 1, marks=lettered(*cards)))
    assert set(names(canvas, "tile")) >= set(cards)
    assert sorted(names(canvas, "marker")) == sorted(cards)
    assert overlaps(boxes(canvas, "tile")) == overlaps(boxes(canvas, "marker")) == []
    deals = [f"deal{one.seat}_d{i}" for one in view.empires for i in range(len(one.deals))]
    canvas = painted(scene(pos, "board", 1, marks=lettered(*deals)))
    assert names(canvas, "marker") == deals
    assert overlaps(boxes(canvas, "deal")) == overlaps(boxes(canvas, "marker")) == []


@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_leader_and_points_of_the_end_are_marked(n: int) -> None:
    view = GAME.view(crowded(n, 3), None)
    canvas = painted(scene(crowded(n, 3), "board"))
    assert names(canvas, "points") == [str(one.total) for one in view.empires]
    assert names(canvas, "earned") == [str(one.points) for one in view.empires]
    best = max(one.total for one in view.empires)
    assert names(canvas, "leader") == [str(one.seat) for one in view.empires if one.total == best]


@pytest.mark.parametrize(("n", "each"), [(2, 1), (2, 3), (4, 3)])
def test_a_mat_says_how_many_cards_it_leaves_out(n: int, each: int) -> None:
    pos = crowded(n, each)
    canvas, view = painted(scene(pos, "board")), GAME.view(pos, None)
    for (_, mat), empire_view in zip(boxes(canvas, "person"), view.empires, strict=True):
        shown = [card for card, box in boxes(canvas, "tile", "copy") if box.is_inside(mat)]
        left_out = len(rows.shown_locations(view, empire_view)) - len(shown)
        told = [text for text, box in boxes(canvas, "more") if box.is_inside(mat)]
        assert told == ([f"+{left_out}"] if left_out else [])


@pytest.mark.parametrize(("n", "each"), [(1, 5), (2, 5), (3, 4), (4, 4)])
def test_a_mat_that_can_be_chosen_still_says_how_many_cards_it_leaves_out(
    n: int, each: int
) -> None:
    pos = GAME.codec.clone(crowded(n, each))
    for player in pos.state.players:
        player.passed = True
    plain = painted(scene(pos, "board", 0))
    chosen = lettered(*(f"empire{seat}" for seat in range(n)))
    canvas = painted(scene(pos, "board", 0, marks=chosen))
    assert names(canvas, "more") == names(plain, "more") != []
    assert len(names(canvas, "marker")) == n
    assert overlaps(boxes(canvas, "more", "marker", "flag", "crest")) == []
    assert outside(canvas) == []


def test_a_mat_kept_from_production_shows_unused_actions_in_the_action_phase() -> None:
    action = scene(crowded(2, 4), "board", 0)
    before = structs.replace(action, view=structs.replace(action.view, phase="production"))
    with part_cache.caching_parts():
        assert names(painted(before), "of") == []
        assert len(names(painted(action), "of")) == 2


def test_beside_the_unused_actions_stands_of_how_many() -> None:
    pos = crowded(2, 4)
    view = GAME.view(pos, 0)
    totals = [
        sum(CARDS[card].kind == "action" for card in rows.shown_locations(view, empire_view))
        for empire_view in view.empires
    ]
    canvas = painted(scene(pos, "board"))
    assert names(canvas, "of") == [f"/{total}" for total in totals]
    assert overlaps(boxes(canvas, "of", "count", "tell")) == []


def test_the_name_of_who_must_act_stands_on_a_bar() -> None:
    pos = crowded(4, 3)
    canvas, view = painted(scene(pos, "board")), GAME.view(pos, None)
    assert names(canvas, "acting") == [str(seat) for seat in view.actors]


def test_many_colors_take_two_lines_with_signs_of_a_size() -> None:
    pos = GAME.codec.clone(crowded(4, 1, "romans"))
    own = pos.state.players[0]
    free = [code for code in CARDS if CARDS[code].common and CARDS[code].colors]
    by_color = {CARDS[code].colors[0]: code for code in free}
    own.locations = [Location(code) for code in by_color.values()]
    canvas = painted(scene(pos, "board"))
    mat = dict(boxes(canvas, "person"))["0"]
    counts = [box for color, box in boxes(canvas, "count") if color in by_color]
    own_counts = [box for box in counts if box.is_inside(mat)]
    assert len({box.y for box in own_counts}) == 2
    assert min(box.h for box in own_counts) >= 36


def test_what_happened_last_has_its_place_on_the_board() -> None:
    news = plan.TABLE.rect("board.news")
    canvas = painted(scene(crowded(4, 3), "board", 0))
    assert [noted for noted in canvas.regions if noted.box.meets(news)] == []
    assert (
        canvas.sheet.crop(news.sides).tobytes()
        == panels.table(1200, 900).crop(news.sides).tobytes()
    )


@pytest.mark.parametrize("n", [2, 4])
def test_many_deals_and_foundations_stay_apart_in_their_panels(n: int) -> None:
    pos = GAME.codec.clone(crowded(n, 2))
    own = pos.state.players[0]
    own.deals = [
        MadeDeal(good, own.deals[0].card)
        for good in ("wood", "gold", "card", "food", "wood", "worker", "raze")
    ] * 2
    own.foundations = [structs.replace(one) for one in own.foundations for _ in range(3)]
    ghost = (f"{own.hand[0]}=deal",)
    for kind, ghosts in (("empire0", ()), ("empire0", ghost), ("board", ghost)):
        canvas = painted(scene(pos, kind, 0, ghost=ghosts))
        assert outside(canvas) == []
        assert overlaps(boxes(canvas, "deal", "ghost")) == []
        found = dict(boxes(canvas, "panel" if kind == "empire0" else "person"))
        home = found["deals" if kind == "empire0" else "0"]
        signs = [name for name, box in boxes(canvas, "deal") if box.is_inside(home)]
        assert len(signs) == (14 if ghosts else 6), "without a new one, those of a good are counted"
        if kind == "empire0":
            assert all(
                box.is_inside(found["foundations"]) for _, box in boxes(canvas, "foundation")
            )


def test_a_question_brings_the_picture_it_is_about() -> None:
    pos = crowded(3, 2)
    view = structs.replace(GAME.view(pos, 0), actors=(0,))
    hand = [one.card for one in view.hand.cards] if view.hand else []
    mine, theirs = view.empires[0].locations[1].card, view.empires[2].locations[0].card
    assert panel_picture(GAME.view(pos, None), (mine,)) == "board"
    assert panel_picture(view, ()) == "empire0"
    assert panel_picture(view, tuple(hand)) == "hand"
    assert panel_picture(view, (f"{hand[0]}=raze",)) == "hand"
    assert panel_picture(view, (f"{hand[0]}=build", f"{mine}=site")) == "empire0"
    assert panel_picture(view, (f"{hand[0]}=deal",)) == "empire0"
    assert panel_picture(view, (mine, view.empires[0].captured[0])) == "empire0"
    assert panel_picture(view, (theirs,)) == "empire2"
    assert panel_picture(view, (theirs, view.empires[1].locations[1].card)) == "board"
    assert panel_picture(view, ("deal1_d0", "deal1_d1")) == "empire1"
    assert panel_picture(view, ("deal0_d0",)) == "empire0"
    assert panel_picture(view, ("empire1", "empire2")) == "board"
    assert panel_picture(structs.replace(view, phase="exploration"), ()) == "offer"
    assert panel_picture(structs.replace(view, phase="setup"), ()) == "offer"
    assert panel_picture(structs.replace(view, phase="end"), ()) == "end"
    alone = structs.replace(GAME.view(crowded(1, 2), 0), actors=(0,))
    assert alone.solo is not None
    assert panel_picture(alone, (alone.solo.locations[0].card,)) == "board"
    assert panel_picture(alone, ("deal-1_d0",)) == "board"


def test_large_pictures_look_closely_at_what_is_asked() -> None:
    pos = crowded(2, 2)
    mine = GAME.view(pos, 0).empires[0].locations[0].card
    near = painted(scene(pos, "board", 0, marks=lettered(mine), large=True))
    assert (
        near.sheet.tobytes()
        == painted(scene(pos, "empire0", 0, marks=lettered(mine))).sheet.tobytes()
    )
    assert names(painted(scene(pos, "board", 0, large=True)), "person") == ["0", "1"]


def test_seats_are_told_apart_without_colour() -> None:
    look = theme.load()
    for size, colour, sign in ((44, badges.EGYPT, "ankh"), (30, badges.DEAL, "trail")):
        for a, b in combinations(
            [badges.tablet(look, size, colour, sign, seat).convert("L") for seat in range(4)], 2
        ):
            assert ImageChops.difference(a, b).getbbox() is not None
    left, gone = (badges.ring(44, used=used).convert("L") for used in (False, True))
    assert ImageChops.difference(left, gone).getbbox() is not None


def test_warm_up_fills_what_every_empire_needs() -> None:
    cache.IMAGE_CACHE.drop(
        lambda _: True
    )  # a full shelf takes nothing large that is wanted but once
    imperial_settlers.warm_up()
    assert empire.plaque.cache_info().currsize == len(FACTIONS)
    assert strips.pitch_of(1, 90, 20, 9) == 99
    assert strips.pitch_of(11, 90, 590, 9) == 50


def test_equal_cards_share_a_tile_whose_name_tells_how_many_if_they_are_used_alike() -> None:
    pos = GAME.codec.clone(crowded(2, 1, "romans"))
    alike = [code for code, card in CARDS.items() if card.id == "com_castle"]
    own = pos.state.players[0]
    for _, one in pos.state.all_locations():
        one.captor = None
    own.locations = [Location(code) for code in alike]
    canvas = painted(scene(pos, "empire0", 0))
    assert names(canvas, "tile") == alike[:1]
    assert names(canvas, "copy") == alike[1:]
    assert any(word.endswith(f"\u00a0×{len(alike)}") for word in names(canvas, "name"))
    own.locations[-1].used = 1
    used = painted(scene(pos, "empire0", 0))
    assert set(names(used, "tile")) == {alike[0], alike[-1]}


@pytest.mark.parametrize("each", [2, 3])
def test_the_strips_of_a_row_show_effects_all_or_none(each: int) -> None:
    pos = crowded(2, each, "romans")
    canvas = painted(scene(pos, "empire0", 0))
    told = set(names(canvas, "row"))
    strips_by_kind: dict[str, set[bool]] = {}
    for card in names(canvas, "tile"):
        if card not in names(canvas, "card"):
            strips_by_kind.setdefault(CARDS[card].kind, set()).add(card in told)
    assert all(len(found) == 1 for found in strips_by_kind.values())


def test_the_header_says_that_the_action_of_the_turn_is_done() -> None:
    one = scene(crowded(2, 2), "board", 0, lang="en")
    for acted, words in ((False, "action"), (True, "after the action")):
        question = structs.replace(one.view.question, acted=acted)
        canvas = painted(structs.replace(one, view=structs.replace(one.view, question=question)))
        assert any(noted.about.endswith(words) for noted in canvas.regions)
