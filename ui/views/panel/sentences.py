"""Answers to a prompt as text, to complete and parse the text of `/play`.

`answers` yields the possible answers with their texts. Pure functions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, islice, product

from games.core.engine.game import find
from games.core.guides.rulebook import fold_case_and_accents
from games.core.prompts.option_table import OTHER
from games.core.prompts.prompt import (
    AmountPrompt,
    DistributePrompt,
    Option,
    Prompt,
    SelectPrompt,
    why_illegal,
)
from games.core.text.languages import LANGUAGES
from games.core.text.messages import Key
from ui.i18n import Translator

MAX_SPREADS_TRIED = 600  # distributions that are checked for legality per `DistributePrompt`
MAX_SETS = 60  # answers offered for a prompt that ticks several options or distributes units
_SEPARATORS = re.compile(r"[\s·›,:()→\-…]+")
_PUNCTUATION = '«»"“”.;!?¿¡'  # around a word: users paste what the bot has quoted


@dataclass(frozen=True)
class AnswerText:
    """Answer to a prompt as text that users may type.

    `key` is the answer, `text` its label. `also` holds further names that users may type: detail,
    group, card.
    """

    key: Key
    text: str
    also: str = ""


def tokens(text: str) -> list[str]:
    """Return the normalized words of a text: no accents, lower case, no punctuation."""
    return list(_tokens(text))


@lru_cache(20_000)
def _tokens(text: str) -> tuple[str, ...]:
    # without apostrophes "masons guild" matches Mason's Guild
    plain = fold_case_and_accents(text).replace("'", "").replace("’", "")
    words = (word.strip(_PUNCTUATION) for word in _SEPARATORS.split(plain))
    return tuple(word for word in words if any(letter.isalnum() for letter in word))


def steps(
    prompt: Prompt, words: Translator, typed_words: Sequence[str] = ()
) -> Iterator[tuple[Key, str]]:
    """Yield (key, text) for each answer to a prompt; arguments and order as in `answers`."""
    return ((step.key, step.text) for step in answers(prompt, words, typed_words))


def answers(
    prompt: Prompt, words: Translator, typed_words: Sequence[str] = ()
) -> Iterator[AnswerText]:
    """Yield the answers to a prompt as text.

    `typed_words` are the words that the user typed. Spots on the board that the prompt accepts but
    does not list (`SelectPrompt.unlisted_keys`) come first and are yielded only if typed. Of sets
    and distributions, of which there can be very many, only the typed ones and some others are
    yielded.
    """
    match prompt:
        case SelectPrompt(min=1, max=1):
            first_words = {option.key: tokens(words(option.label))[:1] for option in prompt.options}
            spots = [name for name in typed_words if name in prompt.unlisted_keys and name != OTHER]
            yield from (
                AnswerText(name, name.upper()) for name in spots if first_words.get(name) != [name]
            )
            # if the user typed a spot, omit the option that leads to rows and columns,
            # unless they typed that option too
            typed_other = set(first_words.get(OTHER, ())) & set(typed_words)
            omitted = OTHER if spots and not typed_other else ""
            shown = [option for option in prompt.options if option.key != omitted]
            label_counts = Counter(words(option.label) for option in shown)
            yield from (
                AnswerText(
                    option.key, _unique_label(option, label_counts, words), _also(option, words)
                )
                for option in shown
            )
        case SelectPrompt():
            for options in _sets(prompt, words, typed_words):
                text = ", ".join(words(option.label) for option in options)
                keys = [option.key for option in options]
                yield AnswerText(keys, text or words("ui.play.nothing"))
        case AmountPrompt(lo=lo, hi=hi):
            yield from (AnswerText(number, str(number)) for number in range(lo, hi + 1))
        case DistributePrompt():
            yield from (
                AnswerText(key, _spread_text(prompt, key, words))
                for key in _spreads(prompt, words, typed_words)
            )


def _unique_label(option: Option, label_counts: Mapping[str, int], words: Translator) -> str:
    """Return an option's label, with its detail if another option has the same label.

    `label_counts` says how many options have each label.
    """
    label = words(option.label)
    return (
        f"{label} · {words(option.detail)}" if label_counts[label] > 1 and option.detail else label
    )


def _also(option: Option, words: Translator) -> str:
    """Return an option's other names, such as region, cost, or the card's names."""
    texts = [
        words(message)
        for message in (option.name, option.detail, option.group)
        if message is not None
    ]
    if option.art and words.game:
        texts.append(_card_names(words.game, option.art))
    return " ".join(texts)


@lru_cache(4_000)
def _card_names(game: str, card: str) -> str:
    """Return a card's names in every language; "" if it is no card."""
    face = find(game).cards.get(card)
    return "" if face is None else " ".join(Translator(lang, game)(face.name) for lang in LANGUAGES)


