"""Status messages for spectators: one silent DM per spectator and match.

A message is deleted when the next one is sent.
"""

from __future__ import annotations

import logging

import discord

from app.app import App
from app.model.match import Match, User
from app.ports.repo import Spectator
from app.ports.services import RetryLaterError
from app.runtime.locks import Locks
from ui.components import Message
from ui.delivery.channel_client import ChannelClient
from ui.i18n import Translator
from ui.views.pages.spectating import status_message
from ui.views.table.board_message import has_board, public_picture_kind

log = logging.getLogger(__name__)


class SpectatorMessages:
    """Sender of status messages to spectators.

    If Discord does not accept a message now, the status is sent after the match's next change.
    """

    def __init__(self, app: App, channel_client: ChannelClient) -> None:
        self._app, self._channel_client = app, channel_client
        # by match and user: of two messages sent concurrently, one would never be deleted
        self._locks = Locks()

    async def show(self, match: Match) -> None:
        """Send the match's state to every spectator whose next status message is due.

        Users stop spectating if they have taken a seat or no longer see the table's channel (then
        their message is deleted), or if their DMs are closed.
        """
        for follower in await self._app.spectators.seated(match):
            await self.end(match.id, follower.user)
        for follower in await self._app.spectators.due(match):
            sees = await self._app.access.still_sees(
                follower.user, match.places.guild, match.places.channel
            )
            if sees is None:
                log.info(
                    "match %s: spectator message postponed, channel access unknown",
                    match.id,
                )
            elif not sees:
                await self.end(match.id, follower.user)
            else:
                by = await self._app.repo.users.get(follower.user)
                if by is None or await self._send(match, by, follower.notified_at) is False:
                    await self._app.repo.spectators.forget(match.id, follower.user)

    async def send_now(self, match: Match, by: User) -> bool:
        """Send a new spectator the state now; return False if their DMs are closed.

        If Discord does not accept the message now, it is sent after the match's next change.
        """
        return await self._send(match, by) is not False

    async def _send(self, match: Match, by: User, last_sent: float | None = None) -> bool | None:
        """Send a status message to the spectator `by`.

        Returns True if it was sent, False if the user's DMs are closed, and None if Discord does
        not accept it now or the user no longer spectates. `last_sent` is the time of the last
        message that the caller knows of (Unix seconds). If another process has sent a newer one
        since, no message is sent, and True is returned.
        """
        async with self._locks(f"{match.id}:{by.id}"):
            follower = await self._follower(match.id, by.id)
            if follower is None:
                return None
            if last_sent is not None and follower.notified_at != last_sent:
                return True
            try:
                sent = await self._channel_client.send_dm(
                    by.id,
                    *await self._channel_client.render_picture(
                        await self._status(match, by), "screen"
                    ),
                )
            except (discord.HTTPException, RetryLaterError) as error:
                log.info("match %s: spectator message postponed: %s", match.id, error)
                return None
            if sent is None:
                return False
            # the user stopped spectating while the message was being sent
            if await self._follower(match.id, by.id) is None:
                await self._channel_client.delete(*sent)
                return None
            await self._app.spectators.mark_notified(match, follower, *sent)
            if follower.message:
                await self._channel_client.delete(follower.channel, follower.message)
            return True

    async def end(self, match_id: str, user: int, *, keep_message: bool = False) -> None:
        """Remove a spectator and delete their message.

        With `keep_message`, keep the message for a final notice.
        """
        async with self._locks(f"{match_id}:{user}"):
            follower = await self._follower(match_id, user)
            await self._app.repo.spectators.forget(match_id, user)
            if follower is not None and follower.message and not keep_message:
                await self._channel_client.delete(follower.channel, follower.message)

    async def _follower(self, match_id: str, user: int) -> Spectator | None:
        return next(
            (
                follower
                for follower in await self._app.repo.spectators.of_match(match_id)
                if follower.user == user
            ),
            None,
        )

    async def _status(self, match: Match, by: User) -> Message:
        """Return a match's status message in the spectator's language."""
        words = Translator.of(match, by.lang)
        table_view, scene = await self._app.queries.view(match.id), None
        if has_board(match) and self._app.renderer is not None and not by.prefs.get("text"):
            scene = await self._app.queries.scene(
                match.id, None, public_picture_kind(match), by.lang, by=by
            )
        log_sentences = [
            sentence
            for row in (await self._app.queries.log(match.id)).rows
            for sentence in row.said
        ]
        return status_message(
            table_view,
            log_sentences,
            words,
            scene,
            await self._app.queries.score(match.id) if match.status == "ended" else None,
        )
