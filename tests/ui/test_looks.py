"""Controls for a closer look, `/board`, cards and their rules, lost games."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from app.model.match import TableView, UserError
from games.core.engine import walk
from games.core.engine.game import find
from games.core.guides import rulebook
from games.core.prompts.prompt import Option, SelectPrompt
from games.core.state.score import Rank, Scoreboard, ScoreRow
from games.core.text.languages import LANGUAGES
from games.core.text.messages import literal, seat_name
from games.core.views.closeups import CardFace, Closeup
from games.hosted import GAMES
from games.tadmor import GAME as TADMOR
from tests.core.small_game import CELLAR
from tests.ui.panels import buttons, faults, label_list, match_of, menus, panel_of
from ui.custom_ids import TableAction, TableId, decode
from ui.i18n import Translator
from ui.views.pages import cards
from ui.views.pages.common import score_message, text_message
from ui.views.panel.forms import PanelViewState
from ui.views.panel.panel import render_panel
from ui.views.table import closeups
from ui.views.table.board_message import board_message, end_message

MATCH = match_of()
ES = Translator.of(MATCH)


def parts(n: int) -> tuple[Closeup, ...]:
    """Things of so many seats."""
    return tuple(
        Closeup(f"mat{s}", "mat", literal(f"Tabla {s}"), s, (literal(f"Todo lo de {s}."),))
        for s in range(n)
    )


def look(*closeups: Closeup, **more) -> TableView:
    words = (literal("Turno 1"), literal("Todo."))
    return structs.replace(TableView(MATCH, 0, None, words[0], words, (0,), closeups), **more)


def test_few_parts_are_buttons_named_by_whose_they_are_and_many_a_menu():
    (row,) = closeups.closeup_row(
        "4K2", (*parts(2), Closeup("row", "row", literal("La fila"))), ES, with_sign=True
    )
    assert [button.label for button in row] == ["🔍 ● Ana", "🔍 ■ Bruno", "🔍 La fila"]
    assert [decode(button.id) for button in row][1] == TableId("4K2", TableAction.SHOW_PART, "mat1")
    twice = (*parts(2), Closeup("fleet1", "fleet", literal("Flota de Bruno"), 1))
    (row,) = closeups.closeup_row("4K2", twice, ES, chosen="fleet1")
    assert [(button.label, button.style) for button in row] == [
        ("● Ana", "grey"),
        ("Tabla 1", "grey"),
        ("Flota de Bruno", "blue"),
    ], "two parts of one seat are told apart"
    (menu,) = closeups.closeup_row("4K2", parts(6), ES, chosen="mat4")
    assert [choice.value for choice in menu.choices if choice.chosen] == ["mat4"]
    assert closeups.closeup_row("4K2", (), ES) == ()


def test_the_tables_message_has_them_while_and_after_the_game():
    for status, above in (("running", 5), ("ended", 2)):
        shown = look(*parts(3), match=match_of(status=status))
        message = board_message(shown, (), ES, None)
        assert list(faults(message)) == []
        assert label_list(message)[above:] == ["🔍 ● Ana", "🔍 ■ Bruno", "🔍 ▲ Carla"]
    assert len(board_message(look(), (), ES, None).rows) == 1


def test_a_part_without_words_of_its_own_says_everything():
    message = text_message(
        look(Closeup("map", "map", literal("Mapa"))),
        ES,
        part=Closeup("map", "map", literal("Mapa")),
    )
    assert message.embed is not None
    assert message.embed.text == "Turno 1\nTodo."
    own = text_message(look(*parts(2)), ES, part=parts(2)[1])
    assert own.embed is not None
    assert (own.embed.title, own.embed.text) == ("Tabla 1", "Turno 1\nTodo lo de 1.")


def test_a_long_part_has_pages_that_stay_with_it():
    long = Closeup(
        "mat0", "mat", literal("Tabla"), 0, tuple(literal(f"{n} " + "x" * 300) for n in range(30))
    )
    message = text_message(look(long), ES, 2, long)
    assert list(faults(message)) == []
    there = {decode(button.id) for button in buttons(message)}
    assert {
        TableId("4K2", TableAction.SHOW_PART_AS_TEXT, f"mat0.{page}") for page in (1, 2, 3)
    } <= there


@pytest.mark.parametrize(
    ("view", "seat", "wanted"),
    [
        ("", "", (None, False)),
        ("board", "", (None, False)),
        ("Texto", "", (None, True)),
        ("mat2", "", ("mat2", False)),
        ("tabla 1", "", ("mat1", False)),
        ("", "2", ("mat2", False)),
        ("", "ana", ("mat0", False)),
        ("", "● Ana", ("mat0", False)),
        ("text", "bru", ("mat1", True)),
        ("imagen", "1", ("mat1", False)),
        ("mat2", "0", ("mat0", False)),
    ],
)
def test_what_board_means(view: str, seat: str, wanted: tuple[str | None, bool]):
    part, in_words = closeups.resolve_view(look(*parts(3)), view, seat, ES)
    assert (part and part.id, in_words) == wanted


@pytest.mark.parametrize(
    ("view", "seat"), [("dragón", ""), ("tabla", ""), ("", "zoe"), ("", "7"), ("text", "a")]
)
def test_what_board_does_not_know_is_answered_with_what_there_is(view: str, seat: str):
    with pytest.raises(UserError) as told:
        closeups.resolve_view(look(*parts(3)), view, seat, ES)
    assert "Tabla 0, Tabla 1 o Tabla 2" in ES(told.value.what)
    with pytest.raises(UserError) as told:
        closeups.resolve_view(look(), view, seat, ES)
    assert told.value.what.key == "ui.look.none"


def test_the_panel_has_the_way_behind_more_and_while_waiting():
    pos = walk.start(TADMOR, {}, 2, "look")
    match = structs.replace(match_of(2), game="tadmor")
    asked = SelectPrompt((Option("a", literal("Uno")), Option("b", literal("Dos"))))
    for view, there in ((TADMOR.view(pos, 0), True), (None, False)):
        panel = panel_of(asked, match=match, view=view)
        assert (
            "Mirar" in label_list(render_panel(panel, ES, PanelViewState(shows_more=True)))
        ) is there
        assert "Mirar" not in label_list(render_panel(panel, ES))
        idle = render_panel(panel_of(None, match=match, view=view, waiting=(1,)), ES)
        assert ("Mirar" in label_list(idle)) is there
        assert list(faults(idle)) == []
    panel = panel_of(asked, match=match, view=TADMOR.view(pos, 0))
    reading = label_list(render_panel(panel, ES, PanelViewState(as_text=True, shows_more=True)))
    assert {"Mirar", "Ver en imagen"} <= {*reading}, "who reads has the way back to pictures"


def test_the_way_gives_place_where_a_panel_is_full():
    pos = walk.start(TADMOR, {}, 2, "look")
    match = structs.replace(match_of(2), game="tadmor")
    many = SelectPrompt(
        tuple(Option(f"o{n}", literal(f"Opción número {n}")) for n in range(10)), layout="buttons"
    )
    for more in (False, True):
        message = render_panel(
            panel_of(many, match=match, view=TADMOR.view(pos, 0)),
            ES,
            PanelViewState(shows_more=more),
        )
        assert list(faults(message)) == []
        lines = {choice.label for menu in menus(message) for choice in menu.choices}
        assert {f"Opción número {n}" for n in range(10)} <= lines | set(label_list(message))


# --- cards ---


@pytest.fixture
def deck(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """A game with three cards and a rules reference."""
    made = {
        "mill": CardFace(literal("Molino"), (literal("Da 1."),), literal("Común"), "works"),
        "mill_2": CardFace(literal("Molino"), (literal("Da 2."),), literal("Romano")),
        "inn": CardFace(literal("Posada"), (literal("Da 3."),), literal("Común")),
    }
    (tmp_path / "help").mkdir()
    (tmp_path / "help" / "es.md").write_text(
        "# Juego\n\n## Obras {#works}\nSe construyen.\n\n## Cartas {#cards}\n\n### Molino {#card-mill} {#card-mill_2}\nGira.\n\n"
        "- Muele.\n\n### Otras\n- **Posada** {#card-inn}: duerme\n  bien.\n- Nada más.\n",
        "utf-8",
    )
    object.__setattr__(CELLAR, "cards", made)
    before, CELLAR.__dict__["folder"] = CELLAR.folder, tmp_path
    for cached in (cards.cards_of_game, rulebook._text, rulebook.chapters, rulebook.passages):
        cached.cache_clear()
    yield CELLAR.id
    object.__setattr__(CELLAR, "cards", {})
    CELLAR.__dict__["folder"] = before
    for cached in (cards.cards_of_game, rulebook._text, rulebook.chapters, rulebook.passages):
        cached.cache_clear()


def test_a_passage_is_a_section_or_an_item_and_its_anchor_is_not_shown(deck: str):
    assert (
        rulebook.passage(deck, "es", "card-mill")
        == rulebook.passage(deck, "es", "card-mill_2")
        == "Gira.\n\n- Muele."
    )
    assert rulebook.passage(deck, "es", "card-inn") == "**Posada**: duerme\n  bien.", (
        "an item by itself is no list"
    )
    assert rulebook.passage(deck, "es", "works") == "Se construyen."
    assert rulebook.passage(deck, "es", "card-none") == ""
    chapters = rulebook.chapters(deck, "es")
    assert [(one.title, one.anchor) for one in chapters] == [
        ("Obras", "works"),
        ("Cartas", "cards"),
    ]
    assert "{#" not in chapters[1].text


def test_a_card_shows_its_rulings_and_the_way_to_its_chapter(deck: str):
    words = Translator("es", deck)
    message = cards.card_message(cards.find_card([deck], "es", f"{deck}:mill"), words, None)
    assert message.embed is not None
    assert message.embed.text == "Da 1.\n\n**Aclaraciones**\nGira.\n\n- Muele."
    assert [(one.label, decode(one.id)) for one in buttons(message)] == [
        ("Regla: Obras", TableId("_", TableAction.SHOW_RULES, f"{deck}.works"))
    ]
    assert list(faults(message)) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_card_says_when_a_part_of_it_is_ours(game: str, lang: str):
    """In the words, in the picture's text and where the rules are searched; and only then."""
    words = Translator(lang, game)
    said = words("ui.card.ours")
    for one in cards.cards_of_game(game):
        message = cards.card_message(one, words, None)
        assert message.embed is not None
        assert (said in message.embed.text) is (said in message.alt) is one.face.reconstructed, (
            one.card
        )
    shown = [one for one in cards.cards_of_game(game) if one.face.reconstructed][:1]
    for one in shown:
        assert any(said in line for line in cards.card_lines(game, words, one.names[lang]))


