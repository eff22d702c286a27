"""Search in a game's rules (`games/core/guides/rulebook.py`), and help for a panel's question."""

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
from ui.components import MAX_OPTION_CHARS, cut
from ui.suggestions import match_suggestion


@dataclass(frozen=True)
class SearchHit:
    """Chapter that matches a search; `paragraphs` holds its matching paragraphs.

    If only the heading matches, `paragraphs` holds the first paragraph.
    """

    chapter: Chapter
    paragraphs: tuple[str, ...]


def search(game: str, lang: str, sought: str) -> list[SearchHit]:
    """Search the rules for a text, ignoring accents and case.

    Chapters whose heading matches come first. If the whole text is found nowhere, search for
    all its words in any order; if that finds nothing either, search the other languages. The
    anchor of a chapter finds that chapter.
    """
    text = strip_accents(sought.strip())
    if not text:
        return []
    return (
        _sorted(_matching_chapters(game, lang, lambda part: text in part), text)
        or _sorted(
            _matching_chapters(game, lang, lambda part: all(word in part for word in text.split())),
            text,
        )
        or _search_other_languages(game, lang, text)
    )


def _matching_chapters(game: str, lang: str, matches: Callable[[str], bool]) -> Iterator[SearchHit]:
    for found in chapters(game, lang):
        parts = paragraphs(found.text)
        said = tuple(part for part in parts if matches(strip_accents(part)))
        if said or matches(strip_accents(found.title)) or matches(found.anchor):
            yield SearchHit(found, said or tuple(parts[:1]))


def _sorted(hits: Iterator[SearchHit], text: str) -> list[SearchHit]:
    """Sort by heading: first those equal to the text, then beginning with it, then containing it.

    An anchor equal to the text counts as an equal heading.
    """

    def rank(hit: SearchHit) -> tuple[bool, ...]:
        title = strip_accents(hit.chapter.title)
        return (
            hit.chapter.anchor != text and title != text,
            not title.startswith(text),
            text not in title,
        )

    return sorted(hits, key=rank)


def _search_other_languages(game: str, lang: str, text: str) -> list[SearchHit]:
    """Search the other languages; return the corresponding chapters and paragraphs in `lang`.

    Chapters correspond by anchor. Paragraphs correspond by index if both chapters have the same
    number of them; otherwise the hit has the first paragraph.
    """
    hits = []
    for other in LANGUAGES:
        for foreign in chapters(game, other) if other != lang else ():
            own = chapter(game, lang, foreign.anchor) if foreign.anchor else None
            theirs = paragraphs(foreign.text)
            at = [n for n, part in enumerate(theirs) if text in strip_accents(part)]
            if own is not None and (at or text in strip_accents(foreign.title)):
                ours = paragraphs(own.text)
                same = len(ours) == len(theirs)
                hits.append(
                    SearchHit(own, tuple(ours[n] for n in at) if same and at else tuple(ours[:1]))
                )
    return hits


def find_term(game: str, sought: str) -> Term | None:
    """Return the glossary term with this name in any language; None if there is none."""
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
    """Return the glossary terms whose name contains the text, in any language.

    Synonyms that the texts avoid (`Term.never`) count as names. Terms whose name in `lang`
    begins with the text come first.
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
    """Help for a kind of question that a panel asks.

    `sentences` holds three sentences: what the question decides, what it costs, and what good
    players consider. `rule` is the anchor of its chapter in the rules.
    """

    sentences: tuple[str, ...]
    rule: str


@lru_cache
def questions(game: str) -> dict[str, dict[str, QuestionHelp]]:
    """Return the help for all kinds of questions of a game, by kind and language.

    The help is read from the game's `help/questions.toml`; empty if there is no such file.
    """
    path = find(game).folder / "help" / "questions.toml"
    tables = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    return {
        kind: {lang: QuestionHelp(tuple(table[lang]), table["rule"]) for lang in LANGUAGES}
        for kind, table in tables.items()
    }


def question_words(asked: Panel) -> tuple[str, ...]:
    """Return the words that identify a panel's question.

    They are the tag of the question's frame, the keys chosen so far, and the last part of the
    prompt's message key.
    """
    form = asked.answer
    prompt = (
        ()
        if form is None or isinstance(form, MoveReady | IllegalPath)
        else (form.prompt.key.rpartition(".")[2],)
    )
    return (asked.question, *(key for key in asked.path if isinstance(key, str)), *prompt)


def question_kind(game: str, asked: Panel) -> str | None:
    """Return the kind of a panel's question: the best match in `help/questions.toml`.

    A name such as `frame.word.word` matches if its words occur among the question's `question_words` in
    the same order; the frame `*` matches any. The name whose last word matches the latest step
    wins, then the one with the most words. None if no name matches.
    """
    matches: list[tuple[int, int, bool, str]] = []
    taken = question_words(asked)
    for name in questions(game):
        tag, *words = name.split(".")
        at = 0 if tag in ("*", taken[0]) else -1
        for word in words:
            at = taken.index(word, at + 1) if at >= 0 and word in taken[at + 1 :] else -1
        if at >= 0:
            matches.append((at, len(words), tag != "*", name))
    return max(matches)[-1] if matches else None


def question_help(game: str, lang: str, asked: Panel) -> QuestionHelp | None:
    """Return the help for a panel's question; None if there is none.

    The help depends only on the kind of the question, so it reveals no hidden information.
    """
    name = question_kind(game, asked) if asked.question else None
    return questions(game)[name][lang if lang in LANGUAGES else LANGUAGES[0]] if name else None


def chapter_index(game: str, lang: str, title: str) -> int | None:
    """Return the index of the chapter with this heading, which may be cut; None if none."""
    heading = strip_accents(title.strip())
    found = (
        at
        for at, one in enumerate(chapters(game, lang))
        if heading and strip_accents(cut(one.title, len(heading))) == heading
    )
    return next(found, None)


def headings(game: str, lang: str, sought: str) -> list[str]:
    """Return the headings in `lang` that contain the text, or whose translation contains it.

    For an empty text, return all headings.
    """
    text, book = strip_accents(sought.strip()), chapters(game, lang)
    others = [chapters(game, other) for other in LANGUAGES if other != lang]
    translated = {
        one.anchor
        for other in others
        for one in other
        if one.anchor and text in strip_accents(one.title)
    }
    return [
        one.title for one in book if text in strip_accents(one.title) or one.anchor in translated
    ]


def term_name_of(game: str, given: str) -> str:
    """Return the term's name if a whole suggestion was given; any other text unchanged.

    Example: "camel: a piece for round spaces" gives "camel".
    """
    lines = [
        (one.name[lang], f"{one.name[lang]}: {one.says[lang]}")
        for one in terms(game).values()
        for lang in LANGUAGES
    ]
    return (
        match_suggestion(given, [(name, cut(line, MAX_OPTION_CHARS)) for name, line in lines])
        or given
    )


def suggestions(game: str, lang: str, typed: str) -> dict[str, str]:
    """Return suggestions for a typed text: headings, then glossary terms.

    Keys are the values to search for, values the lines to display.
    """
    by_heading = {title: title for title in headings(game, lang, typed)}
    by_term = (
        {
            one.name[lang]: f"{one.name[lang]}: {one.says[lang]}"
            for one in find_terms(game, lang, typed)
        }
        if typed.strip()
        else {}
    )
    known = set(map(strip_accents, by_heading))
    return by_heading | {
        name: line for name, line in by_term.items() if strip_accents(name) not in known
    }
