"""Rules as messages: chapters with examples, search results, terms, sheet, legends. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.model.match import TableView
from app.people.users import palette_of
from games.core.guides.rulebook import Chapter, Term, chapter, chapters, examples, sheet, signs_of
from games.core.views.scene import Scene
from ui.components import (
    ALT,
    BODY,
    IN_MENU,
    LABEL,
    LINE,
    TITLE,
    Button,
    Embed,
    Message,
    Row,
    Select,
    SelectOption,
    cut,
    filled,
    paragraphs,
)
from ui.custom_ids import NOBODY, TableAction, TableId, encode
from ui.i18n import Translator, plain
from ui.rules_search import SearchHit
from ui.views.lobby.lobby_message import head
from ui.views.pages.common import pager

Eyes = Mapping[str, object] | None  # the user's settings; None without rendering
_FOUND = 4  # chapters shown of a search
_EACH = 3  # paragraphs shown of each


def rules_message(game: str, words: Translator, *, at: int = 0, eyes: Eyes = None) -> Message:
    """Return a chapter with its example, a select of all chapters, and a button to the sheet."""
    book = chapters(game, words.lang)
    author = words("ui.rules.of", game=words.game_name())
    if not book:
        return Message(card=Embed(words("ui.help.rules"), words("ui.rules.none"), author))
    here = book[max(0, min(at, len(book) - 1))]
    told = _example(game, here.anchor, words)
    text = cut("\n\n".join(part for part in (here.text, told) if part), BODY)
    scene = example_scene(game, here.anchor, words.lang, eyes)
    card = Embed(cut(here.title, TITLE), text, author, picture=scene is not None)
    rows = (*menu(game, words), *_leaf(game, book, here, words))
    return Message(card=card, rows=rows, scene=scene, alt=_alt(game, here.anchor, words))


def found_message(
    game: str,
    words: Translator,
    sought: str,
    found: Sequence[SearchHit],
    terms: Sequence[Term] = (),
    cards: Sequence[str] = (),
    eyes: Eyes = None,
) -> Message:
    """Return search results: terms, paragraphs below their chapters' headings, cards.

    The picture is the example of the first chapter, if it has one.
    """
    parts = [f"**{one.name[words.lang]}**: {one.says[words.lang]}" for one in terms[:_EACH]]
    for one in found[:_FOUND]:
        more = [words("ui.rules.more", n=len(one.said) - _EACH)] if len(one.said) > _EACH else []
        parts.append("\n".join([f"**{one.chapter.title}**", *one.said[:_EACH], *more]))
    parts += cards
    shown = next(
        (one.chapter.anchor for one in found[:1] if one.chapter.anchor in examples(game)), ""
    )
    parts += [_example(game, shown, words)] if shown else []
    ways = tuple(_read(game, one.chapter) for one in found[:_FOUND] if one.chapter.anchor)
    text = cut("\n\n".join(parts), BODY) or words("ui.rules.nothing", text=plain(sought))
    scene = example_scene(game, shown, words.lang, eyes)
    title, author = (
        words("ui.rules.found", n=len(found)),
        words("ui.rules.of", game=words.game_name()),
    )
    card = Embed(title, text, author, picture=scene is not None)
    rows = (*([ways] if ways else []), *menu(game, words))
    return Message(card=card, rows=rows, scene=scene, alt=_alt(game, shown, words))


def term_message(game: str, words: Translator, one: Term, eyes: Eyes = None) -> Message:
    """Return a term: its definition, its chapter, the chapter's example."""
    read = chapter(game, words.lang, one.rule)
    said = [
        one.says[words.lang],
        f"**{read.title}**\n{read.text}" if read else "",
        _example(game, one.rule, words),
    ]
    scene = example_scene(game, one.rule, words.lang, eyes)
    name = one.name[words.lang]
    other = ", ".join(said for lang, said in one.name.items() if lang != words.lang)
    card = Embed(
        cut(name[:1].upper() + name[1:], TITLE),
        cut("\n\n".join(part for part in said if part), BODY),
        words("ui.rules.of", game=words.game_name()),
        footer=words("ui.card.other", name=other),
        picture=scene is not None,
    )
    rows: tuple[Row, ...] = ((_read(game, read),),) if read else ()
    return Message(
        card=card, rows=(*rows, *menu(game, words)), scene=scene, alt=_alt(game, one.rule, words)
    )