def _sets(
    prompt: SelectPrompt, words: Translator, typed_words: Sequence[str]
) -> Iterator[tuple[Option, ...]]:
    """Yield sets of options that answer a prompt in which several are ticked.

    First comes the set of all options that `typed_words` name, then this set with each of the other
    options added, then the smallest sets, and last the set of all options.
    """
    typed = f" {' '.join(typed_words)} "
    chosen = [
        option for option in prompt.options if f" {' '.join(tokens(words(option.label)))} " in typed
    ]
    with_one_more = [
        [option for option in prompt.options if option in chosen or option is added]
        for added in prompt.options
        if added not in chosen
    ]
    smallest = (
        options
        for size in range(prompt.min, prompt.max + 1)
        for options in combinations(prompt.options, size)
    )
    seen: set[tuple[str, ...]] = set()
    for options in chain(
        [chosen, *with_one_more] if chosen else [], islice(smallest, MAX_SETS), [prompt.options]
    ):
        keys = tuple(option.key for option in options)
        if keys not in seen and prompt.min <= len(keys) <= prompt.max:
            seen.add(keys)
            yield tuple(options)


def _spreads(
    prompt: DistributePrompt, words: Translator, typed_words: Sequence[str]
) -> Iterator[dict[str, int]]:
    """Yield legal distributions: the Auto button's, the typed ones, then some others.

    Each is the number of units by slot key. A typed distribution is, for example, "wood 2 stone 1".
    """
    auto, typed_text, typed_anywhere = (
        prompt.default_answer(),
        f" {' '.join(typed_words)} ",
        dict[str, int](),
    )
    for slot in prompt.slots:
        label = re.escape(" ".join(tokens(words(slot.label))))
        if found := re.search(rf" {label} (\d+) ", typed_text):
            typed_anywhere[slot.key] = int(found[1])
    seen: list[dict[str, int]] = []
    for spread in chain(
        [auto] if isinstance(auto, dict) else [],
        _legal(prompt, [*_leading(prompt, words, typed_words), typed_anywhere]),
        islice(_legal(prompt, islice(_all_spreads(prompt), MAX_SPREADS_TRIED)), MAX_SETS),
    ):
        if spread not in seen:
            seen.append(spread)
            yield spread


def _all_spreads(prompt: DistributePrompt) -> Iterator[dict[str, int]]:
    """Yield all distributions that the slots have room for, legal or not."""
    for counts in product(*(range(slot.most + 1) for slot in prompt.slots)):
        yield {slot.key: count for slot, count in zip(prompt.slots, counts, strict=True) if count}


def _legal(prompt: DistributePrompt, spreads: Iterable[dict[str, int]]) -> Iterator[dict[str, int]]:
    return (spread for spread in spreads if why_illegal(prompt, spread) is None)


def _leading(
    prompt: DistributePrompt, words: Translator, typed_words: Sequence[str]
) -> list[dict[str, int]]:
    """Return the distributions that beginnings of the typed words mean, longest first.

    In "wood 2 stone 1 gold 3", only the first words may belong to this prompt. The other words may
    answer the next prompt, which can have the same slots. So the result has one distribution per
    beginning: wood 2, stone 1, gold 3; wood 2, stone 1; wood 2; and nothing.
    """
    words_left, spreads, found_slot = list(typed_words), [dict[str, int]()], True
    names = [(slot.key, tokens(words(slot.label))) for slot in prompt.slots]
    while found_slot:
        found_slot = False
        for key, name in names:
            name_length = len(name)
            if (
                key not in spreads[0]
                and words_left[:name_length] == name
                and len(words_left) > name_length
                and words_left[name_length].isdigit()
            ):
                spreads.insert(0, spreads[0] | {key: int(words_left[name_length])})
                words_left, found_slot = words_left[name_length + 1 :], True
                break
    return spreads


def _spread_text(prompt: DistributePrompt, given: Mapping[str, int], words: Translator) -> str:
    text = ", ".join(
        f"{words(slot.label)} {given[slot.key]}" for slot in prompt.slots if slot.key in given
    )
    return text or words("ui.play.nothing")
