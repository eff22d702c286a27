"""Deletion of invitation messages that are no longer needed."""

from __future__ import annotations

from app.app import App
from app.model.match import Match
from ui.delivery.channel_client import ChannelClient


class Invites:
    """Deleter of invitations; the store knows the messages, so a restart forgets none."""

    def __init__(self, app: App, post: ChannelClient) -> None:
        self._app, self._post = app, post

    async def clear(self, match: Match) -> None:
        """Delete the invitations of seated guests, and of a table that has begun or closed."""
        for one in await self._app.invitations.over(match):
            await self._post.delete(one.channel, one.message)
            await self._app.invitations.done(one)
