"""On a phone a panel fits one screen: picture, question and buttons, for every kind of question."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, reduce
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest
from msgspec import structs
from playwright.sync_api import Page, expect

from app.app import App
from app.log import game_log
from app.log.log_page import Recap
from app.model.match import LogEntry, Panel, User
from app.play import panel_builder
from games.core.engine import walk
from games.core.engine.game import find
from games.core.guides import rulebook
from games.core.prompts.prompt import IllegalPath, MoveReady, Option, SelectPrompt
from games.core.text.languages import COMPLETE_LANGUAGES
from games.core.text.messages import Path, literal, msg
from games.core.views.scene import Scene
from games.hosted import GAMES
from render.pictures import drawing
from tests.contract import playouts
from tests.contract.test_help import asked, width
from tests.contract.test_panels import match_of, panel_of
from tests.page import staged
from tests.page.conftest import create
from tests.page.fake import Fake
from tests.page.phone import SCREEN_PX, SENDER_PX, message_px, picture_px
from tests.page.test_discord_sizes import attached
from tests.ui.handler_harness import controls
from ui.components import Message
from ui.custom_ids import PanelAct, PanelId, PanelVerb, decode
from ui.delivery import to_discord
from ui.i18n import Translator
from ui.rules_search import question_help, question_kind
from ui.views.panel.forms import PanelViewState
from ui.views.panel.panel import render_panel
from ui.views.panel.presenter import PanelPresenter, picture_kind
from ui.views.panel.recap_lines import room_px

TITLES = [game.id for game in GAMES if rulebook.chapters(game.id, "en")]
TOP_OF_PICTURE_PX = 110  # at least so much of it is on the screen with all that follows
WHOLE_PICTURE = ("el_mapa",)  # titles whose whole picture is
NAMES = ("Valentina", "Bruno", "Alejandro", "Dolores", "Ignacio", "Carmen")
TOLERANCE_PX = 12  # between the computed height and that of the page


class Shown(NamedTuple):
    """Panel as it is shown: the kind of its question, its message and its picture's kind and size."""

    question: str
    message: Message
    kind: str
    size: tuple[int, int] | None

    @property
    def px(self) -> float:
        """Return the height on a phone."""
        return message_px(self.message, self.size)


def seat_counts(game: str) -> tuple[int, ...]:
    """Return two seats and the most."""
    return (2, max(find(game).players))


@lru_cache
def panels(game: str, seats: int) -> list[Panel]:
    """Return the widest panel of each kind of question of a playout."""
    found = []
    for asking in asked(game, seats, "one").values():
        moment, panel = max(asking, key=lambda one: width(one[1]))
        match = match_of(playouts.played(game, seats, "one"), moment.pos)
        asking_panel = panel_of(match, moment.pos, moment.seat, panel.path)
        asking_panel.view = find(game).view(moment.pos, moment.seat)
        found.append(asking_panel)
    return found


@lru_cache
def panels_after_moves(game: str, seats: int) -> list[Panel]:
    """Return the widest panel of each question that a seat meets after a move it may undo."""
    played = playouts.played(game, seats, "one")
    widest = dict[str | None, Panel]()
    for before, after in pairwise(played.moments):
        if before.seat != after.seat or before.seat in before.step.barrier:
            continue
        done = walk.ask(before.pos, before.seat, before.path)
        assert isinstance(done, MoveReady)
        opened = panel_builder.legal_path(after.pos, after.seat, done.then)
        answer = walk.ask(after.pos, after.seat, opened)
        kind = question_kind(game, Panel(match_of(played, after.pos), 0, path=opened, asked=answer))
        if isinstance(answer, IllegalPath) or (
            kind in widest
            and width(widest[kind]) >= width(Panel(widest[kind].match, 0, asked=answer))
        ):
            continue
        panel = panel_of(match_of(played, after.pos), after.pos, after.seat, opened)
        panel.view = find(game).view(after.pos, after.seat)
        panel.undo, panel.committed, panel.committed_move = done, True, done.summary
        widest[kind] = panel
    return list(widest.values())


@lru_cache
def picture_size(game: str, seats: int, kind: str) -> tuple[int, int]:
    """Return the size of the pictures of this kind; the first panel that has one is drawn."""
    every = (*panels(game, seats), *panels_after_moves(game, seats))
    return picture_size_of(next(one for one in every if kind_of(one) == kind), kind)


def picture_size_of(panel: Panel, kind: str) -> tuple[int, int]:
    """Return the size of a panel's picture of this kind."""
    sheet = drawing.paint(
        Scene(
            panel.match.game,
            kind,
            panel.view,
            panel.match.names,
            "en",
            marks=panel_builder.marks(panel.asked, panel.pending),
        )
    ).sheet
    return sheet.size


def kind_of(panel: Panel) -> str:
    """Return the kind of the panel's picture; "" if it has none."""
    return picture_kind(panel, User(1, "Ana", "en")) or ""


