"""`/play` in words: the tree of choices as sentences, completed word by word, and read back. Pure."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain, combinations, islice, product

from cogs.ui.message import LINE, cut
from cogs.ui.words import Words
from games.core.forms import Allot, Amount, Answer, Done, Form, Option, Pick, Reject, refuse
from games.core.guide import fold
from games.core.messages import Key, Path
from games.core.relation import OTHER

Ask = Callable[[Path], Answer]
SUGGESTIONS = 25        # Discord's limit for choices
MOST_SEEN = 600         # nodes looked at for one completion
MOST_SETS = 60          # answers of a pick of several that are offered
_PATH = "="            # begins a value that is a path, and no words of a person
_DIGEST = "~"


@dataclass(frozen=True)
class Sentence:
    """A path in words; `whole` when it is a complete move."""

    path: Path
    text: str
    whole: bool


def complete(ask: Ask, words: Words, typed: str) -> list[Sentence]:
    """What may follow the typed words: the next steps down the tree, then whole moves that contain all of them."""
    wanted = tokens(typed)
    found: dict[Path | str, Sentence] = {}
    for sentence in islice(_down(ask, words, wanted), SUGGESTIONS):
        found.setdefault(value(sentence.path), sentence)
    if len(found) < SUGGESTIONS and wanted:
        for sentence in islice(_leaves(ask, words, (), "", wanted), MOST_SEEN):
            if _contains(sentence.text, wanted):
                found.setdefault(value(sentence.path), sentence)
            if len(found) >= SUGGESTIONS:
                break
    return list(found.values())


def value(path: Path) -> str:
    """A path as the value of a choice, at most 100 characters: itself, or its digest."""
    text = _PATH + json.dumps(list(path), separators=(",", ":"))
    return text if len(text) <= LINE else _DIGEST + hashlib.sha256(text.encode()).hexdigest()[:32]


def read(ask: Ask, words: Words, given: str) -> Path | None:
    """The path that a chosen value or a person's own words mean; None when they mean none, or several."""
    if given.startswith(_PATH):
        try:
            path = json.loads(given[1:])
        except ValueError:
            return None
        return tuple(path) if isinstance(path, list) and not isinstance(ask(tuple(path)), Reject) else None
    if given.startswith(_DIGEST):
        return next((s.path for s in islice(_leaves(ask, words, ()), MOST_SEEN) if value(s.path) == given), None)
    wanted = tokens(given)
    if not wanted:
        return None
    found = complete(ask, words, given)
    exact = [s for s in found if tokens(s.text) == wanted]
    if exact:
        return exact[0].path
    matching = [s for s in found if _contains(s.text, wanted)]
    return matching[0].path if len(matching) == 1 else None


def near(ask: Ask, words: Words, given: str, count: int = 3) -> list[str]:
    """Moves that read somewhat like `given`, to be offered when it is none."""
    found = complete(ask, words, given) or complete(ask, words, " ".join(given.split()[:1])) or complete(ask, words, "")
    texts = {fold(s.text): s.text for s in found}
    close = get_close_matches(fold(given), list(texts), count, 0.3) or list(texts)[:count]
    return [texts[one] for one in close]


def tokens(text: str) -> list[str]:
    """The words of a text, folded, without our separators."""
    return [word for word in re.split(r"[\s·›,:()→\-]+", fold(text)) if word and word not in ("🔒", "⛵")]


def steps(form: Form, words: Words, named: Sequence[str] = ()) -> Iterator[tuple[Key, str]]:
    """The answers to a form with their words. What is `named` and legal without being listed (a place on the board, one of too
    many sets or spreads) comes first, and spares looking for it row by row."""
    match form:
        case Pick(min=1, max=1):
            begins = {option.key: tokens(words(option.label))[:1] for option in form.options}
            at_once = [name for name in named if name in form.also and name != OTHER]
            yield from ((name, name.upper()) for name in at_once if begins.get(name) != [name])
            shown = [option for option in form.options if not (at_once and option.key == OTHER)]
            often = Counter(words(option.label) for option in shown)
            yield from ((option.key, _told_apart(option, often, words)) for option in shown)
        case Pick():
            for some in _sets(form, words, named):
                said = ", ".join(words(option.label) for option in some)
                yield [option.key for option in some], said or words("ui.play.nothing")
        case Amount(lo=lo, hi=hi):
            yield from ((n, str(n)) for n in range(lo, hi + 1))
        case Allot():
            yield from ((key, _spread_text(form, key, words)) for key in _spreads(form, words, named))


def _told_apart(option: Option, often: Mapping[str, int], words: Words) -> str:
    """An option's label; with its detail where others read the same."""
    label = words(option.label)
    return f"{label} · {words(option.detail)}" if often[label] > 1 and option.detail else label


