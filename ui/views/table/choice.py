"""Question which of several tables a command means; after the answer the command continues.

Pure functions.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.model.match import Match, User, UserError
from games.core.text.messages import msg
from ui.components import IN_MENU, IN_ROW, LABEL, LINE, Button, Message, Select, SelectOption, cut
from ui.custom_ids import NOBODY, TableAction, TableId, encode
from ui.i18n import Translator, table_title


class SeveralTablesError(UserError):
    """Command that may mean any of these `tables`."""

    def __init__(self, tables: Sequence[Match]) -> None:
        super().__init__(msg("ui.which.several", n=len(tables)))
        self.tables = tuple(tables)


def choice_message(tables: Sequence[Match], by: User, interaction: int) -> Message:
    """Return the question which table is meant, with buttons, or a select for many tables.

    Tables that wait for the user come first, marked by ▶. `interaction` is the command's id.
    """
    words = Translator(by.lang)
    offered = sorted(tables, key=lambda match: not _waits(match, by))[:IN_MENU]
    labels = [
        (
            match.id,
            f"{'▶ ' if _waits(match, by) else ''}{table_title(match, Translator.of(match, by.lang))} · {match.id}",
        )
        for match in offered
    ]
    text = words("ui.which.several", n=len(tables))
    if len(offered) > IN_ROW:
        lines = tuple(SelectOption(code, cut(name, LINE)) for code, name in labels)
        custom_id = encode(TableId(NOBODY, TableAction.CHOOSE_TABLE, str(interaction)))
        return Message(content=text, rows=(Select(custom_id, lines, words("ui.which.choose")),))
    return Message(
        content=text,
        rows=(
            tuple(
                Button(
                    cut(name, LABEL),
                    encode(TableId(code, TableAction.CHOOSE_TABLE, str(interaction))),
                    "blue" if name[0] == "▶" else "grey",
                )
                for code, name in labels
            ),
        ),
    )


def _waits(match: Match, by: User) -> bool:
    seat = match.seat_of(by.id)
    return match.status == "running" and seat is not None and seat.seat in match.waiting
