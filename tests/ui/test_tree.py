"""Commands are sent to Discord only if they changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from ui.interactions import command_sync


class Bot(commands.Bot):
    """A bot that notes how many commands each sync had."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.synced: list[int] = []


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Bot:
    made = Bot(command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True))

    async def sync() -> list[app_commands.AppCommand]:
        made.synced.append(len(made.tree.get_commands()))
        return []

    monkeypatch.setattr(made.tree, "sync", sync)
    return made


async def add(bot: Bot, name: str) -> None:
    async def nothing(interaction: discord.Interaction) -> None: ...

    bot.tree.add_command(app_commands.Command(name=name, description="x", callback=nothing))


async def test_it_is_told_at_first_and_after_a_change_only(bot: Bot, tmp_path: Path):
    stamp = tmp_path / "commands.sha256"
    await add(bot, "play")
    assert await command_sync.sync_commands(bot.tree, stamp, 1)
    assert not await command_sync.sync_commands(bot.tree, stamp, 1)
    await add(bot, "hand")
    assert await command_sync.sync_commands(bot.tree, stamp, 1)
    assert bot.synced == [1, 2]


async def test_another_application_and_no_stamp_are_told(bot: Bot, tmp_path: Path):
    stamp = tmp_path / "commands.sha256"
    await add(bot, "play")
    assert await command_sync.sync_commands(bot.tree, stamp, 1)
    assert await command_sync.sync_commands(bot.tree, stamp, 2)
    assert await command_sync.sync_commands(bot.tree, None, 2)
    assert await command_sync.sync_commands(bot.tree, None, 2)
