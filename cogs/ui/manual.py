"""The rules reference of a game, read from its help file: chapters by heading, with a search."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from cogs.ui.message import cut
from games.core.forms import Done, Reject
from games.core.rules import find
from games.core.text import LANGUAGES
from host.model import Panel

_AROUND = 600
_ANCHOR = re.compile(r"[ ]*\{#([a-z0-9_-]+)\}")
_ITEM = re.compile(r"\s*(?:[-*]|\d+\.)\s")


@dataclass(frozen=True)
class Chapter:
    """One heading of the rules and what stands below it; `anchor` is what an option's `rule` names."""

    title: str
    text: str
    anchor: str = ""

    def has(self, sought: str) -> bool:
        """True when title or text contain the words, accents and case aside, or when they are the chapter's anchor."""
        return fold(sought) in fold(f"{self.title} {self.text}") or sought == self.anchor

    def around(self, sought: str) -> str:
        """The part of the text in which the words stand."""
        at = max(0, fold(self.text).find(fold(sought)) - _AROUND // 2)
        start = self.text.rfind("\n", 0, at) + 1
        return self.text[start : start + _AROUND].strip()


def fold(text: str) -> str:
    """Lower case without accents; as long as the text."""
    if text.isascii():
        return text.lower()
    return "".join(letter if letter.isascii() else unicodedata.normalize("NFD", letter)[0] for letter in text.lower())


@lru_cache
def chapters(game: str, lang: str) -> tuple[Chapter, ...]:
    """The chapters of `help/<lang>.md`, split at its headings; none when the game has no help."""
    return tuple(_split(_text(game, lang)))


def _text(game: str, lang: str) -> str:
    """The rules reference in this language, else in another; empty where there is none."""
    for tried in (lang, *LANGUAGES):
        path = find(game).folder / "help" / f"{tried}.md"
        if path.is_file():
            return path.read_text("utf-8")
    return ""


@lru_cache
def passages(game: str, lang: str) -> dict[str, str]:
    """What stands below each anchor: of a heading of any level its section, else the paragraph or the item of a list in whose
    first line the anchor is. One heading or line may have several."""
    found: dict[str, list[str]] = {}
    sections: list[tuple[int, list[str]]] = []   # the headings that a line stands below: level and anchors
    here: list[str] = []                         # the anchors of the paragraph or item
    for line in _text(game, lang).splitlines():
        anchors, level = _ANCHOR.findall(line), len(line) - len(line.lstrip("#"))
        if level:
            sections, here = [*(one for one in sections if one[0] < level), (level, anchors)], []
            continue
        if anchors or not line.strip() or _ITEM.match(line):
            here = anchors
        said = _ANCHOR.sub("", line)
        for anchor in here:
            found.setdefault(anchor, []).append(_ITEM.sub("", said) if anchors else said)
        for anchor in {name for _, names in sections for name in names}:
            found.setdefault(anchor, []).append(said)
    return {anchor: "\n".join(lines).strip() for anchor, lines in found.items()}


def passage(game: str, lang: str, anchor: str) -> str:
    """What the rules say below an anchor; "" where there is none."""
    return passages(game, lang).get(anchor, "")


def _split(text: str) -> list[Chapter]:
    made: list[Chapter] = []
    title, anchor, lines = "", "", [""]
    for line in [*text.splitlines(), "# "]:
        if line.startswith(("# ", "## ")):
            body = _ANCHOR.sub("", "\n".join(lines)).strip()
            if title and body:
                made.append(Chapter(title, body, anchor))
            title, anchor, lines = _ANCHOR.sub("", line).lstrip("# ").strip(), next(iter(_ANCHOR.findall(line)), ""), []
        else:
            lines.append(line)
    return made


def chapter(game: str, lang: str, anchor: str) -> Chapter | None:
    """The chapter that an option's or a reason's `rule` names."""
    return next((one for one in chapters(game, lang) if one.anchor == anchor), None)


def search(game: str, lang: str, sought: str) -> list[Chapter]:
    """The chapters that contain the words, those whose heading does first."""
    found = [one for one in chapters(game, lang) if sought.strip() and one.has(sought.strip())]
    return sorted(found, key=lambda one: (one.anchor != sought.strip(), fold(sought.strip()) not in fold(one.title)))


@dataclass(frozen=True)
class Stakes:
    """Help at a kind of question: what it decides and costs, and what good players look at, a sentence each; `rule` is the anchor
    of the chapter that tells of it."""

    said: tuple[str, ...]
    rule: str


@lru_cache
def questions(game: str) -> dict[str, dict[str, Stakes]]:
    """All kinds of questions of a game in every language, from `help/questions.toml`; none where it has no such file."""
    path = find(game).folder / "help" / "questions.toml"
    told = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    return {kind: {lang: Stakes(tuple(one[lang]), one["rule"]) for lang in LANGUAGES} for kind, one in told.items()}


def steps(asked: Panel) -> tuple[str, ...]:
    """A question by its steps: the tag of its frame, the keys of the path, and the last word of the prompt's key."""
    form = asked.answer
    prompt = () if form is None or isinstance(form, Done | Reject) else (form.prompt.key.rpartition(".")[2],)
    return (asked.question, *(key for key in asked.path if isinstance(key, str)), *prompt)


def kind(game: str, asked: Panel) -> str | None:
    """The kind of a question: the name in `help/questions.toml` whose words are steps of it, in their order (`*` is any frame);
    of several the one that reaches furthest, then the longest. None where nothing is said of it."""
    found: list[tuple[int, int, bool, str]] = []
    taken = steps(asked)
    for name in questions(game):
        tag, *words = name.split(".")
        at = 0 if tag in ("*", taken[0]) else -1
        for word in words:
            at = taken.index(word, at + 1) if at >= 0 and word in taken[at + 1 :] else -1
        if at >= 0:
            found.append((at, len(words), tag != "*", name))
    return max(found)[-1] if found else None


def stakes(game: str, lang: str, asked: Panel) -> Stakes | None:
    """What help says of a question; None where it says nothing. It depends on the kind of question alone: it tells no secret."""
    name = kind(game, asked) if asked.question else None
    return questions(game)[name][lang if lang in LANGUAGES else LANGUAGES[0]] if name else None


def titled(game: str, lang: str, title: str) -> int | None:
    """The place of the chapter with this heading, as it is written in a choice (which may be cut); None where there is none."""
    sought = fold(title.strip())
    found = (at for at, one in enumerate(chapters(game, lang)) if sought and fold(cut(one.title, len(sought))) == sought)
    return next(found, None)


def headings(game: str, lang: str, sought: str) -> list[str]:
    """The headings of the rules in this language that contain the words, or whose heading in another language does; all of them
    for no words."""
    sought, book = fold(sought.strip()), chapters(game, lang)
    others = [chapters(game, other) for other in LANGUAGES if other != lang]
    meant = {one.anchor for other in others for one in other if one.anchor and sought in fold(one.title)}
    return [one.title for one in book if sought in fold(one.title) or one.anchor in meant]
