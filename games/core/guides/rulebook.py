"""Rules of a game for users (folder `help`): chapters, passages, terms, legends, examples.

All files are read once and cached.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from games.core.engine import migrations
from games.core.engine.game import find
from games.core.state.position import Position
from games.core.text.languages import DECLARED, FALLBACK, LANGUAGES, with_fallbacks
from games.core.text.messages import Seat
from games.core.views.scene import Mark, Scene

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Eva", "Flor")  # players' names in examples
LETTERS = "ABCDEFGHIJ"
MAX_SIGNS_PER_PAGE = 8  # of a legend, in one picture
_ANCHOR = re.compile(r"[ ]*\{#([a-z0-9_-]+)\}")
ITEM = re.compile(r"\s*(?:[-*]|\d+\.)\s")


class Chapter(Struct, frozen=True):
    """Chapter of the rules: a heading with its text.

    Options and refusals refer to the chapter by its `anchor`.
    """

    title: str
    text: str
    anchor: str = ""


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """Term of a game: by language, its `name` and its definition `says`.

    `rule` is the anchor of the chapter that says more. `never` lists words that texts for users
    must not use instead of the term.
    """

    rule: str
    name: dict[str, str]
    says: dict[str, str]
    never: dict[str, tuple[str, ...]] = field(default_factory=dict)


class LegendEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Explanation of a sign in a picture: an icon, a strip, an abbreviation.

    - `says`: meaning of the sign, by language.
    - `at`: areas of the picture, by the names that the renderer gives them: `kind` for any area of
      a kind, `kind subject` for a certain one. The entry's number in the legend is drawn at the
      first of these areas that the picture has. Empty for signs that are only on buttons.
    - `sign`: the sign as text, by language; empty if it can't be written.
    """

    says: dict[str, str]
    at: tuple[str, ...] = ()
    sign: dict[str, str] = field(default_factory=dict)


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """Picture that goes with a chapter, drawn from a stored position.

    - `position`: name of a file in `help/positions`
    - `picture`: kind of picture
    - `says`: what the picture shows, in words
    - `seat`: the viewer (None: a spectator)
    - `focus`, `spot`, `ghost`: as in `Scene`
    - `marks`: places that get letters, in order
    - `cut`: names of areas, as in `LegendEntry.at`: the picture is cropped to them plus `air`
      pixels around them; if empty, the whole picture is shown
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
        """Return the scene of the whole picture."""
        pos = example_position(game, self.position)
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


class RulesSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """Content of the rules sheet, a short form of the rules on a few pages.

    `pages` has one tuple per page: the anchors of the chapters on it. Only the first paragraph of a
    chapter is shown, unless its anchor is in `whole`. `board` names the stored position whose
    picture explains the signs of the board, on the last pages.
    """

    pages: tuple[tuple[str, ...], ...]
    board: str
    whole: tuple[str, ...] = ()

    @property
    def chapters(self) -> tuple[str, ...]:
        """Return the anchors of the chapters of all pages, in order."""
        return tuple(anchor for page in self.pages for anchor in page)

    def page_count(self, game: str) -> int:
        """Return the number of pages of the game's sheet, including those with the legend."""
        return len(self.pages) + legend_pages(legends(game)["board"])

    def scene(self, game: str, lang: str, page: int = 1) -> Scene:
        """Return the scene of the board with page `page` (from 1) of its legend.

        It shows the board as a spectator sees it.
        """
        pos = example_position(game, self.board)
        return Scene(
            game,
            "board",
            find(game).view(pos, None),
            NAMES[: pos.n],
            lang,
            legend=True,
            legend_page=page,
        )


