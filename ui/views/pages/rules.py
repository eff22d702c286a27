"""Pages of a game's rules: chapters, search results, glossary terms, rules sheet, legends.

Pure functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.model.match import TableView
from app.people.users import palette_of
from games.core.guides.rulebook import (
    Chapter,
    Term,
    chapter,
    chapters,
    examples,
    legend_of,
    rules_poster,
)
from games.core.views.scene import Scene
from ui.components import (
    MAX_ALT_CHARS,
    MAX_EMBED_CHARS,
    MAX_LABEL_CHARS,
    MAX_OPTION_CHARS,
    MAX_SELECT_OPTIONS,
    MAX_TITLE_CHARS,
    Button,
    Embed,
    Message,
    Row,
    Select,
    SelectOption,
    cut,
    join_until_full,
    paragraphs,
)
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.i18n import Translator, escape_markup
from ui.rules_search import SearchHit
from ui.views.lobby.lobby_message import table_heading
from ui.views.pages.common import pager

# the user's preferences, such as palette and text only; None if this bot renders no pictures
PicturePrefs = Mapping[str, object] | None
_MAX_CHAPTERS = 4  # chapters that a search shows
_MAX_PARAGRAPHS = 3  # paragraphs shown of each chapter


def rules_message(
    game: str, words: Translator, *, at: int = 0, prefs: PicturePrefs = None
) -> Message:
    """Return chapter number `at` with its example, and components to read other chapters."""
    book = chapters(game, words.lang)
    author = words("ui.rules.of", game=words.game_name())
    if not book:
        return Message(embed=Embed(words("ui.help.rules"), words("ui.rules.none"), author))
    here = book[max(0, min(at, len(book) - 1))]
    example = _example(game, here.anchor, words)
    text = cut("\n\n".join(part for part in (here.text, example) if part), MAX_EMBED_CHARS)
    scene = example_scene(game, here.anchor, words.lang, prefs)
    card = Embed(cut(here.title, MAX_TITLE_CHARS), text, author, shows_picture=scene is not None)
    rows = (*menu(game, words), *_chapter_buttons(game, book, here, words))
    return Message(embed=card, rows=rows, picture_source=scene, alt=_alt(game, here.anchor, words))


def found_message(
    game: str,
    words: Translator,
    sought: str,
    found: Sequence[SearchHit],
    terms: Sequence[Term] = (),
    cards: Sequence[str] = (),
    prefs: PicturePrefs = None,
) -> Message:
    """Return search results: terms, paragraphs below their chapters' headings, cards.

    `found`, `terms` and `cards` are what the search for the text `sought` has found. The picture
    is the example of the first chapter found, if it has one.
    """
    most = _MAX_PARAGRAPHS
    parts = [f"**{term.name[words.lang]}**: {term.says[words.lang]}" for term in terms[:most]]
    for hit in found[:_MAX_CHAPTERS]:
        more = (
            [words("ui.rules.more", n=len(hit.paragraphs) - most)]
            if len(hit.paragraphs) > most
            else []
        )
        parts.append("\n".join([f"**{hit.chapter.title}**", *hit.paragraphs[:most], *more]))
    parts += cards
    # the chapter whose example is shown
    anchor = next(
        (hit.chapter.anchor for hit in found[:1] if hit.chapter.anchor in examples(game)), ""
    )
    parts += [_example(game, anchor, words)] if anchor else []
    buttons = tuple(
        _chapter_button(game, hit.chapter) for hit in found[:_MAX_CHAPTERS] if hit.chapter.anchor
    )
    text = cut("\n\n".join(parts), MAX_EMBED_CHARS) or words(
        "ui.rules.nothing", text=escape_markup(sought)
    )
    scene = example_scene(game, anchor, words.lang, prefs)
    title, author = (
        words("ui.rules.found", n=len(found)),
        words("ui.rules.of", game=words.game_name()),
    )
    card = Embed(title, text, author, shows_picture=scene is not None)
    rows = (*([buttons] if buttons else []), *menu(game, words))
    return Message(embed=card, rows=rows, picture_source=scene, alt=_alt(game, anchor, words))


def term_message(game: str, words: Translator, one: Term, prefs: PicturePrefs = None) -> Message:
    """Return a glossary term: its definition, its chapter, the chapter's example."""
    found = chapter(game, words.lang, one.rule)
    parts = [
        one.says[words.lang],
        f"**{found.title}**\n{found.text}" if found else "",
        _example(game, one.rule, words),
    ]
    scene = example_scene(game, one.rule, words.lang, prefs)
    name = one.name[words.lang]
    other = ", ".join(foreign for lang, foreign in one.name.items() if lang != words.lang)
    card = Embed(
        cut(name[:1].upper() + name[1:], MAX_TITLE_CHARS),
        cut("\n\n".join(part for part in parts if part), MAX_EMBED_CHARS),
        words("ui.rules.of", game=words.game_name()),
        footer=words("ui.card.other", name=other),
        shows_picture=scene is not None,
    )
    rows: tuple[Row, ...] = ((_chapter_button(game, found),),) if found else ()
    return Message(
        embed=card,
        rows=(*rows, *menu(game, words)),
        picture_source=scene,
        alt=_alt(game, one.rule, words),
    )


