"""Pages of a game's rules: chapters, search results, glossary terms, rules sheet, legends.

The rules sheet is a short form of the rules on a few pages. Pure functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from app.model.match import TableView
from app.people.users import palette_of
from games.core.guides.rulebook import (
    Chapter,
    Term,
    chapter,
    chapters,
    examples,
    legend_of,
    legend_page,
    legend_pages,
    rules_sheet,
)
from games.core.text.languages import COMPLETE_LANGUAGES, other_language
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
SHEET_PICTURE = "p"  # in custom_ids: the number after it is a page of the sheet as a picture
LEGEND_PAGE = ","  # in custom_ids: between the picture and the number of a page of its legend
_MAX_CHAPTERS = 4  # chapters that a search shows
_MAX_PARAGRAPHS = 3  # paragraphs shown of each chapter


def rules_message(
    game: str,
    words: Translator,
    *,
    index: int = 0,
    prefs: PicturePrefs = None,
    match_id: str = NO_MATCH,
) -> Message:
    """Return the chapter with the number `index` (from 0), with its example picture.

    Components lead to the other chapters. `prefs` are the user's preferences for pictures (None: no
    pictures). `match_id` is the id of the running game in which the reader has a seat, or
    `NO_MATCH`. The custom_ids pass it on from page to page, so that each page can lead back to the
    panel.
    """
    all_chapters = chapters(game, words.lang)
    author = words("ui.rules.of", game=words.game_name())
    if not all_chapters:
        return Message(embed=Embed(words("ui.help.rules"), words("ui.rules.none"), author))
    current = all_chapters[max(0, min(index, len(all_chapters) - 1))]
    example = _example(game, current.anchor, words)
    text = cut("\n\n".join(part for part in (current.text, example) if part), MAX_EMBED_CHARS)
    scene = example_scene(game, current.anchor, words.lang, prefs)
    card = Embed(cut(current.title, MAX_TITLE_CHARS), text, author)
    at = all_chapters.index(current)
    rows = (
        *menu(game, words, at, match_id),
        *_chapter_buttons(game, all_chapters, current, words, match_id),
    )
    return Message(
        embed=card, rows=rows, picture_source=scene, alt=_alt(game, current.anchor, words)
    )


def found_message(
    game: str,
    words: Translator,
    sought: str,
    hits: Sequence[SearchHit],
    terms: Sequence[Term] = (),
    cards: Sequence[str] = (),
    prefs: PicturePrefs = None,
    match_id: str = NO_MATCH,
) -> Message:
    """Return search results: terms, paragraphs below their chapters' headings, cards.

    `sought` is the text that the user searched for; `hits`, `terms` and `cards` (a line per card)
    are the results. The picture is the example of the first chapter in `hits`, if it has one.
    `prefs` and `match_id` are as in `rules_message`.
    """
    max_paragraphs = _MAX_PARAGRAPHS
    parts = [
        f"**{term.name[words.lang]}**: {term.says[words.lang]}" for term in terms[:max_paragraphs]
    ]
    for hit in hits[:_MAX_CHAPTERS]:
        more = (
            [words("ui.rules.more", n=len(hit.paragraphs) - max_paragraphs)]
            if len(hit.paragraphs) > max_paragraphs
            else []
        )
        parts.append(
            "\n".join([f"**{hit.chapter.title}**", *hit.paragraphs[:max_paragraphs], *more])
        )
    parts += cards
    # the chapter whose example is shown
    anchor = next(
        (hit.chapter.anchor for hit in hits[:1] if hit.chapter.anchor in examples(game)), ""
    )
    parts += [_example(game, anchor, words)] if anchor else []
    buttons = tuple(
        _chapter_button(game, hit.chapter, match_id)
        for hit in hits[:_MAX_CHAPTERS]
        if hit.chapter.anchor
    )
    text = cut("\n\n".join(parts), MAX_EMBED_CHARS) or words(
        "ui.rules.nothing", text=escape_markup(sought)
    )
    scene = example_scene(game, anchor, words.lang, prefs)
    title, author = (
        words("ui.rules.found", n=len(hits)),
        words("ui.rules.of", game=words.game_name()),
    )
    card = Embed(title, text, author)
    at = _chapter_at(game, words, hits[0].chapter.anchor if hits else "")
    rows = (*([buttons] if buttons else []), *menu(game, words, at, match_id))
    return Message(embed=card, rows=rows, picture_source=scene, alt=_alt(game, anchor, words))


def term_message(
    game: str,
    words: Translator,
    term: Term,
    prefs: PicturePrefs = None,
    match_id: str = NO_MATCH,
) -> Message:
    """Return a glossary term: its definition, its chapter, the chapter's example.

    `prefs` and `match_id` are as in `rules_message`.
    """
    term_chapter = chapter(game, words.lang, term.rule)
    parts = [
        term.says[words.lang],
        f"**{term_chapter.title}**\n{term_chapter.text}" if term_chapter else "",
        _example(game, term.rule, words),
    ]
    scene = example_scene(game, term.rule, words.lang, prefs)
    name = term.name[words.lang]
    other = term.name[other_language(words.lang)]
    untranslated = other == name and words.lang not in COMPLETE_LANGUAGES
    card = Embed(
        cut(name[:1].upper() + name[1:], MAX_TITLE_CHARS),
        cut("\n\n".join(part for part in parts if part), MAX_EMBED_CHARS),
        words("ui.rules.of", game=words.game_name()),
        footer="" if untranslated else words("ui.card.other", name=other),
    )
    rows: tuple[Row, ...] = (
        ((_chapter_button(game, term_chapter, match_id),),) if term_chapter else ()
    )
    return Message(
        embed=card,
        rows=(*rows, *menu(game, words, _chapter_at(game, words, term.rule), match_id)),
        picture_source=scene,
        alt=_alt(game, term.rule, words),
    )


def sheet_message(
    game: str,
    words: Translator,
    prefs: PicturePrefs = None,
    page: int = 1,
    *,
    as_text: bool = False,
    match_id: str = NO_MATCH,
) -> Message:
    """Return a page of the rules sheet as a picture, with a button to its text.

    `page` is from 1. The page is text with `as_text`, if the user prefers text, or if pictures
    can't be rendered. A select of all chapters is always included. A game without a rules sheet
    shows its first chapter. `prefs` and `match_id` are as in `rules_message`.
    """
    sheet = rules_sheet(game)
    if sheet is None:
        return rules_message(game, words, prefs=prefs, match_id=match_id)
    title = cut(words("ui.rules.sheet_of", game=words.game_name()), MAX_TITLE_CHARS)
    below = menu(game, words, match_id=match_id)
    if as_text or prefs is None or prefs.get("text"):
        parts = paragraphs(_sheet_lines(game, sheet.chapters, words))
        page = max(1, min(page, len(parts)))
        row = pager(match_id, TableAction.SHOW_RULES_SHEET, page, len(parts), words, f"{game}.")
        return Message(embed=Embed(title, parts[page - 1].strip()), rows=(*row, *below))
    page_count = sheet.page_count(game)
    page = max(1, min(page, page_count))
    shown = sheet.pages[page - 1] if page <= len(sheet.pages) else ()
    row = pager(
        match_id,
        TableAction.SHOW_RULES_SHEET,
        page,
        page_count,
        words,
        f"{game}.{SHEET_PICTURE}",
    )
    to_text = Button(
        words("ui.panel.in_words"),
        encode(TableId(match_id, TableAction.SHOW_RULES_SHEET, f"{game}.1")),
    )
    said = [f"{words.game_name()}.", *_sheet_lines(game, shown, words)]
    if not shown:
        said += legend_lines(game, "board", words, None, page - len(sheet.pages))
    return Message(
        embed=Embed(title, words("ui.rules.sheet_note")),
        rows=(*row, (to_text,), *below),
        picture_source=Scene(game, "sheet", page, (), words.lang, palette=palette_of(prefs)),
        alt=join_until_full([_bare(line) for line in said], "", MAX_ALT_CHARS),
        wait_footer=words("ui.rules.drawing"),
    )


def _sheet_lines(game: str, anchors: Iterable[str], words: Translator) -> Iterator[str]:
    """Yield the titles and texts of chapters, with an empty line after each text.

    `anchors` are the anchors of the chapters.
    """
    for anchor in anchors:
        shown = chapter(game, words.lang, anchor)
        if shown is not None:
            yield f"**{shown.title}**\n{shown.text}"
            yield ""


def legend_message(
    table_view: TableView,
    words: Translator,
    kind: str,
    label: str,
    scene: Scene | None,
    back: TableId,
    picture: str = "",
) -> Message:
    """Return a picture with numbered signs, and what each number means.

    `kind` is the kind of picture and `label` its name. `back` is the custom_id of the Back button.
    `picture` is the argument of the button that opened this legend; the buttons to the other pages
    repeat it. Without a `scene`, all signs are on one page.
    """
    game, view = table_view.match.game, table_view.view
    page = None if scene is None else scene.legend_page
    lines = legend_lines(game, kind, words, view, page)
    page_count = legend_pages(legend_of(game, kind, view)) if page else 1
    turns = pager(
        table_view.match.id,
        TableAction.SHOW_LEGEND,
        page or 1,
        page_count,
        words,
        f"{picture}{LEGEND_PAGE}",
    )
    card = Embed(
        title=cut(words("ui.legend.title", what=label), MAX_TITLE_CHARS),
        text=cut("\n".join(lines), MAX_EMBED_CHARS),
        author=cut(table_heading(table_view.match, words), MAX_TITLE_CHARS),
        footer=words("ui.legend.note") if scene is not None else "",
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
    return Message(embed=card, rows=(*turns, tuple(row)), picture_source=scene, alt=alt)


def legend_lines(
    game: str, kind: str, words: Translator, view: object, page: int | None = None
) -> list[str]:
    """Return one line per sign of a picture's legend: number, notation, meaning.

    `kind` is the kind of picture, and `view` the position that the picture shows. Only the lines of
    the page `page` (from 1) are returned; None means all pages. Signs that occur only in the labels
    of buttons have no number and are on the last page.
    """
    signs = legend_of(game, kind, view)
    numbered = (
        {number for number, _ in legend_page(signs, page)}
        if page
        else set(range(1, len(signs) + 1))
    )
    is_last = page in (None, legend_pages(signs))
    lines = []
    for number, entry in enumerate(signs, 1):
        sign = f"`{entry.sign[words.lang]}` " if entry.sign else ""
        if entry.at and number in numbered:
            lines.append(f"**{number}** {sign}{entry.says[words.lang]}")
        elif not entry.at and is_last:
            lines.append(f"{sign}{entry.says[words.lang]}")
    return lines


def _bare(text: str) -> str:
    """Remove a text's markup, for screen readers."""
    return text.replace("**", "").replace("`", "")


