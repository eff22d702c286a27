"""Bot as a process (`python bot.py`), and users on the sandbox page's WebSocket."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import re
import resource
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Self

import aiohttp

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "bot.py"
PATIENCE = 180.0  # timeout of all waits in seconds; generous, because the machine may be busy
# timeout of a process start in seconds; among twenty other processes a second's work takes a
# minute
STARTING = 300.0
ORPHAN = re.compile(  # stderr of a worker process whose bot was killed while starting it
    r"Traceback \(most recent call last\):\n  File \"<string>\", line 1, in <module>\n(?: +.*\n)*EOFError: Ran out of input\n"
)
# all started processes; `end_all` kills them after a failed test
STARTED: list[asyncio.subprocess.Process] = []


def environment(data: Path, **more: str) -> dict[str, str]:
    """Return the environment of a bot with its data in `data`, on a Spanish machine.

    Pings are not delayed. The bot has one render process, because up to four such bots run at a
    time.
    """
    keep = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SOBREMESA_", "DISCORD_", "LC_", "LANG"))
    }
    ours = {
        "SOBREMESA_DATA": str(data),
        "SOBREMESA_SANDBOX_PORT": "0",
        "SOBREMESA_CALL_AFTER": "0",
        "SOBREMESA_PAINTERS": "1",
    }
    return {**keep, **ours, "LANG": "es_ES.UTF-8", "PYTHONUNBUFFERED": "1", **more}


class NotAnsweredError(AssertionError):
    """The bot did not answer an interaction in time."""


class Bot:
    """Running bot process."""

    def __init__(self, process: asyncio.subprocess.Process, url: str) -> None:
        self.process, self.url = process, url

    @classmethod
    async def start(cls, data: Path, **more: Any) -> Self:
        """Start a bot and wait for the line with its address."""
        process = await spawn(data, **more)
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), STARTING)
        assert line, (await process.communicate())[1].decode()
        return cls(process, line.decode().strip())

    async def stop(self) -> tuple[int, str]:
        """Send SIGTERM; return the exit code and stderr."""
        self.process.terminate()
        _, said = await asyncio.wait_for(self.process.communicate(), PATIENCE)
        return self.process.returncode or 0, said.decode()

    async def kill(self) -> str:
        """Send SIGKILL; return stderr."""
        self.process.kill()
        return last_words((await self.process.communicate())[1])


def last_words(said: bytes) -> str:
    """Return the stderr of a killed bot without the error of a worker that was just starting."""
    return ORPHAN.sub("", said.decode())


def loud(said: str) -> list[str]:
    """Return the lines of a log above INFO, except the one about the missing token."""
    return [
        one
        for one in said.splitlines()
        if " INFO " not in one and "no DISCORD_TOKEN: starting the local sandbox" not in one
    ]


async def spawn(
    data: Path,
    *args: str,
    cwd: Path = ROOT,
    room: int | None = None,
    program: Path = PROGRAM,
    **more: str,
) -> asyncio.subprocess.Process:
    """Start the bot in the folder `cwd`, where its `.env` is.

    With `room` no file of the bot may grow beyond that many bytes.
    """

    def confine() -> None:
        assert room is not None
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(program),
        *args,
        cwd=cwd,
        env=environment(data, **{"PYTHONPATH": str(ROOT), **more}),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        preexec_fn=confine if room is not None else None,
    )
    STARTED.append(process)
    return process


async def sandbox(data: Path, bot: str) -> tuple[asyncio.subprocess.Process, str]:
    """Start a sandbox for a bot with this token; return the process and its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "sandbox",
        "--port",
        "0",
        "--data",
        str(data / "sandbox.sqlite3"),
        "--bot",
        bot,
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    STARTED.append(process)
    assert process.stdout is not None
    return process, (await asyncio.wait_for(process.stdout.readline(), STARTING)).decode().strip()


