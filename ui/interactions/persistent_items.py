"""Our controls as discord.py finds them again, after a restart too: by their ids, in two classes."""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from ui.custom_ids import decode
from ui.interactions.dispatcher import Dispatcher


class _Control(discord.ui.DynamicItem[discord.ui.Item[Any]], template=r"(?!)"):
    """What both have in common: the tap goes to the dispatcher (our bot has one)."""

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """A control that was tapped."""
        del interaction, match
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Serve the tap."""
        dispatcher: Dispatcher = interaction.client.dispatcher
        await dispatcher.on_component(interaction)


class PanelControl(_Control, template=r"p1:.{1,97}"):
    """Buttons and menus of choosing panels; their ids have at most Discord's 100 characters."""


class TableControl(_Control, template=r"t1:.{1,97}"):
    """Buttons and menus of tables, lobbies and pages."""


async def dispatch_modal(interaction: discord.Interaction[Any], dispatcher: Dispatcher) -> None:
    """Forms that were sent: discord.py drops those that it did not see open, so they are found here by their ids."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    data: Any = interaction.data
    if decode(data.get("custom_id", "")) is not None:
        await dispatcher.on_modal(interaction)