def menu(game: str, words: Translator, at: int = 0, match_id: str = NO_MATCH) -> tuple[Row, ...]:
    """Return a select of the chapters; empty if the game has no rules text.

    If a select can't list all chapters, it lists those around the chapter number `at` (from 0).
    `match_id` is as in `rules_message`.
    """
    all_chapters = chapters(game, words.lang)
    first = max(0, min(at - MAX_SELECT_OPTIONS // 2, len(all_chapters) - MAX_SELECT_OPTIONS))
    lines = tuple(
        SelectOption(str(first + offset), cut(book_chapter.title, MAX_OPTION_CHARS))
        for offset, book_chapter in enumerate(all_chapters[first : first + MAX_SELECT_OPTIONS])
    )
    return (
        (
            Select(
                encode(TableId(match_id, TableAction.SHOW_RULES, game)),
                lines,
                words("ui.rules.chapters"),
            ),
        )
        if lines
        else ()
    )


def _chapter_at(game: str, words: Translator, anchor: str) -> int:
    """Return the number, from 0, of the chapter with this anchor; 0 if there is none."""
    anchors = [book_chapter.anchor for book_chapter in chapters(game, words.lang)]
    return anchors.index(anchor) if anchor in anchors else 0


def _chapter_buttons(
    game: str, all_chapters: Sequence[Chapter], current: Chapter, words: Translator, match_id: str
) -> tuple[Row, ...]:
    """Return buttons to the previous and next chapter, and to the rules sheet.

    A game with a single chapter, or without a rules sheet, lacks the corresponding buttons.
    """
    number = all_chapters.index(current) + 1  # from 1

    def button(key: str, target: int) -> Button:
        return Button(
            words(key),
            encode(TableId(match_id, TableAction.SHOW_RULES, f"{game}.{target}")),
            disabled=not 1 <= target <= len(all_chapters),
        )

    row = []
    if len(all_chapters) > 1:
        row += [button("ui.rules.before", number - 1), button("ui.rules.after", number + 1)]
    if rules_sheet(game) is not None:
        row.append(
            Button(
                words("ui.rules.sheet"),
                encode(TableId(match_id, TableAction.SHOW_RULES_SHEET, game)),
            )
        )
    return (tuple(row),) if row else ()


def _chapter_button(game: str, target_chapter: Chapter, match_id: str) -> Button:
    return Button(
        cut(target_chapter.title, MAX_LABEL_CHARS),
        encode(TableId(match_id, TableAction.SHOW_RULES, f"{game}.{target_chapter.anchor}")),
    )


def _example(game: str, anchor: str, words: Translator) -> str:
    """Return the caption of a chapter's example; "" if it has none."""
    example = examples(game).get(anchor)
    return words("ui.rules.example", text=example.says[words.lang]) if example else ""


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