def test_names_that_stand_twice_are_asked_back(deck: str):
    with pytest.raises(UserError) as told:
        cards.find_card([deck], "es", "molino")
    assert "«Molino · Común» o «Molino · Romano»" in Translator("es")(told.value.what)
    assert cards.find_card([deck], "es", "Molino · Romano").card == "mill_2"
    assert cards.find_card([deck], "es", "posad").card == "inn"
    with pytest.raises(UserError) as told:
        cards.find_card([deck], "es", "posda")
    assert "«Posada · Común»" in Translator("es")(told.value.what)


def test_only_a_game_with_the_picture_of_a_card_draws_one():
    known = find("tadmor")
    one = next(iter(cards.cards_of_game("tadmor")))
    assert "card" in known.pictures
    scene = cards.card_scene(one, "en", {"palette": "contrast", "large": True})
    assert scene is not None
    assert (scene.kind, scene.view, scene.lang, scene.palette, scene.large) == (
        "card",
        one.card,
        "en",
        "contrast",
        True,
    )
    assert cards.card_scene(one, "en", {"text": True}) is None


# --- the end of a game for one ---


def alone(place: int) -> Scoreboard:
    apart = (
        ScoreRow("own", literal("Propias"), (3,)),
        ScoreRow("grade", literal("Prestigio"), (0,), (literal("sin victoria"),)),
    )
    return Scoreboard(
        (ScoreRow("points", literal("Puntos"), (42,)),), (42,), (Rank(place, 0),), apart
    )


