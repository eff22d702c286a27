"""A tap on a table's control, or a command that says the same."""

from __future__ import annotations

from dataclasses import dataclass

from app.match.access import NOWHERE, Origin
from app.model.match import User
from app.people.guild_settings import ANYBODY, TableCreator
from ui.custom_ids import TableId


@dataclass(frozen=True)
class ComponentAction:
    """One tap or command at a table: who, with which interaction, on which values; `private` on their direct message, `here` the
    channel in which it was made, `manages` the server there if the person looks after it, `opener` what counts if they open a
    table there. `origin` decides whether the table opens to them (`app/match/access.py`): said of
    nobody, it is for those alone who
    have a seat there, were invited or follow it. `sets_up` is the server whose `/setup` pages obey them."""

    id: TableId
    by: User
    click: str | None
    values: tuple[str, ...] = ()
    private: bool = False
    here: int | None = None
    manages: int | None = None
    opener: TableCreator = ANYBODY
    origin: Origin = NOWHERE
    sets_up: int | None = None

    @property
    def match(self) -> str:
        """The table's id; `ids.NOBODY` where the control belongs to none."""
        return self.id.match
