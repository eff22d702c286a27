"""Guided first games (lessons) as data: `games/<id>/lessons/*.toml`.

A `Lesson` has the setup, the moves of the rivals, and the steps of the learner. Each `TutorialStep`
requires one choice: the match continues only when the learner makes it; to any other choice, the
lesson replies with a text. Consecutive steps belong to one move if the path of each continues the
path of the one before. A `Guide` is what the panel shows of the learner's progress.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct, field

from games.core.engine.game import find
from games.core.text.languages import LANGUAGES, Lang, with_fallbacks
from games.core.text.messages import Key, Path, Seat

FIRST = "first"  # name of the lesson that every game has
ANY = "*"  # key in a step's path that allows any key of the learner


class LocalizedText(Struct, frozen=True, forbid_unknown_fields=True):
    """Text by language.

    `rule` is the anchor of the chapter that explains more, "" for none. A reply to another choice
    has none if only the lesson, not a rule, is against that choice.
    """

    texts: dict[Lang, str]
    rule: str = ""

    def __getitem__(self, lang: Lang) -> str:
        return self.texts[lang]


class TutorialStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a lesson: an explanation, and the choice that the learner must make.

    - `path`: the step is done once the learner's path begins with this path
    - `text`: explanation and instruction
    - `confirmation`: text while the complete move waits for the learner to confirm it
    - `wrong_choice`: reply to any other choice
    - `wrong_choices`: replies to certain other choices, by the wrong key
    - `rule`: anchor of the chapter that the step is about
    - `other_chapters`: anchors of further chapters that matter in the step
    - `ends`: True if the move ends here although the path of the next step continues this one

    `field(name=...)` gives a field's name in the TOML files if it is another one.
    """

    id: str
    path: tuple[Key, ...]
    text: LocalizedText = field(name="say")
    wrong_choice: LocalizedText = field(name="no")
    rule: str
    wrong_choices: dict[str, LocalizedText] = field(default_factory=dict, name="but")
    confirmation: LocalizedText | None = field(default=None, name="sure")
    other_chapters: tuple[str, ...] = field(default=(), name="met")
    ends: bool = False

    def fits(self, path: Path) -> bool:
        """Return whether `path` agrees with the step: one is the beginning of the other."""
        return first_difference(self.path, path) is None

    def reached(self, path: Path) -> bool:
        """Return whether `path` completes the step, because it begins with the step's path."""
        return len(path) >= len(self.path) and self.fits(path)


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """Guided game: setup, steps of the learner (seat 0) and moves of the rivals.

    - `rivals`: by seat, the rival's moves in order; after the last one an AI player decides
    - `chapters_left_out`: anchors of the chapters that the lesson does not explain
    - `ended_too_early`: reply to a learner who would end the turn before the step is done; a reply
      in the step's `wrong_choices` replaces it
    - `end`: text after the last step
    """

    seats: int
    seed: str
    steps: tuple[TutorialStep, ...]
    ended_too_early: LocalizedText = field(name="finish")
    end: LocalizedText
    options: dict[str, Any] = field(default_factory=dict)
    rivals: dict[str, tuple[tuple[Key, ...], ...]] = field(default_factory=dict)
    chapters_left_out: tuple[str, ...] = field(default=(), name="later")

    def __post_init__(self) -> None:
        ids = [step.id for step in self.steps]
        if not ids or len(set(ids)) < len(ids):
            raise ValueError("a lesson needs steps, each with an id of its own")

    @property
    def step_groups(self) -> tuple[tuple[int, ...], ...]:
        """Return one tuple per move: the indexes of its steps, in order.

        The last step of a move has the move's whole path.
        """
        groups: list[list[int]] = []
        for index, step in enumerate(self.steps):
            previous = self.steps[index - 1]
            continues_move = (
                index > 0
                and not previous.ends
                and len(step.path) > len(previous.path)
                and previous.fits(step.path)
            )
            if continues_move:
                groups[-1].append(index)
            else:
                groups.append([index])
        return tuple(map(tuple, groups))

    def scripted_move(self, seat: Seat, n: int) -> Path | None:
        """Return move `n` (from 0) of a rival; None if an AI player decides."""
        moves = self.rivals.get(str(seat), ())
        return moves[n] if n < len(moves) else None


class Guide(Struct, frozen=True):
    """Progress of a learner: step `number` (from 1) of `total`, and its `text`.

    `keys` are the answers that the step still needs, in order. While the move only waits for its
    confirmation, `keys` is empty and `text` may be None. After the last step, `number` is larger
    than `total`, `keys` is empty, and `chapters_left_out` names the chapters that the lesson does
    not explain. `lock_known` is True once the learner has made a move that can't be undone: the
    sign 🔒 was explained before that move.
    """

    number: int
    total: int
    text: LocalizedText | None
    keys: tuple[Key, ...] = ()
    chapters_left_out: tuple[str, ...] = ()
    lock_known: bool = False

    @property
    def over(self) -> bool:
        """Return whether the lesson is over and the text is its closing text."""
        return self.number > self.total


def first_difference(want: Path, path: Path) -> int | None:
    """Return the first index at which `path` differs from `want`.

    None if one of them is the beginning of the other. `ANY` in `want` equals every key.
    """
    pairs = enumerate(zip(want, path, strict=False))
    return next((index for index, (wanted, given) in pairs if wanted not in (ANY, given)), None)


@lru_cache
def lesson(game: str, name: str = FIRST) -> Lesson | None:
    """Return a game's lesson by name; None if there is none.

    Raises `msgspec.ValidationError` for unknown or malformed fields.
    """
    path = find(game).folder / "lessons" / f"{name}.toml"
    if not path.is_file():
        return None
    return msgspec.convert(
        _localized(with_fallbacks(tomllib.loads(path.read_text("utf-8")))), Lesson
    )


def _localized(data: Any) -> Any:
    """Return a copy of TOML data with its tables of texts in the form of `LocalizedText`.

    A table of texts is one with language keys (`en = ..., es = ...`). These keys move into a new
    table `texts`; the other keys stay. Raises `msgspec.ValidationError` if a table of texts lacks
    one of the bot's languages.
    """
    if isinstance(data, list):
        return [_localized(item) for item in data]
    if not isinstance(data, dict):
        return data
    texts = {lang: data[lang] for lang in LANGUAGES if lang in data}
    if not texts:
        return {name: _localized(value) for name, value in data.items()}
    if missing := set(LANGUAGES) - texts.keys():
        raise msgspec.ValidationError(f"no text in {', '.join(sorted(missing))}: {data}")
    return {"texts": texts} | {name: data[name] for name in data.keys() - texts.keys()}
