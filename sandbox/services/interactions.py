"""Interactions from the user's click to the bot's answer.

An interaction is created and sent to the bot. It fails unless the bot acknowledges it in time. The
fields of its document are:

- id, token, kind, bot, user_id, channel_id, guild_id, data, created
- message_id: the message with the clicked component
- state: waiting, acknowledged, done, failed
- callback: type of the bot's answer
- response_id: message id of the answer
- label: clicked or typed text
- trigger: for a submitted modal, the interaction that opened it
- modal: the modal that the interaction opened, until it is submitted
"""

from __future__ import annotations

import asyncio
from typing import Any

from sandbox.state import payloads, rate_limits
from sandbox.state.errors import PersonError, api_error
from sandbox.state.model import (
    ATTACHMENT_LIMIT,
    Callback,
    ChannelType,
    Intent,
    Json,
    Kind,
    Permission,
)
from sandbox.state.permissions import in_channel
from sandbox.state.server_state import ServerState, new_token

DID_NOT_RESPOND = "This application did not respond"
MESSAGE_ANSWERS = (Callback.MESSAGE, Callback.DEFER, Callback.UPDATE)


class Interactions:
    """Interactions of the last minutes, and their 3-second timers."""

    def __init__(self, world: ServerState) -> None:
        self.world = world
        self.ack_seconds = rate_limits.ACK_SECONDS
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._choices: dict[str, asyncio.Future[list[Json]]] = {}
        for doc in list(world.interactions.values()):
            if doc["state"] == "waiting":  # a restart has stopped its timer
                self._save(doc | {"state": "failed"})
        self.prune()

    def close(self) -> None:
        """Stop all timers."""
        for timer in self._timers.values():
            timer.cancel()
        for future in self._choices.values():
            future.cancel()

    def open(
        self, kind: Kind, user: Json, channel: Json, bot: str, data: Json, *,
        message: Json | None = None, label: str = "", trigger: str | None = None,
    ) -> Json:  # fmt: skip
        """Create an interaction and send it to the bot; it fails at once if the bot is offline.

        `message` holds the clicked component, `label` is the clicked or typed text, and `trigger`
        the id of the interaction that opened a submitted modal. Returns the interaction.
        """
        doc: Json = {
            "id": self.world.new_id(), "token": new_token(), "kind": int(kind), "bot": bot, "user_id": user["id"],
            "channel_id": channel["id"], "guild_id": channel.get("guild_id"), "data": data,
            "message_id": message and message["id"], "created": self.world.now(), "state": "waiting", "callback": None,
            "response_id": None, "label": label, "trigger": trigger, "modal": None,
        }  # fmt: skip
        self._save(doc)
        if kind == Kind.AUTOCOMPLETE:
            self._choices[doc["id"]] = asyncio.get_running_loop().create_future()
        self.push_state(doc)
        if not self.world.online(bot):
            self._fail(doc["id"])
            return doc
        self._timers[doc["id"]] = asyncio.get_running_loop().call_later(
            self.ack_seconds, self._fail, doc["id"]
        )
        self.world.to_gateway(bot, "INTERACTION_CREATE", self.payload(doc, message), Intent(0))
        return doc

    async def choices(self, doc: Json) -> list[Json]:
        """Return the bot's answer to an autocomplete, waiting for it if needed.

        Raises `PersonError` if the answer comes too late.
        """
        try:
            return await self._choices[doc["id"]]
        finally:
            del self._choices[doc["id"]]

    def find(self, interaction_id: str, token: str) -> Json:
        """Return the interaction that a callback answers, by id and token.

        Raises 10062 (unknown or too late) and 40060 (answered before).
        """
        doc = self.world.interactions.get(interaction_id)
        if doc is None or doc["token"] != token or doc["state"] == "failed":
            raise api_error(10062)
        if doc["callback"] is not None:
            raise api_error(40060)
        return doc

    def by_token(self, bot: str, token: str) -> Json:
        """Return the interaction with this token, which is also the token of its webhook.

        Raises 50027 if the token is unknown or over 15 minutes old, and 10015 if the interaction
        belongs to another bot or has no answer yet.
        """
        doc = next(
            (
                candidate
                for candidate in self.world.interactions.values()
                if candidate["token"] == token
            ),
            None,
        )
        if doc is None or rate_limits.token_expired(doc["created"], self.world.clock.now()):
            raise api_error(50027)
        if doc["bot"] != bot or doc["callback"] is None:
            raise api_error(10015)
        return doc

    def acknowledge(
        self,
        doc: Json,
        callback: Callback,
        response_id: str | None = None,
        modal: Json | None = None,
    ) -> None:
        """Store a bot's answer, stop the timer and tell the page.

        `callback` is the type of the answer, `response_id` the id of its message and `modal` the
        modal that it opens, if any.
        """
        self._stop(doc["id"])
        doc |= {"callback": int(callback), "response_id": response_id, "modal": modal}
        doc["state"] = "acknowledged" if callback == Callback.DEFER else "done"
        self._save(doc)
        if doc["kind"] == Kind.MODAL:
            # the modal closes only now: if the submission fails, the user can submit it again
            opener = self.world.interactions.get(doc["trigger"])
            if opener:
                self._save(opener | {"modal": None})
        self.push_state(doc)
        if modal:
            frame = {"t": "modal", "interaction": doc["id"], "user": doc["user_id"], "modal": modal}
            self.world.tell_page(frame)

    def suggest(self, doc: Json, choices: list[Json]) -> None:
        """Pass the bot's suggestions to the call of `choices` that waits for them."""
        future = self._choices.get(doc["id"])
        if future and not future.done():
            future.set_result(choices)

    def finish(self, doc: Json) -> None:
        """Mark an interaction as done if it is deferred; else do nothing."""
        if doc["state"] == "acknowledged":
            doc["state"] = "done"
            self._save(doc)
            self.push_state(doc)

    def prune(self) -> None:
        """Delete interactions with expired tokens.

        An interaction that was deferred but never answered is shown as failed on the page.
        """
        now = self.world.clock.now()
        for doc in list(self.world.interactions.values()):
            if rate_limits.token_expired(doc["created"], now):
                if doc["state"] == "acknowledged":
                    self.push_state(doc | {"state": "failed"}, DID_NOT_RESPOND)
                # while its timer runs, `_fail` still needs the interaction
                if doc["id"] not in self._timers:
                    self.world.interactions.pop(doc["id"])
                    self.world.store.drop("interaction", doc["id"])

    def push_state(self, doc: Json, error: str | None = None) -> None:
        """Push the state of an interaction to the page; `error` says why it failed, if it did."""
        self.world.tell_page({
            "t": "interaction", "id": doc["id"], "user": doc["user_id"], "state": doc["state"], "kind": doc["kind"],
            "message_id": doc["message_id"], "custom_id": doc["data"].get("custom_id"), "error": error,
            "response_id": doc["response_id"],
        })  # fmt: skip

    def payload(self, doc: Json, message: Json | None) -> Json:
        """Return the INTERACTION_CREATE event; `message` holds the clicked component."""
        world, user_id = self.world, doc["user_id"]
        channel = world.channels[doc["channel_id"]]
        user, bot = world.users[user_id], doc["bot"]
        shaped: Json = {
            "id": doc["id"], "application_id": bot, "type": doc["kind"], "token": doc["token"], "version": 1,
            "data": doc["data"], "channel_id": channel["id"], "locale": user["locale"], "entitlements": [],
            "channel": payloads.interaction_channel(world, channel, user_id), "attachment_size_limit": ATTACHMENT_LIMIT,
            "app_permissions": str(int(in_channel(world, channel, bot))),
            "authorizing_integration_owners": owners(doc),
        }  # fmt: skip
        if channel["type"] == ChannelType.DM:
            shaped |= {"context": 1, "user": payloads.user(world, user_id)}
        else:
            guild = world.guilds[channel["guild_id"]]
            member = payloads.member(world, guild, user_id)
            member["permissions"] = str(int(in_channel(world, channel, user_id)))
            partial = {"id": guild["id"], "locale": guild["locale"], "features": payloads.COMMUNITY}
            shaped |= {
                "context": 0,
                "guild_id": guild["id"],
                "guild_locale": guild["locale"],
                "guild": partial,
            }
            shaped["member"] = member
        return shaped | {"message": payloads.message(world, message)} if message else shaped

    def _fail(self, interaction_id: str) -> None:
        doc = self.world.interactions[interaction_id]
        self._stop(interaction_id)
        doc["state"] = "failed"
        self._save(doc)
        future = self._choices.get(interaction_id)
        if future and not future.done():
            future.set_exception(PersonError("Loading options failed"))
        self.push_state(doc, DID_NOT_RESPOND)

    def _stop(self, interaction_id: str) -> None:
        timer = self._timers.pop(interaction_id, None)
        if timer:
            timer.cancel()

    def _save(self, doc: Json) -> None:
        self.world.interactions[doc["id"]] = doc
        self.world.store.put("interaction", doc["id"], doc)


def owners(doc: Json) -> dict[str, str]:
    """Return the field `authorizing_integration_owners` of an interaction.

    Its only key is "0" (installed in a guild); the value is the guild's id, or "0" in a DM.
    """
    return {"0": doc["guild_id"] or "0"}


def origin_fields(doc: Json) -> Json:
    """Return the fields of an interaction that the messages answering it store."""
    kept: dict[str, Any] = {
        key: doc[key] for key in ("id", "kind", "user_id", "message_id", "trigger", "label")
    }
    return kept | {"owners": owners(doc), "name": doc["data"].get("name") or doc["label"]}


def may_use_commands(world: ServerState, channel: Json, user_id: str) -> bool:
    """Return whether a user may use commands in this channel at all."""
    return bool(in_channel(world, channel, user_id) & Permission.USE_APPLICATION_COMMANDS)
