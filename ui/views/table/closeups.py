"""Close-ups of parts of the table: components that open them, and their messages.

Pure functions. A part (`Closeup`) is for example a player's area or the market.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from app.model.match import Match, TableView, UserError
from games.core.guides.rulebook import fold_case_and_accents, legend_of
from games.core.text.languages import LANGUAGES
from games.core.text.messages import Msg, listed, literal, msg
from games.core.views.closeups import Closeup
from games.core.views.scene import Scene
from ui.components import (
    MAX_ALT_CHARS,
    MAX_BUTTONS_PER_ROW,
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
    colour_of,
    cut,
    join_until_full,
)
from ui.custom_ids import TableAction, TableId, encode
from ui.i18n import Translator, escape_markup
from ui.suggestions import match_suggestion
from ui.views.lobby.lobby_message import table_heading

_SIGN = "🔍"
# values of the command option `view`, by the message key of their names
_VIEWS = {"ui.cmd.opt.view.picture": "board", "ui.cmd.opt.view.text": "text"}


def closeup_row(
    match_id: str,
    closeups: Sequence[Closeup],
    words: Translator,
    *,
    chosen: str = "",
    with_sign: bool = False,
) -> tuple[Row, ...]:
    """Return a button for each part of the table, or a select if there are too many.

    `closeups` are the parts. `chosen` is the id of the part that is shown now, "" for none. If a
    player has only one part, its label is the player's name. With `with_sign`, 🔍 comes before the
    labels. Empty if there are no parts.
    """
    if not closeups:
        return ()
    if len(closeups) > MAX_BUTTONS_PER_ROW:
        lines = tuple(
            SelectOption(
                closeup.id, cut(words(closeup.label), MAX_OPTION_CHARS), chosen=closeup.id == chosen
            )
            for closeup in closeups[:MAX_SELECT_OPTIONS]
        )
        return (
            Select(encode(TableId(match_id, TableAction.SHOW_PART)), lines, words("ui.look.which")),
        )
    parts_by_seat = Counter(closeup.seat for closeup in closeups)
    names = [
        words.seat(closeup.seat)
        if closeup.seat is not None and parts_by_seat[closeup.seat] == 1
        else words(closeup.label)
        for closeup in closeups
    ]
    labels = [f"{_SIGN} {name}" if with_sign else name for name in names]
    return (
        tuple(
            _button(match_id, closeup, name, chosen)
            for closeup, name in zip(closeups, labels, strict=True)
        ),
    )


def _button(match_id: str, closeup: Closeup, label: str, chosen: str) -> Button:
    return Button(
        cut(label, MAX_LABEL_CHARS),
        encode(TableId(match_id, TableAction.SHOW_PART, closeup.id)),
        "blue" if closeup.id == chosen else "grey",
    )


def picture_buttons(
    table_view: TableView, words: Translator, chosen: Closeup | None = None
) -> tuple[Row, ...]:
    """Return the rows below a picture: Play, board, text, legend, Spectate; then the parts.

    `chosen` is the part that the picture shows, None for the board.
    """
    match_id, row = table_view.match.id, []
    if table_view.seat in table_view.waiting and table_view.match.status == "running":
        row.append(
            Button(
                words("ui.board.play"), encode(TableId(match_id, TableAction.OPEN_PANEL)), "blue"
            )
        )
    if chosen is not None:
        row.append(
            Button(
                words("ui.look.board"), encode(TableId(match_id, TableAction.SHOW_BOARD, "back"))
            )
        )
    as_text = (
        TableId(match_id, TableAction.SHOW_TEXT)
        if chosen is None
        else TableId(match_id, TableAction.SHOW_PART_AS_TEXT, chosen.id)
    )
    row.append(Button(words("ui.panel.in_words"), encode(as_text)))
    row += [
        *legend_button(
            table_view.match,
            words,
            "board" if chosen is None else chosen.picture,
            "" if chosen is None else chosen.id,
            table_view.view,
        ),
        *spectate_button(table_view, words),
    ]
    return (
        tuple(row),
        *closeup_row(match_id, table_view.closeups, words, chosen=chosen.id if chosen else ""),
    )


def legend_button(
    match: Match, words: Translator, kind: str, arg: str, view: object
) -> list[Button]:
    """Return the button to the legend of a picture; empty if the picture has no legend.

    `kind` is the kind of picture, and `view` the position that it shows. `arg` names the picture:
    "" for the board, the id of a part of the table, "own" for *My hand*, or "own.<kind>" for
    another picture of the user's panel.
    """
    if not legend_of(match.game, kind, view):
        return []
    label = words("ui.legend.button")
    return [Button(f"{_SIGN} {label}", encode(TableId(match.id, TableAction.SHOW_LEGEND, arg)))]


def spectate_button(table_view: TableView, words: Translator) -> list[Button]:
    """Return the button to spectate, for users without a seat in a running game."""
    if table_view.seat is not None or table_view.match.status != "running":
        return []
    return [
        Button(words("ui.follow.start"), encode(TableId(table_view.match.id, TableAction.FOLLOW)))
    ]


def closeup_message(
    table_view: TableView, closeup: Closeup, words: Translator, scene: Scene | None
) -> Message:
    """Return a part of the table as a picture, with its description as alt text."""
    card = Embed(
        title=cut(words.with_markup(closeup.label), MAX_TITLE_CHARS),
        text=words.with_markup(table_view.summary) if table_view.summary else "",
        author=cut(table_heading(table_view.match, words), MAX_TITLE_CHARS),
        colour=colour_of(closeup.seat),
        shows_picture=True,
    )
    sentences = [
        f"{words.game_name()}, {words(closeup.label)}.",
        *(words(line) for line in closeup.words or table_view.words),
    ]
    alt = join_until_full(sentences, words("ui.alt.more"), MAX_ALT_CHARS)
    return Message(
        embed=card, rows=picture_buttons(table_view, words, closeup), picture_source=scene, alt=alt
    )


def permanent_message(
    table_view: TableView, closeup: Closeup, words: Translator, scene: Scene | None
) -> Message:
    """Return the message of a permanent part of the table (`Closeup.permanent`).

    The message has a button to the part's text.
    """
    message = closeup_message(table_view, closeup, words, scene)
    text, author = (
        cut(words.with_markup(closeup.words[0]), MAX_EMBED_CHARS),
        cut(table_heading(table_view.match, words), MAX_TITLE_CHARS),
    )
    card = Embed(
        cut(words.with_markup(closeup.label), MAX_TITLE_CHARS),
        text,
        author,
        colour=colour_of(None),
        shows_picture=scene is not None,
    )
    row = (
        Button(
            words("ui.panel.in_words"),
            encode(TableId(table_view.match.id, TableAction.SHOW_PART_AS_TEXT, closeup.id)),
        ),
    )
    return replace(message, embed=card, rows=(row,))


class ViewChoice(NamedTuple):
    """What `/board` shows: a part of the table or all of it, as a picture or as text."""

    part: Closeup | None
    in_words: bool


def resolve_view(table_view: TableView, view: str, seat: str, words: Translator) -> ViewChoice:
    """Return what `/board` shows for the values of its options `view` and `seat`.

    Each value is a suggestion's value or name, or a typed text; "" if the user left the option out.
    If no part of the table matches, raises `UserError` with the names of the parts.
    """
    translators = [Translator.of(table_view.match, lang) for lang in LANGUAGES]
    view = (
        match_suggestion(
            view,
            [
                suggestion
                for translator in translators
                for suggestion in view_suggestions(table_view, translator)
            ],
        )
        or view
    )
    seat = (
        match_suggestion(
            seat,
            [
                suggestion
                for translator in translators
                for suggestion in seat_suggestions(table_view, translator)
            ],
        )
        or seat
    )
    kinds = {"board": "board", "text": "text"} | {
        fold_case_and_accents(words(key)): value for key, value in _VIEWS.items()
    }
    kind = kinds.get(fold_case_and_accents(view), "") if view else "board"
    if seat:
        part = _part_of_seat(table_view.closeups, seat, words)
    elif kind:  # the whole table, as board or as text
        return ViewChoice(None, in_words=kind == "text")
    else:
        part = _part_named(table_view.closeups, view, words)
    if part is None:
        raise UserError(_unknown_part(table_view, words))
    return ViewChoice(part, in_words=kind == "text")


def view_suggestions(table_view: TableView | None, words: Translator) -> list[tuple[str, str]]:
    """Return one (value, name) per suggestion for the option `view` of `/board`.

    They are the board, the text and, with a `table_view`, the parts of the table.
    """
    parts = (
        [(closeup.id, words(closeup.label)) for closeup in table_view.closeups]
        if table_view
        else []
    )
    return [*((value, words(key)) for key, value in _VIEWS.items()), *parts]


def seat_suggestions(table_view: TableView, words: Translator) -> list[tuple[str, str]]:
    """Return one (value, name) per suggestion for the option `seat` of `/board`.

    Only seats that own a part of the table are suggested.
    """
    found = dict.fromkeys(
        closeup.seat for closeup in table_view.closeups if closeup.seat is not None
    )
    return [(str(seat), words.seat(seat)) for seat in found]


def _part_named(closeups: Sequence[Closeup], typed: str, words: Translator) -> Closeup | None:
    """Return the part of the table that `typed` means.

    That is the part with this id or label, else the only part whose label contains the text.
    Returns None if no part matches, or several do.
    """
    exact = [
        closeup
        for closeup in closeups
        if typed == closeup.id
        or fold_case_and_accents(typed) == fold_case_and_accents(words(closeup.label))
    ]
    matching = exact or [
        closeup
        for closeup in closeups
        if fold_case_and_accents(typed.strip()) in fold_case_and_accents(words(closeup.label))
    ]
    return matching[0] if len(matching) == 1 else None


def _part_of_seat(closeups: Sequence[Closeup], typed: str, words: Translator) -> Closeup | None:
    """Return the first part of the player that `typed` means.

    The text is a seat number, a name, or a part of a name. Returns None if no player matches, or
    several do.
    """
    closeups_and_names = [
        (closeup, fold_case_and_accents(words.seat(closeup.seat)))
        for closeup in closeups
        if closeup.seat is not None
    ]
    # a seat's text is its mark, a space, and the name
    exact = [
        closeup
        for closeup, name in closeups_and_names
        if typed == str(closeup.seat) or fold_case_and_accents(typed.strip()) in (name, name[2:])
    ]
    matching = exact or [
        closeup
        for closeup, name in closeups_and_names
        if fold_case_and_accents(typed.strip()) in name
    ]
    return matching[0] if len({closeup.seat for closeup in matching}) == 1 else None


def _unknown_part(table_view: TableView, words: Translator) -> Msg:
    if not table_view.closeups:
        return msg("ui.look.none")
    return msg(
        "ui.look.unknown",
        parts=listed(
            [literal(escape_markup(words(closeup.label))) for closeup in table_view.closeups], "or"
        ),
    )
