"""Help pages by situation."""

from __future__ import annotations

import pytest
from msgspec import structs

from app.model.match import Panel
from games.core.engine.game import find
from games.core.guides.rulebook import chapter, chapters
from games.core.prompts.prompt import AmountPrompt
from games.core.state.score import Scoreboard, ScoreRow
from games.core.text.messages import Key, literal, msg
from tests.ui.handler_harness import ANA, HandlerHarness, labels, text
from tests.ui.panels import buttons, faults, label_list, match_of, panel_of, pick
from ui.components import MAX_EMBED_CHARS, Select
from ui.custom_ids import PanelAct, PanelId, PanelVerb, TableAction, TableId, decode
from ui.i18n import Translator
from ui.rules_search import question_kind
from ui.views.lobby.lobby_message import length_line, lobby_message, options_message
from ui.views.pages.common import help_message, score_message
from ui.views.pages.rules import rules_message
from ui.views.panel.forms import PanelViewState
from ui.views.panel.panel import render_panel

EN_TADMOR = Translator("en", "tadmor")


@pytest.mark.parametrize("lang", ["es", "en"])
def test_my_turn_what_now_ends_with_the_game_on_one_screen(lang: str):
    match = structs.replace(match_of(2), game="tadmor")
    now = chapter("tadmor", lang, "now")
    assert now is not None
    card = help_message(Translator(lang, "tadmor"), match, "turn").embed
    assert card is not None
    assert card.text.endswith(now.text), "whole"
    assert len(card.text) <= MAX_EMBED_CHARS
    first = help_message(Translator(lang, "tadmor"), match, "first").embed
    assert first is not None
    assert now.title not in first.text
    other = help_message(Translator(lang), None, "turn").embed
    assert other is not None
    assert now.title not in other.text


def test_what_is_said_of_a_question_is_what_reaches_furthest():
    def asked(question: str, *path: Key, prompt: str = "tad.ask.what") -> str | None:
        return question_kind(
            "tadmor",
            Panel(
                match_of(2), 0, path=path, asked=AmountPrompt(0, 3, msg(prompt)), question=question
            ),
        )

    assert asked("build") == "build"
    assert asked("build", "tower", "tower_single") == "build.tower"
    assert asked("build", "trade", "wood-gold") == "*.trade", "beside any question"
    assert asked("buy", "buy", "i41", prompt="tad.ask.pay") == "buy.pay", (
        "the prompt tells the last step"
    )
    assert asked("give_up", "discard", {"wood": 1}) == "give_up.discard", (
        "a game's own word before a common one"
    )
    assert asked("nobody_asks_this") is None


def test_a_game_that_says_nothing_of_its_questions_has_no_sign_for_it():
    panel = panel_of(pick(3))
    assert "?" not in label_list(render_panel(panel, Translator.of(panel.match)))
    panel.question = "act"
    assert label_list(render_panel(panel, Translator.of(panel.match)))[-2:] == ["?", "Ver en texto"]
    panel.asked = None
    assert "?" not in label_list(render_panel(panel, Translator.of(panel.match))), (
        "nothing is asked"
    )


@pytest.mark.parametrize(
    ("lang", "first", "way"),
    [
        ("es", "Eliges una de seis cartas", "Reglas: Tomar una carta"),
        ("en", "Take one of the six cards", "Rules: Taking a card"),
    ],
)
def test_a_question_is_explained_with_the_way_to_its_chapter(lang: str, first: str, way: str):
    match = match_of(2)
    asked, words = panel_of(pick(6)), Translator(lang, match.game)
    asked.path, asked.question = ("take",), "take"
    message = render_panel(asked, words, PanelViewState(group=1, page=2, shows_help=True))
    assert list(faults(message)) == []
    assert message.embed is not None
    assert message.embed.text.startswith(first)
    assert message.embed.text.count("\n") == 1, "nothing else is said"
    *answers, back, chapter = buttons(message)[:8]
    assert len(answers) == 6, "the question can be answered below its help"
    assert decode(back.id) == PanelId(
        match.id, asked.decision, 1, PanelAct.RUN, PanelVerb.SHOW_GROUP, group=1, page=2
    )
    assert (chapter.label, decode(chapter.id)) == (
        way,
        TableId(match.id, TableAction.SHOW_RULES, f"{match.game}.take"),
    )
    more = help_message(words, match, "turn", asked)
    assert TableId(match.id, TableAction.OPEN_PANEL) in [decode(b.id) for b in buttons(more)]
    card = more.embed
    assert card is not None
    assert message.embed.text in card.text, "the same sentences"


async def test_the_sign_explains_in_the_panel_and_back_leads_to_its_lines(handlers: HandlerHarness):
    table = await handlers.harness.table(2, game="eight_minute_empire")
    panel = await handlers.tap(table.id, "play", ANA)
    explained = await handlers.press(panel.message, "?", ANA)
    assert explained.edit, "in the same message"
    assert text(explained) != text(panel)
    assert explained.message is not None
    assert explained.message.panel is not None, "the panel stays alive"
    again = await handlers.press(explained.message, "‹ Volver", ANA)
    assert again.edit
    kept = [label for label in labels(panel.message) if label != "Aprender"]
    assert labels(again.message) == kept