def test_a_game_for_one_that_was_lost_says_so_and_nobody_wins():
    match = match_of(1, status="ended")
    said = [literal("Derrota: 3 frente a 5.")]
    lost, done = (end_message(match, alone(place), ES, None, said) for place in (2, 1))
    assert lost.embed is not None
    assert done.embed is not None
    assert lost.embed.title == "Partida perdida: ● Ana termina con 42 puntos."
    assert lost.embed.text.startswith("Derrota: 3 frente a 5.")
    assert "Gana" not in lost.embed.title + lost.embed.text + lost.alt
    assert done.embed.title == "● Ana termina con 42 puntos."
    assert (
        Translator.of(match, "en")("ui.end.lost_alone", seat=seat_name(0), n=1)
        == "The game is lost. ● Ana finishes with 1 point."
    )
    board = Scoreboard((), (5, 4, 3), (Rank(2, 0), Rank(3, 1), Rank(4, 2)))
    together = end_message(match_of(3, status="ended"), board, ES, None)
    assert together.embed is not None
    assert together.embed.title == "Partida perdida: no gana nadie."


def test_the_points_of_a_game_for_one_tell_what_decided_it():
    card = score_message(match_of(1, status="ended"), alone(2), ES).embed
    assert card is not None
    assert "Propias: 3 · Prestigio: sin victoria" in card.text
    board = structs.replace(
        alone(1), rows=(ScoreRow("points", literal("Puntos"), (1, 2)),), total=(1, 2)
    )
    several = score_message(match_of(2), board, ES).embed
    assert several is not None
    assert "Prestigio" not in several.text


def test_a_card_of_the_table_here_goes_before_those_of_other_games(deck: str):
    found = cards.suggestions([deck], "es", "o", ("tadmor",))
    own = [value.startswith(f"{deck}:") for value, _ in found]
    assert own[0]
    assert own == sorted(own, reverse=True), "and those of others follow"
    assert all(
        value.startswith(f"{deck}:")
        for value, _ in cards.suggestions([deck], "es", "", ("tadmor",))
    )
    other = cards.cards_of_game("tadmor")[0]
    name = other.names["es"]
    assert other.value in [value for value, _ in cards.suggestions([deck], "es", name, ("tadmor",))]
    assert cards.find_card([deck], "es", other.value, ("tadmor",)) is other
    assert cards.find_card([deck], "es", "posad", ("tadmor",)).card == "inn"
    with pytest.raises(UserError):
        cards.find_card([deck], "es", name)
