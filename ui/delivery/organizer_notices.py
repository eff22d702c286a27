"""Direct messages about a table to its organizer, its players and the bot's operator."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence

import discord

from app.app import App
from app.model import time_control
from app.model.match import Match
from app.ports.services import RetryLaterError
from app.runtime.bounded_dict import BoundedDict
from games.core.text.languages import Lang
from ui.components import Message
from ui.delivery.channel_client import MAX_KNOWN_MESSAGES, ChannelClient, MissingPermissionsError
from ui.i18n import Translator, escape_markup, table_label
from ui.views.lobby.lobby_message import closing_message, full_message
from ui.views.pages.common import farewell_message
from ui.views.table.board_message import halted_message

log = logging.getLogger(__name__)


class OrganizerNotices:
    """Sender of direct messages about a table's state and problems.

    Each problem of a table's channel is reported once.
    """

    def __init__(self, app: App, channel_client: ChannelClient) -> None:
        self._app, self._channel_client = app, channel_client
        # by match and kind of problem: the organizer who was told of it since the start
        self._told_hosts = BoundedDict[tuple[str, str], int](MAX_KNOWN_MESSAGES)
        # channel and kind of each problem that was logged
        self._logged = BoundedDict[tuple[str, str], bool](MAX_KNOWN_MESSAGES)

    async def tell(self, user: int, message: Message, *, silent: bool = True) -> bool:
        """Send a direct message, without a notification sound if `silent`.

        Returns False if it was not sent: the user's DMs are closed, or Discord refused it.
        """
        with contextlib.suppress(discord.HTTPException, RetryLaterError):
            return await self._channel_client.send_dm(user, message, silent=silent) is not None
        return False

    async def notify_halted(self, match: Match, what: str) -> None:
        """Tell the organizer that the table was halted, and the operator why.

        `what` is the cause; it may contain hidden information of the game, so it is never logged.
        The operator's message has a button that resumes the table.
        """
        await self.tell(match.organizer, Message(content=Translator.of(match)("ui.board.halted")))
        admin = self._app.settings.admin
        message = halted_message(match, what, Translator.of(match, await self._lang(admin)))
        if not admin or not await self.tell(admin, message):
            log.error("match %s: halted, and no admin to notify: set SOBREMESA_ADMIN", match.id)

    async def warn_lobby_closing(self, match: Match) -> None:
        """Tell the organizer, or all players of a full lobby, that the lobby closes tomorrow.

        The messages are silent in the users' quiet hours.
        """
        now = self._app.clock.now()
        for user in _people(match) if time_control.is_full(match) else [match.organizer]:
            person = await self._app.repo.users.get(user)
            words = Translator.of(match, person.lang if person else None)
            in_quiet_hours = person is not None and time_control.quiet_until(person.prefs, now) > 0
            await self.tell(user, closing_message(match, words), silent=in_quiet_hours)

    async def notify_full(self, match: Match) -> Message | None:
        """Tell the organizer that every seat is taken.

        If they prefer direct messages, one is sent and None is returned. Otherwise the message is
        returned, and the caller posts it in the channel.
        """
        host = await self._app.repo.users.get(match.organizer)
        if host is not None and host.prefs.get("pings") == "dm" and not host.dm_closed:
            message = full_message(match, Translator.of(match, host.lang), by_name=False)
            if await self.tell(match.organizer, message, silent=False):
                return None
        return full_message(match, Translator.of(match), by_name=True)

    async def notify_guild_removed(
        self, organizer: int, tables: Sequence[Match], until: float
    ) -> None:
        """Tell the user `organizer` that a guild removed the bot, and when its tables are deleted.

        `tables` are the organizer's tables in the guild, `until` is the time of the deletion (Unix
        seconds).
        """
        await self.tell(organizer, farewell_message(tables, until, await self._lang(organizer)))

    def was_reported(self, match: Match, kind: str) -> bool:
        """Return whether this problem of the table's channel was reported to a user.

        `kind` is "gone" (channel deleted) or "refused" (Discord refuses messages).
        """
        return (match.id, kind) in self._told_hosts

    def forget_problems(self, match_id: str) -> None:
        """Forget the reported channel problems of a table that was moved."""
        for kind in ("gone", "refused"):
            self._told_hosts.pop((match_id, kind), None)

    async def report_channel_problem(
        self, match: Match, refused: MissingPermissionsError | None = None, where: str = ""
    ) -> None:
        """Tell the organizer once that the channel was deleted or refuses messages.

        `refused` is Discord's refusal; None means that the channel was deleted. `where` is the
        deleted channel's mention. If the organizer can't be reached, the first player who can is
        told.
        """
        kind, where = ("refused", refused.where) if refused else ("gone", where)
        told_host = self._told_hosts.get((match.id, kind))
        if told_host == match.organizer:
            return
        # one log line for all tables of a channel
        if told_host is None and (where, kind) not in self._logged:
            self._logged[where, kind] = True
            log.warning("match %s: channel %s (%s)", match.id, kind, refused or "")
        for user in _people(match):
            words = Translator.of(match, await self._lang(user))
            text = (
                refused.text_for_organizer(words)
                if refused
                else words("ui.channel_gone", table=escape_markup(table_label(match, words)))
            )
            try:
                sent = await self._channel_client.send_dm(user, Message(content=text))
            except (discord.HTTPException, RetryLaterError):
                return  # the next publication tries again
            if sent is not None:
                break
        self._told_hosts[match.id, kind] = match.organizer

    async def _lang(self, user: int) -> Lang | None:
        person = await self._app.repo.users.get(user)
        return person.lang if person is not None else None


def _people(match: Match) -> list[int]:
    """Return the ids of the organizer and of the other users at the table.

    The organizer comes first. Other users who have resigned are left out.
    """
    seated = [seat.user for seat in match.seats if seat.user is not None and not seat.resigned]
    return [user for user in dict.fromkeys([match.organizer, *seated]) if user]