def test_the_rules_are_leafed_through_chapter_by_chapter():
    words, book = Translator("en", "tadmor"), chapters("tadmor", "en")

    def leaf(at: int) -> list[tuple[str, str, bool]]:
        message = rules_message("tadmor", words, index=at)
        assert list(faults(message)) == []
        return [
            (b.label, t.arg, b.disabled)
            for b in buttons(message)
            if isinstance(t := decode(b.id), TableId) and t.action == "rules"
        ]

    assert leaf(0) == [("‹ Previous", "tadmor.0", True), ("Next ›", "tadmor.2", False)]
    assert leaf(1) == [("‹ Previous", "tadmor.1", False), ("Next ›", "tadmor.3", False)]
    assert leaf(len(book) - 1)[1][2], "nothing comes after the last"


def test_the_lobby_leads_to_the_rules():
    match = structs.replace(match_of(2), game="tadmor")
    message = lobby_message(match, Translator("en", "tadmor"))
    assert list(faults(message)) == []
    assert ("Rules", TableId(match.id, TableAction.SHOW_RULES_SHEET)) in [
        (b.label, decode(b.id)) for b in buttons(message)
    ]


def test_a_long_name_of_what_counts_takes_two_lines_of_the_score():
    rows = (ScoreRow("statues", literal("Statues, theatres, colonnades"), (1, 2, 3)),)
    card = score_message(
        match_of(3), Scoreboard(rows, (1, 2, 3), ()), Translator("en", "tadmor")
    ).embed
    assert card is not None
    assert "…" not in card.text
    lines = card.text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("Statues"))
    assert (lines[at], lines[at + 1].split()) == (
        "Statues, theatres,",
        ["colonnades", "1", "2", "3"],
    )
    assert max(map(len, lines[1:5])) <= 34


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "es",
            "Complejidad alta. Con 2 en la mesa y 3 turnos al día, la partida dura unos 24 días.",
        ),
        (
            "en",
            ("High complexity. With 2 at the table and 3 turns a day, a game takes about 24 days."),
        ),
    ],
)
def test_the_lobby_tells_how_heavy_a_game_is_and_how_long_it_takes(lang: str, told: str):
    match = structs.replace(match_of(2), game="tadmor", size=2)
    card = lobby_message(match, Translator(lang, "tadmor")).embed
    assert card is not None
    assert told in card.text


def test_the_lobby_tells_the_length_for_those_who_sit_there_once_they_are_enough():
    match = structs.replace(match_of(2), game="tadmor", size=4)
    assert "Con 2 en la mesa" in length_line(match, Translator("es", "tadmor"))
    alone = structs.replace(match, seats=match.seats[:1])
    assert "Con 4 en la mesa" in length_line(alone, Translator("es", "tadmor"))


@pytest.mark.parametrize(
    ("lang", "told"), [("es", "Con bots no hay que esperar:"), ("en", "no waiting")]
)
def test_who_plays_against_computers_alone_is_told_of_no_days_and_no_pings(lang: str, told: str):
    match = structs.replace(match_of(2), game="tadmor", size=2)
    match.seats[1] = structs.replace(match.seats[1], user=None, computer="easy")
    said = length_line(match, Translator(lang, "tadmor"))
    assert told in said
    assert "71" not in said, "the pings: bots answer within seconds"
    assert "24" not in said, "the days"


@pytest.mark.parametrize(
    ("game", "preset"),
    [
        ("era_medieval_age", "short"),
        ("el_mapa", "quick_async"),
        ("eight_minute_empire", "campaign"),
    ],
)
def test_the_length_of_the_usual_game_is_not_told_of_a_shorter_or_longer_one(
    game: str, preset: str
):
    usual = structs.replace(match_of(2), game=game, size=2, options=find(game).defaults(2))
    other = structs.replace(usual, options={**usual.options, **find(game).presets[preset]})
    assert "3 turns a day" in length_line(usual, Translator("en", game))
    assert length_line(other, Translator("en", game)).endswith("complexity.")


def test_a_full_table_offers_no_seat_and_a_first_game_leaves_the_options_alone():
    match = structs.replace(match_of(2), game="tadmor", size=3)
    taken = structs.replace(match, size=2)
    for one, off in ((match, False), (taken, True)):
        told = {decode(b.id): b for b in buttons(lobby_message(one, EN_TADMOR))}
        found = (
            told[TableId(one.id, TableAction.JOIN)],
            told[TableId(one.id, TableAction.ADD_BOT)],
        )
        assert [b.disabled for b in found] == [off] * 2
        menus = [row for row in lobby_message(one, EN_TADMOR).rows if isinstance(row, Select)]
        assert len(menus) == (not off)
        assert found[0].style == "grey", "enough people sit: Start stands out"
        assert not told[TableId(one.id, TableAction.LEAVE)].disabled
    said = options_message(match, Translator("en", "tadmor"), may_change=True).embed
    changed = options_message(
        structs.replace(match, options={"expert_start": True}),
        Translator("en", "tadmor"),
        may_change=True,
    ).embed
    assert said is not None
    assert changed is not None
    assert "fine for a first game" in said.text
    assert "fine for a first game" not in changed.text
