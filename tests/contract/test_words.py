"""Every message of a game has its text in both languages and fits Discord's limits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
from msgspec.json import encode

from games.core.engine import walk
from games.core.engine.game import Game
from games.core.prompts.prompt import (
    AmountPrompt,
    DisabledOption,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    Slot,
)
from games.core.state.rng import Rng
from games.core.text.i18n import MessageCatalogue, core_folder
from games.core.text.languages import COMPLETE_LANGUAGES, LANGUAGES
from games.core.text.messages import Msg
from games.hosted import GAMES
from tests.contract import playouts

LONGEST = "Wilhelmina von Hohenlohe-Öhringen"[
    :32
]  # Discord's display names have 32 characters at most
NAMES = ("● Ana", "■ Bruno", "▲ Carla", "◆ Diego", "★ Elena", "⬢ Félix")
PROMPT, LOG = 90, 160  # what is read on a phone without losing the thread
BUTTON, MENU_LABEL, MENU_DETAIL, PLACEHOLDER, LINE, MODAL_TITLE = 80, 100, 100, 150, 1000, 45


@lru_cache
def words(game: str, lang: str) -> MessageCatalogue:
    folder = playouts.ALL[game].folder / "text"
    return MessageCatalogue.load(lang, [core_folder(), *([folder] if folder.is_dir() else [])])


def names(seat: int) -> str:
    return f"● {LONGEST}"


def said_by(answer: PromptResult) -> Iterator[tuple[Msg, int]]:
    """Yield every message of an answer with its limit on the screen."""
    match answer:
        case SelectPrompt():
            yield answer.prompt, PLACEHOLDER
            entries: tuple[Option | DisabledOption, ...] = (*answer.options, *answer.blocked)
            for option in entries:
                yield option.label, BUTTON
                if isinstance(option, Option):
                    yield from (
                        (more, MENU_DETAIL)
                        for more in (option.detail, option.group)
                        if more is not None
                    )
                else:
                    yield option.why, MENU_DETAIL
        case AmountPrompt() | DistributePrompt():
            yield answer.prompt, PLACEHOLDER
            if answer.unit is not None:
                yield answer.unit, MODAL_TITLE
            if isinstance(answer, DistributePrompt):
                yield from (
                    (slot.label, MODAL_TITLE) for slot in answer.slots if isinstance(slot, Slot)
                )
        case MoveReady():
            yield answer.summary, LINE
            yield from ((effect, LINE) for effect in (*answer.gives_up, *answer.effects))
            if answer.label is not None:
                yield answer.label, BUTTON
        case IllegalPath():
            yield answer.why, LINE


def messages_of(game: Game[Any, Any], moment: playouts.Moment, n: int) -> Iterator[tuple[Msg, int]]:
    """Yield the messages of a move with their limits: events, views, score."""
    for one in moment.step.events:
        for viewer in (None, *range(n)):
            event = one.seen_by(viewer)
            sentence = None if event is None else game.narrate(event)
            if sentence is not None:
                yield sentence, LINE
    for viewer in (None, *range(n)):
        view = game.view(moment.pos, viewer)
        yield game.summary(view), MENU_DETAIL
        yield from ((line, LINE) for line in game.describe(view))
    board = game.score(moment.step.pos)
    for row in (*board.rows, *board.apart):
        yield row.label, MENU_LABEL
        yield from ((detail, LINE) for detail in row.detail if detail is not None)
    yield from ((reason, LINE) for rank in board.ranking for reason in rank.trail)


def check(game: str, said: Iterator[tuple[Msg, int]], seen: set[tuple[int, bytes]]) -> None:
    """Say each message once in every language."""
    for message, room in said:
        if (mark := (room, encode(message))) in seen:
            continue
        seen.add(mark)
        for lang in LANGUAGES:
            text = words(game, lang).say(message, names)
            assert text.strip(), message
            assert not set(text) & set("{}"), text
            assert len(text) <= room, f"{lang}: {len(text)} of {room}: {text}"


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_words_exist_in_every_language_and_fit(game: str, n: int, seed: str) -> None:
    match, rng, seen = playouts.played(game, n, seed), Rng.of(41), set[tuple[int, bytes]]()
    for at, moment in enumerate(match.moments):
        if at % 3 == 0 or at > len(match.moments) - 5:
            check(game, messages_of(match.game, moment, n), seen)
        for seat in playouts.movers(moment.pos) if playouts.LONG or at % 2 == 0 else ():
            for path, answer in playouts.prefixes(moment.pos, seat, rng, most=25):
                check(game, said_by(answer), seen)
                if path == ():
                    check(game, said_by(walk.ask(moment.pos, seat, ("no-such-verb",))), seen)
                    assert isinstance(answer, SelectPrompt)
                    assert sum(option.tone == "finish" for option in answer.options) <= 2


def phone_lines(match: playouts.Match, n: int) -> Iterator[tuple[Msg, int]]:
    """Yield the texts read at once on a phone with their limits: prompts, confirmations, log lines."""
    rng = Rng.of(43)
    for moment in match.moments:
        for one in moment.step.events:
            told_ = [
                match.game.narrate(event)
                for viewer in (None, *range(n))
                if (event := one.seen_by(viewer)) is not None
            ]
            yield from ((sentence, LOG) for sentence in told_ if sentence is not None)
        for seat in playouts.movers(moment.pos):
            for _, answer in playouts.prefixes(moment.pos, seat, rng, most=12):
                if isinstance(answer, MoveReady):
                    yield from (
                        (said, LOG) for said in (answer.summary, *answer.gives_up, *answer.effects)
                    )
                elif not isinstance(answer, IllegalPath):
                    yield answer.prompt, PROMPT


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_questions_and_lines_of_the_log_fit_a_phone(game: str, n: int, seed: str) -> None:
    said = list(phone_lines(playouts.played(game, n, seed), n))
    assert said
    for lang in LANGUAGES:
        spoken = [
            (words(game, lang).say(message, lambda seat: NAMES[seat]), message.key, room)
            for message, room in said
        ]
        assert {key: text for text, key, room in spoken if len(text) > room} == {}


@pytest.mark.parametrize("game", [*playouts.ALL])
def test_words_of_both_languages_have_the_same_keys_and_placeholders(game: str) -> None:
    spanish, english = words(game, "es"), words(game, "en")
    assert spanish.placeholders == english.placeholders
    for key in spanish.words:
        assert isinstance(spanish.words[key], str) == isinstance(english.words[key], str), (
            f"{key}: plural in one language only"
        )


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_help_exists_in_every_language_with_the_anchors_that_options_name(game: str) -> None:
    """`rule` of options and refusals is an anchor in the rules reference, in both languages."""
    rules = set()
    for n in playouts.counts(playouts.ALL[game]):
        for moment in playouts.played(game, n).some(40):
            for _, answer in playouts.prefixes(moment.pos, moment.seat, Rng.of(1)):
                if isinstance(answer, SelectPrompt):
                    rules |= {one.rule for one in answer.options if one.rule}
                    rules |= {one.rule for one in answer.blocked if one.rule}
    for lang in COMPLETE_LANGUAGES:
        text = (playouts.ALL[game].folder / "help" / f"{lang}.md").read_text("utf-8")
        missing = sorted(rule for rule in rules if f"{{#{rule}}}" not in text)
        assert not missing, f"{lang}: no anchor for {missing}"
