"""Search for the moves that a typed text may mean, and their ranking. Pure functions."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from games.core.prompts.prompt import IllegalPath, MoveReady, PromptResult, SelectPrompt
from games.core.text.messages import Path
from ui.i18n import Translator
from ui.views.panel.sentences import TypedStep, answers, tokens

Ask = Callable[[Path], PromptResult]  # returns the prompt (or the move) after the steps of a path
MAX_ASKED = 500  # prompts that one search opens
MAX_BELOW = 60  # prompts opened below a step that completes the typed words
LAST_PREFIX_RANK = 1  # last rank of `rank` whose moves begin with the typed words
LAST_ORDERED_RANK = 5  # last rank of `rank` whose moves have the words in the typed order


@dataclass(frozen=True)
class TextMove:
    """Path of steps with its text, such as a move or the beginning of one.

    - `path`: the keys of the steps
    - `text`: their labels
    - `whole`: whether it is a complete move
    - `said`: the normalized words of the labels
    - `known`: these words, and those of all other names of the steps
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
            path=(*self.path, step.key),
            text=f"{self.text} {step.text}".strip(),
            whole=False,
            said=(*self.said, *said),
            known=(*self.known, *also, *said, *also),
        )


NOTHING = TextMove(path=(), text="", whole=False)


def rank(sentence: TextMove, wanted: Sequence[str], fillers: Container[str] = ()) -> int | None:
    """Return how well a move matches the typed words, 0 best; None if a word is missing.

    Moves that begin with the words come first, then those with the words in order, then those
    with the words in any order. Words of labels rank before other names, whole words before
    prefixes. `fillers` ("from", "to") may be missing.
    """
    without_fillers = [word for word in wanted if word not in fillers]
    variants = (
        [wanted]
        if not without_fillers or len(without_fillers) == len(wanted)
        else [wanted, without_fillers]
    )
    for at, (matches, other_names, same) in enumerate(_RANKS):
        have = sentence.known if other_names else sentence.said
        if any(matches(have, words, same) for words in variants):
            return at
    return None


_Same = Callable[[str, str], bool]


def _begins_with(have: Sequence[str], wanted: Sequence[str], same: _Same) -> bool:
    return len(have) >= len(wanted) and all(map(same, have, wanted))


def _in_order(have: Sequence[str], wanted: Sequence[str], same: _Same) -> bool:
    return not _remaining(have, wanted, same)


def _remaining(have: Sequence[str], wanted: Sequence[str], same: _Same) -> Sequence[str]:
    """Return the typed words that are left after the first ones were found in order in `have`."""
    at = 0
    for word in have:
        if at < len(wanted) and same(word, wanted[at]):
            at += 1
    return wanted[at:]


def _in_any_order(have: Sequence[str], wanted: Sequence[str], same: _Same) -> bool:
    return all(any(same(word, one) for word in have) for one in wanted)


# by rank: how words are matched, whether other names than labels count, how words are compared
_RANKS: tuple[tuple[Callable[[Sequence[str], Sequence[str], _Same], bool], bool, _Same], ...] = (
    (_begins_with, False, str.__eq__),
    (_begins_with, False, str.startswith),
    *(
        (matches, other_names, same)
        for matches in (_in_order, _in_any_order)
        for other_names in (False, True)
        for same in (str.__eq__, str.startswith)
    ),
)


class Search:
    """Search in the tree of prompts for moves with the `wanted` words.

    Branches with the words in typed order are searched first. `found` are the moves; `cut`
    tells that the tree was too large, so that some may be missing. `fillers` are words that a
    move need not contain ("from", "to").
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
        self._search(
            NOTHING,
            [word for word in wanted if word not in fillers] or list(wanted),
            MAX_ASKED,
            just_completed=False,
        )

    def _search(
        self, here: TextMove, left: Sequence[str], budget: int, *, just_completed: bool
    ) -> int:
        """Search the moves that begin with `here`; return how many prompts were opened.

        `left` are the typed words that `here` does not contain yet. `just_completed`: the last
        step of `here` contained the last of them. Opens at most `budget` prompts.
        """
        form, used = self._ask(here.path), 1
        if isinstance(form, MoveReady):
            self.found.append(replace(here, whole=True))
        if isinstance(form, MoveReady | IllegalPath):
            return used
        if just_completed:
            self.found.append(here)
            budget = min(budget, MAX_BELOW)
        branches = []  # each next step, with the typed words that are left after it
        # prompts other than a choice of one have too many answers; they yield typed ones first
        pick_one = isinstance(form, SelectPrompt) and form.min == 1 == form.max
        for step in islice(
            answers(form, self._words, self._wanted), None if pick_one else max(1, budget - used)
        ):
            longer = here.then(step)
            new_words = longer.known[len(here.known) :]
            branches.append((longer, _remaining(new_words, left, str.startswith)))
        with_typed_word = [branch for branch in branches if len(branch[1]) < len(left)]
        without = [branch for branch in branches if len(branch[1]) == len(left)]
        for group in (with_typed_word, without):
            for at, (longer, rest) in enumerate(group):
                if used >= budget:
                    self.cut = True
                    return used
                share = max(1, (budget - used) // (len(group) - at))
                used += self._search(longer, rest, share, just_completed=bool(left) and not rest)
        return used
