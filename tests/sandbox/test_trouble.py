"""discord.py with lost permissions, deleted channels, rate limits and cut connections."""

from __future__ import annotations

import asyncio

import discord
import pytest

from sandbox import Sandbox
from sandbox.client import UserClient
from sandbox.state import rate_limits
from tests.sandbox.conftest import Bot, eventually
from tests.sandbox.test_discord_py import picture


async def test_lost_permissions_are_refused_by_name(bot: Bot, sandbox: Sandbox, ana: UserClient):
    channel = bot.place("charla")
    sent = await channel.send("antes")
    faults = sandbox.page.perform
    await faults("faults", {"missing": {str(channel.id): ["ATTACH_FILES"]}})
    await channel.send("sin imagen")
    with pytest.raises(discord.Forbidden) as refusal:
        await channel.send(file=picture())
    assert refusal.value.code == 50013
    await eventually(
        lambda: not channel.permissions_for(channel.guild.me).attach_files
    )  # the bot's own cache has heard of it
    await faults("faults", {"missing": {str(channel.id): ["VIEW_CHANNEL"]}})
    for act in (channel.send("x"), sent.edit(content="x"), channel.fetch_message(sent.id)):
        with pytest.raises(discord.Forbidden) as refusal:
            await act
        assert refusal.value.code == 50001
    await faults("faults", {"missing": {str(channel.id): []}})
    await channel.send("otra vez")


async def test_deleted_channels_are_gone(bot: Bot, sandbox: Sandbox):
    channel = bot.place("charla")
    await sandbox.page.perform("channel.delete", {"channel": str(channel.id)})
    with pytest.raises(discord.NotFound) as refusal:
        await channel.send("x")
    assert refusal.value.code == 10003
    await eventually(lambda: bot.get_channel(channel.id) is None)


async def test_rate_limits_and_server_errors_are_waited_out(
    bot: Bot, sandbox: Sandbox, ana: UserClient, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rate_limits, "BUCKETS", dict.fromkeys(rate_limits.BUCKETS, (3, 0.2)))
    channel = bot.place("charla")
    await sandbox.page.perform("faults", {"http_429": 2})
    await channel.send("con paciencia")
    assert sandbox.faults.http_429 == 0
    await sandbox.page.perform("faults", {"rate_limited": True})
    sandbox.api.rates.windows.clear()
    message = await channel.send("muchas")
    for n in range(5):
        await message.edit(content=str(n))
    await sandbox.page.perform("faults", {"rate_limited": False, "http_5xx": 1})
    await channel.send("tras el error")
    assert [m["content"] for m in await ana.messages("charla")] == [
        "con paciencia",
        "4",
        "tras el error",
    ]
    assert [c["status"] for c in sandbox.api.calls].count(429) >= 2


async def test_resumes_after_a_cut_and_hears_what_it_missed(
    bot: Bot, sandbox: Sandbox, ana: UserClient
):
    session = bot.ws.session_id
    await sandbox.page.perform("gateway", {"op": "drop"})
    await ana.send("charla", "mientras no estabas")
    await asyncio.wait_for(bot.wait_for("resumed"), 60)
    kind, message = await asyncio.wait_for(bot.seen.get(), 60)
    assert (kind, message.content, bot.ws.session_id) == ("message", "mientras no estabas", session)


@pytest.mark.parametrize(("op", "event"), [("reconnect", "resumed"), ("invalid", "ready")])
async def test_op_7_resumes_and_op_9_identifies_anew(
    bot: Bot, sandbox: Sandbox, op: str, event: str
):
    waiting = asyncio.create_task(bot.wait_for(event))
    await asyncio.sleep(0)
    await sandbox.page.perform("gateway", {"op": op})
    await asyncio.wait_for(waiting, 60)
    await bot.place("charla").send("de vuelta")


async def test_a_busy_bot_is_reported_and_its_late_answer_refused(
    bot: Bot, sandbox: Sandbox, ana: UserClient
):
    errors = []

    class Slow(discord.ui.View):
        @discord.ui.button(label="Lento", custom_id="slow")
        async def slow(self, interaction: discord.Interaction, button: discord.ui.Button):
            await asyncio.sleep(0.15)
            try:
                await interaction.response.send_message("tarde")
            except discord.NotFound as error:
                errors.append(error.code)

    sandbox.interactions.ack_seconds = 0.05
    await bot.place("charla").send("x", view=Slow())
    outcome = await ana.press(await ana.last("charla"), "Lento")
    assert (outcome.state, outcome.error) == ("failed", "This application did not respond")
    await eventually(lambda: errors == [10062])