def shown(game: str, seats: int, lang: str) -> list[Shown]:
    """Return all panels of a playout as they are shown in a language."""
    found = []
    for panel in (*panels(game, seats), *panels_after_moves(game, seats)):
        kind = kind_of(panel)
        words = Translator.of(panel.match, lang)
        help_on = question_help(game, lang, panel)
        explanation = (
            help_on.sentences[:1]
            if help_on is not None and help_on.is_event and not panel.committed
            else ()
        )
        message = render_panel(panel, words, PanelViewState(pictured=bool(kind)), explanation)
        if kind and room_px(message) < 0:  # users get the brief form, as `fitted_form` chooses
            message = render_panel(panel, words, PanelViewState(pictured=True, brief=True))
        size = picture_size(game, seats, kind) if kind else None
        found.append(Shown(panel.question or "", message, kind, size))
    return found


@pytest.mark.parametrize("game", TITLES)
def test_a_panel_fits_a_phone(game: str) -> None:
    highest = dict[tuple[str, str], float]()
    for seats in seat_counts(game):
        for lang in COMPLETE_LANGUAGES:
            for panel in shown(game, seats, lang):
                key = (game, panel.kind)
                highest[key] = max(highest.get(key, 0.0), panel.px)
    assert {key: round(px) for key, px in highest.items() if px > SCREEN_PX} == {}


def test_advice_of_four_steps_fits_a_phone() -> None:
    """It hides the answers to the question if there is no room for them."""
    step = msg("eme.move.advice", n=1, start=literal("C10"), to=literal("C11"))
    lines = [msg("host.coach.numbered", n=n, step=step) for n in range(1, 5)]
    steps = reduce(lambda first, then: msg("host.coach.lines", first=first, then=then), lines)
    why = msg("host.coach.gains_overall", n=2, what=msg("eme.score.continents"))
    both = msg("host.coach.both", first=why, second=msg("host.coach.later"))
    highest, kinds_of_answers = dict[str, float](), set[bool]()
    for asking in panels("eight_minute_empire", 5):
        panel = structs.replace(asking, notice=msg("host.coach.plan", steps=steps, why=both))
        for lang in COMPLETE_LANGUAGES:
            message = built(panel, lang, PanelViewState(shows_advice=True))
            size = picture_size("eight_minute_empire", 5, kind_of(asking))
            highest[lang] = max(highest.get(lang, 0.0), message_px(message, size))
            kinds_of_answers.add(PanelAct.PICK in acts(message))
    assert {lang: px for lang, px in highest.items() if px > SCREEN_PX} == {}
    assert kinds_of_answers == {True, False}, "only if there is no room"


def test_advice_that_hides_toggles_hides_their_continue_button_too() -> None:
    asking = panels("eight_minute_empire", 5)[0]
    toggles = tuple(Option(f"o{n}", literal(f"Option {n}")) for n in range(4))
    question = SelectPrompt(toggles, literal("Which ones?"), min=0, max=4)
    for lines, is_shown in ((1, True), (12, False)):
        advice = literal("\n".join(["A line of advice."] * lines))
        panel = structs.replace(asking, asked=question, path=(), crumbs=(), notice=advice)
        message = built(panel, "en", PanelViewState(shows_advice=True))
        assert (PanelAct.TOGGLE in acts(message)) == is_shown
        assert (PanelVerb.GIVE_ANSWER in verbs(message)) == is_shown


def longest_recaps(game: str, seats: int) -> list[tuple[playouts.Moment, Recap]]:
    """Return for each question of a playout the longest recap above it."""
    played, longest = playouts.played(game, seats, "one"), dict[Any, tuple[int, Any, Recap]]()
    entries, last = [LogEntry(row, float(row.n), None, 0) for row in played.rows], dict[int, int]()
    words = Translator.of(match_of(played, played.start), "es")
    for at, moment in enumerate(played.moments):
        before, last[moment.seat] = last.get(moment.seat), at
        if before is None or before == at - 1:
            continue
        recap = game_log.recap(played.game, entries[before:at], moment.seat, 0, 7200.0)
        length = sum(len(words(one)) for one in (*recap.shorter, recap.short)[0])
        question = walk.question(moment.pos, moment.seat)
        if recap.has_news and recap.short and length > longest.get(question, (0,))[0]:
            longest[question] = (length, moment, recap)
    return [(moment, recap) for _, moment, recap in longest.values()]


async def nothing(*_: object, **__: object) -> None:
    return None


async def no_note(*_: object, **__: object) -> str:
    return ""


async def no_matches(*_: object, **__: object) -> list[Any]:
    return []


PRESENTER = PanelPresenter(
    cast(
        App,
        SimpleNamespace(
            renderer=object(),
            hints=SimpleNamespace(rest_of_plan=nothing),
            queries=SimpleNamespace(scene=nothing, inbox=no_matches),
            repo=SimpleNamespace(
                matches=SimpleNamespace(find=no_matches), notes=SimpleNamespace(get=no_note)
            ),
        ),
    )
)


