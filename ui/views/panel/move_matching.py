"""Which moves typed words may mean: a search in the tree of choices, and how well each move fits. Pure."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from games.core.prompts.prompt import Answer, IllegalPath, MoveReady, SelectPrompt
from games.core.text.messages import Path
from ui.i18n import Translator
from ui.views.panel.sentences import TypedStep, answers, tokens

Ask = Callable[[Path], Answer]
MAX_ASKED = 500  # questions that one search asks
MAX_BELOW = 60  # of them below a step with which everything that was typed is said
LAST_PREFIX_RANK = 1  # the last rank of what begins with the typed words
IN_ORDER = 5  # the last rank whose words stand in the order in which they were typed


@dataclass(frozen=True)
class TextMove:
    """A path in words; `whole` when it is a complete move. `said` are the words of its labels, `known` these among all that its
    steps are called."""

    path: Path
    text: str
    whole: bool
    said: tuple[str, ...] = ()
    known: tuple[str, ...] = ()

    def then(self, step: TypedStep) -> TextMove:
        """Return the sentence with one step more."""
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
    """Return how well a sentence fits the typed words, 0 best; None where a word is missing.

    What begins so comes first, then words in their order, then words in any; those on the buttons before those that only name
    what is meant, whole words before their beginnings. `fillers` ("from", "to") may be missing.
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
    """Return the typed words that are left after those that occur one after the other."""
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
    """Looks for moves with the `wanted` words, those first that say them in their order. What was `found` may not be all: `cut`
    tells that the tree is too large to look at everything."""

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
        """Look at what a sentence leads to; `left` are the words that it does not say yet, `fresh` tells that its last step has
        said the last of them. Return how many questions were asked."""
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
        )  # else what was typed comes first
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
