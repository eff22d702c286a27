"""Text play: every move can be typed, and the description says everything a viewer may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from games.core.engine import walk
from games.core.prompts.prompt import (
    DistributePrompt,
    MoveReady,
    Prompt,
    PromptResult,
    SelectPrompt,
)
from games.core.text.messages import Key, Path
from tests.contract import playouts
from ui.i18n import Translator
from ui.views.panel import text_moves

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Eva")
# What a view holds beside its words: who looks, how many there are (they are all named), for whom we wait (it stands above every
# text), what is asked (the panel says it); and of some games what is made of what is said.
ELSEWHERE = {"viewer", "n", "actors", "question"}
MADE: dict[str, set[str]] = {
    "era_medieval_age": {"first", "box"},  # the first of the order; as many as the rules say
    "tadmor": {"completed"},
    "ferry": {"bag", "die", "game", "sums"},  # nobody plays it: its prompts say them
}


def said(form: Prompt, key: Key, words: Translator) -> str | None:
    """Return the answer's words as a player would type them."""
    if isinstance(form, SelectPrompt) and isinstance(key, str):
        listed = any(option.key == key for option in form.options)
        if not listed and key in form.unlisted_keys:
            return key
    named: list[str] = []
    if isinstance(form, SelectPrompt) and isinstance(key, list):
        named = text_moves.tokens(
            " ".join(words(one.label) for one in form.options if one.key in key)
        )
    if isinstance(form, DistributePrompt) and isinstance(key, dict):
        named = text_moves.tokens(
            " ".join(
                f"{words(slot.label)} {key[slot.key]}" for slot in form.slots if slot.key in key
            )
        )
    return next(
        (text for found, text in text_moves.steps(form, words, named) if found == key), None
    )


def asking(moment: playouts.Moment) -> Callable[[Path], PromptResult]:
    """Return the prompt of a moment after a path."""
    return lambda path: walk.ask(moment.pos, moment.seat, path)


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_every_move_can_be_said_in_words(game: str, n: int, seed: str) -> None:
    for moment in playouts.played(game, n, seed).some(60):
        with walk.cached_prompts(moment.pos):  # the question is the same in every language
            for lang in ("es", "en"):
                say(moment, Translator(lang, game, NAMES[:n]))


def say(moment: playouts.Moment, words: Translator) -> None:
    """Return the moment's move in words, which parse as that move."""
    ask, sentence = asking(moment), ""
    for depth, key in enumerate(moment.path):
        form = ask(moment.path[:depth])
        assert isinstance(form, Prompt)
        text = said(form, key, words)
        assert text is not None, (form.prompt, key)
        sentence += f" {text}"
    if "other" in moment.path:  # who knows the place names it at once
        return
    read, first = (
        text_moves.path_of_text(ask, words, sentence),
        text_moves.complete(ask, words, sentence)[0],
    )
    assert read is not None, sentence
    done = ask(moment.path)
    assert isinstance(done, MoveReady)
    for meant in (ask(read), ask(first.path)):
        assert isinstance(meant, MoveReady)
        assert meant.summary == done.summary, sentence


def same(ask: Callable[[Path], PromptResult], path: Path, other: Path) -> bool:
    """Return True for paths that do the same: copies of a card read alike."""
    ends = ask(path), ask(other)
    return path == other or (
        isinstance(ends[0], MoveReady)
        and isinstance(ends[1], MoveReady)
        and ends[0].summary == ends[1].summary
    )


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_the_name_of_each_suggestion_does_what_its_value_does(game: str, n: int, seed: str) -> None:
    for at, moment in enumerate(playouts.played(game, n, seed).some(9)):
        with walk.cached_prompts(moment.pos):
            words, ask = Translator(("es", "en")[at % 2], game, NAMES[:n]), asking(moment)
            verbs = text_moves.complete(ask, words, "")
            typed = (
                "",
                text_moves.tokens(verbs[-1].text)[0][:2],
                *(("2", "a") if playouts.LONG else ()),
            )
            for one in [found for some in typed for found in text_moves.complete(ask, words, some)]:
                name = text_moves.label(one)
                assert len(name) <= 100
                assert (
                    text_moves.path_of_text(ask, words, text_moves.suggestion_value(one.path))
                    == one.path
                )
                meant = text_moves.interpret(ask, words, name)
                assert meant is not None, name
                assert meant.sure, name
                assert same(ask, meant.path, one.path), name


def leaves(node: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield every number of a view with its path."""
    if isinstance(node, dict | list):
        for key, inner in node.items() if isinstance(node, dict) else enumerate(node):
            yield from leaves(inner, (*way, key))
    elif isinstance(node, int) and not isinstance(node, bool):
        yield way, node


@pytest.mark.parametrize("game", playouts.ALL)
def test_every_number_that_a_view_knows_is_told_in_words(game: str) -> None:
    """A changed number in a view changes the description in at least one of a few games."""
    facts, met, told = playouts.ALL[game], set[str](), Counter[str]()
    for n in playouts.counts(facts):
        words = Translator("es", game, NAMES[:n])
        for moment in playouts.played(game, n).some(15):
            view = facts.view(moment.pos, moment.seat)
            plain, before = (
                msgspec.to_builtins(view, str_keys=True),
                [words(one) for one in facts.describe(view)],
            )
            for way, number in leaves(plain):
                met.add(str(way[0]))
                if told[str(way[0])] > 5:
                    continue
                other = deepcopy(plain)
                node = other
                for key in way[:-1]:
                    node = node[key]
                node[way[-1]] = number + 1
                try:
                    after = [
                        words(one)
                        for one in facts.describe(msgspec.convert(other, type(view), strict=False))
                    ]
                except (LookupError, ValueError):  # it is looked at, and makes no sense
                    after = []
                told[str(way[0])] += after != before
    assert {name for name in met if not told[name]} <= ELSEWHERE | MADE.get(game, set())
