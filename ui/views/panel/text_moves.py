"""Command `/play` with text: completes and parses moves as sentences. Pure functions.

`complete` returns suggestions while the user types; `interpret` returns the move that the sent text
means. The text is words, or the value of a suggestion (an encoded path, see `suggestion_value`).
Both functions get the legal moves from `ask`, which returns the prompt after a path of steps.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import islice

from games.core.guides.rulebook import fold_case_and_accents
from games.core.prompts.prompt import IllegalPath, MoveReady
from games.core.text.messages import Key, Path
from ui.components import MAX_OPTION_CHARS, cut
from ui.i18n import Translator
from ui.suggestions import normalized
from ui.views.panel.move_matching import (
    LAST_ORDERED_RANK,
    LAST_PREFIX_RANK,
    NOTHING,
    Ask,
    Search,
    TextMove,
    rank,
)
from ui.views.panel.sentences import answers, steps, tokens

__all__ = [
    "SUGGESTIONS",
    "Ask",
    "InterpretedMove",
    "TextMove",
    "complete",
    "interpret",
    "label",
    "path_of_text",
    "similar_moves",
    "steps",
    "suggestion_value",
    "tokens",
]
SUGGESTIONS = 25  # Discord's limit for autocomplete
MAX_STEPS = 100  # next steps that are examined
_PATH = "="  # prefix of an autocomplete value that is a path as JSON; other values are typed text
_SHORT = "~"  # prefix of a path in the shorter encoding
_INCOMPLETE = " …"  # suffix of a label that is not a complete move


@dataclass(frozen=True)
class InterpretedMove:
    """Path that a user's text means.

    - `sure`: True if the user chose or typed exactly this path; otherwise they must confirm a move
      that can't be undone
    - `must_confirm`: True if the move is only shown, not played, because the user typed its words in
      another order or the search was incomplete
    """

    path: Path
    sure: bool = True
    must_confirm: bool = False


def complete(ask: Ask, words: Translator, typed: str) -> list[TextMove]:
    """Return completions of the words in `typed`, best first.

    Next steps after the typed words come before complete moves that contain all words. `ask`
    returns the prompt after a path (see the module's docstring).
    """
    found, _ = _ranked(ask, words, tokens(typed))
    # moves whose value is longer than Discord allows can only be typed
    return list(
        islice(
            (move for move in found if len(suggestion_value(move.path)) <= MAX_OPTION_CHARS),
            SUGGESTIONS,
        )
    )


def suggestion_value(path: Path) -> str:
    """Return a path as the value of a suggestion: JSON, or a shorter encoding if too long."""
    text = _PATH + json.dumps(list(path), separators=(",", ":"))
    return text if len(text) <= MAX_OPTION_CHARS else _SHORT + "/".join(map(_encode_key, path))


def _encode_key(key: Key) -> str:
    match key:
        case list():
            return f"[{','.join(key)}"
        case dict():
            return "{" + ",".join(f"{name}:{n}" for name, n in key.items())
    return f"#{key}" if isinstance(key, int) else key


def _decode_key(text: str) -> Key:
    """Decode one key of a path in the shorter encoding. Raises `ValueError` if malformed."""
    kind, inside = text[:1], [item for item in text[1:].split(",") if item]
    if kind == "[":
        return inside
    if kind == "{":
        return {name: int(count) for name, _, count in (item.rpartition(":") for item in inside)}
    return int(text[1:]) if kind == "#" else text


def _decode_path(ask: Ask, given: str) -> Path | None:
    """Return the path in `given`, an autocomplete value; None if it is not legal now."""
    try:
        path = (
            json.loads(given[1:])
            if given.startswith(_PATH)
            else [_decode_key(key) for key in given[1:].split("/")]
        )
    except (ValueError, RecursionError):
        return None
    return (
        tuple(path)
        if isinstance(path, list) and not isinstance(ask(tuple(path)), IllegalPath)
        else None
    )


def path_of_text(ask: Ask, words: Translator, given: str) -> Path | None:
    """Return the path that `given` means: a suggestion's value, or a typed text.

    Returns None if no path matches, or several equally well.
    """
    found = interpret(ask, words, given)
    return None if found is None else found.path


def interpret(ask: Ask, words: Translator, given: str) -> InterpretedMove | None:
    """Return the move that `given` means: a suggestion's value, its name, or a typed text.

    Returns None if no path matches, or several equally well. Words in the typed order rank before
    the same words in another order. If all best moves begin with one step that contains all words,
    only that step is meant, and the user sees the prompt after it.
    """
    if given.startswith((_PATH, _SHORT)):
        path = _decode_path(ask, given)
        return None if path is None else InterpretedMove(path)
    wanted = tokens(given)
    if not wanted:
        return None
    found, cut_off = _ranked(ask, words, wanted)
    name = normalized(given)
    for exact in (
        [move for move in found if normalized(label(move)) == name],
        [move for move in found if list(move.label_words) == wanted],
    ):
        if exact:
            return InterpretedMove(exact[0].path) if _same_effect(ask, exact) else None
    best, best_rank = _best(found, wanted, words)
    if not best:
        return None
    shortest = min(best, key=lambda move: len(move.path))
    if any(move.path[: len(shortest.path)] != shortest.path for move in best):
        return None
    return InterpretedMove(
        shortest.path,
        sure=False,
        must_confirm=best_rank > LAST_ORDERED_RANK or (cut_off and best_rank > LAST_PREFIX_RANK),
    )


def ambiguous_moves(ask: Ask, words: Translator, given: str, count: int = 3) -> list[str]:
    """Return at most `count` moves that match `given` equally well.

    Empty if one move matches best, so that `interpret` can decide.
    """
    wanted = tokens(given)
    best, _ = _best(_ranked(ask, words, wanted)[0], wanted, words) if wanted else ([], 0)
    texts = list(dict.fromkeys(move.text for move in best))
    return texts[:count] if len(texts) > 1 else []


def similar_moves(ask: Ask, words: Translator, given: str, count: int = 3) -> list[str]:
    """Return at most `count` moves similar to `given`, to suggest when no move matches it."""
    found = (
        complete(ask, words, given)
        or complete(ask, words, " ".join(given.split()[:1]))
        or complete(ask, words, "")
    )
    texts = {fold_case_and_accents(move.text): move.text for move in found}
    close = (
        get_close_matches(fold_case_and_accents(given), list(texts), count, 0.3)
        or list(texts)[:count]
    )
    return [texts[text] for text in close]


def label(move: TextMove) -> str:
    """Return the text that is displayed for the completion `move`.

    The text of an incomplete move ends in dots.
    """
    return cut(move.text if move.is_complete else move.text + _INCOMPLETE, MAX_OPTION_CHARS)


def _ranked(ask: Ask, words: Translator, wanted: Sequence[str]) -> tuple[list[TextMove], bool]:
    """Return the moves that match `wanted`, best first, and whether the search was cut short.

    Without words, return the possible first steps.
    """
    direct = list(islice(_next_steps(ask, words, list(wanted)), MAX_STEPS))
    if not wanted:
        return list({suggestion_value(move.path): move for move in direct}.values()), False
    fillers = _fillers(words)
    search = Search(ask, words, wanted, fillers)
    # Paths that read alike are one suggestion if both make the same move, or if both ask on: then
    # the first prompt's own shortcut is the one, whichever of them the words match.
    found: dict[str, TextMove] = {}
    spoken: dict[tuple[str, ...], TextMove] = {}
    asking_on = {move.text: move for move in _next_steps(ask, words, []) if not move.is_complete}
    for move in [*direct, *search.found]:
        if not move.is_complete:
            first = asking_on.setdefault(move.text, move)
            found.setdefault(suggestion_value(first.path), first)
            continue
        plain = tuple(word for word in move.label_words if word not in fillers)
        other = spoken.setdefault(plain, move)
        if other is move or not _same_effect(ask, [other, move]):
            found.setdefault(suggestion_value(move.path), move)
    matching = [
        (move_rank, move)
        for move in found.values()
        if (move_rank := rank(move, wanted, fillers)) is not None
    ]
    matching.sort(
        key=lambda rank_and_move: (
            list(rank_and_move[1].label_words) != list(wanted),
            rank_and_move[0],
        )
    )
    return [move for _, move in matching], search.truncated


def _best(
    found: Sequence[TextMove], wanted: Sequence[str], words: Translator
) -> tuple[list[TextMove], int]:
    """Return the moves of `found` that match the words `wanted` best, and the rank."""
    fillers = _fillers(words)
    ranks = [rank(move, wanted, fillers) for move in found]
    best = min((move_rank for move_rank in ranks if move_rank is not None), default=0)
    return [move for move, move_rank in zip(found, ranks, strict=True) if move_rank == best], best


def _fillers(words: Translator) -> frozenset[str]:
    """Return the words that users may type between a move's words ("from", "to")."""
    return frozenset(tokens(words("ui.play.fillers")))


def _same_effect(ask: Ask, moves: Sequence[TextMove]) -> bool:
    """Return whether all moves do the same; True for a single move.

    They do the same if all are complete and have the same summary.
    """
    answers_after = [ask(move.path) for move in moves]
    first_summary = getattr(answers_after[0], "summary", None)
    return len(moves) == 1 or all(
        isinstance(answer, MoveReady) and answer.summary == first_summary
        for answer in answers_after
    )


def _next_steps(
    ask: Ask, words: Translator, wanted: list[str], beginning: TextMove = NOTHING
) -> Iterator[TextMove]:
    """Yield the steps after `beginning` that begin with the typed words (`wanted`).

    If the user typed a step in full, also yield the steps after it that match the remaining words.
    """
    prompt = ask(beginning.path)
    if isinstance(prompt, MoveReady | IllegalPath):
        return
    for answer in answers(prompt, words, wanted):
        step, longer = tokens(answer.text), beginning.then(answer)
        if not _agrees(step, wanted):
            continue
        typed_in_full = len(wanted) >= len(step) and wanted[: len(step)] == step
        following = ask(longer.path)
        if isinstance(following, IllegalPath):
            continue
        if isinstance(following, MoveReady):
            if len(wanted) <= len(step):
                yield replace(longer, is_complete=True)
        elif typed_in_full:
            if len(wanted) == len(step):
                yield longer
            yield from _next_steps(ask, words, wanted[len(step) :], longer)
        else:
            yield longer


def _agrees(step: list[str], wanted: list[str]) -> bool:
    """Return whether one of the two lists of words begins with the other.

    `step` are the words of a step, `wanted` the typed words. The last typed word may be incomplete.
    """
    shared = min(len(step), len(wanted))
    if not shared:
        return True
    if step[: shared - 1] != wanted[: shared - 1]:
        return False
    last = wanted[shared - 1]
    return step[shared - 1].startswith(last) if shared == len(wanted) else step[shared - 1] == last
