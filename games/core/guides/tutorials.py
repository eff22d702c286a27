"""Guided first games as data: `games/<id>/lessons/*.toml` say how a table is laid, what rivals do, and each step of the lesson.

A lesson is a walk along one line of play. A step waits for a path (or for its beginning): what else is tapped is answered by the
step's words and not played. Steps whose paths continue each other belong to one move.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct, field

from games.core.engine.game import find
from games.core.text.messages import Key, Path, Seat

FIRST = "first"  # the lesson that every game has
ANY = "*"  # in a step's path: whatever one likes


class LocalizedText(Struct, frozen=True, forbid_unknown_fields=True):
    """Words in both languages; `rule` is the anchor of the chapter that they go back to ("": the step's)."""

    es: str
    en: str
    rule: str = ""

    def __getitem__(self, lang: str) -> str:
        return self.en if lang == "en" else self.es


class TutorialStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One idea, and the one thing to tap for it.

    `path` is how far the learner's path is to be when the step is done. `no` is what is said to any other answer, `but` to
    certain ones, by the key that differs. `sure` is said while the finished move waits to be confirmed. `rule` is the anchor of
    the chapter that the step tells of, `met` are further ones that it touches. `ends`: the move is over here, though the next one
    begins alike.
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
        """True when one of both paths is the beginning of the other."""
        return differs(self.path, path) is None

    def reached(self, path: Path) -> bool:
        """True when a path has come as far as the step wants."""
        return len(path) >= len(self.path) and self.fits(path)


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided game: how the table is laid (`seed`, `options`), the steps of seat 0, and what the others answer meanwhile.

    `rivals` are the paths of each other seat, in order; beyond them computer players think for themselves. `later` are the
    anchors of chapters that the lesson leaves for later. `end` is said when the steps are over, `finish` to whoever would end
    their turn before its time (unless a step knows better).
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
        """The steps by moves: each one's numbers, the last of which has the whole path."""
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
        """What another seat answers to its question number `n` (from 0); None where it thinks for itself."""
        script = self.rivals.get(str(seat), ())
        return script[n] if n < len(script) else None


class Guide(Struct, frozen=True):
    """Where a learner is: step `n` of `of` (from 1) with its words. `keys` is what is still to be answered for it, in order; none
    when the move only waits to be confirmed, of which a step may have nothing to say. After the last step there is none any more,
    and `later` names what is left."""

    n: int
    of: int
    said: LocalizedText | None
    keys: tuple[Key, ...] = ()
    later: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """True for the word that follows the last step."""
        return self.n > self.of


def differs(want: Path, path: Path) -> int | None:
    """The first place at which a path is another than the wanted one; None where one begins the other."""
    both = enumerate(zip(want, path, strict=False))
    return next((at for at, (one, other) in both if one not in (ANY, other)), None)


@lru_cache
def lesson(game: str, name: str = FIRST) -> Lesson | None:
    """A game's lesson by name; None where it has none. Raises `msgspec.ValidationError` for what it does not know."""
    path = find(game).folder / "lessons" / f"{name}.toml"
    return (
        msgspec.convert(tomllib.loads(path.read_text("utf-8")), Lesson) if path.is_file() else None
    )
