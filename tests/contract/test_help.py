"""Help at every prompt says in two sentences what it decides, and quotes the rules.

Each panel leads there by `?`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import get_args

import pytest

from app.model.match import Panel
from app.play.panel_builder import UNCOUNTED_TONES
from games.core.engine import walk
from games.core.engine.frame import Frame
from games.core.guides import rulebook
from games.core.prompts.prompt import ENDINGS, AmountPrompt, MoveReady, SelectPrompt
from games.core.text.languages import LANGUAGES
from tests.contract import playouts
from tests.contract.test_panels import explained, match_of, panel_of
from tests.ui.panels import buttons, faults
from ui import custom_ids, rules_search
from ui.components import MAX_EMBED_CHARS, Message
from ui.i18n import Translator, catalogue
from ui.views.pages.common import help_message
from ui.views.panel.forms import PanelViewState
from ui.views.panel.panel import render_panel

WITH_RULES = [one for one in playouts.cases() if rulebook.chapters(one[0], "en")]
TITLES = sorted({one[0] for one in WITH_RULES})
LONGEST = 90  # letters of a sentence (UX: words)
SHOWN = 3  # panels of a kind that are looked at: the ones with most to choose from


@lru_cache(1)
def asked(game: str, n: int, seed: str) -> dict[str | None, list[tuple[playouts.Moment, Panel]]]:
    """Return every prompt of a playout by kind, at each depth."""
    told, found = (
        playouts.played(game, n, seed),
        dict[str | None, list[tuple[playouts.Moment, Panel]]](),
    )
    match = match_of(told, told.start)
    for moment in told.moments:
        tag = walk.question(moment.pos, moment.seat)
        with walk.cached_prompts(moment.pos):
            for end in range(len(moment.path) + 1):
                path = moment.path[:end]
                panel = Panel(
                    match,
                    moment.seat,
                    path=path,
                    asked=walk.ask(moment.pos, moment.seat, path),
                    question=tag,
                )
                found.setdefault(rules_search.question_kind(game, panel), []).append(
                    (moment, panel)
                )
    return found


def width(panel: Panel) -> int:
    """Return the number of choices."""
    match panel.asked:
        case SelectPrompt(options=options, blocked=blocked):
            return len(options) + len(blocked)
        case AmountPrompt(lo=lo, hi=hi):
            return hi - lo
    return 0


def frames(game: str) -> dict[str, type[Frame[object]]]:
    """Return the moments of a game by frame tag."""
    union = playouts.ALL[game].frames
    return {str(one.__struct_config__.tag): one for one in get_args(union) or (union,)}


@pytest.mark.parametrize(("game", "n", "seed"), WITH_RULES)
def test_every_question_has_its_two_sentences_and_its_chapter(game: str, n: int, seed: str) -> None:
    found = asked(game, n, seed)
    assert None not in found, [rules_search.question_words(panel) for _, panel in found[None]]
    for panels in found.values():
        _, panel = max(panels, key=lambda one: width(one[1]))
        for lang in LANGUAGES:
            told, words = (
                rules_search.question_help(game, lang, panel),
                Translator.of(panel.match, lang),
            )
            assert told is not None
            read = rulebook.chapter(game, lang, told.rule)
            assert read is not None
            message = render_panel(panel, words, PanelViewState(shows_help=True))
            assert list(faults(message)) == []
            assert message.embed is not None
            plain = "\n".join(told.sentences)
            locked = "\n".join([plain, words("ui.lock")])  # if an option has the sign
            assert message.embed.text in (plain, locked)
            leads = [custom_ids.decode(one.id) for one in buttons(message)]
            assert (
                custom_ids.TableId(
                    panel.match.id, custom_ids.TableAction.SHOW_RULES, f"{game}.{told.rule}"
                )
                in leads
            )
            card = help_message(words, panel.match, "turn", panel).embed
            assert card is not None
            assert "\n".join(told.sentences) in card.text[:300], "the same first"
            assert read.text[:60] in card.text
            assert len(card.text) <= MAX_EMBED_CHARS


@pytest.mark.parametrize(("game", "n", "seed"), WITH_RULES)
def test_the_panel_of_every_kind_of_question_leads_to_its_sentences(
    game: str, n: int, seed: str
) -> None:
    for kind, panels in asked(game, n, seed).items():
        for moment, asking in sorted(panels, key=lambda one: -width(one[1]))[:SHOWN]:
            panel = panel_of(
                match_of(playouts.played(game, n, seed), moment.pos),
                moment.pos,
                moment.seat,
                asking.path,
            )
            assert rules_search.question_kind(game, panel) == kind
            for lang in LANGUAGES:
                assert explained(panel, lang) == [], (kind, asking.path)


@pytest.mark.parametrize(("game", "n", "seed"), WITH_RULES)
def test_each_verb_among_several_has_sentences_of_its_own(game: str, n: int, seed: str) -> None:
    for kind, panels in asked(game, n, seed).items():
        for moment, panel in panels:
            if len(panel.path) != 1 or isinstance(panel.asked, MoveReady):
                continue
            root, verb = walk.ask(moment.pos, moment.seat), panel.path[0]
            assert isinstance(root, SelectPrompt)
            own = [
                option.key
                for option in root.options
                if option.tone not in UNCOUNTED_TONES and option.key not in ENDINGS
            ]
            assert kind != panel.question or own in ([], [verb]), rules_search.question_words(panel)


@pytest.mark.parametrize("game", TITLES)
def test_every_moment_that_asks_has_sentences_whether_it_is_met_or_not(game: str) -> None:
    asking = {tag for tag, frame in frames(game).items() if frame.prompt is not Frame.prompt}
    assert asking <= rules_search.questions(game).keys()


@pytest.mark.parametrize("game", TITLES)
def test_no_kind_of_question_is_named_that_does_not_exist(game: str) -> None:
    code = "".join(file.read_text("utf-8") for file in playouts.ALL[game].folder.rglob("*.py"))
    steps = {part for key in catalogue("en", game).words for part in key.split(".")} | set(
        re.findall(r'"([a-z0-9_]+)"', code)
    )
    for kind in rules_search.questions(game):
        tag, *words = kind.split(".")
        assert tag == "*" or tag in frames(game)
        assert words or tag != "*"
        assert set(words) <= steps


@pytest.mark.parametrize("game", TITLES)
def test_the_sentences_are_short_and_plain(game: str) -> None:
    for kind, told in rules_search.questions(game).items():
        for lang in LANGUAGES:
            assert rulebook.chapter(game, lang, told[lang].rule) is not None, kind
            assert len(told[lang].sentences) == len(set(told[lang].sentences)) == 2, kind
            for one in told[lang].sentences:
                assert 20 <= len(one) <= LONGEST, (kind, one)
                assert one.endswith("."), (kind, one)
                assert one[0] == one[0].upper(), (kind, one)
                assert not set(one) & set("!¡{}@\n"), (kind, one)
        assert not set(told["es"].sentences) & set(told["en"].sentences), kind


def test_the_words_of_a_message_hold_what_a_panel_shows_in_text() -> None:
    """A panel as text has the same `?`."""
    game, n, seed = WITH_RULES[0]
    moment = playouts.played(game, n, seed).moments[0]
    panel = panel_of(
        match_of(playouts.played(game, n, seed), moment.pos), moment.pos, moment.seat, ()
    )
    shown: list[Message] = [
        render_panel(panel, Translator.of(panel.match), show)
        for show in (PanelViewState(), PanelViewState(as_text=True))
    ]
    assert [any(one.label == "?" for one in buttons(message)) for message in shown] == [True, True]
