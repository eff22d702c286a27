"""Restore drill with processes: back up beside the running bot, destroy, restore, play."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.e2e.process import PATIENCE, Bot, Line, spawn
from tests.e2e.test_process import ROOM, sit_down


async def command(data: Path, *args: str) -> tuple[int, str]:
    """A command of bot.py: its exit code, and all that it said."""
    process = await spawn(data, *args)
    out, said = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert "Traceback" not in said.decode(), said.decode()
    return process.returncode or 0, (out + said).decode()


async def test_the_drill(tmp_path: Path):
    bot = await Bot.start(tmp_path)
    line = await Line.open(bot.url)
    ana, bruno, room = await sit_down(line)
    assert (await command(tmp_path, "backup"))[0] == 0
    (file,) = (tmp_path / "backups").glob("*-hand.sqlite3")
    for who in (ana, bruno):
        await line.press(who, room, "▶")
        await line.press(who, room, "3")
        message, confirm = await line.find(who, room, "Confirmar")
        if who == ana:
            await line.press(who, room, "Confirmar")
            await line.shows(who, room, "Guardado: Pujas 3 monedas")
    code, said = await command(tmp_path, "restore", str(file))
    assert (code, "Otro bot está usando" in said) == (5, True), said
    await line.close()
    await bot.kill()
    (tmp_path / "sandbox-tables.sqlite3").write_bytes(b"gone")

    code, said = await command(tmp_path, "restore", str(file))
    assert (code, "Arranca el bot" in said) == (0, True), said
    bot = await Bot.start(tmp_path)
    line = await Line.open(bot.url)
    assert line.channel(ROOM) == room
    await line.shows(ana, room, "He restaurado una copia")
    await line.do("press", user=bruno, channel=room, message=message["id"], custom_id=confirm)
    await line.shows(bruno, room, "Ese botón ya no vale porque he restaurado una copia del ")
    await line.press(ana, room, "▶")
    await line.find(ana, room, "3")
    await line.close()
    assert (await bot.stop())[0] == 0
    code, said = await command(tmp_path, "verify")
    assert (code, "coincide con su posición" in said) == (0, True), said
