"""Persistent components: discord.py finds them by custom_id, also after a restart."""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from ui.custom_ids import decode
from ui.interactions.dispatcher import Dispatcher


class _Control(discord.ui.DynamicItem[discord.ui.Item[Any]], template=r"(?!)"):
    """Base class of persistent components: a click goes to the client's dispatcher."""

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """Return the clicked component."""
        del interaction, match
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Dispatch the click."""
        dispatcher: Dispatcher = interaction.client.dispatcher
        await dispatcher.on_component(interaction)


class PanelControl(_Control, template=r"p1:.{1,97}"):
    """Button or select of a panel."""


class TableControl(_Control, template=r"t1:.{1,97}"):
    """Button or select of a table, lobby or page."""


async def dispatch_modal(interaction: discord.Interaction[Any], dispatcher: Dispatcher) -> None:
    """Pass a submitted modal to the dispatcher.

    Needed because discord.py drops submissions of modals that this process did not open.
    """
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    data: Any = interaction.data
    if decode(data.get("custom_id", "")) is not None:
        await dispatcher.on_modal(interaction)
