"""Rules pages: search, sheet and legends, with pictures and as text."""

from __future__ import annotations

import pytest
from msgspec import structs

from app.model.match import User
from games.core.engine.game import find
from games.core.guides import rulebook
from games.core.views.scene import Scene
from games.hosted import GAMES
from tests.ui.handler_harness import ANA, BRUNO, HandlerHarness, NoRenderer, controls, labels, text
from ui.components import MAX_SELECT_OPTIONS, Button, Select
from ui.custom_ids import NO_MATCH

EME = "eight_minute_empire"
READER = structs.replace(ANA, prefs={"text": True})


@pytest.fixture
def painted(handlers: HandlerHarness) -> HandlerHarness:
    handlers.harness.app.renderer = NoRenderer()
    return handlers


async def test_what_is_sought_is_answered_by_its_chapter_its_term_its_card_or_its_paragraphs(
    painted: HandlerHarness,
) -> None:
    rules = painted.tables.rules
    chapter = rules.answer(EME, ANA, "colocar ejercitos")
    assert chapter.embed is not None
    assert chapter.embed.title == "Colocar ejércitos"
    assert chapter.picture_source is not None
    assert (chapter.picture_source.kind, chapter.picture_source.view) == ("example", "place")  # type: ignore[union-attr]
    assert "*Ejemplo.*" in chapter.embed.text
    term = rules.answer(EME, ANA, "army").embed
    assert term is not None
    assert (term.title, term.footer) == ("Ejército", "En inglés: army")
    called = rules.answer(EME, ANA, "tropas").embed
    assert called is not None
    assert called.title == "Ejército", "by what people may call it"
    card = rules.answer("tadmor", ANA, "Flota de madera").embed
    assert card is not None
    assert "Recibes 1 más con cada barco que recoge madera." in card.text
    found = rules.answer(EME, ANA, "escalón").embed
    assert found is not None
    assert "Solo cuenta el escalón más alto al que llegas" in found.text, "the paragraph"
    nothing = rules.answer(EME, READER, "zzz")
    assert nothing.picture_source is None
    assert "zzz" in (nothing.embed.text if nothing.embed else "")


@pytest.mark.parametrize("game", [game.id for game in GAMES])
async def test_the_sheet_is_a_picture_or_the_same_in_words(
    painted: HandlerHarness, game: str
) -> None:
    drawn = (await painted.tap(NO_MATCH, "sheet", ANA, game)).message
    assert drawn is not None
    assert isinstance(drawn.picture_source, Scene)
    assert drawn.picture_source.kind == "sheet"
    assert drawn.alt
    assert "*" not in drawn.alt
    wanted = rulebook.rules_sheet(game)
    assert wanted is not None
    shown, seen = drawn, [drawn.picture_source.view]
    while any(
        isinstance(one, Button) and one.label == "›" and not one.disabled for one in controls(shown)
    ):
        answer = await painted.press(shown, "›", ANA)
        assert answer.edit, "the next page replaces this one"
        assert answer.message is not None
        shown = answer.message
        assert isinstance(shown.picture_source, Scene)
        assert shown.alt
        seen.append(shown.picture_source.view)
    assert seen == list(range(1, wanted.page_count(game) + 1))
    told = await painted.tap(NO_MATCH, "sheet", READER, game)
    assert told.message is not None
    assert told.message.picture_source is None
    said, message = "", told.message
    while True:
        said += f"\n{text(message)}"
        assert text(message).rstrip()[-1] != "…"
        if (
            "›" not in labels(message)
            or next(
                one for one in controls(message) if isinstance(one, Button) and one.label == "›"
            ).disabled
        ):
            break
        answer = await painted.press(message, "›", READER)
        assert answer.message is not None
        message = answer.message
    for anchor in wanted.chapters:
        one = rulebook.chapter(game, "es", anchor)
        assert one is not None
        assert one.text.strip() in said, anchor
    words = (await painted.press(drawn, "Ver en texto", ANA)).message
    assert text(words) == text(told.message), "the picture leads to the same words"


async def test_a_legend_draws_what_is_looked_at_with_numbers_and_says_what_they_are(
    painted: HandlerHarness,
) -> None:
    match = (await painted.harness.table(2, game=EME)).id
    board = (await painted.tap(match, "board")).message
    assert board is not None
    assert "🔍 Leyenda" in labels(board)
    shown = (await painted.press(board, "🔍 Leyenda")).message
    assert shown is not None
    assert shown.picture_source is not None
    assert (shown.picture_source.kind, shown.picture_source.legend) == ("board", True)  # type: ignore[union-attr]
    signs = rulebook.legend_of(EME, "board")
    assert text(await painted.tap(match, "legend")) == text(shown), "an old button, without a page"
    said, numbers = text(shown), [getattr(shown.picture_source, "legend_page", 0)]
    while any(
        isinstance(one, Button) and one.label == "›" and not one.disabled for one in controls(shown)
    ):
        answer = await painted.press(shown, "›")
        assert answer.edit, "the next page replaces this one"
        shown = answer.message
        assert shown is not None
        assert isinstance(shown.picture_source, Scene)
        numbers.append(shown.picture_source.legend_page)
        said += text(shown)
    assert numbers == [1, 2]
    for n, one in enumerate(signs, 1):
        assert said.count(one.says["es"]) == 1
        assert (f"**{n}** " in said) is bool(one.at)
    own = (await painted.tap(match, "legend", ANA, "own")).message
    assert own is not None
    assert isinstance(own.picture_source, Scene)
    view = (await painted.harness.app.queries.view(match, ANA)).view
    game = find(EME)
    assert own.picture_source.kind == (game.own_picture(view) or game.panel_picture(view, ()))
    read = await painted.tap(match, "legend", READER)
    assert read.message is not None
    assert read.message.picture_source is None
    assert signs[0].says["es"] in text(read)


@pytest.mark.parametrize("game", [game.id for game in GAMES])
@pytest.mark.parametrize("by", [ANA, BRUNO])
def test_every_chapter_can_be_chosen_in_the_menu_of_some_chapter(
    painted: HandlerHarness, game: str, by: User
) -> None:
    all_chapters = rulebook.chapters(game, by.lang)
    reached = {0}
    while True:
        offered = set[int]()
        for index in reached:
            message = painted.tables.rules.chapter(game, by, index)
            menu = next(one for one in controls(message) if isinstance(one, Select))
            assert len(menu.choices) <= MAX_SELECT_OPTIONS
            for choice in menu.choices:
                assert choice.label == all_chapters[int(choice.value)].title
            offered |= {int(choice.value) for choice in menu.choices}
            assert index in offered, "the chapter that is shown"
        if offered <= reached:
            break
        reached |= offered
    assert reached == set(range(len(all_chapters)))
