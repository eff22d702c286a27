"""Fake interaction that records how it was answered."""

from __future__ import annotations

import asyncio
import itertools
from types import SimpleNamespace
from typing import Any

import discord

from app.model.match import User

_NUMBERS = itertools.count(5_000)


class Response:
    """Initial response of an interaction."""

    def __init__(self, tap: Tap) -> None:
        self._tap, self._done = tap, False

    def is_done(self) -> bool:
        return self._done

    async def _first(self, what: str, fields: dict[str, Any]) -> Any:
        if self._done:
            raise discord.InteractionResponded(self._tap)  # type: ignore[arg-type]
        self._tap.may(what)
        self._done = True
        return self._tap.note(what, fields)

    async def defer(self, **fields: Any) -> None:
        await self._first("defer", fields)

    async def send_message(self, **fields: Any) -> Any:
        return await self._first("send", fields)

    async def edit_message(self, **fields: Any) -> Any:
        return await self._first("edit", fields)

    async def send_modal(self, modal: Any) -> Any:
        return await self._first("modal", {"modal": modal})


class Tap:
    """Interaction of a user: a press of a control, a sent modal, or a command.

    With `custom_id` it is a press of a control in a `message` (public unless `own`), with
    `fields` a sent modal, else a command.
    """

    def __init__(
        self,
        by: User,
        custom_id: str = "",
        *values: str,
        message: int = 0,
        own: bool = False,
        guild: int | None = 1,
        fields: dict[str, str] | None = None,
    ) -> None:
        self.id = next(_NUMBERS)
        self.user = SimpleNamespace(
            id=by.id, display_name=by.name, global_name=by.name, name=by.name
        )
        self.locale, self.guild_id, self.channel_id = f"{by.lang}-XX", guild, 2
        self.channel = SimpleNamespace(id=2)
        self.permissions = discord.Permissions.none()
        command = not custom_id and fields is None
        kinds = discord.InteractionType
        self.type = (
            kinds.application_command
            if command
            else kinds.component
            if fields is None
            else kinds.modal_submit
        )
        parts = [
            {"component": {"custom_id": name, "value": value}}
            for name, value in (fields or {}).items()
        ]
        self.data = {"custom_id": custom_id, "values": list(values), "components": parts}
        flags = SimpleNamespace(ephemeral=own)
        self.guild: Any = None
        self.guild_locale: Any = None
        self.application_id = 1
        self.message = (
            None
            if command
            else SimpleNamespace(
                id=message or next(_NUMBERS),
                flags=flags,
                embeds=[],
                attachments=[],
                components=[],
                application_id=1,
                interaction_metadata=None,
            )
        )
        self.answers: list[tuple[str, dict[str, Any]]] = []
        self.errors: dict[str, BaseException] = {}
        self.response, self.followup = Response(self), SimpleNamespace(send=self._follow)
        self.held: asyncio.Event | None = None

    def may(self, what: str) -> None:
        if what in self.errors:
            raise self.errors.pop(what)

    def note(self, what: str, fields: dict[str, Any]) -> Any:
        self.answers.append((what, fields))
        number = next(_NUMBERS)
        return SimpleNamespace(id=number, message_id=number, edit=self.edit_original_response)

    async def _follow(self, **fields: Any) -> Any:
        self.may("follow")
        return self.note("follow", fields)

    async def edit_original_response(self, **fields: Any) -> Any:
        self.may("change")
        return self.note("change", fields)

    async def delete_original_response(self) -> None:
        self.note("delete", {})

    @property
    def how(self) -> list[str]:
        """Return the calls that answered the interaction, in order."""
        return [what for what, _ in self.answers]

    @property
    def words(self) -> str:
        """Return all text of the last answer."""
        fields = self.answers[-1][1]
        card = fields.get("embed")
        return " ".join(
            [
                fields.get("content") or "",
                *([card.title or "", card.description or ""] if card else []),
            ]
        )

    def ids(self) -> list[str]:
        """Return the custom ids of the last answer that has controls."""
        view = next(
            fields["view"] for _, fields in reversed(self.answers) if fields.get("view") is not None
        )
        return [one.custom_id for one in view.children if getattr(one, "custom_id", None)]
