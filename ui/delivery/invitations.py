"""Deletion of invitation messages that nobody needs any more."""

from __future__ import annotations

from app.app import App
from app.model.match import Match
from ui.delivery.channel_client import ChannelClient


class InvitationMessages:
    """Deleter of outdated invitation messages.

    The message ids are stored, so that a restart loses none.
    """

    def __init__(self, app: App, channel_client: ChannelClient) -> None:
        self._app, self._channel_client = app, channel_client

    async def delete_obsolete(self, match: Match) -> None:
        """Delete the invitations of users who have joined; after start or closing, all of them."""
        for invitation in await self._app.invitations.finished(match):
            await self._channel_client.delete(invitation.channel, invitation.message)
            await self._app.invitations.forget(invitation)
