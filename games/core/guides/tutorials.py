"""Guided first games as data: `games/<id>/lessons/*.toml`.

A lesson says how the match is set up, what the rivals do, and what each step teaches. It
follows one line of play. A step waits until the learner's choices follow its path. Any other
choice is not played: the step's words answer it. Consecutive steps whose paths extend each
other belong to one move.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct, field

from games.core.engine.game import find
from games.core.text.messages import Key, Path, Seat

FIRST = "first"  # lesson that every game has
ANY = "*"  # in a step's path: any key


class LocalizedText(Struct, frozen=True, forbid_unknown_fields=True):
    """Text in both languages.

    `rule` is the anchor of the chapter about it; if empty, the step's own chapter is meant.
    """

    es: str
    en: str
    rule: str = ""

    def __getitem__(self, lang: str) -> str:
        return self.en if lang == "en" else self.es


class TutorialStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One idea, and the one choice that shows it.

    - `path`: the learner's path must reach it to finish the step.
    - `no`: said after any other choice; `but`: said after certain ones, by the key that differs.
    - `sure`: said while the finished move waits for its confirmation.
    - `rule`: anchor of the chapter that the step is about; `met`: further chapters that it touches.
    - `ends`: the move ends here, although the path of the next step continues this one.
    """

    id: str
    path: tuple[Key, ...]
    say: LocalizedText
    no: LocalizedText
    rule: str
    but: dict[str, LocalizedText] = field(default_factory=dict)
    sure: LocalizedText | None = None
    met: tuple[str, ...] = ()
    ends: bool = False

    def fits(self, path: Path) -> bool:
        """Return whether one of the two paths is the beginning of the other."""
        return differs(self.path, path) is None

    def reached(self, path: Path) -> bool:
        """Return whether a path has come as far as the step requires."""
        return len(path) >= len(self.path) and self.fits(path)


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """Guided game: its setup (`seed`, `options`), the steps of seat 0 and the rivals' moves.

    `rivals` has the paths of each other seat, in order; once they run out, an AI player
    decides. `later` lists the anchors of the chapters that the lesson leaves out. `end` is said
    after the last step. `finish` is said to a learner who would end the turn too early, unless
    the step has its own words for that.
    """

    seats: int
    seed: str
    steps: tuple[TutorialStep, ...]
    finish: LocalizedText
    end: LocalizedText
    options: dict[str, Any] = field(default_factory=dict)
    rivals: dict[str, tuple[tuple[Key, ...], ...]] = field(default_factory=dict)
    later: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        ids = [step.id for step in self.steps]
        if not ids or len(set(ids)) < len(ids):
            raise ValueError("a lesson needs steps, each with an id of its own")

    @property
    def moves(self) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of the steps, grouped by move.

        The last step of a group has the whole path.
        """
        found: list[list[int]] = []
        for n, step in enumerate(self.steps):
            before = self.steps[n - 1]
            if (
                found
                and not before.ends
                and len(step.path) > len(before.path)
                and before.fits(step.path)
            ):
                found[-1].append(n)
            else:
                found.append([n])
        return tuple(map(tuple, found))

    def answer(self, seat: Seat, n: int) -> Path | None:
        """Return the scripted answer of a seat to its question `n` (from 0); None: the AI decides."""
        script = self.rivals.get(str(seat), ())
        return script[n] if n < len(script) else None


class Guide(Struct, frozen=True):
    """Progress of a learner: step `n` of `of` (from 1) with its text.

    `keys` are the answers still missing for the step, in order. It is empty if the move only
    waits for its confirmation; `said` may then be None. After the last step `keys` is empty and
    `later` names the chapters left out.
    """

    n: int
    of: int
    said: LocalizedText | None
    keys: tuple[Key, ...] = ()
    later: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Return whether this is the text after the last step."""
        return self.n > self.of


def differs(want: Path, path: Path) -> int | None:
    """Return the first index at which a path departs from the wanted one.

    None if either path is the beginning of the other. `ANY` in `want` accepts every key.
    """
    both = enumerate(zip(want, path, strict=False))
    return next((at for at, (one, other) in both if one not in (ANY, other)), None)


@lru_cache
def lesson(game: str, name: str = FIRST) -> Lesson | None:
    """Return a game's lesson by name; None if there is none.

    Raises `msgspec.ValidationError` for unknown or malformed fields.
    """
    path = find(game).folder / "lessons" / f"{name}.toml"
    return (
        msgspec.convert(tomllib.loads(path.read_text("utf-8")), Lesson) if path.is_file() else None
    )
