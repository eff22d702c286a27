"""Commands that wait until the user has chosen one of several tables, and then continue.

If a command may mean several tables, its handler raises `SeveralTablesError`. `ask` then shows the
question and stores the handler; `resume` runs the handler again after the answer, and this time
`chosen` tells it the table.
"""

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
# handler of an interaction; it can be called again after the user has chosen a table
Handler = Callable[[User], Awaitable[Response]]


class PendingCommands:
    """Commands that wait for the user to choose a table, at most `MAX_PENDING`.

    The oldest ones are dropped; a restart drops all.
    """

    def __init__(self) -> None:
        # by interaction: the user's id, the interaction's id, its handler
        self._waiting = BoundedDict[str, tuple[int, int, Handler]](MAX_PENDING)
        self._chosen = BoundedDict[int, str](MAX_PENDING)

    def chosen(self, interaction: int) -> str | None:
        """Return the code of the table that the user chose for a command.

        `interaction` is the command's id. None if the user was not asked.
        """
        return self._chosen.get(interaction)

    def ask(
        self, interaction: int, by: User, handler: Handler, several: SeveralTablesError
    ) -> Response:
        """Ask which table a command means, and remember the command's `handler`.

        `interaction` is the command's id, `several` has the tables to choose from.
        """
        self._waiting[str(interaction)] = (by.id, interaction, handler)
        return Response(choice_message(several.tables, by, interaction), edit=False)

    async def resume(self, clicked: TableId, by: User, values: Sequence[str]) -> Response:
        """Run the waiting command; its answer replaces the question.

        `clicked` names the command and, if it is a button, the table; `values` are the values of a
        select. Raises `UserError` if the command was dropped.
        """
        asked_user, command, handler = self._waiting.get(clicked.arg, (0, 0, None))
        if handler is None or asked_user != by.id:
            raise UserError(msg("ui.which.old"))
        self._chosen[command] = next(iter(values), clicked.match)
        return replace(await handler(by), edit=True)