def sheet_message(
    game: str, words: Translator, prefs: PicturePrefs = None, page: int = 0
) -> Message:
    """Return the rules sheet as a tall picture, with a button to its text.

    The sheet is shown as text if a `page` (from 1) is given, if the user prefers text, or if
    pictures can't be rendered. A select of all chapters is always included.
    """
    contents = rules_poster(game)
    if contents is None:
        return rules_message(game, words, prefs=prefs)
    drawn = prefs is not None and not prefs.get("text") and not page
    scene = (
        Scene(game, "sheet", None, (), words.lang, palette=palette_of(prefs or {}))
        if drawn
        else None
    )
    parts = [
        part
        for part in (chapter(game, words.lang, anchor) for anchor in contents.chapters)
        if part is not None
    ]
    pages = paragraphs(line for part in parts for line in (f"**{part.title}**\n{part.text}", ""))
    page = max(1, min(page, len(pages)))
    card = Embed(
        cut(words("ui.rules.sheet_of", game=words.game_name()), MAX_TITLE_CHARS),
        words("ui.rules.sheet_note") if drawn else pages[page - 1].strip(),
        shows_picture=drawn,
    )
    alt = join_until_full(
        [f"{words.game_name()}.", *(_bare(f"{part.title}. {part.text}") for part in parts)],
        "",
        MAX_ALT_CHARS,
    )
    as_text: tuple[Row, ...] = (
        (
            Button(
                words("ui.panel.in_words"),
                encode(TableId(NO_MATCH, TableAction.SHOW_RULES_SHEET, f"{game}.1")),
            ),
        ),
    )
    pages_row = tuple(
        pager(NO_MATCH, TableAction.SHOW_RULES_SHEET, page, len(pages), words, f"{game}.")
    )
    return Message(
        embed=card,
        rows=(*(as_text if drawn else pages_row), *menu(game, words)),
        picture_source=scene,
        alt=alt,
        wait_footer=words("ui.rules.drawing"),
    )


def legend_message(
    table_view: TableView,
    words: Translator,
    kind: str,
    label: str,
    scene: Scene | None,
    back: TableId,
) -> Message:
    """Return a picture with numbered signs, and what each number means."""
    lines = legend_lines(table_view.match.game, kind, words)
    card = Embed(
        title=cut(words("ui.legend.title", what=label), MAX_TITLE_CHARS),
        text=cut("\n".join(lines), MAX_EMBED_CHARS),
        author=cut(table_heading(table_view.match, words), MAX_TITLE_CHARS),
        footer=words("ui.legend.note") if scene is not None else "",
        shows_picture=scene is not None,
    )
    row = [Button(words("ui.legend.back"), encode(back))]
    if chapters(table_view.match.game, words.lang):
        row.append(
            Button(
                words("ui.help.rules"),
                encode(TableId(table_view.match.id, TableAction.SHOW_RULES_SHEET)),
            )
        )
    alt = join_until_full([f"{words.game_name()}, {label}.", *map(_bare, lines)], "", MAX_ALT_CHARS)
    return Message(embed=card, rows=(tuple(row),), picture_source=scene, alt=alt)


def legend_lines(game: str, kind: str, words: Translator) -> list[str]:
    """Return a line for each sign: number, notation, meaning.

    Signs that occur only in the labels of buttons have no number.
    """
    lines = []
    for n, one in enumerate(legend_of(game, kind), 1):
        sign = f"`{one.sign[words.lang]}` " if one.sign else ""
        lines.append(
            f"**{n}** {sign}{one.says[words.lang]}" if one.at else f"{sign}{one.says[words.lang]}"
        )
    return lines


def _bare(text: str) -> str:
    """Remove a text's markup for screen readers."""
    return text.replace("**", "").replace("`", "")


def menu(game: str, words: Translator) -> tuple[Row, ...]:
    """Return a select of all chapters; empty if the game has no rules text."""
    book = chapters(game, words.lang)
    lines = tuple(
        SelectOption(str(i), cut(one.title, MAX_OPTION_CHARS))
        for i, one in enumerate(book[:MAX_SELECT_OPTIONS])
    )
    return (
        (
            Select(
                encode(TableId(NO_MATCH, TableAction.SHOW_RULES, game)),
                lines,
                words("ui.rules.chapters"),
            ),
        )
        if lines
        else ()
    )


def _chapter_buttons(
    game: str, book: Sequence[Chapter], here: Chapter, words: Translator
) -> tuple[Row, ...]:
    """Return buttons to the previous and next chapter, if there are several, and to the sheet."""
    at = book.index(here) + 1  # from 1

    def button(key: str, n: int) -> Button:
        return Button(
            words(key),
            encode(TableId(NO_MATCH, TableAction.SHOW_RULES, f"{game}.{n}")),
            disabled=not 1 <= n <= len(book),
        )

    row = []
    if len(book) > 1:
        row += [button("ui.rules.before", at - 1), button("ui.rules.after", at + 1)]
    if rules_poster(game) is not None:
        row.append(
            Button(
                words("ui.rules.sheet"),
                encode(TableId(NO_MATCH, TableAction.SHOW_RULES_SHEET, game)),
            )
        )
    return (tuple(row),) if row else ()


def _chapter_button(game: str, one: Chapter) -> Button:
    return Button(
        cut(one.title, MAX_LABEL_CHARS),
        encode(TableId(NO_MATCH, TableAction.SHOW_RULES, f"{game}.{one.anchor}")),
    )


def _example(game: str, anchor: str, words: Translator) -> str:
    """Return the caption of a chapter's example; "" if it has none."""
    one = examples(game).get(anchor)
    return words("ui.rules.example", text=one.says[words.lang]) if one else ""


def _alt(game: str, anchor: str, words: Translator) -> str:
    example = _example(game, anchor, words)
    return cut(f"{words.game_name()}. {example}", MAX_ALT_CHARS) if example else ""


def example_scene(game: str, anchor: str, lang: str, prefs: PicturePrefs) -> Scene | None:
    """Return the scene of a chapter's example.

    Returns None if the chapter has no example, pictures can't be rendered, or the user prefers
    text.
    """
    if prefs is None or prefs.get("text") or anchor not in examples(game):
        return None
    return Scene(game, "example", anchor, (), lang, palette=palette_of(prefs))
