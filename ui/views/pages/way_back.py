"""Button that leads from a page about a running game back to the panel. Pure functions.

A page that a player opens on their panel (ephemeral or by DM) takes the panel's place, because a
message below it would push the question off a phone's screen. The page ends with a button that
shows the panel there again.
"""

from __future__ import annotations

from dataclasses import replace

from app.model.match import Match, User
from ui.components import Button, Message, Row, Style, append_button
from ui.custom_ids import TableAction, TableId, decode, encode
from ui.i18n import Translator

BACK = "back"  # argument of `OPEN_PANEL`: show again what happened since the user's last move


def has_way_back(match: Match, by: User) -> bool:
    """Return whether the user has a panel to go back to: they have a seat in a running game."""
    return match.status == "running" and match.seat_of(by.id) is not None


def with_way_back(message: Message, match: Match, by: User) -> Message:
    """Return the page with *Back to the game* as its last button, and without *Play*.

    If no row has room for the button, the page is returned unchanged.
    """
    rows = tuple(row for row in map(_without_play, message.rows) if row)
    style: Style = "blue" if any(map(_has_main_button, message.rows)) else "grey"
    back = Button(
        Translator.of(match, by.lang)("ui.page.game"),
        encode(TableId(match.id, TableAction.OPEN_PANEL, BACK)),
        style,
    )
    rows_with_back = append_button(rows, back)
    return message if rows_with_back == rows else replace(message, rows=rows_with_back)


def leads_back(message: Message) -> bool:
    """Return whether the message has the button of `with_way_back`."""
    return any(
        isinstance(row, tuple) and any(_opens_panel(button, BACK) for button in row)
        for row in message.rows
    )


def _opens_panel(button: Button, arg: str | None = None) -> bool:
    component = decode(button.id) if button.id else None
    return (
        isinstance(component, TableId)
        and component.action is TableAction.OPEN_PANEL
        and arg in (None, component.arg)
    )


def _without_play(row: Row) -> Row:
    if not isinstance(row, tuple):
        return row
    return tuple(button for button in row if not _opens_panel(button))


def _has_main_button(row: Row) -> bool:
    """Return whether the row has a blue *Play* button, which means that the user must move."""
    return isinstance(row, tuple) and any(
        _opens_panel(button) and button.style == "blue" for button in row
    )
