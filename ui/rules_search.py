"""Search in a game's rules, and help for the question that a panel asks.

- `search`, `find_terms`, `suggestions`: chapters and glossary terms for a text that a user typed,
  from the rules reference (`games/core/guides/rulebook.py`)
- `question_help`: sentences on a kind of question, from the game's `help/questions.toml`
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.model.match import Panel
from games.core.engine.game import find
from games.core.guides.rulebook import (
    Chapter,
    Term,
    chapter,
    chapters,
    fold_case_and_accents,
    paragraphs,
    terms,
)
from games.core.prompts.prompt import IllegalPath, MoveReady
from games.core.text.languages import LANGUAGES, with_fallbacks
from ui.components import MAX_OPTION_CHARS, cut
from ui.suggestions import match_suggestion


@dataclass(frozen=True)
class SearchHit:
    """Chapter that matches a search; `paragraphs` are the matching ones.

    If only the heading matches, `paragraphs` holds the first paragraph.
    """

    chapter: Chapter
    paragraphs: tuple[str, ...]


def search(game: str, lang: str, sought: str) -> list[SearchHit]:
    """Search the rules for the text `sought`; return the matching chapters in `lang`.

    Accents and case are ignored. Chapters whose heading matches come first; the anchor of a chapter
    counts as its heading. If the whole text is found nowhere, all its words are searched in any
    order. If that finds nothing either, the other languages are searched.
    """
    text = fold_case_and_accents(sought.strip())
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
        said = tuple(part for part in parts if matches(fold_case_and_accents(part)))
        if said or matches(fold_case_and_accents(found.title)) or matches(found.anchor):
            yield SearchHit(found, said or tuple(parts[:1]))


def _sorted(hits: Iterator[SearchHit], text: str) -> list[SearchHit]:
    """Sort hits by heading: equal to `text`, then beginning with it, then containing it.

    An anchor equal to the text counts as an equal heading.
    """

    def rank(hit: SearchHit) -> tuple[bool, ...]:
        title = fold_case_and_accents(hit.chapter.title)
        return (
            hit.chapter.anchor != text and title != text,
            not title.startswith(text),
            text not in title,
        )

    return sorted(hits, key=rank)


def _search_other_languages(game: str, lang: str, text: str) -> list[SearchHit]:
    """Search the rules in other languages; return the same chapters and paragraphs in `lang`.

    Chapters are the same if they have the same anchor. Paragraphs are the same if they have the
    same index and both chapters have as many; otherwise the hit has the first paragraph.
    """
    hits: dict[str, SearchHit] = {}
    for other in LANGUAGES:
        for foreign in chapters(game, other) if other != lang else ():
            own = chapter(game, lang, foreign.anchor) if foreign.anchor else None
            foreign_paragraphs = paragraphs(foreign.text)
            matching_indices = [
                index
                for index, paragraph in enumerate(foreign_paragraphs)
                if text in fold_case_and_accents(paragraph)
            ]
            if own is not None and (
                matching_indices or text in fold_case_and_accents(foreign.title)
            ):
                own_paragraphs = paragraphs(own.text)
                same_length = len(own_paragraphs) == len(foreign_paragraphs)
                found = (
                    tuple(own_paragraphs[index] for index in matching_indices)
                    if same_length and matching_indices
                    else tuple(own_paragraphs[:1])
                )
                # beta languages share chapters with English
                hits.setdefault(own.anchor, SearchHit(own, found))
    return list(hits.values())


def find_term(game: str, sought: str) -> Term | None:
    """Return the glossary term with the name `sought` in any language; None if there is none."""
    words = fold_case_and_accents(sought.strip())
    return next(
        (
            term
            for term in terms(game).values()
            if any(fold_case_and_accents(name) == words for name in term.name.values())
        ),
        None,
    )


def find_terms(game: str, lang: str, sought: str) -> list[Term]:
    """Return the glossary terms whose name contains the text `sought`, in any language.

    Synonyms that the bot's texts avoid (`Term.never`) count as names. Terms whose name in `lang`
    begins with the text come first.
    """
    words = fold_case_and_accents(sought.strip())

    def names(term: Term) -> Iterator[str]:
        yield from map(fold_case_and_accents, term.name.values())
        yield from (fold_case_and_accents(word) for never in term.never.values() for word in never)

    found = [term for term in terms(game).values() if any(words in name for name in names(term))]
    return sorted(
        found,
        key=lambda term: (
            not fold_case_and_accents(term.name[lang]).startswith(words),
            fold_case_and_accents(term.name[lang]),
        ),
    )


@dataclass(frozen=True)
class QuestionHelp:
    """Help for a kind of question that a panel asks.

    `sentences` are two: what the question decides and costs, and what good players consider. `rule`
    is the anchor of a chapter in the rules. With `is_event`, the question comes from an event that
    newcomers do not know yet, so their panel shows the first sentence without a click.
    """

    sentences: tuple[str, ...]
    rule: str
    is_event: bool = False


@lru_cache
def questions(game: str) -> dict[str, dict[str, QuestionHelp]]:
    """Return the help for all kinds of questions of a game: kind → language → help.

    The help is read from the game's `help/questions.toml`; the result is empty without this file.
    """
    path = find(game).folder / "help" / "questions.toml"
    tables = with_fallbacks(tomllib.loads(path.read_text("utf-8"))) if path.is_file() else {}
    return {
        kind: {
            lang: QuestionHelp(tuple(table[lang]), table["rule"], table.get("event", False))
            for lang in LANGUAGES
        }
        for kind, table in tables.items()
    }


def question_words(panel: Panel) -> tuple[str, ...]:
    """Return the words that identify a panel's question, to look up its help.

    These are the tag of the question's frame (the engine's stack entry that asks), the keys chosen
    so far (`offer-p1` counts as `offer` and `p1`), and the last part of the prompt's message key.
    """
    asked = panel.asked
    prompt = (
        ()
        if asked is None or isinstance(asked, MoveReady | IllegalPath)
        else (asked.prompt.key.rpartition(".")[2],)
    )
    keys = [part for key in panel.path if isinstance(key, str) for part in key.split("-")]
    return (panel.question, *keys, *prompt)


def question_kind(game: str, panel: Panel) -> str | None:
    """Return the kind of a panel's question: the best match in `help/questions.toml`.

    A kind such as `frame.word.word` matches if its frame is the question's (`*` is any frame) and
    its words occur in the question's `question_words` in the same order. Of several kinds, the one
    whose last word occurs latest wins, then the one with the most words. Returns None if no kind
    matches.
    """
    matches: list[tuple[int, int, bool, str]] = []
    frame, *steps = question_words(panel)
    for kind in questions(game):
        tag, *words = kind.split(".")
        if tag not in ("*", frame):
            continue
        last_match = _index_of_last_match(words, steps)
        if last_match is not None:
            matches.append((last_match, len(words), tag != "*", kind))
    return max(matches)[-1] if matches else None


def help_is_about_prompt(game: str, panel: Panel) -> bool:
    """Return whether the help for a panel's question is about its present prompt.

    The kind of the question then ends with the last part of the prompt's message key.
    """
    kind = question_kind(game, panel)
    return kind is not None and kind.rpartition(".")[2] == question_words(panel)[-1]


def _index_of_last_match(words: Sequence[str], steps: Sequence[str]) -> int | None:
    """Return the index in `steps` of the last of `words`, if all words occur in this order.

    Returns -1 if there are no words, and None if a word is missing.
    """
    last_match = -1
    for word in words:
        if word not in steps[last_match + 1 :]:
            return None
        last_match = steps.index(word, last_match + 1)
    return last_match


def question_help(game: str, lang: str, panel: Panel) -> QuestionHelp | None:
    """Return the help in `lang` for the question of a panel; None if there is none.

    The help depends only on the kind of the question, so it reveals no hidden information.
    """
    kind = question_kind(game, panel) if panel.question else None
    if kind is None:
        return None
    return questions(game)[kind][lang if lang in LANGUAGES else LANGUAGES[0]]


def chapter_index(game: str, lang: str, title: str) -> int | None:
    """Return the index of the chapter with the heading `title`, or None.

    The end of the heading may be missing (because of Discord's limit for suggestions).
    """
    wanted = fold_case_and_accents(title.strip())
    if not wanted:
        return None
    for index, book_chapter in enumerate(chapters(game, lang)):
        if fold_case_and_accents(cut(book_chapter.title, len(wanted))) == wanted:
            return index
    return None


def headings(game: str, lang: str, sought: str) -> list[str]:
    """Return the headings, in `lang`, of the chapters whose heading contains `sought`.

    Headings in all languages are searched. For an empty text, all headings are returned.
    """
    text, book = fold_case_and_accents(sought.strip()), chapters(game, lang)
    others = [chapters(game, other) for other in LANGUAGES if other != lang]
    translated = {
        chapter_of_book.anchor
        for other in others
        for chapter_of_book in other
        if chapter_of_book.anchor and text in fold_case_and_accents(chapter_of_book.title)
    }
    return [
        chapter_of_book.title
        for chapter_of_book in book
        if text in fold_case_and_accents(chapter_of_book.title)
        or chapter_of_book.anchor in translated
    ]


def term_name_of(game: str, given: str) -> str:
    """Return the name of the term whose suggestion is `given`, else `given` itself.

    Example: "camel: a piece for round spaces" gives "camel".
    """
    lines = [
        (term.name[lang], f"{term.name[lang]}: {term.says[lang]}")
        for term in terms(game).values()
        for lang in LANGUAGES
    ]
    return (
        match_suggestion(given, [(name, cut(line, MAX_OPTION_CHARS)) for name, line in lines])
        or given
    )


def suggestions(game: str, lang: str, typed: str) -> dict[str, str]:
    """Return suggestions for a typed text: headings, then glossary terms.

    The keys of the result are the texts to search for, the values are the lines to display.
    """
    by_heading = {title: title for title in headings(game, lang, typed)}
    by_term = (
        {
            term.name[lang]: f"{term.name[lang]}: {term.says[lang]}"
            for term in find_terms(game, lang, typed)
        }
        if typed.strip()
        else {}
    )
    known = set(map(fold_case_and_accents, by_heading))
    return by_heading | {
        name: line for name, line in by_term.items() if fold_case_and_accents(name) not in known
    }