async def end_all() -> None:
    """Kill the processes that are still running."""
    while STARTED:
        process = STARTED.pop()
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def patient(every: float = 0.1) -> AsyncIterator[None]:
    """Yield every `every` seconds until `PATIENCE` is over."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        yield
        await asyncio.sleep(every)


class Line:
    """WebSocket of the sandbox page: performs actions of any user and reads the frames."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        socket: aiohttp.ClientWebSocketResponse,
        hello: dict[str, Any],
    ) -> None:
        self._session, self._socket, self.hello = session, socket, hello
        self._numbers = itertools.count(1)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect and read the first frame."""
        session = aiohttp.ClientSession()
        socket = await session.ws_connect(f"{url}/page/socket", headers={"Origin": url})
        return cls(session, socket, json.loads(await socket.receive_str()))

    async def close(self) -> None:
        """Disconnect."""
        await self._socket.close()
        await self._session.close()

    async def do(self, what: str, **fields: Any) -> Any:
        """Perform an action and return its reply.

        Waits until the bot has answered the interaction, if the action is one; raises
        `NotAnsweredError` if it fails.
        """
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "do": what, **fields})
        data, wanted, ended = None, None, dict[str, Any]()
        while True:
            frame = json.loads(await asyncio.wait_for(self._socket.receive_str(), PATIENCE))
            if frame["t"] == "interaction" and frame["state"] in ("done", "failed"):
                ended[frame["id"]] = frame  # of any user
            if frame["t"] == "reply" and frame["id"] == number:
                assert frame["ok"], frame
                data = frame["data"]
                wanted = data.get("interaction") if isinstance(data, dict) else None
                if wanted is None:
                    return data
            if wanted is not None and wanted in ended:
                if ended[wanted]["state"] == "failed":
                    raise NotAnsweredError(ended[wanted])
                return data

    def user(self, name: str) -> str:
        """Return the id of a user."""
        return next(u["id"] for u in self.hello["users"] if u["global_name"] == name)

    def channel(self, name: str) -> str:
        """Return the id of a channel."""
        return next(c["id"] for c in self.hello["guilds"][0]["channels"] if c["name"] == name)

    async def messages(self, user: str, channel: str, limit: int = 50) -> list[dict[str, Any]]:
        """Return what a user sees in a channel, oldest first."""
        return list((await self.do("history", user=user, channel=channel, limit=limit))["messages"])

    async def newest(self, user: str, channel: str) -> AsyncIterator[dict[str, Any]]:
        """Yield the messages that a user sees in a channel, newest first.

        The newest four are fetched first.
        """
        seen = await self.messages(user, channel, 4)
        for message in reversed(seen):
            yield message
        for message in reversed(await self.messages(user, channel)):
            if message["id"] not in {one["id"] for one in seen}:
                yield message

    async def find(self, user: str, channel: str, label: str) -> tuple[dict[str, Any], str]:
        """Wait for a message with an enabled button with this label; return it and the custom_id.

        The label may be given by its beginning.
        """
        async for _ in patient():
            async for message in self.newest(user, channel):
                for row in message["components"]:
                    for part in row["components"]:
                        if str(part.get("label", "")).startswith(label) and not part.get(
                            "disabled"
                        ):
                            return message, part["custom_id"]
        raise AssertionError(f"no button «{label}»")

    async def shows(self, user: str, channel: str, text: str) -> None:
        """Wait until the newest messages contain this text."""
        async for _ in patient():
            if any(
                text in json.dumps(m, ensure_ascii=False)
                for m in await self.messages(user, channel)
            ):
                return
        raise AssertionError(f"nowhere «{text}»")

    async def press(self, user: str, channel: str, label: str) -> None:
        """Press the button with this label."""
        message, custom_id = await self.find(user, channel, label)
        await self.do(
            "press", user=user, channel=channel, message=message["id"], custom_id=custom_id
        )

    async def command(
        self, user: str, channel: str, name: str, sub: str = "", **options: Any
    ) -> None:
        """Send a slash command."""
        command = next(c for c in self.hello["commands"] if c["name"] == name)
        kinds = {int: 4, bool: 5, str: 3}
        tree = [
            {"name": key, "type": kinds[type(value)], "value": value}
            for key, value in options.items()
        ]
        if sub:
            tree = [{"name": sub, "type": 1, "options": tree}]
        await self.do("command", user=user, channel=channel, command=command["id"], options=tree)
