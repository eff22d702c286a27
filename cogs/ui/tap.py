"""A tap on a table's control, or a command that says the same."""

from __future__ import annotations

from dataclasses import dataclass

from cogs.ui.ids import TableId
from host.model import Person
from host.servers import ANYBODY, Opener


@dataclass(frozen=True)
class Tap:
    """One tap or command at a table: who, with which interaction, on which values; `private` on their direct message, `here` the
    channel in which it was made, `guild` the server of that (0: none), `manages` the same if the person looks after it, `opener`
    what counts if they open a table there."""

    id: TableId
    by: Person
    click: str | None
    values: tuple[str, ...] = ()
    private: bool = False
    here: int | None = None
    manages: int | None = None
    opener: Opener = ANYBODY
    guild: int = 0

    @property
    def match(self) -> str:
        """The table's id; `ids.NOBODY` where the control belongs to none."""
        return self.id.match