def lettered(spots: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return one mark per place, in order; the letters begin at A."""
    return tuple(Mark(spot, letter) for spot, letter in zip(spots, LETTERS, strict=False))


def fold_case_and_accents(text: str) -> str:
    """Return the text in lower case without accents.

    The length stays the same, so that positions in it are those of the original text.
    """
    if text.isascii():
        return text.lower()
    return "".join(
        letter if letter.isascii() else unicodedata.normalize("NFD", letter)[0]
        for letter in text.lower()
    )


def folder(game: str) -> Path:
    """Return the `help` folder of a game."""
    return find(game).folder / "help"


@lru_cache
def _text(game: str, lang: str) -> str:
    """Return the rules text in this language, else in another one.

    English is tried first. Returns "" if there is no text.
    """
    for tried in (lang, FALLBACK, *LANGUAGES):
        path = folder(game) / f"{tried}.md"
        if path.is_file():
            return path.read_text("utf-8")
    return ""


@lru_cache
def chapters(game: str, lang: str) -> tuple[Chapter, ...]:
    """Return the chapters of `help/<lang>.md`, split at its headings; () if none.

    For a beta language, the chapters are those of `FALLBACK`; each chapter that the language's own
    file has too is taken from that file.
    """
    own = _split(_text(game, lang))
    if not _is_beta(lang):
        return tuple(own)
    translated = {one.anchor: one for one in own if one.anchor}
    return tuple(translated.get(original.anchor, original) for original in chapters(game, FALLBACK))


def _is_beta(lang: str) -> bool:
    return lang in DECLARED and DECLARED[lang].beta


def _split(text: str) -> list[Chapter]:
    """Return the chapters that begin at the headings of level 1 and 2."""
    chapters: list[Chapter] = []
    title, anchor, lines = "", "", [""]
    for line in [*text.splitlines(), "# "]:  # an added heading ends the last chapter
        if line.startswith(("# ", "## ")):
            body = _ANCHOR.sub("", "\n".join(lines)).strip()
            if title and body:
                chapters.append(Chapter(title, body, anchor))
            title, anchor, lines = (
                _ANCHOR.sub("", line).lstrip("# ").strip(),
                next(iter(_ANCHOR.findall(line)), ""),
                [],
            )
        else:
            lines.append(line)
    return chapters


def chapter(game: str, lang: str, anchor: str) -> Chapter | None:
    """Return the chapter with this anchor, or None.

    The field `rule` of options, disabled options and `IllegalPath` has such an anchor.
    """
    return next((found for found in chapters(game, lang) if found.anchor == anchor), None)


@lru_cache
def passages(game: str, lang: str) -> dict[str, str]:
    """Return the text at each anchor, by anchor.

    The anchor of a heading stands for its whole section. Any other anchor stands for the paragraph
    or list item whose first line has it. A line may have several anchors.
    """
    lines_at: dict[str, list[str]] = {}
    sections: list[tuple[int, list[str]]] = []  # headings above the line: level and anchors
    block_anchors: list[str] = []  # anchors of the paragraph or item
    for line in _text(game, lang).splitlines():
        anchors, level = _ANCHOR.findall(line), len(line) - len(line.lstrip("#"))
        if level:
            sections = [*(heading for heading in sections if heading[0] < level), (level, anchors)]
            block_anchors = []
            continue
        if anchors or not line.strip() or ITEM.match(line):
            block_anchors = anchors
        text = _ANCHOR.sub("", line)
        for anchor in block_anchors:
            lines_at.setdefault(anchor, []).append(ITEM.sub("", text) if anchors else text)
        for anchor in {name for _, names in sections for name in names}:
            lines_at.setdefault(anchor, []).append(text)
    found = {anchor: "\n".join(lines).strip() for anchor, lines in lines_at.items()}
    return passages(game, FALLBACK) | found if _is_beta(lang) else found


def passage(game: str, lang: str, anchor: str) -> str:
    """Return the rules text at an anchor; "" if there is none."""
    return passages(game, lang).get(anchor, "")


def paragraphs(text: str) -> list[str]:
    """Return a chapter's paragraphs and list items, each as one string with its line breaks."""
    found: list[str] = []
    for line in text.splitlines():
        if not line.strip():
            found.append("")
        elif ITEM.match(line) or not found or not found[-1]:
            found.append(line)
        else:
            found[-1] += f"\n{line}"
    return [paragraph for paragraph in found if paragraph]


def _read(game: str, name: str) -> dict[str, Any]:
    """Return the content of `help/<name>.toml`; empty if the game has no such file.

    In the file, each text is a table by language. A beta language that is missing in a table gets
    the text of `FALLBACK`.
    """
    path = folder(game) / f"{name}.toml"
    found: dict[str, Any] = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    return {key: with_fallbacks(value) for key, value in found.items()}


@lru_cache
def terms(game: str) -> dict[str, Term]:
    """Return, by id, the terms of a game (`help/glossary.toml`)."""
    return msgspec.convert(_read(game, "glossary"), dict[str, Term])


@lru_cache
def legends(game: str) -> dict[str, tuple[LegendEntry, ...]]:
    """Return, by kind of picture, the entries of its legend, in the order of their numbers.

    They are read from `help/legend.toml`.
    """
    return msgspec.convert(_read(game, "legend"), dict[str, tuple[LegendEntry, ...]])


def legend_pages(signs: Sequence[LegendEntry]) -> int:
    """Return the number of pages of a legend; at least 1."""
    return max(1, ceil(sum(bool(entry.at) for entry in signs) / MAX_SIGNS_PER_PAGE))


def legend_page(signs: Sequence[LegendEntry], page: int) -> list[tuple[int, LegendEntry]]:
    """Return one (number, sign) per sign on a page of a legend; pages count from 1.

    The signs are shared equally among the pages. Numbers count all signs of the legend, from 1.
    """
    numbered = [(n, entry) for n, entry in enumerate(signs, 1) if entry.at]
    per_page = ceil(len(numbered) / legend_pages(signs))
    return numbered[(page - 1) * per_page : page * per_page]


def legend_of(game: str, kind: str, view: object = None) -> tuple[LegendEntry, ...]:
    """Return the legend of a kind of picture, one entry per sign; empty if it has none.

    A picture that looks different in some phase of the game has another legend for this phase (such
    as `private-bid`), which may be empty. The phase is the field `phase` of `view`. Kinds that
    differ only in the seat (`empire0`, `empire1`) share one legend.
    """
    by_kind, seatless_kind = legends(game), kind.rstrip("0123456789")
    phase = getattr(view, "phase", "")
    for key in (f"{kind}-{phase}", kind, seatless_kind):
        if key in by_kind:
            return by_kind[key]
    return ()


@lru_cache
def examples(game: str) -> dict[str, Example]:
    """Return, by anchor of a chapter, its picture example (`help/examples.toml`)."""
    return msgspec.convert(_read(game, "examples"), dict[str, Example])


@lru_cache
def rules_sheet(game: str) -> RulesSheet | None:
    """Return the content of the rules sheet (`help/sheet.toml`); None for a game without one."""
    content = _read(game, "sheet")
    return msgspec.convert(content, RulesSheet) if content else None


@lru_cache(8)
def example_position(game: str, name: str) -> Position[Any, Any]:
    """Return an example's position by its file name, upgraded to the current rules.

    The result is cached: do not change it. Raises OSError if there is no file of this name.
    """
    return migrations.read(find(game), (folder(game) / "positions" / f"{name}.json").read_bytes())