def sheet_message(game: str, words: Translator, eyes: Eyes = None, page: int = 0) -> Message:
    """Return the rules sheet as a tall picture, with a button to its text.

    As text (a `page` from 1) if asked for, for users who prefer it, and without rendering. The
    select of chapters is always there.
    """
    wanted = sheet(game)
    if wanted is None:
        return rules_message(game, words, eyes=eyes)
    drawn = eyes is not None and not eyes.get("text") and not page
    scene = (
        Scene(game, "sheet", None, (), words.lang, palette=palette_of(eyes or {}))
        if drawn
        else None
    )
    told = [
        one
        for one in (chapter(game, words.lang, anchor) for anchor in wanted.chapters)
        if one is not None
    ]
    pages = paragraphs(line for one in told for line in (f"**{one.title}**\n{one.text}", ""))
    page = max(1, min(page, len(pages)))
    card = Embed(
        cut(words("ui.rules.sheet_of", game=words.game_name()), TITLE),
        words("ui.rules.sheet_note") if drawn else pages[page - 1].strip(),
        picture=drawn,
    )
    alt = filled(
        [f"{words.game_name()}.", *(_bare(f"{one.title}. {one.text}") for one in told)], "", ALT
    )
    in_words: tuple[Row, ...] = (
        (
            Button(
                words("ui.panel.in_words"),
                encode(TableId(NOBODY, TableAction.SHOW_RULES_SHEET, f"{game}.1")),
            ),
        ),
    )
    ways = (
        in_words
        if drawn
        else tuple(pager(NOBODY, TableAction.SHOW_RULES_SHEET, page, len(pages), words, f"{game}."))
    )
    return Message(
        card=card,
        rows=(*ways, *menu(game, words)),
        scene=scene,
        alt=alt,
        wait=words("ui.rules.drawing"),
    )


def legend_message(
    look: TableView, words: Translator, kind: str, label: str, scene: Scene | None, back: TableId
) -> Message:
    """Return the numbered picture, and what each number means."""
    lines = legend_lines(look.match.game, kind, words)
    card = Embed(
        title=cut(words("ui.legend.title", what=label), TITLE),
        text=cut("\n".join(lines), BODY),
        author=cut(head(look.match, words), TITLE),
        footer=words("ui.legend.note") if scene is not None else "",
        picture=scene is not None,
    )
    row = [Button(words("ui.legend.back"), encode(back))]
    if chapters(look.match.game, words.lang):
        row.append(
            Button(
                words("ui.help.rules"), encode(TableId(look.match.id, TableAction.SHOW_RULES_SHEET))
            )
        )
    alt = filled([f"{words.game_name()}, {label}.", *map(_bare, lines)], "", ALT)
    return Message(card=card, rows=(tuple(row),), scene=scene, alt=alt)


def legend_lines(game: str, kind: str, words: Translator) -> list[str]:
    """Return a line for each sign: number, notation, meaning; signs on buttons come last."""
    lines = []
    for n, one in enumerate(signs_of(game, kind), 1):
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
        SelectOption(str(i), cut(one.title, LINE)) for i, one in enumerate(book[:IN_MENU])
    )
    return (
        (
            Select(
                encode(TableId(NOBODY, TableAction.SHOW_RULES, game)),
                lines,
                words("ui.rules.chapters"),
            ),
        )
        if lines
        else ()
    )


def _leaf(game: str, book: Sequence[Chapter], here: Chapter, words: Translator) -> tuple[Row, ...]:
    """Return buttons to the previous and next chapter, if there are several, and to the sheet."""
    at = book.index(here) + 1  # from 1

    def way(key: str, n: int) -> Button:
        return Button(
            words(key),
            encode(TableId(NOBODY, TableAction.SHOW_RULES, f"{game}.{n}")),
            off=not 1 <= n <= len(book),
        )

    row = [way("ui.rules.before", at - 1), way("ui.rules.after", at + 1)] if len(book) > 1 else []
    if sheet(game) is not None:
        row.append(
            Button(
                words("ui.rules.sheet"), encode(TableId(NOBODY, TableAction.SHOW_RULES_SHEET, game))
            )
        )
    return (tuple(row),) if row else ()


def _read(game: str, one: Chapter) -> Button:
    return Button(
        cut(one.title, LABEL),
        encode(TableId(NOBODY, TableAction.SHOW_RULES, f"{game}.{one.anchor}")),
    )


def _example(game: str, anchor: str, words: Translator) -> str:
    """Return what the example of a chapter shows."""
    one = examples(game).get(anchor)
    return words("ui.rules.example", text=one.says[words.lang]) if one else ""


def _alt(game: str, anchor: str, words: Translator) -> str:
    told = _example(game, anchor, words)
    return cut(f"{words.game_name()}. {told}", ALT) if told else ""


def example_scene(game: str, anchor: str, lang: str, eyes: Eyes) -> Scene | None:
    """Return the picture of a chapter's example; None without one or for text users."""
    if eyes is None or eyes.get("text") or anchor not in examples(game):
        return None
    return Scene(game, "example", anchor, (), lang, palette=palette_of(eyes))
