"""Answers to a prompt as text, as `/play` completes and parses them. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, islice, product

from games.core.engine.game import find
from games.core.guides.rulebook import strip_accents
from games.core.prompts.option_table import OTHER
from games.core.prompts.prompt import (
    AmountPrompt,
    DistributePrompt,
    Option,
    Prompt,
    SelectPrompt,
    refuse,
)
from games.core.text.i18n import LANGUAGES
from games.core.text.messages import Key
from ui.i18n import Translator

MAX_SPREADS_TRIED = 600  # distributions checked for one list of a `DistributePrompt`
MAX_SETS = 60  # answers offered for a multiple pick or a `DistributePrompt`
_SEPARATORS = re.compile(r"[\s·›,:()→\-…]+")
_AROUND = '«»"“”.;!?¿¡'  # punctuation around a word: users paste what the bot quoted


@dataclass(frozen=True)
class TypedStep:
    """Answer to a prompt as text; `also` has its other names: detail, group, card."""

    key: Key
    text: str
    also: str = ""


def tokens(text: str) -> list[str]:
    """Return the words of a text, without accents, case, separators and punctuation."""
    return list(_tokens(text))


@lru_cache(20_000)
def _tokens(text: str) -> tuple[str, ...]:
    plain = (
        strip_accents(text).replace("'", "").replace("’", "")
    )  # "masons guild" matches Mason's Guild
    words = (word.strip(_AROUND) for word in _SEPARATORS.split(plain))
    return tuple(word for word in words if any(letter.isalnum() for letter in word))


def steps(form: Prompt, words: Translator, named: Sequence[str] = ()) -> Iterator[tuple[Key, str]]:
    """Yield the answers to a prompt with their texts, in the order of `answers`."""
    return ((one.key, one.text) for one in answers(form, words, named))


def answers(form: Prompt, words: Translator, named: Sequence[str] = ()) -> Iterator[TypedStep]:
    """Yield the answers to a prompt, typed ones that are legal but not listed first.

    Those are a spot on the board, or one of too many sets or distributions: users need not look
    for them row by row.
    """
    match form:
        case SelectPrompt(min=1, max=1):
            begins = {option.key: tokens(words(option.label))[:1] for option in form.options}
            at_once = [name for name in named if name in form.also and name != OTHER]
            yield from (
                TypedStep(name, name.upper()) for name in at_once if begins.get(name) != [name]
            )
            rows = set(begins.get(OTHER, ())) & set(named)
            beyond = (
                OTHER if at_once and not rows else ""
            )  # with the spot named, the list of rows and columns is not needed
            shown = [option for option in form.options if option.key != beyond]
            often = Counter(words(option.label) for option in shown)
            yield from (
                TypedStep(option.key, _told_apart(option, often, words), _also(option, words))
                for option in shown
            )
        case SelectPrompt():
            for some in _sets(form, words, named):
                said = ", ".join(words(option.label) for option in some)
                yield TypedStep([option.key for option in some], said or words("ui.play.nothing"))
        case AmountPrompt(lo=lo, hi=hi):
            yield from (TypedStep(n, str(n)) for n in range(lo, hi + 1))
        case DistributePrompt():
            yield from (
                TypedStep(key, _spread_text(form, key, words))
                for key in _spreads(form, words, named)
            )


def _told_apart(option: Option, often: Mapping[str, int], words: Translator) -> str:
    """Return an option's label, with its detail if other labels are equal."""
    label = words(option.label)
    return f"{label} · {words(option.detail)}" if often[label] > 1 and option.detail else label


def _also(option: Option, words: Translator) -> str:
    """Return an option's other names: a region's name, a card's good, its cost."""
    said = [words(one) for one in (option.name, option.detail, option.group) if one is not None]
    return " ".join([*said, _card(words.game, option.art)] if option.art and words.game else said)


@lru_cache(4_000)
def _card(game: str, card: str) -> str:
    """Return a card's names in every language; "" if it is no card."""
    face = find(game).cards.get(card)
    return "" if face is None else " ".join(Translator(lang, game)(face.name) for lang in LANGUAGES)


def _sets(
    form: SelectPrompt, words: Translator, named: Sequence[str]
) -> Iterator[tuple[Option, ...]]:
    """Yield answers to a multiple pick: the typed set, that plus one, the smallest, all."""
    typed = f" {' '.join(named)} "
    chosen = [
        option for option in form.options if f" {' '.join(tokens(words(option.label)))} " in typed
    ]
    grown = [
        [one for one in form.options if one in chosen or one is more]
        for more in form.options
        if more not in chosen
    ]
    small = (some for k in range(form.min, form.max + 1) for some in combinations(form.options, k))
    seen: set[tuple[str, ...]] = set()
    for some in chain([chosen, *grown] if chosen else [], islice(small, MAX_SETS), [form.options]):
        keys = tuple(option.key for option in some)
        if keys not in seen and form.min <= len(keys) <= form.max:
            seen.add(keys)
            yield tuple(some)


def _spreads(
    form: DistributePrompt, words: Translator, named: Sequence[str]
) -> Iterator[dict[str, int]]:
    """Yield distributions: Auto's, the typed ones ("wood 2 stone 1"), the first others."""
    auto, typed, said = form.auto(), f" {' '.join(named)} ", dict[str, int]()
    for slot in form.slots:
        if found := re.search(rf" {re.escape(' '.join(tokens(words(slot.label))))} (\d+) ", typed):
            said[slot.key] = int(found[1])
    leading = _leading(form, words, named)
    tries = islice(product(*(range(slot.most + 1) for slot in form.slots)), MAX_SPREADS_TRIED)
    others = (
        {slot.key: n for slot, n in zip(form.slots, some, strict=True) if n} for some in tries
    )
    fitting = (some for some in others if refuse(form, some) is None)
    first = [auto] if isinstance(auto, dict) else []
    seen: list[dict[str, int]] = []
    typed_ones = [some for some in (*leading, said) if refuse(form, some) is None]
    for some in chain(first, typed_ones, islice(fitting, MAX_SETS)):
        if some not in seen:
            seen.append(some)
            yield some


def _leading(
    form: DistributePrompt, words: Translator, named: Sequence[str]
) -> list[dict[str, int]]:
    """Return the distributions that the typed words begin with, longest first.

    After "wood 2 stone 1 gold 3" the rest may answer the next question, which may have the same
    slots.
    """
    rest, said, found = list(named), [dict[str, int]()], True
    names = [(slot.key, tokens(words(slot.label))) for slot in form.slots]
    while found:
        found = False
        for key, name in names:
            n = len(name)
            if key not in said[0] and rest[:n] == name and len(rest) > n and rest[n].isdigit():
                said.insert(0, said[0] | {key: int(rest[n])})
                rest, found = rest[n + 1 :], True
                break
    return said


def _spread_text(form: DistributePrompt, given: Mapping[str, int], words: Translator) -> str:
    said = ", ".join(
        f"{words(slot.label)} {given[slot.key]}" for slot in form.slots if slot.key in given
    )
    return said or words("ui.play.nothing")
