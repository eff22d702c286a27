"""Commands that wait until their person has said which of several tables they mean, and then go on as they were typed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from app.model.match import Person, Trouble
from app.runtime.bounded_dict import Recent
from games.core.text.messages import msg
from ui.custom_ids import TableId
from ui.handlers.panel import Answer
from ui.views.table.choice import SeveralTablesError, choice_message

MAX_PENDING = 500
Work = Callable[[Person], Awaitable[Answer]]


class PendingCommands:
    """The newest `MAX_PENDING` of them; a restart forgets them all."""

    def __init__(self) -> None:
        self._works = Recent[str, tuple[int, int, Work]](MAX_PENDING)   # by interaction: whose it is, its number, what it does
        self._chosen = Recent[int, str](MAX_PENDING)

    def chosen(self, interaction: int) -> str | None:
        """Return the table that was chosen for a command; None for one that has asked nothing."""
        return self._chosen.get(interaction)

    def ask(self, interaction: int, by: Person, work: Work, several: SeveralTablesError) -> Answer:
        """Ask which table a command means, and remember what it does then."""
        self._works[str(interaction)] = (by.id, interaction, work)
        return Answer(choice_message(several.tables, by, interaction), edit=False)

    async def go_on(self, tap: TableId, by: Person, values: Sequence[str]) -> Answer:
        """Do what the command was to do, in place of the question. Raises `Trouble` when it was asked too long ago."""
        who, command, work = self._works.get(tap.arg, (0, 0, None))
        if work is None or who != by.id:
            raise Trouble(msg("ui.which.old"))
        self._chosen[command] = next(iter(values), tap.match)
        return replace(await work(by), edit=True)
