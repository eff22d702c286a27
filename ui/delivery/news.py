"""News for users about a table: changes of their seat, and votes that need them."""

from __future__ import annotations

import logging

from app.app import App
from app.match.ballots import vote_id
from app.model import time_control
from app.model.match import Match
from app.model.seat_news import SeatNotice
from ui.delivery.channel_client import ChannelClient, ChannelDeletedError, MissingPermissionsError
from ui.i18n import Translator
from ui.views.table.votes import seat_message, vote_call

log = logging.getLogger("sobremesa.messenger")


class News:
    """Sender of news; the store records what was told, so a restart repeats nothing."""

    def __init__(self, app: App, post: ChannelClient) -> None:
        self._app, self._post = app, post

    async def show(self, match: Match) -> None:
        """Send this table's pending news. Raises `PublishDeferredError` or a temporary error."""
        untold = [one for one in match.seat_notices if not one.told]
        for one in untold:
            await self._about_seat(match, one)
        if untold:
            await self._app.substitutes.told(match.id, untold)
        await self._ping_voters(match)

    async def _about_seat(self, match: Match, one: SeatNotice) -> None:
        """Send a notice about a seat as a direct message, silently in quiet hours.

        If the user's direct messages are closed, they are mentioned once in the table's
        channel.
        """
        person = await self._app.repo.users.get(one.user)
        prefs = {} if person is None else person.prefs
        quiet = time_control.quiet_until(prefs, self._app.clock.now()) > 0
        message = seat_message(match, one, Translator.of(match, person.lang if person else None))
        once = f"{match.id} seat {one.user} {one.what} {one.at}"
        if (
            await self._post.send_dm(one.user, message, silent=quiet, once=once) is not None
            or not match.places.home
        ):
            return
        try:
            await self._post.send(
                match.places.home,
                seat_message(match, one, Translator.of(match), mention=True),
                once=once,
            )
        except (MissingPermissionsError, ChannelDeletedError) as error:
            log.info("match %s: seat notice not delivered: %s", match.id, error)

    async def _ping_voters(self, match: Match) -> None:
        """Ping the voters who have not been told of the vote, replacing the earlier ping message.

        When the vote is over, the message is deleted.
        """
        vote, places = match.vote, match.places
        over = vote is None or match.status != "running" or not {*vote.told} - {vote.proposer}
        if places.asked and over:
            await self._post.delete(places.home, places.asked)
            places.asked = 0
            await self._app.repo.matches.save_places(match)
        if vote is None or match.status != "running":
            return
        call, unwanted, held = await self._app.votes.to_call(match)
        if call and not await self._call(match, call):
            return
        if call or unwanted or held != vote.held:
            await self._app.votes.called(match.id, vote_id(vote), [*call, *unwanted], held)

    async def _call(self, match: Match, users: list[int]) -> bool:
        """Ping these users; return False if the channel refuses it for now."""
        places, vote = match.places, match.vote
        if not places.home:
            for user in users:
                person = await self._app.repo.users.get(user)
                words = Translator.of(match, person.lang if person else None)
                await self._post.send_dm(
                    user, vote_call(match, (), words), silent=False, once=f"{match.id} vote {user}"
                )
            return True
        await self._app.repo.matches.save_places(match)
        once = f"{match.id} vote {'' if vote is None else vote_id(vote)}"
        try:
            sent = await self._post.send(
                places.home, vote_call(match, users, Translator.of(match)), once=once
            )
        except (MissingPermissionsError, ChannelDeletedError) as error:
            log.info("match %s: vote ping not delivered: %s", match.id, error)
            return False
        before, places.asked = places.asked, sent
        await self._app.repo.matches.save_places(match)
        if before:
            await self._post.delete(places.home, before)
        return True