def _sets(form: Pick, words: Words, named: Sequence[str]) -> Iterator[tuple[Option, ...]]:
    """Answers to a pick of several: what the typed words name, that with one more, the smallest ones, all there is."""
    typed = f" {' '.join(named)} "
    chosen = [option for option in form.options if f" {' '.join(tokens(words(option.label)))} " in typed]
    grown = [[one for one in form.options if one in chosen or one is more] for more in form.options if more not in chosen]
    small = (some for k in range(form.min, form.max + 1) for some in combinations(form.options, k))
    seen: set[tuple[str, ...]] = set()
    for some in chain([chosen, *grown] if chosen else [], islice(small, MOST_SETS), [form.options]):
        keys = tuple(option.key for option in some)
        if keys not in seen and form.min <= len(keys) <= form.max:
            seen.add(keys)
            yield tuple(some)


def _spreads(form: Allot, words: Words, named: Sequence[str]) -> Iterator[dict[str, int]]:
    """Answers to an allotment: what Auto would give, what the typed words say ("wood 2 stone 1"), the first others."""
    auto, typed, said = form.auto(), f" {' '.join(named)} ", dict[str, int]()
    for slot in form.slots:
        if found := re.search(rf" {re.escape(' '.join(tokens(words(slot.label))))} (\d+) ", typed):
            said[slot.key] = int(found[1])
    leading = _leading(form, words, named)
    tries = islice(product(*(range(slot.most + 1) for slot in form.slots)), MOST_SEEN)
    others = ({slot.key: n for slot, n in zip(form.slots, some, strict=True) if n} for some in tries)
    fitting = (some for some in others if refuse(form, some) is None)
    first = [auto] if isinstance(auto, dict) else []
    seen: list[dict[str, int]] = []
    typed_ones = [some for some in (*leading, said) if refuse(form, some) is None]
    for some in chain(first, typed_ones, islice(fitting, MOST_SETS)):
        if some not in seen:
            seen.append(some)
            yield some


def _leading(form: Allot, words: Words, named: Sequence[str]) -> list[dict[str, int]]:
    """What the typed words begin with ("wood 2 stone 1 gold 3"), longest first: what follows may answer the next question,
    which may ask for the same slots."""
    rest, said, found = list(named), [dict[str, int]()], True
    names = [(slot.key, tokens(words(slot.label))) for slot in form.slots]
    while found:
        found = False
        for key, name in names:
            n = len(name)
            if key not in said[0] and rest[:n] == name and len(rest) > n and rest[n].isdigit():
                said.insert(0, said[0] | {key: int(rest[n])})
                rest, found = rest[n + 1:], True
                break
    return said


def _spread_text(form: Allot, given: Mapping[str, int], words: Words) -> str:
    said = ", ".join(f"{words(slot.label)} {given[slot.key]}" for slot in form.slots if slot.key in given)
    return said or words("ui.play.nothing")


def _down(ask: Ask, words: Words, wanted: list[str], path: Path = (), said: str = "") -> Iterator[Sentence]:
    """The next steps whose words begin as the typed ones do; steps that are typed whole are entered."""
    form = ask(path)
    if isinstance(form, Done | Reject):
        return
    for key, text in steps(form, words, wanted):
        step, whole = tokens(text), f"{said} {text}".strip()
        here = (*path, key)
        if not _begins(step, wanted):
            continue
        entered = len(wanted) >= len(step) and wanted[: len(step)] == step
        answer = ask(here)
        if isinstance(answer, Reject):
            continue
        if isinstance(answer, Done):
            if len(wanted) <= len(step):
                yield Sentence(here, whole, True)
        elif entered:
            if len(wanted) == len(step):
                yield Sentence(here, whole, False)
            yield from _down(ask, words, wanted[len(step):], here, whole)
        else:
            yield Sentence(here, whole, False)


def _leaves(ask: Ask, words: Words, path: Path, said: str = "", wanted: Sequence[str] = ()) -> Iterator[Sentence]:
    form = ask(path)
    if isinstance(form, Done):
        yield Sentence(path, said, True)
    elif not isinstance(form, Reject):
        for key, text in steps(form, words, wanted):
            yield from _leaves(ask, words, (*path, key), f"{said} {text}".strip(), wanted)


def _begins(step: list[str], wanted: list[str]) -> bool:
    """True when the typed words begin this step, or this step begins the typed words."""
    shared = min(len(step), len(wanted))
    if not shared:
        return True
    if step[: shared - 1] != wanted[: shared - 1]:
        return False
    last = wanted[shared - 1]
    return step[shared - 1].startswith(last) if shared == len(wanted) else step[shared - 1] == last


def _contains(text: str, wanted: list[str]) -> bool:
    """True when every typed word begins some word of the text."""
    have = tokens(text)
    return all(any(word.startswith(one) for word in have) for one in wanted)


def label(sentence: Sentence) -> str:
    """How a completion reads in the list: a step that leads on ends in dots."""
    return cut(sentence.text if sentence.whole else f"{sentence.text} …", LINE)
