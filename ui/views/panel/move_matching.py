"""Search for moves that typed words may mean, and how well each fits. Pure."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from games.core.prompts.prompt import Answer, IllegalPath, MoveReady, SelectPrompt
from games.core.text.messages import Path
from ui.i18n import Translator
from ui.views.panel.sentences import TypedStep, answers, tokens

Ask = Callable[[Path], Answer]
MAX_ASKED = 500  # prompts that one search opens
MAX_BELOW = 60  # of them below a step that completes the typed words
LAST_PREFIX_RANK = 1  # last rank of moves that begin with the typed words
IN_ORDER = 5  # last rank with the words in typed order


@dataclass(frozen=True)
class TextMove:
    """Path as text; `whole` if it is a complete move.

    `said` are the words of its labels, `known` these and all other names of its steps.
    """

    path: Path
    text: str
    whole: bool
    said: tuple[str, ...] = ()
    known: tuple[str, ...] = ()

    def then(self, step: TypedStep) -> TextMove:
        """Return the move with one more step."""
        said, also = tuple(tokens(step.text)), tuple(tokens(step.also))
        return TextMove(
            (*self.path, step.key),
            f"{self.text} {step.text}".strip(),
            False,
            (*self.said, *said),
            (*self.known, *also, *said, *also),
        )


NOTHING = TextMove((), "", False)


def rank(sentence: TextMove, wanted: Sequence[str], fillers: Container[str] = ()) -> int | None:
    """Return how well a move fits the typed words, 0 best; None if a word is missing.

    Moves that begin with the words come first, then those with the words in order, then in any
    order. Label words rank before other names, whole words before prefixes. `fillers` ("from",
    "to") may be missing.
    """
    plain = [word for word in wanted if word not in fillers]
    tries = [wanted] if not plain or len(plain) == len(wanted) else [wanted, plain]
    for at, (fits, known, same) in enumerate(_WAYS):
        have = sentence.known if known else sentence.said
        if any(fits(have, words, same) for words in tries):
            return at
    return None


_Same = Callable[[str, str], bool]


def _at_once(have: Sequence[str], wanted: Sequence[str], same: _Same) -> bool:
    return len(have) >= len(wanted) and all(map(same, have, wanted))


def _in_order(have: Sequence[str], wanted: Sequence[str], same: _Same) -> bool:
    return not _left(have, wanted, same)


def _left(have: Sequence[str], wanted: Sequence[str], same: _Same) -> Sequence[str]:
    """Return the typed words that remain after those that occur in order."""
    at = 0
    for word in have:
        if at < len(wanted) and same(word, wanted[at]):
            at += 1
    return wanted[at:]


def _in_any_order(have: Sequence[str], wanted: Sequence[str], same: _Same) -> bool:
    return all(any(same(word, one) for word in have) for one in wanted)


_WAYS: tuple[tuple[Callable[[Sequence[str], Sequence[str], _Same], bool], bool, _Same], ...] = (
    (_at_once, False, str.__eq__),
    (_at_once, False, str.startswith),
    *(
        (fits, known, same)
        for fits in (_in_order, _in_any_order)
        for known in (False, True)
        for same in (str.__eq__, str.startswith)
    ),
)


class Search:
    """Search for moves with the `wanted` words, those in typed order first.

    `cut` tells that the tree was too large, so `found` may be incomplete.
    """

    def __init__(
        self,
        ask: Ask,
        words: Translator,
        wanted: Sequence[str],
        fillers: frozenset[str] = frozenset(),
    ) -> None:
        self._ask, self._words, self._wanted = ask, words, wanted
        self.found: list[TextMove] = []
        self.cut = False
        self._under(
            NOTHING,
            [word for word in wanted if word not in fillers] or list(wanted),
            MAX_ASKED,
            fresh=False,
        )

    def _under(self, here: TextMove, left: Sequence[str], budget: int, *, fresh: bool) -> int:
        """Search the moves that begin with `here`; return how many prompts were opened.

        `left` are the typed words that `here` does not contain yet. `fresh`: its last step
        contained the last missing word.
        """
        form, used = self._ask(here.path), 1
        if isinstance(form, MoveReady):
            self.found.append(replace(here, whole=True))
        if isinstance(form, MoveReady | IllegalPath):
            return used
        if fresh:
            self.found.append(here)
            budget = min(budget, MAX_BELOW)
        ways = []
        listed = (
            isinstance(form, SelectPrompt) and form.min == 1 == form.max
        )  # other prompts have too many answers, but yield the typed ones first
        for step in islice(
            answers(form, self._words, self._wanted), None if listed else max(1, budget - used)
        ):
            there = here.then(step)
            ways.append((there, _left(there.known[len(here.known) :], left, str.startswith)))
        nearer = [way for way in ways if len(way[1]) < len(left)]
        for some in (nearer, [way for way in ways if len(way[1]) == len(left)]):
            for at, (there, rest) in enumerate(some):
                if used >= budget:
                    self.cut = True
                    return used
                share = max(1, (budget - used) // (len(some) - at))
                used += self._under(there, rest, share, fresh=bool(left) and not rest)
        return used
