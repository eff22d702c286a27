"""Messages to users about a table: changes of their seat, and votes that they must cast."""

from __future__ import annotations

import logging

from app.app import App
from app.match.ballots import vote_id
from app.model import time_control
from app.model.match import Match
from app.model.seat_news import SeatNotice
from ui.delivery.channel_client import ChannelClient, ChannelDeletedError, MissingPermissionsError
from ui.i18n import Translator
from ui.views.table.votes import seat_news_message, vote_request_message

log = logging.getLogger(__name__)


class SeatAndVoteNotices:
    """Sender of notices on seats and votes.

    Which notices were sent is stored, so that a restart repeats none.
    """

    def __init__(self, app: App, channel_client: ChannelClient) -> None:
        self._app, self._channel_client = app, channel_client

    async def send_pending(self, match: Match) -> None:
        """Send the table's pending seat notices, and pings for its open vote.

        Raises `RetryLaterError` or a temporary error.
        """
        pending = [notice for notice in match.seat_notices if not notice.told]
        for notice in pending:
            await self._send_seat_notice(match, notice)
        if pending:
            await self._app.substitutes.mark_delivered(match.id, pending)
        await self._ping_voters(match)

    async def _send_seat_notice(self, match: Match, notice: SeatNotice) -> None:
        """Send a notice about a seat as a direct message, silently in quiet hours.

        If the user's direct messages are closed, the user is mentioned once in the table's
        channel.
        """
        person = await self._app.repo.users.get(notice.user)
        prefs = {} if person is None else person.prefs
        in_quiet_hours = time_control.quiet_until(prefs, self._app.clock.now()) > 0
        words = Translator.of(match, person.lang if person else None)
        message = seat_news_message(match, notice, words)
        once = f"{match.id} seat {notice.user} {notice.what} {notice.at}"
        sent = await self._channel_client.send_dm(
            notice.user, message, silent=in_quiet_hours, once=once
        )
        if sent is not None or not match.places.home:
            return
        try:
            await self._channel_client.send(
                match.places.home,
                seat_news_message(match, notice, Translator.of(match), mention=True),
                once=once,
            )
        except (MissingPermissionsError, ChannelDeletedError) as error:
            log.info("match %s: seat notice not delivered: %s", match.id, error)

    async def _ping_voters(self, match: Match) -> None:
        """Delete an outdated ping message, then ping the voters who were not told of the vote yet.

        When the vote is over, only delete the ping message.
        """
        vote, places = match.vote, match.places
        # The posted ping is of an earlier vote: there is no vote now, or nobody but its proposer
        # was told of this one yet.
        ping_is_outdated = (
            vote is None or match.status != "running" or not {*vote.informed} - {vote.proposer}
        )
        if places.vote_request and ping_is_outdated:
            await self._channel_client.delete(places.home, places.vote_request)
            places.vote_request = 0
            await self._app.repo.matches.save_message_ids(match)
        if vote is None or match.status != "running":
            return
        to_ping, without_ping, ask_others_at = await self._app.votes.users_to_ask(match)
        if to_ping and not await self._ping(match, to_ping):
            return
        if to_ping or without_ping or ask_others_at != vote.inform_at:
            await self._app.votes.mark_asked(
                match.id, vote_id(vote), [*to_ping, *without_ping], ask_others_at
            )

    async def _ping(self, match: Match, users: list[int]) -> bool:
        """Ping these users in the table's channel, or by DM if the table has no channel.

        A new message in the channel replaces the earlier one, which is deleted. Returns False if
        Discord refuses the message in the channel.
        """
        places, vote = match.places, match.vote
        if not places.home:
            for user in users:
                person = await self._app.repo.users.get(user)
                words = Translator.of(match, person.lang if person else None)
                await self._channel_client.send_dm(
                    user,
                    vote_request_message(match, (), words),
                    silent=False,
                    once=f"{match.id} vote {user}",
                )
            return True
        await self._app.repo.matches.save_message_ids(match)
        once = f"{match.id} vote {'' if vote is None else vote_id(vote)}"
        try:
            sent = await self._channel_client.send(
                places.home, vote_request_message(match, users, Translator.of(match)), once=once
            )
        except (MissingPermissionsError, ChannelDeletedError) as error:
            log.info("match %s: vote ping not delivered: %s", match.id, error)
            return False
        old_message, places.vote_request = places.vote_request, sent
        await self._app.repo.matches.save_message_ids(match)
        if old_message:
            await self._channel_client.delete(places.home, old_message)
        return True
