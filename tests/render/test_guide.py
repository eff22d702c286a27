"""Pictures of the rules: examples show what they name, texts fit, numbers do not overlap."""

from __future__ import annotations

import pytest
from msgspec import structs
from PIL import Image

from games.core.engine.game import find
from games.core.guides import rulebook
from games.core.views.scene import Scene
from games.hosted import GAMES
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.parts import legend
from render.pictures import drawing
from render.pictures import rules as painted_rules
from tests.render.scenes import boxes, names, outside, overlaps
from tools import rules

TITLES = [game.id for game in GAMES]
EXAMPLES = [(game, anchor) for game in TITLES for anchor in rulebook.examples(game)]
SEEN = {  # of each kind of picture: the position in which its signs are, whose eyes see it, which of the signs are not there
    ("eight_minute_empire", "board"): ("turn", None, ("fresh *",)),
    ("eight_minute_empire", "private"): ("turn", 0, ()),
    ("eight_minute_empire", "private-bid"): ("bidding", 0, ()),
    ("eight_minute_empire", "take"): ("turn", 0, ("fresh *",)),
    ("era_medieval_age", "board"): ("building", None, ()),
    ("era_medieval_age", "dice"): ("rolling", 0, ()),
    ("era_medieval_age", "domain"): ("building", 0, ()),
    ("tadmor", "board"): ("building", None, ("sealed *",)),
    ("tadmor", "mat"): ("building", 1, ("traded",)),
    ("tadmor", "region"): ("placing", 1, ()),
    ("imperial_settlers", "board"): ("turn", None, ("flag passed",)),
    ("imperial_settlers", "empire"): ("turn", 0, ("loot *",)),  # a hand below
    ("imperial_settlers", "hand"): ("turn", 0, ()),
    ("el_mapa", "board"): ("turn", None, ()),
    ("el_mapa", "crop"): ("turn", 2, ()),
    ("el_mapa", "castle"): ("turn", 2, ()),
    ("el_mapa", "battle"): ("battle", 1, ()),
}
HIGHEST_PAGE = 2000  # pixels of a page of the rules sheet


def legend_of(game: str, kind: str, lang: str) -> list[Canvas]:
    """Return the pages of a legend."""
    name, seat, _ = SEEN[game, kind]
    pos = rulebook.example_position(game, name)
    drawn = f"{kind}{seat}" if kind == "empire" else kind.partition("-")[0]
    shown = Scene(
        game, drawn, find(game).view(pos, seat), rulebook.NAMES[: pos.n], lang, legend=True
    )
    last = rulebook.legend_pages(rulebook.legends(game)[kind])
    return [drawing.paint(structs.replace(shown, legend_page=page)) for page in range(1, last + 1)]


def test_every_legend_is_looked_at() -> None:
    assert set(SEEN) == {
        (game, kind) for game in TITLES for kind, signs in rulebook.legends(game).items() if signs
    }


@pytest.mark.parametrize(("game", "kind"), list(SEEN))
def test_every_sign_has_its_number_and_no_number_lies_on_another(game: str, kind: str) -> None:
    drawn = legend_of(game, kind, "en" if kind == "board" else "es")
    signs, (_, _, lacking) = rulebook.legends(game)[kind], SEEN[game, kind]
    expected = [
        str(n) for n, one in enumerate(signs, 1) if one.at and not set(one.at) & set(lacking)
    ]
    assert [name for canvas in drawn for name in names(canvas, "callout")] == expected
    for canvas in drawn:
        assert len(names(canvas, "callout")) <= rulebook.MAX_SIGNS_PER_PAGE
        assert overlaps(boxes(canvas, "callout")) == []
        assert [one for one in outside(canvas) if one[0] in ("callout", "meant")] == []


def test_a_thing_is_found_by_kind_by_what_it_is_about_and_by_its_place_among_its_like() -> None:
    canvas = Canvas(Image.new("RGB", (90, 90)))
    for at, about in enumerate(("card1", "card2", "card3")):
        canvas.record_region("coin", Rect(at, 0, 1, 1), about)
    assert legend.find_region(canvas.regions, ("coin",)) == Rect(0, 0, 1, 1)
    assert legend.find_region(canvas.regions, ("stone", "coin card2")) == Rect(1, 0, 1, 1), (
        "the first that is there"
    )
    assert legend.find_region(canvas.regions, ("coin card* #3",)) == Rect(2, 0, 1, 1)
    assert legend.find_region(canvas.regions, ("coin #4",)) is None


