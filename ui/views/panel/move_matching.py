"""Search for the moves that a typed text may mean, and their ranking. Pure functions.

A move is a path of answers to prompts, so the legal moves form a tree: `ask` returns the prompt
after a path. `Search` walks the tree for paths whose labels contain the typed words; `rank` says
how well such a path fits them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from games.core.prompts.prompt import IllegalPath, MoveReady, PromptResult, SelectPrompt
from games.core.text.messages import Path
from ui.i18n import Translator
from ui.views.panel.sentences import AnswerText, answers, tokens

Ask = Callable[[Path], PromptResult]  # returns the prompt (or the move) after the steps of a path
MAX_ASKED = 500  # prompts that one search opens
MAX_BELOW = 60  # prompts opened below a step that completes the typed words
LAST_PREFIX_RANK = 1  # last rank of `rank` whose moves begin with the typed words
LAST_ORDERED_RANK = 5  # last rank of `rank` whose moves have the words in the typed order


@dataclass(frozen=True)
class TextMove:
    """Move, or the beginning of one, with its text.

    - `path`: the keys of the steps
    - `text`: the labels of the steps
    - `is_complete`: True for a complete move
    - `label_words`: the words of the labels, normalized (`tokens`)
    - `all_words`: the words of the labels and of all other names of the steps
    """

    path: Path
    text: str
    is_complete: bool
    label_words: tuple[str, ...] = ()
    all_words: tuple[str, ...] = ()

    def then(self, step: AnswerText) -> TextMove:
        """Return the move with one more step."""
        said, also = tuple(tokens(step.text)), tuple(tokens(step.also))
        return TextMove(
            path=(*self.path, step.key),
            text=f"{self.text} {step.text}".strip(),
            is_complete=False,
            label_words=(*self.label_words, *said),
            all_words=(*self.all_words, *also, *said, *also),
        )


NOTHING = TextMove(path=(), text="", is_complete=False)


def rank(move: TextMove, wanted: Sequence[str], fillers: Container[str] = ()) -> int | None:
    """Return how well `move` matches the words in `wanted` (0: best).

    Returns None if a word is missing. Moves that begin with the words rank first, then moves with
    the words in order, then moves with the words in any order. A word found in a label ranks before
    one found in another name, and a whole word before a beginning of a word. Words in `fillers`
    ("from", "to") may be missing.
    """
    without_fillers = [word for word in wanted if word not in fillers]
    variants = (
        [wanted]
        if not without_fillers or len(without_fillers) == len(wanted)
        else [wanted, without_fillers]
    )
    for rank_index, (matches, other_names, same) in enumerate(_RANKS):
        move_words = move.all_words if other_names else move.label_words
        if any(matches(move_words, words, same) for words in variants):
            return rank_index
    return None


_Same = Callable[[str, str], bool]


def _begins_with(move_words: Sequence[str], wanted: Sequence[str], same: _Same) -> bool:
    return len(move_words) >= len(wanted) and all(map(same, move_words, wanted))


def _in_order(move_words: Sequence[str], wanted: Sequence[str], same: _Same) -> bool:
    return not _remaining(move_words, wanted, same)


def _remaining(move_words: Sequence[str], wanted: Sequence[str], same: _Same) -> Sequence[str]:
    """Return the end of `wanted` (typed words) that `move_words` does not contain.

    The words of `wanted` are searched in `move_words` one after the other, in this order; `same`
    compares two words. An empty result means that all are found.
    """
    found_count = 0
    for word in move_words:
        if found_count < len(wanted) and same(word, wanted[found_count]):
            found_count += 1
    return wanted[found_count:]


def _in_any_order(move_words: Sequence[str], wanted: Sequence[str], same: _Same) -> bool:
    return all(
        any(same(move_word, wanted_word) for move_word in move_words) for wanted_word in wanted
    )


# for each rank: where the words must be, whether names other than labels count, how words compare
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

    At each prompt, answers that contain a wanted word are followed first. `found` are the moves;
    `truncated` is True if the tree was too large, so that some moves may be missing. `fillers` are
    words that a move need not contain ("from", "to").
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
        self.truncated = False
        self._search(
            NOTHING,
            [word for word in wanted if word not in fillers] or list(wanted),
            MAX_ASKED,
            just_completed=False,
        )

    def _search(
        self,
        beginning: TextMove,
        missing_words: Sequence[str],
        budget: int,
        *,
        just_completed: bool,
    ) -> int:
        """Search the moves that begin with `beginning`; return how many prompts were opened.

        `missing_words` are the wanted words that `beginning` does not contain yet. `just_completed`
        is True if the last step of `beginning` contained the last wanted word. Opens at most
        `budget` prompts; if more are needed, sets `truncated`.
        """
        prompt, opened = self._ask(beginning.path), 1
        if isinstance(prompt, MoveReady):
            self.found.append(replace(beginning, is_complete=True))
        if isinstance(prompt, MoveReady | IllegalPath):
            return opened
        if just_completed:
            self.found.append(beginning)
            budget = min(budget, MAX_BELOW)
        branches = []  # each next step, with the typed words that are left after it
        # prompts other than a choice of one have too many answers; they yield typed ones first
        pick_one = isinstance(prompt, SelectPrompt) and prompt.min == 1 == prompt.max
        for step in islice(
            answers(prompt, self._words, self._wanted),
            None if pick_one else max(1, budget - opened),
        ):
            longer = beginning.then(step)
            new_words = longer.all_words[len(beginning.all_words) :]
            branches.append((longer, _remaining(new_words, missing_words, str.startswith)))
        with_typed_word = [branch for branch in branches if len(branch[1]) < len(missing_words)]
        without = [branch for branch in branches if len(branch[1]) == len(missing_words)]
        for group in (with_typed_word, without):
            for index, (longer, still_missing) in enumerate(group):
                if opened >= budget:
                    self.truncated = True
                    return opened
                share = max(1, (budget - opened) // (len(group) - index))
                opened += self._search(
                    longer,
                    still_missing,
                    share,
                    just_completed=bool(missing_words) and not still_missing,
                )
        return opened
