"""What panels, *News* and the end of a game tell of the moves of others."""

from __future__ import annotations

from app.log.log_page import Recap
from games.core.engine import walk
from games.core.state.rng import Rng
from games.core.state.score import Criterion, Scoreboard, rank
from games.core.text.messages import literal, msg
from tests.app.harness import STRANGER, loaded
from tests.ui.handler_harness import ANA, BRUNO, HandlerHarness, controls, labels, text
from tests.ui.panels import faults, match_of, panel_of, pick
from ui.components import Button
from ui.custom_ids import TableAction, TableId, decode
from ui.i18n import Translator
from ui.views.pages.common import since_message
from ui.views.pages.way_back import leads_back
from ui.views.panel.forms import PanelViewState
from ui.views.panel.panel import render_panel
from ui.views.table.board_message import end_message

ES = Translator.of(match_of(), "es")
BOARD_LOG_SENTENCES = tuple(literal(f"cosa {n}") for n in range(1, 8))


def test_of_what_a_step_set_off_the_newest_is_told_and_the_rest_counted():
    panel = panel_of(pick(2), committed_move=literal("hecho"), consequences=BOARD_LOG_SENTENCES)
    told = text(render_panel(panel, ES)).splitlines()
    assert told[: told.index("… y 3 cosas más")][-4:] == [
        "• cosa 4",
        "• cosa 5",
        "• cosa 6",
        "• cosa 7",
    ]
    few = text(render_panel(panel_of(pick(2), consequences=BOARD_LOG_SENTENCES[:4]), ES))
    assert "más" not in few
    assert "• cosa 1" in few


def test_where_a_phone_has_no_room_the_two_newest_are_told():
    panel = panel_of(pick(2), committed_move=literal("hecho"), consequences=BOARD_LOG_SENTENCES)
    told = text(render_panel(panel, ES, PanelViewState(few_consequences=True))).splitlines()
    assert told[: told.index("… y 5 cosas más")][-2:] == ["• cosa 6", "• cosa 7"]


def test_what_ones_own_step_brought_is_never_left_out():
    own = frozenset({0, 2})
    panel = panel_of(pick(2), consequences=BOARD_LOG_SENTENCES, own_results=own)
    told = text(render_panel(panel, ES)).splitlines()
    assert told[: told.index("… y 3 cosas más")][-4:] == [
        "• cosa 1",
        "• cosa 3",
        "• cosa 6",
        "• cosa 7",
    ]
    everything = frozenset(range(7))
    panel = panel_of(pick(2), consequences=BOARD_LOG_SENTENCES, own_results=everything)
    assert "• cosa 1" in text(render_panel(panel, ES)), "the direct result comes before all"


def test_a_single_consequence_is_not_left_out_for_a_line_that_counts_it():
    panel = panel_of(pick(2), consequences=BOARD_LOG_SENTENCES[:5])
    told = text(render_panel(panel, ES))
    assert "más" not in told
    assert "• cosa 1" in told


async def test_what_a_panel_has_no_room_for_is_one_tap_away(handlers: HandlerHarness):
    match = await handlers.harness.table(2, game="eight_minute_empire")
    panel = await handlers.harness.app.game_service.open_or_refresh_panel(match.id, ANA)
    assert "Novedades" not in labels(await handlers.panels.build_message(panel, ANA))
    panel.consequences = BOARD_LOG_SENTENCES
    assert "Novedades" in labels(await handlers.panels.build_message(panel, ANA))


async def test_what_rivals_did_stands_there_again_after_help(handlers: HandlerHarness):
    match = await handlers.harness.table(2, game="eight_minute_empire")
    app = handlers.harness.app
    while True:
        pos = (await loaded(app, match.id)).pos
        (seat, *_) = walk.actors(pos)
        if seat == 0 and walk.question(pos, seat) == "take" and all(pos.state.cards):
            break
        await app.game_service.play(match.id, (ANA, BRUNO)[seat], walk.default_path(pos, seat))
    first = await handlers.tap(match.id, "play", ANA)
    news = "Desde tu último turno"
    assert news in text(first)
    explained = await handlers.press(first.message, "?")
    assert news not in text(explained)
    back = await handlers.press(explained.message, "‹ Volver")
    assert news in text(back)


def test_what_happened_has_pages_each_with_what_is_left():
    since = Recap(
        (), 3600.0, has_news=True, all=tuple(literal(f"cosa {n}") for n in range(1, 26)), row=7
    )
    pages = [since_message(match_of(), since, ES, page) for page in (1, 2, 3)]
    assert all(list(faults(page)) == [] for page in pages)
    told = [[line for line in text(page).splitlines() if "cosa" in line] for page in pages]
    assert [(some[0], len(some)) for some in told] == [
        ("• cosa 1", 11),
        ("• cosa 11", 11),
        ("• cosa 21", 5),
    ]
    assert [some[-1] for some in told] == ["… y 15 cosas más", "… y 5 cosas más", "• cosa 25"]
    assert text(since_message(match_of(), since, ES, 99)) == text(pages[2])
    ways = [decode(one.id) for one in controls(pages[0]) if isinstance(one, Button)]
    assert TableId("4K2", TableAction.SHOW_LOG, "since") in ways, (
        "the whole log opens where that begins"
    )
    assert TableId("4K2", TableAction.SHOW_RECAP, "2") in ways


async def test_who_only_watches_reads_what_happened_last(handlers: HandlerHarness):
    match = await handlers.harness.table(2, game="eight_minute_empire")
    for person in (ANA, BRUNO):
        await handlers.harness.say(match, person, "bid", 1)
    told = text(await handlers.tap(match.id, "since", STRANGER))
    assert "Latest events" in told
    assert "Nothing has happened yet" not in told
    assert "Ana" in told
    assert "▶ Play" not in labels((await handlers.tap(match.id, "since", STRANGER)).message)


async def test_the_log_opens_where_the_reader_left_off(handlers: HandlerHarness):
    match, rng = await handlers.harness.table(2, game="eight_minute_empire"), Rng.of(4)
    for _ in range(60):  # Ana has long been silent; a log of several pages
        stored = await handlers.harness.app.repo.matches.load(match.id)
        assert stored is not None
        if not (seats := walk.actors(stored.pos)) or (seats == (0,) and stored.match.rows > 30):
            break
        async with handlers.harness.app.locks(match.id):
            await handlers.harness.app.moves.play(
                stored, seats[0], walk.random_move(stored.pos, seats[0], rng), "player"
            )
    opened = await handlers.tap(match.id, "log", ANA, "since")
    since = await handlers.harness.app.queries.recap(match.id, ANA)
    page = await handlers.harness.app.queries.log(match.id, ANA, after=since.row)
    assert page.pages > 1
    assert text(opened) == text(await handlers.tap(match.id, "log", ANA, str(page.page)))
    assert opened.edit, "it takes the panel's place"
    assert opened.message is not None
    assert leads_back(opened.message)
    assert any(row.n > since.row for row in page.rows)


def test_the_end_tells_what_happened_last_before_who_has_won():
    board = Scoreboard((), (9, 12, 4), rank([Criterion("total", literal("puntos"), (9, 12, 4))]))
    said = (
        msg("host.heading", said=literal("Ronda 9")),
        *BOARD_LOG_SENTENCES[:5],
        literal("Gana Bruno"),
    )
    told = text(end_message(match_of(status="ended"), board, ES, None, said))
    assert told.index("Lo último que ha pasado") < told.index("• cosa 2") < told.index("• cosa 5")
    assert "cosa 1" not in told
    assert "Ronda 9" not in told
