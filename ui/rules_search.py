"""Search in a game's rules (`games/core/guides/rulebook.py`), and help for a question."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from app.model.match import Panel
from games.core.engine.game import find
from games.core.guides.rulebook import (
    Chapter,
    Term,
    chapter,
    chapters,
    paragraphs,
    strip_accents,
    terms,
)
from games.core.prompts.prompt import IllegalPath, MoveReady
from games.core.text.i18n import LANGUAGES
from ui.components import LINE, cut
from ui.suggestions import named


@dataclass(frozen=True)
class SearchHit:
    """Chapter that matches a search, with its matching paragraphs.

    If only the heading matches, `said` is the first paragraph.
    """

    chapter: Chapter
    said: tuple[str, ...]


def search(game: str, lang: str, sought: str) -> list[SearchHit]:
    """Search the rules, ignoring accents and case.

    Chapters whose heading matches come first. Without a match for the whole text, all its words
    in any order are searched; then the text in the other language. An anchor finds its chapter.
    """
    words = strip_accents(sought.strip())
    if not words:
        return []
    return (
        _sorted(_where(game, lang, lambda text: words in text), words)
        or _sorted(
            _where(game, lang, lambda text: all(word in text for word in words.split())), words
        )
        or _elsewhere(game, lang, words)
    )


def _where(game: str, lang: str, fits: Callable[[str], bool]) -> Iterator[SearchHit]:
    for one in chapters(game, lang):
        parts = paragraphs(one.text)
        said = tuple(part for part in parts if fits(strip_accents(part)))
        if said or fits(strip_accents(one.title)) or fits(one.anchor):
            yield SearchHit(one, said or tuple(parts[:1]))


def _sorted(found: Iterator[SearchHit], words: str) -> list[SearchHit]:
    """Sort by heading: equal to the words, beginning with them, containing them."""

    def place(one: SearchHit) -> tuple[bool, ...]:
        title = strip_accents(one.chapter.title)
        return (
            one.chapter.anchor != words and title != words,
            not title.startswith(words),
            words not in title,
        )

    return sorted(found, key=place)


def _elsewhere(game: str, lang: str, words: str) -> list[SearchHit]:
    """Search the other languages and return the same chapters and paragraphs in this one.

    Paragraphs are matched by index if both chapters have the same number.
    """
    made = []
    for other in LANGUAGES:
        for one in chapters(game, other) if other != lang else ():
            own = chapter(game, lang, one.anchor) if one.anchor else None
            theirs = paragraphs(one.text)
            at = [n for n, part in enumerate(theirs) if words in strip_accents(part)]
            if own is not None and (at or words in strip_accents(one.title)):
                ours = paragraphs(own.text)
                same = len(ours) == len(theirs)
                made.append(
                    SearchHit(own, tuple(ours[n] for n in at) if same and at else tuple(ours[:1]))
                )
    return made


def term(game: str, sought: str) -> Term | None:
    """Return the glossary term with this name in some language; None if there is none."""
    words = strip_accents(sought.strip())
    return next(
        (
            one
            for one in terms(game).values()
            if any(strip_accents(name) == words for name in one.name.values())
        ),
        None,
    )


def find_terms(game: str, lang: str, sought: str) -> list[Term]:
    """Return the terms with the text in a name, or in a name to avoid, of some language.

    Terms whose name in `lang` begins with the text come first.
    """
    words = strip_accents(sought.strip())

    def names(one: Term) -> Iterator[str]:
        yield from map(strip_accents, one.name.values())
        yield from (strip_accents(word) for never in one.never.values() for word in never)

    found = [one for one in terms(game).values() if any(words in name for name in names(one))]
    return sorted(
        found,
        key=lambda one: (
            not strip_accents(one.name[lang]).startswith(words),
            strip_accents(one.name[lang]),
        ),
    )


@dataclass(frozen=True)
class QuestionHelp:
    """Help for a kind of question.

    `said` holds one sentence each about what it decides, what it costs, and what good players
    look at; `rule` is the anchor of the chapter.
    """

    said: tuple[str, ...]
    rule: str


@lru_cache
def questions(game: str) -> dict[str, dict[str, QuestionHelp]]:
    """Return the help for all kinds of questions of a game, by kind and language.

    Read from `help/questions.toml`; empty if the game has no such file.
    """
    path = find(game).folder / "help" / "questions.toml"
    told = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    return {
        kind: {lang: QuestionHelp(tuple(one[lang]), one["rule"]) for lang in LANGUAGES}
        for kind, one in told.items()
    }


def steps(asked: Panel) -> tuple[str, ...]:
    """Return a question's steps: its frame's tag, the path's keys, the prompt key's last word."""
    form = asked.answer
    prompt = (
        ()
        if form is None or isinstance(form, MoveReady | IllegalPath)
        else (form.prompt.key.rpartition(".")[2],)
    )
    return (asked.question, *(key for key in asked.path if isinstance(key, str)), *prompt)


def kind(game: str, asked: Panel) -> str | None:
    """Return the kind of a question: the best match in `help/questions.toml`.

    A name matches if its words are among the steps in the same order (`*` is any frame). Of
    several, the one that reaches furthest wins, then the longest. None if there is no help.
    """
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


def question_help(game: str, lang: str, asked: Panel) -> QuestionHelp | None:
    """Return the help for a question; None if there is none.

    It depends only on the kind of question, so it reveals no secret.
    """
    name = kind(game, asked) if asked.question else None
    return questions(game)[name][lang if lang in LANGUAGES else LANGUAGES[0]] if name else None


def chapter_index(game: str, lang: str, title: str) -> int | None:
    """Return the index of the chapter with this heading (which may be cut); None if none."""
    sought = strip_accents(title.strip())
    found = (
        at
        for at, one in enumerate(chapters(game, lang))
        if sought and strip_accents(cut(one.title, len(sought))) == sought
    )
    return next(found, None)


def headings(game: str, lang: str, sought: str) -> list[str]:
    """Return the headings in `lang` that contain the text, or whose translation does.

    An empty text returns all of them.
    """
    sought, book = strip_accents(sought.strip()), chapters(game, lang)
    others = [chapters(game, other) for other in LANGUAGES if other != lang]
    meant = {
        one.anchor
        for other in others
        for one in other
        if one.anchor and sought in strip_accents(one.title)
    }
    return [one.title for one in book if sought in strip_accents(one.title) or one.anchor in meant]


def sought_by_name(game: str, given: str) -> str:
    """Return the name if a whole suggestion was given ("camel: a piece for round spaces").

    Any other text is returned as given.
    """
    lines = [
        (one.name[lang], f"{one.name[lang]}: {one.says[lang]}")
        for one in terms(game).values()
        for lang in LANGUAGES
    ]
    return named(given, [(name, cut(line, LINE)) for name, line in lines]) or given


def suggestions(game: str, lang: str, typed: str) -> dict[str, str]:
    """Return suggestions for a typed text: headings, then terms, each with its display line."""
    found = {one: one for one in headings(game, lang, typed)}
    named = (
        {
            one.name[lang]: f"{one.name[lang]}: {one.says[lang]}"
            for one in find_terms(game, lang, typed)
        }
        if typed.strip()
        else {}
    )
    known = set(map(strip_accents, found))
    return found | {name: line for name, line in named.items() if strip_accents(name) not in known}