def presented(
    game: str, seats: int, moment: playouts.Moment, path: Path, lang: str, recap: Recap | None
) -> tuple[Panel, Message, tuple[int, int] | None]:
    """Return the panel of a seat at this depth, its message and the size of its picture."""
    match = match_of(playouts.played(game, seats, "one"), moment.pos)
    for seat in match.seats:
        seat.name = NAMES[seat.seat]
    opened = panel_builder.legal_path(moment.pos, moment.seat, path) or ()
    panel = panel_of(match, moment.pos, moment.seat, opened)
    panel.view = find(game).view(moment.pos, moment.seat)
    kind = kind_of(panel)
    message = built(panel, lang, recap=recap)
    return panel, message, picture_size_of(panel, kind) if kind else None


def built(
    panel: Panel, lang: str, view_state: PanelViewState | None = None, recap: Recap | None = None
) -> Message:
    """Return the message that the presenter builds of a panel."""
    building = PRESENTER.build_message(panel, User(7, "Ana", lang), view_state, recap=recap)
    # in a thread, because this thread may have the event loop of the browser
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, building).result()


def panel_ids(message: Message) -> list[PanelId]:
    """Return the parsed custom_ids of the panel's own components in a message."""
    every = (decode(one.id) for one in controls(message) if one.id)
    return [one for one in every if isinstance(one, PanelId)]


def acts(message: Message) -> set[PanelAct]:
    """Return what the panel's components do."""
    return {one.act for one in panel_ids(message)}


def verbs(message: Message) -> set[PanelVerb | None]:
    """Return the verbs of the panel's buttons."""
    return {one.verb for one in panel_ids(message)}


@pytest.mark.parametrize("game", TITLES)
def test_below_a_recap_question_and_buttons_are_on_a_phone_with_the_top_of_the_picture(
    game: str,
) -> None:
    too_high = dict[tuple[int, str, str], int]()
    for seats in seat_counts(game):
        for moment, recap in longest_recaps(game, seats):
            for lang in COMPLETE_LANGUAGES:
                panel, message, size = presented(game, seats, moment, (), lang, recap)
                hidden = max(0.0, picture_px(size) - TOP_OF_PICTURE_PX) if size else 0.0
                hidden *= game not in WHOLE_PICTURE
                px = SENDER_PX + message_px(message, size) - hidden
                if px > SCREEN_PX:
                    too_high[seats, str(panel.question), lang] = round(px)
    assert too_high == {}


@pytest.mark.parametrize("seats", [2, 4])
def test_tadmor_with_a_recap_fits_a_phone_with_the_whole_picture(seats: int) -> None:
    too_high = dict[tuple[str, str], int]()
    for moment, recap in longest_recaps("tadmor", seats):
        for lang in COMPLETE_LANGUAGES:
            panel, message, size = presented("tadmor", seats, moment, (), lang, recap)
            if (px := SENDER_PX + message_px(message, size)) > SCREEN_PX:
                too_high[str(panel.question), lang] = round(px)
    assert too_high == {}


@pytest.mark.parametrize("seats", [2, 4])
def test_tadmors_placement_in_one_go_fits_a_phone_with_the_whole_picture(seats: int) -> None:
    found = dict[tuple[int, str], float]()
    for moment in playouts.played("tadmor", seats, "one").moments:
        turn = moment.pos.state.turn
        if walk.question(moment.pos, moment.seat) == "place" and (turn, "en") not in found:
            for lang in COMPLETE_LANGUAGES:
                _, message, size = presented(
                    "tadmor", seats, moment, ("place", "several"), lang, None
                )
                found[turn, lang] = SENDER_PX + message_px(message, size)
    assert len(found) == 9 * len(COMPLETE_LANGUAGES)
    assert max(found.values()) <= SCREEN_PX


def as_discord(message: Message, size: tuple[int, int] | None) -> staged.Json:
    """Return the message's fields as Discord sends them to clients."""
    assert message.embed is not None
    view = to_discord.view(message.rows)
    return {
        "embeds": [to_discord.embed(message.embed, "").to_dict()],
        "components": view.to_components() if view else [],
        "attachments": [attached("panel.png", size)] if size else [],
    }


@pytest.mark.e2e
@pytest.mark.parametrize("at", [0, 1, 2])
def test_the_computed_height_is_that_of_the_page(
    make: Callable[..., Page], fake: Fake, at: int
) -> None:
    candidates = sorted(shown(TITLES[at], 2, "es"), key=lambda one: one.px)
    panel = candidates[(0, len(candidates) // 2, -1)[at]]
    page = make("narrow")
    made = create(fake, staged.WELCOME, "", **as_discord(panel.message, panel.size))
    body = page.locator(f"#log [data-message-id='{made['id']}'] .body")
    expect(body).to_be_visible()
    box = body.bounding_box()
    assert box is not None
    assert box["width"] == 320
    assert abs(box["height"] - panel.px) <= TOLERANCE_PX, (box["height"], panel.px)
