"""The rules of a game for people (`help/`): chapters, passages, terms, the signs of its pictures, examples. Read once."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from games.core.engine import migrations
from games.core.engine.game import find
from games.core.state.position import Position
from games.core.text.i18n import LANGUAGES
from games.core.text.messages import Seat
from games.core.views.scene import Mark, Scene

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Eva", "Flor")  # who plays in examples
LETTERS = "ABCDEFGHIJ"
_ANCHOR = re.compile(r"[ ]*\{#([a-z0-9_-]+)\}")
ITEM = re.compile(r"\s*(?:[-*]|\d+\.)\s")


class Chapter(Struct, frozen=True):
    """One heading of the rules and what stands below it; `anchor` is what an option's `rule` names."""

    title: str
    text: str
    anchor: str = ""


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the game: its one name in each language, what it is, in which chapter more stands (`rule`: an anchor), and by
    which words it is `never` called in what people read."""

    rule: str
    name: dict[str, str]
    says: dict[str, str]
    never: dict[str, tuple[str, ...]] = field(default_factory=dict)


class LegendEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a picture shows and not everybody can read: an icon, a strip, an abbreviation. `at` are kinds of what
    painters note, each alone or with what it is about (`kind about`); the first that the picture has gets the number, or `part`
    of it: left, top, right, bottom as shares. What stands on buttons is `at` nothing. `sign` is how it is written where that can
    be written, `says` what it means."""

    says: dict[str, str]
    at: tuple[str, ...] = ()
    part: tuple[float, float, float, float] = (0, 0, 1, 1)
    sign: dict[str, str] = field(default_factory=dict)


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A picture that goes with a chapter, drawn from a stored position.

    `position` is the name of a file in `help/positions`, `picture` the kind of picture, `seat` whose eyes see it (None:
    anybody's). `marks` are places that bear letters, in their order. `cut` are things that
    painters note (as in `LegendEntry.at`): the
    picture shows these and what lies around them, `air` pixels wide; all of it where nothing is named. `says` tells what is to be
    seen.
    """

    position: str
    picture: str
    says: dict[str, str]
    seat: Seat | None = None
    focus: Seat | None = None
    spot: str = ""
    marks: tuple[str, ...] = ()
    ghost: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    air: int = 24

    def scene(self, game: str, lang: str) -> Scene:
        """The whole picture's scene."""
        pos = position(game, self.position)
        return Scene(
            game,
            self.picture,
            find(game).view(pos, self.seat),
            NAMES[: pos.n],
            lang,
            lettered(self.marks),
            ghost=self.ghost,
            focus=self.focus,
            spot=self.spot,
        )


class RulesPoster(Struct, frozen=True, forbid_unknown_fields=True):
    """What the rules sheet has: the chapters (their anchors), each with its first paragraph, `whole` ones with all of it. `board`
    is the position with which the signs of the board are shown."""

    chapters: tuple[str, ...]
    board: str
    whole: tuple[str, ...] = ()

    def scene(self, game: str, lang: str) -> Scene:
        """The board of that position with its legend, as anybody sees it."""
        pos = position(game, self.board)
        return Scene(game, "board", find(game).view(pos, None), NAMES[: pos.n], lang, legend=True)


def lettered(spots: tuple[str, ...]) -> tuple[Mark, ...]:
    """A letter on each place, from A."""
    return tuple(Mark(spot, letter) for spot, letter in zip(spots, LETTERS, strict=False))


def strip_accents(text: str) -> str:
    """Lower case without accents; as long as the text."""
    if text.isascii():
        return text.lower()
    return "".join(
        letter if letter.isascii() else unicodedata.normalize("NFD", letter)[0]
        for letter in text.lower()
    )


def folder(game: str) -> Path:
    """Where all of this lies for a game."""
    return find(game).folder / "help"


@lru_cache
def _text(game: str, lang: str) -> str:
    """The rules reference in this language, else in another; empty where there is none."""
    for tried in (lang, *LANGUAGES):
        path = folder(game) / f"{tried}.md"
        if path.is_file():
            return path.read_text("utf-8")
    return ""


@lru_cache
def chapters(game: str, lang: str) -> tuple[Chapter, ...]:
    """The chapters of `help/<lang>.md`, split at its headings; none when the game has no help."""
    return tuple(_split(_text(game, lang)))


def _split(text: str) -> list[Chapter]:
    made: list[Chapter] = []
    title, anchor, lines = "", "", [""]
    for line in [*text.splitlines(), "# "]:
        if line.startswith(("# ", "## ")):
            body = _ANCHOR.sub("", "\n".join(lines)).strip()
            if title and body:
                made.append(Chapter(title, body, anchor))
            title, anchor, lines = (
                _ANCHOR.sub("", line).lstrip("# ").strip(),
                next(iter(_ANCHOR.findall(line)), ""),
                [],
            )
        else:
            lines.append(line)
    return made


def chapter(game: str, lang: str, anchor: str) -> Chapter | None:
    """The chapter that an option's or a reason's `rule` names."""
    return next((one for one in chapters(game, lang) if one.anchor == anchor), None)


@lru_cache
def passages(game: str, lang: str) -> dict[str, str]:
    """What stands below each anchor: of a heading of any level its section, else the paragraph or the item of a list in whose
    first line the anchor is. One heading or line may have several."""
    found: dict[str, list[str]] = {}
    sections: list[
        tuple[int, list[str]]
    ] = []  # the headings that a line stands below: level and anchors
    here: list[str] = []  # the anchors of the paragraph or item
    for line in _text(game, lang).splitlines():
        anchors, level = _ANCHOR.findall(line), len(line) - len(line.lstrip("#"))
        if level:
            sections, here = [*(one for one in sections if one[0] < level), (level, anchors)], []
            continue
        if anchors or not line.strip() or ITEM.match(line):
            here = anchors
        said = _ANCHOR.sub("", line)
        for anchor in here:
            found.setdefault(anchor, []).append(ITEM.sub("", said) if anchors else said)
        for anchor in {name for _, names in sections for name in names}:
            found.setdefault(anchor, []).append(said)
    return {anchor: "\n".join(lines).strip() for anchor, lines in found.items()}


def passage(game: str, lang: str, anchor: str) -> str:
    """What the rules say below an anchor; "" where there is none."""
    return passages(game, lang).get(anchor, "")


def paragraphs(text: str) -> list[str]:
    """A chapter's paragraphs and the items of its lists, each with the lines that belong to it."""
    made: list[str] = []
    for line in text.splitlines():
        if not line.strip():
            made.append("")
        elif ITEM.match(line) or not made or not made[-1]:
            made.append(line)
        else:
            made[-1] += f"\n{line}"
    return [one for one in made if one]


def _read(game: str, name: str) -> dict[str, Any]:
    """`help/<name>.toml`; nothing where a game has no such file."""
    path = folder(game) / f"{name}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


@lru_cache
def terms(game: str) -> dict[str, Term]:
    """The words of a game by their ids (`help/glossary.toml`)."""
    return msgspec.convert(_read(game, "glossary"), dict[str, Term])


@lru_cache
def signs(game: str) -> dict[str, tuple[LegendEntry, ...]]:
    """What each kind of picture shows that has to be told, in the order of its numbers (`help/legend.toml`)."""
    return msgspec.convert(_read(game, "legend"), dict[str, tuple[LegendEntry, ...]])


def signs_of(game: str, kind: str) -> tuple[LegendEntry, ...]:
    """The signs of a kind of picture; kinds that differ in their seat alone (`empire0`, `empire1`) share theirs."""
    found = signs(game)
    return found.get(kind) or found.get(kind.rstrip("0123456789"), ())


@lru_cache
def examples(game: str) -> dict[str, Example]:
    """The picture examples by the anchors of their chapters (`help/examples.toml`)."""
    return msgspec.convert(_read(game, "examples"), dict[str, Example])


@lru_cache
def sheet(game: str) -> RulesPoster | None:
    """What the rules sheet has (`help/sheet.toml`); None for a game without one."""
    found = _read(game, "sheet")
    return msgspec.convert(found, RulesPoster) if found else None


@lru_cache(8)
def position(game: str, name: str) -> Position[Any, Any]:
    """A position of the examples, under the present rules; not to be changed. OSError when there is none of this name."""
    return migrations.read(find(game), (folder(game) / "positions" / f"{name}.json").read_bytes())