@pytest.mark.parametrize(("game", "anchor"), EXAMPLES)
def test_an_example_shows_what_it_names_in_a_position_that_may_be(game: str, anchor: str) -> None:
    one, pos = (
        rulebook.examples(game)[anchor],
        rulebook.example_position(game, rulebook.examples(game)[anchor].position),
    )
    assert find(game).audit(pos) == []
    whole = drawing.paint(one.scene(game, "es"))
    assert [name for name in one.cut if legend.find_region(whole.regions, (name,)) is None] == []
    assert {mark.spot for mark in one.scene(game, "es").marks} <= {
        noted.about for noted in whole.regions
    }, "letters have places"
    for lang in ("es", "en"):
        assert rulebook.chapter(game, lang, anchor) is not None, anchor
        assert one.says[lang]


# Examples in which no near line is free: how many words and figures an edge may cut there.
CUT_WORDS = {
    ("eight_minute_empire", "sea"): 2,
    ("el_mapa", "move"): 4,
    ("el_mapa", "explore"): 2,
    ("el_mapa", "claim"): 2,
    ("el_mapa", "treasures"): 4,
}


@pytest.mark.parametrize(("game", "anchor"), EXAMPLES)
def test_the_edge_of_an_example_cuts_no_word(game: str, anchor: str) -> None:
    for lang in ("es", "en"):
        shown = drawing.paint(Scene(game, "example", anchor, (), lang))
        if rulebook.examples(game)[anchor].cut:
            cut = [one for one in shown.regions if not one.box.is_inside(shown.box)]
            assert len(cut) <= CUT_WORDS.get((game, anchor), 0), cut


@pytest.mark.parametrize(
    ("game", "lang"), [(game, ("es", "en")[at % 2]) for at, game in enumerate(TITLES)]
)
def test_pages_of_a_sheet_are_a_phones_width_not_too_high_and_hold_all_their_words(
    game: str, lang: str
) -> None:
    wanted = rulebook.rules_sheet(game)
    assert wanted is not None
    said: list[str] = []
    for page in range(1, wanted.page_count(game) + 1):
        canvas = drawing.paint(Scene(game, "sheet", page, (), lang))
        assert canvas.box.w == 1200
        assert canvas.box.h <= HIGHEST_PAGE
        chapters = wanted.pages[page - 1] if page <= len(wanted.pages) else ("legend",)
        assert len(names(canvas, "panel")) == len(chapters)
        said += names(canvas, "words")
        assert outside(canvas) == []
        panels = [box for _, box in boxes(canvas, "panel")]
        for what, box in boxes(canvas, "words", "picture"):
            assert any(box.is_inside(panel) for panel in panels), what
    assert not [words for words in said if words.endswith("…")], "nothing is cut"
    for entry in rulebook.legends(game)["board"]:
        if entry.at:
            assert any(words.endswith(painted_rules.plain(entry.says[lang])) for words in said)
    for page in (0, wanted.page_count(game) + 1):
        with pytest.raises(IndexError):
            drawing.paint(Scene(game, "sheet", page, (), lang))


@pytest.mark.parametrize("game", TITLES)
def test_the_pages_of_the_rules_are_what_their_source_says(game: str) -> None:
    for lang in ("es", "en"):
        assert (rules.FOLDER / f"{game}.{lang}.md").read_text("utf-8") == rules.page(game, lang), (
            "make rules"
        )
    pictures = {path.name for path in (rules.FOLDER / "pictures").glob(f"{game}-*")}
    assert pictures == {
        rules.file_of(game, name, lang).name for name in rules.names(game) for lang in ("es", "en")
    }
    with Image.open(rules.file_of(game, rules.LEGEND, "es")) as stored:
        sheet = drawing.paint(rules.scene(game, rules.LEGEND, "es")).sheet
        high = round(sheet.height * rules.WIDE / sheet.width)
        assert stored.size == (rules.WIDE, high), "make rules"
