"""Question which of several tables a command means; the answer continues the command.

Pure functions.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.model.match import Match, User, UserError
from games.core.text.messages import msg
from ui.components import (
    MAX_BUTTONS_PER_ROW,
    MAX_LABEL_CHARS,
    MAX_OPTION_CHARS,
    MAX_SELECT_OPTIONS,
    Button,
    Message,
    Select,
    SelectOption,
    cut,
)
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.i18n import Translator, table_title


class SeveralTablesError(UserError):
    """Error for a command that may mean any of these `tables`; the user must choose one."""

    def __init__(self, tables: Sequence[Match]) -> None:
        super().__init__(msg("ui.which.several", n=len(tables)))
        self.tables = tuple(tables)


def choice_message(tables: Sequence[Match], by: User, interaction: int) -> Message:
    """Return the question which table is meant, with buttons, or a select for many tables.

    Tables that wait for the user come first, marked by ▶. `interaction` is the command's id.
    """
    words = Translator(by.lang)
    offered = sorted(tables, key=lambda match: not _waits(match, by))[:MAX_SELECT_OPTIONS]
    labels = [
        (
            match.id,
            f"{'▶ ' if _waits(match, by) else ''}{table_title(match, Translator.of(match, by.lang))} · {match.id}",
        )
        for match in offered
    ]
    text = words("ui.which.several", n=len(tables))
    if len(offered) > MAX_BUTTONS_PER_ROW:
        lines = tuple(SelectOption(code, cut(label, MAX_OPTION_CHARS)) for code, label in labels)
        custom_id = encode(TableId(NO_MATCH, TableAction.CHOOSE_TABLE, str(interaction)))
        return Message(content=text, rows=(Select(custom_id, lines, words("ui.which.choose")),))
    return Message(
        content=text,
        rows=(
            tuple(
                Button(
                    cut(label, MAX_LABEL_CHARS),
                    encode(TableId(code, TableAction.CHOOSE_TABLE, str(interaction))),
                    "blue" if label[0] == "▶" else "grey",
                )
                for code, label in labels
            ),
        ),
    )


def _waits(match: Match, by: User) -> bool:
    seat = match.seat_of(by.id)
    return match.status == "running" and seat is not None and seat.seat in match.waiting
