"""Click on a component of a table, a lobby or a page, as its handler gets it.

The dispatcher builds a `ComponentAction` from the interaction. `TableHandler` passes it to the
method that is registered for its `TableAction`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from app.match.access import NOWHERE, Origin
from app.model.match import User
from app.people.guild_settings import ANYBODY, TableCreator
from ui.custom_ids import TableAction, TableId
from ui.response import Response


@dataclass(frozen=True)
class ComponentAction:
    """Click on a component of a table, a lobby or a page, or submission of its modal.

    - `by`: the user
    - `click`: the interaction's id
    - `values`: the chosen values of a select, or the fields of a modal
    - `in_dm`: True if the component is on a direct message to the user
    - `channel`: the channel of the interaction
    - `managed_guild`: the guild of the interaction if the user may manage it, else None
    - `creator`: the user's roles and permissions, which decide whether they may open a table in the
      channel
    - `origin`: decides whether the user may see the table (`app/match/access.py`); the default
      admits only users who have a seat, were invited or follow the table
    - `setup_guild`: the guild whose `/setup` pages the user may use
    """

    id: TableId
    by: User
    click: str | None
    values: tuple[str, ...] = ()
    in_dm: bool = False
    channel: int | None = None
    managed_guild: int | None = None
    creator: TableCreator = ANYBODY
    origin: Origin = NOWHERE
    setup_guild: int | None = None

    @property
    def match(self) -> str:
        """Return the match id; `custom_ids.NO_MATCH` if the component belongs to no match."""
        return self.id.match

    @property
    def arg(self) -> str:
        """Return the component's argument, whose meaning depends on the action; "" without one."""
        return self.id.arg

    @property
    def value(self) -> str:
        """Return the first of `values`: the chosen value of a select, or a modal's first field.

        Returns "" if there are no values.
        """
        return next(iter(self.values), "")


ActionHandler = Callable[[ComponentAction], Awaitable[Response]]
ActionHandlers = Mapping[TableAction, ActionHandler]
