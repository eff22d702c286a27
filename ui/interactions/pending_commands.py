"""Commands that wait until their person has said which of several tables they mean, and then go on as they were typed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from app.model.match import User, UserError
from app.runtime.bounded_dict import BoundedDict
from games.core.text.messages import msg
from ui.custom_ids import TableId
from ui.response import Response
from ui.views.table.choice import SeveralTablesError, choice_message

MAX_PENDING = 500
Work = Callable[[User], Awaitable[Response]]


class PendingCommands:
    """The newest `MAX_PENDING` of them; a restart forgets them all."""

    def __init__(self) -> None:
        self._works = BoundedDict[str, tuple[int, int, Work]](
            MAX_PENDING
        )  # by interaction: whose it is, its number, what it does
        self._chosen = BoundedDict[int, str](MAX_PENDING)

    def chosen(self, interaction: int) -> str | None:
        """Return the table that was chosen for a command; None for one that has asked nothing."""
        return self._chosen.get(interaction)

    def ask(self, interaction: int, by: User, work: Work, several: SeveralTablesError) -> Response:
        """Ask which table a command means, and remember what it does then."""
        self._works[str(interaction)] = (by.id, interaction, work)
        return Response(choice_message(several.tables, by, interaction), edit=False)

    async def go_on(self, tap: TableId, by: User, values: Sequence[str]) -> Response:
        """Do what the command was to do, in place of the question. Raises `UserError` when it was asked too long ago."""
        who, command, work = self._works.get(tap.arg, (0, 0, None))
        if work is None or who != by.id:
            raise UserError(msg("ui.which.old"))
        self._chosen[command] = next(iter(values), tap.match)
        return replace(await work(by), edit=True)
