"""Client that acts as a sandbox user without a browser, for tests and scripts.

It makes the same requests as the page.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sandbox.server import Sandbox
from sandbox.state.errors import PersonError
from sandbox.state.model import Component, Json, Option
from sandbox.validation.message_rules import walk

DEFAULT_WAIT_S = 60.0  # default timeout; long, because a busy machine is slow


@dataclass(frozen=True)
class Outcome:
    """Result of an interaction.

    - `state`: done, acknowledged, waiting or failed
    - `error`: what the page shows if it failed
    - `message`: the id of the bot's answer
    - `modal`: the modal that the bot opened
    """

    interaction: str
    state: str
    error: str | None
    message: str | None
    modal: Json | None


class UserClient:
    """Client of one sandbox user, given by name or id.

    All methods raise `PersonError` for actions that Discord's client forbids. Channels are given by
    id or name ("dm" is the direct message channel with the first bot), messages by id or object.
    """

    def __init__(self, sandbox: Sandbox, user: str) -> None:
        self.sandbox, world = sandbox, sandbox.world
        matching = [
            person
            for person in world.people()
            if user in (person["id"], person["username"], person["global_name"])
        ]
        if not matching:
            raise PersonError(f"There is nobody called {user}.")
        self.id: str = matching[0]["id"]

    # -- queries ---------------------------------------------------------------------------------
    def channel(self, wanted: str) -> str:
        """Return the id of a channel, given by name or id.

        "dm" is the direct message channel with the bot. If several channels have the name, the
        newest is returned.
        """
        if wanted == "dm":
            return self.dm()
        channels = self.sandbox.world.channels
        if wanted in channels:
            return wanted
        ids = [str(channel["id"]) for channel in channels.values() if channel.get("name") == wanted]
        if not ids:
            raise PersonError(f"There is no channel called {wanted}.")
        return ids[-1]

    def bot(self) -> str:
        """Return the id of the bot; if there are several, prefer a connected one."""
        bots = [str(bot_id["id"]) for bot_id in self.sandbox.world.bots()]
        return next((bot_id for bot_id in bots if self.sandbox.gateway.connected(bot_id)), bots[0])

    def dm(self, bot: str | None = None) -> str:
        """Return the id of the DM with a bot (None: the bot that `bot` returns)."""
        return str(self.sandbox.world.dm_between(self.id, bot or self.bot())["id"])

    async def messages(self, channel: str, limit: int = 50) -> list[Json]:
        """Return the user's view of a channel, oldest message first (`page_message` objects)."""
        found: Json = await self._do("history", channel=self.channel(channel), limit=limit)
        return list(found["messages"])

    async def last(self, channel: str) -> Json:
        """Return the newest message that the user sees in a channel.

        Raises `PersonError` if there is none.
        """
        found = await self.messages(channel, 1)
        if not found:
            raise PersonError("There is nothing in this channel.")
        return found[-1]

    def unread(self, channel: str) -> Json:
        """Return the user's unread state of a channel: `count`, `mentions`, `since`.

        `since` is the id of the first unread message, or None.
        """
        marks = self.sandbox.page.hello()["unread"].get(self.id, {})
        nothing = {"count": 0, "mentions": 0, "since": None}
        return dict(marks.get(self.channel(channel), nothing))

    @staticmethod
    def buttons(message: Json) -> dict[str, str]:
        """Return the custom_ids of a message's enabled buttons, by label or emoji."""
        components = [
            component
            for _, component in walk(message["components"], ())
            if component["type"] == Component.BUTTON and not component.get("disabled")
        ]
        return {
            component.get("label") or component["emoji"]["name"]: component["custom_id"]
            for component in components
            if "custom_id" in component
        }

    # -- actions ---------------------------------------------------------------------------------
    async def send(self, channel: str, content: str) -> Json:
        """Send a message (1 to 2000 characters, as on Discord) and return it."""
        return dict(await self._do("send", channel=self.channel(channel), content=content))

    async def press(self, message: Json | str, button: str, *, wait: bool = True) -> Outcome:
        """Press a button of a message, given by custom_id or label.

        With `wait`, wait for the bot's answer.
        """
        message_doc = self._message(message)
        custom_ids = self.buttons(message_doc)
        return await self._interact(
            "press", message_doc, wait, custom_id=custom_ids.get(button, button)
        )

    async def select(
        self, message: Json | str, custom_id: str, *values: str, wait: bool = True
    ) -> Outcome:
        """Choose options of a select menu by their values.

        With `wait`, wait for the bot's answer.
        """
        return await self._interact(
            "select", self._message(message), wait, custom_id=custom_id, values=list(values)
        )

    async def command(
        self, path: str, channel: str, /, *, wait: bool = True, **options: Any
    ) -> Outcome:
        """Send a slash command: `command("mesa nueva", "charla", juego="eme")`.

        `path` is the full command name, `options` are the values by option name. With `wait`, wait
        for the bot's answer.
        """
        command, tree = self._tree(path, options)
        request = {"channel": self.channel(channel), "command": command["id"], "options": tree}
        return await self._outcome("command", request, wait)

    async def autocomplete(
        self, path: str, channel: str, option: str, text: str, /, **others: Any
    ) -> list[Json]:
        """Return the bot's suggestions while `text` is typed into `option`.

        `path` is the full command name, such as "mesa nueva". `others` are the values of the other
        options.
        """
        command, tree = self._tree(path, others | {option: text}, focused=option)
        request = {"channel": self.channel(channel), "command": command["id"], "options": tree}
        found: Json = await self._do("autocomplete", **request)
        return list(found["choices"])

    async def submit_modal(
        self, opened: Outcome, /, *, wait: bool = True, **fields: Any
    ) -> Outcome:
        """Submit the modal that the interaction `opened` has brought up.

        `fields` has the values by custom_id: a string for a text input, a list for a select menu.
        With `wait`, wait for the bot's answer.
        """
        if opened.modal is None:
            raise PersonError("No form was opened.")
        fields_of_modal = [
            component
            for _, component in walk(opened.modal["components"], ())
            if component.get("custom_id") in fields
        ]
        unknown = set(fields) - {component["custom_id"] for component in fields_of_modal}
        if unknown:
            raise PersonError(f"The form has no field {min(unknown)}.")
        sent = []
        for field in fields_of_modal:
            value = fields[field["custom_id"]]
            entry = {"type": field["type"], "custom_id": field["custom_id"]}
            entry["values" if isinstance(value, list | tuple) else "value"] = value
            sent.append({"type": int(Component.LABEL), "component": entry})
        return await self._outcome(
            "modal", {"interaction": opened.interaction, "components": sent}, wait
        )

    async def dismiss(self, message: Json | str) -> None:
        """Dismiss an ephemeral message."""
        await self._do("dismiss", message=self._message(message)["id"])

    async def read(self, channel: str) -> None:
        """Mark a channel as read. Raises `PersonError` if it is empty."""
        newest = await self.last(channel)
        await self._do("read", channel=self.channel(channel), message=newest["id"])

    async def set(self, **changes: Any) -> None:
        """Change the user's settings: locale, dms_open, name."""
        await self._do("user.set", **changes)

    # -- waiting ---------------------------------------------------------------------------------
    async def wait_for(
        self, matches: Callable[[Json], bool], seconds: float = DEFAULT_WAIT_S
    ) -> Json:
        """Return the next frame pushed to the page for which `matches` returns True.

        Raises `TimeoutError` after `seconds`.
        """
        with self._listening() as frames:
            return await _next(frames, matches, seconds)

    async def wait_message(
        self,
        channel: str,
        matches: Callable[[Json], bool] = lambda _: True,
        seconds: float = DEFAULT_WAIT_S,
    ) -> Json:
        """Return a message of a channel for which `matches` returns True.

        If such messages exist, return the newest; otherwise wait for the next one that is created
        or edited. Raises `TimeoutError` after `seconds`.
        """
        channel_id = self.channel(channel)
        with self._listening() as frames:
            existing = [
                message_seen
                for message_seen in await self.messages(channel_id)
                if matches(message_seen)
            ]
            if existing:
                return existing[-1]

            def wanted(frame: Json) -> bool:
                if frame["t"] != "message" or frame["op"] == "delete":
                    return False
                message = frame["message"]
                return (
                    message["channel_id"] == channel_id
                    and message["ephemeral_for"] in (None, self.id)
                    and matches(message)
                )

            return dict((await _next(frames, wanted, seconds))["message"])

    # -- internals -------------------------------------------------------------------------------
    async def _do(self, name: str, /, **fields: Any) -> Any:
        return await self.sandbox.page.perform(name, {"user": self.id} | fields)

    def _message(self, message: Json | str) -> Json:
        found = self.sandbox.store.message(message if isinstance(message, str) else message["id"])
        if found is None:
            raise PersonError("This message no longer exists.")
        return found

    async def _interact(self, name: str, doc: Json, wait: bool, **fields: Any) -> Outcome:
        return await self._outcome(
            name, {"channel": doc["channel_id"], "message": doc["id"]} | fields, wait
        )

    async def _outcome(self, name: str, fields: Json, wait: bool) -> Outcome:
        """Send the request `name`, which opens an interaction, and return the outcome.

        `fields` are the request's fields. With `wait`, wait for the bot's answer.
        """
        with self._listening() as frames:
            opened: Json = await self._do(name, **fields)
            interaction_id = opened["interaction"]
            if not wait:
                return Outcome(interaction_id, "waiting", None, None, None)

            def answered(frame: Json) -> bool:
                return bool(
                    frame["t"] == "interaction"
                    and frame["id"] == interaction_id
                    and frame["state"] != "waiting"
                )

            frame = await _next(
                frames, answered, self.sandbox.interactions.ack_seconds + DEFAULT_WAIT_S
            )
            if frame["state"] == "acknowledged":  # deferred: the answer follows
                with contextlib.suppress(TimeoutError):
                    frame = await _next(frames, answered, DEFAULT_WAIT_S)
        modal = self.sandbox.world.interactions[interaction_id]["modal"]
        return Outcome(interaction_id, frame["state"], frame["error"], frame["response_id"], modal)

    def _tree(self, path: str, values: Json, focused: str | None = None) -> tuple[Json, list[Json]]:
        """Return a command and its option tree filled with `values`.

        `path` is the full command name. `focused` is the option that is being typed (autocomplete),
        or None.
        """
        name, *subcommand_words = path.removeprefix("/").split()
        commands = [
            command for command in self.sandbox.world.commands.values() if command["name"] == name
        ]
        if not commands:
            raise PersonError(f"There is no command called {name}.")
        options = commands[0].get("options") or []
        subcommands: list[Json] = []
        for word in subcommand_words:
            found = next(
                (
                    option
                    for option in options
                    if option["name"] == word and option["type"] <= Option.GROUP
                ),
                None,
            )
            if found is None:
                raise PersonError(f"The command {path} does not exist.")
            subcommands.append(found)
            options = found.get("options") or []
        types = {option["name"]: option["type"] for option in options}
        tree = [
            {"name": key, "type": types.get(key, 3), "value": value} | ({"focused": True} if key == focused else {})
            for key, value in values.items()
        ]  # fmt: skip
        for subcommand in reversed(subcommands):
            tree = [{"name": subcommand["name"], "type": subcommand["type"], "options": tree}]
        return commands[0], tree

    @contextlib.contextmanager
    def _listening(self) -> Iterator[asyncio.Queue[Json]]:
        frames: asyncio.Queue[Json] = asyncio.Queue()
        self.sandbox.world.on_page.append(frames.put_nowait)
        try:
            yield frames
        finally:
            self.sandbox.world.on_page.remove(frames.put_nowait)


async def _next(
    frames: asyncio.Queue[Json], matches: Callable[[Json], bool], seconds: float
) -> Json:
    async with asyncio.timeout(seconds):
        while True:
            frame = await frames.get()
            if matches(frame):
                return frame
