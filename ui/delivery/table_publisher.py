"""Publisher port of the app: update a table's messages to its newest version (S1-S4, S8).

Idempotent. A channel's refusal is told to the organizer once and never stops the game; a
temporary error is raised, and the app's publisher calls again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Sequence
from dataclasses import replace

import discord
import msgspec

from app.app import App
from app.match import turn_pings
from app.model import time_control
from app.model.match import Match, TableView, User
from app.ports.store import PublishDeferredError
from app.runtime.bounded_dict import BoundedDict
from games.core.text.messages import Seat
from games.core.views.scene import Picture
from gateway.sharded_bot import ClusteredBot
from ui import errors
from ui.components import Message
from ui.delivery.channel_client import (
    MAX_KNOWN_MESSAGES,
    REDRAW_AFTER_S,
    ChannelClient,
    ChannelDeletedError,
    EditLimitError,
    MissingPermissionsError,
)
from ui.delivery.guild_channels import GuildChannels
from ui.delivery.invitations import Invites
from ui.delivery.live_panels import LivePanels
from ui.delivery.message_edits import Edits
from ui.delivery.news import News
from ui.delivery.notices import Notices
from ui.delivery.panel_sync import PanelSync
from ui.delivery.permanent_messages import PermanentMessages, scene_of
from ui.delivery.private_messages import PrivateMessages, mark_of
from ui.delivery.reminders import Reminders
from ui.delivery.spectator_messages import SpectatorMessages
from ui.i18n import Translator, has_erased_player, jump_url, table_title
from ui.permissions import parent_of
from ui.views.lobby.lobby_message import full_message, lobby_line, lobby_message
from ui.views.pages.animations import last_turn
from ui.views.pages.covers import Covers
from ui.views.panel.presenter import PanelPresenter
from ui.views.table.board_message import (
    board_message,
    call_message,
    deadline,
    end_message,
    opening,
    picture_of,
    summons_message,
)

log = logging.getLogger("sobremesa.messenger")
_THREAD_NAME = 100
DEADLINE_SLACK_S = 60.0  # by how much the deadline in a summons may be off before it is edited
BURIED_AFTER_MESSAGES, BURIED_AFTER_S = (
    12,
    12 * 3600.0,
)  # messages below a table's own, or seconds since it was posted, after which it is posted anew
# Tables whose message is being made ready at one time: few, for what is begun later shows more. Nobody keeps a place while
# waiting for Discord.
MAX_CONCURRENT = 6


class TablePublisher:
    """Publishes matches; the caller makes only one call per match at a time."""

    def __init__(self, app: App, client: ClusteredBot) -> None:
        self._app, self._client, self._post = app, client, ChannelClient(client, app)
        self.guild_channels = GuildChannels(client, self._post)
        self._covers = Covers(app)
        self.edits = Edits(app, self._post.files)
        self.live = LivePanels(app, PanelPresenter(app), self.edits)
        self._shown = BoundedDict[str, bytes](
            MAX_KNOWN_MESSAGES
        )  # what boards show, to spare edits without a change
        self._undrawn = BoundedDict[str, bool](
            MAX_KNOWN_MESSAGES
        )  # tables whose picture is still to come
        self._slots = asyncio.Semaphore(MAX_CONCURRENT)
        self.screens = PrivateMessages(app, self._post, self.is_guild_gone)
        self.mirror = PanelSync(app, self.screens, self.live, client.wait_until_ready)
        self._notes, self._news = SpectatorMessages(app, self._post), News(app, self._post)
        self._letters, self._invites = Reminders(app, self._post), Invites(app, self._post)
        self._notices = Notices(app, self._post)
        self._lasting = PermanentMessages(app, self._post)
        self._due = BoundedDict[str, float](
            MAX_KNOWN_MESSAGES
        )  # the deadline that a table's summons names
        self._unnoted = BoundedDict[str, int](
            MAX_KNOWN_MESSAGES
        )  # messages that the store has not noted yet
        self._looked = BoundedDict[str, float](
            MAX_KNOWN_MESSAGES
        )  # when it was last looked how deep a table's message lies

    async def publish(self, match: Match, newly: Sequence[Seat]) -> None:
        """Update the table's messages to this version.

        Raises `PublishDeferredError` if something is still to come.
        """
        await self._client.wait_for_guild_cache(match.places.guild)
        if self.is_guild_gone(match):
            raise PublishDeferredError(math.inf)  # until the bot is invited again
        later: PublishDeferredError | None = None
        try:
            if not match.places.channel:  # its channel is gone: the private screens go on
                await self._without_channel(match, newly)
            elif match.status == "lobby" or (match.status == "closed" and not match.places.board):
                await self._lobby(match, newly)
            else:
                await self._table(match, newly)
        except MissingPermissionsError as refused:
            if self.is_guild_gone(match):
                raise PublishDeferredError(math.inf) from refused
            await self._notices.complain(match, refused)
            later = PublishDeferredError()
        except PublishDeferredError as told:
            later = told
        except ChannelDeletedError:
            await self._lost(match.id, match.places.home)
        await self._invites.clear(match)
        await self._letters.answered(match)
        if match.status != "lobby" and match.seed:
            later = await self.screens.show(match) or later
        await self._notes.show(match)
        await self._news.show(match)
        later = later or (
            PublishDeferredError(REDRAW_AFTER_S) if self._undrawn.get(match.id) else None
        )
        if later is not None:
            raise later

    def refresh_live_panels(self, match: str) -> None:
        """Update the open panels of a match after a change."""
        self.live.refresh(match)

    def is_outdated(self, match: str, user: int) -> None:
        """Update a private message that does not show its user's choice."""
        self.mirror.touch(match, user, private=False)

    async def notify_halted(self, match: Match, what: str) -> None:
        """Tell the organizer that the table was halted, and the operator why and how to resume it."""
        await self._notices.notify_halted(match, what)

    async def remind(self, person: User, waiting: Sequence[tuple[Match, Seat]]) -> bool:
        """Send one direct message about all these tables; False if it could not be sent."""
        await self._client.wait_until_ready()
        return await self._letters.send(person, waiting)

    async def warn_lobby_closing(self, match: Match) -> None:
        """Tell those concerned that the lobby closes tomorrow."""
        await self._notices.warn_lobby_closing(match)

    async def notify_guild_removed(self, host: int, tables: Sequence[Match], until: float) -> None:
        """Tell the organizer when the tables of a guild that removed the bot are deleted."""
        await self._notices.notify_guild_removed(host, tables, until)

    async def sweep(self, messages: Sequence[tuple[int, int]]) -> None:
        """Delete these direct messages, each by channel and message id; ignore Discord's errors."""
        for message in messages:
            with contextlib.suppress(discord.HTTPException, PublishDeferredError):
                await self._post.delete(*message)

    async def still_sees(self, user: int, guild: int, channel: int) -> bool | None:
        """Return whether a user sees a channel; None when Discord does not say."""
        return await self.guild_channels.still_sees(user, guild, channel)

    def is_guild_gone(self, match: Match) -> bool:
        """Return whether the bot has left the table's guild; updates then wait."""
        return (
            bool(guild := match.places.guild)
            and self._client.is_guild_cache_ready(guild)
            and self._client.get_guild(guild) is None
        )

    async def tell(self, user: int, message: Message) -> bool:
        """Send a direct message unrelated to a table; False when the user's DMs are closed."""
        return await self._notices.tell(user, message)

    async def retry_dm(self, match: str, by: User) -> bool:
        """Retry a refused private message; return True if it is there now."""
        return await self.screens.retry_delivery(match, by)

    async def send_watcher_message(self, match: str, by: User) -> bool:
        """Send a spectator the current state now; False when their DMs are closed."""
        return await self._notes.first(await self._app.lobby.get(match), by)

    async def delete_watcher_message(self, match: str, by: User, *, stays: bool) -> None:
        """Delete a former spectator's status message, unless it `stays` for a final notice."""
        await self._notes.end(match, by.id, stays=stays)

    async def on_channel_deleted(self, channel: int) -> None:
        """Tell the organizers of a deleted channel's tables how to move them elsewhere."""
        for match in await self._app.repo.matches.find(
            channel=channel, statuses=("lobby", "running", "halted")
        ):
            await self._lost(match.id, channel)

    async def _lost(self, match: str, channel: int) -> None:
        table = await self._app.lobby.on_channel_deleted(match, channel)
        if (
            table is not None
            and not table.places.channel
            and table.status not in ("ended", "closed")
        ):
            await self._notices.complain(table, where=f"<#{channel}>")

    async def move(self, match: str, by: User, channel: int, click: str) -> Match:
        """Move a table to another channel and delete its messages in the old one.

        Raises `UserError` if the channel can't hold it or the user may not move it.
        """
        place = await errors.require_table_channel(self._client, channel, by.lang)
        old = (await self._app.lobby.get(match)).places
        table = await self._app.lobby.move(
            match, by, place.guild.id, channel, click, parent=parent_of(place)
        )
        self._notices.settled(match)
        here = [(old.home, message) for message in (old.board, old.summons, old.asked)]
        for place_of, message in ((old.channel, old.lobby), *here):
            if place_of and message:
                await self._post.delete(place_of, message)
        return table

    async def _without_channel(self, match: Match, newly: Sequence[Seat]) -> None:
        """Ping newly awaited users by DM.

        With closed DMs they find the table in `/turns`.
        """
        if self._notices.complained(match, "gone") and match.status not in ("ended", "closed"):
            await self._notices.complain(match)  # another person organizes it since
        for seat in (one for one in match.seats if one.seat in newly):
            person = await self._app.repo.users.get(seat.user or 0)
            if match.status == "lobby":
                await self._notices.tell(
                    match.host,
                    full_message(match, Translator.of(match, seat.lang), by_name=False),
                    silent=False,
                )
            elif person is not None:
                await self._letters.call(person, match, seat)
        await self._app.publisher.mark_notified(match, newly)

    async def _lobby(self, match: Match, newly: Sequence[Seat]) -> None:
        words = Translator.of(match)
        if match.places.summons and (
            newly or match.status != "lobby" or not time_control.full(match)
        ):
            await self._unsummon(match)
        if match.status == "lobby":
            message = self._covers.one(
                lobby_message(match, words), words, match.game, None, match.created_at
            )
        else:
            message = lobby_line(match, words, "")
        drawn = await self._post.picture(message)
        self._undrawn[match.id] = drawn[0].undrawn
        await self._show(match, "lobby", match.places.channel, *drawn)
        if newly:  # its organizer, once every seat is taken
            if (call := await self._notices.full(match)) is not None:
                await self._place(match, "summons", match.places.channel, call)
            await self._app.publisher.mark_notified(match, newly)

    async def _table(self, match: Match, newly: Sequence[Seat]) -> None:
        words = Translator.of(match)
        first = not match.places.board
        moved = first and bool(match.published) and not match.places.lobby
        if moved:  # all who are awaited are called once, in the new place
            newly = turn_pings.awaited(match, self._app.clock.now(), self._app.settings.call_after)
        if first and match.status == "running" and not match.published_rows:
            await self._open_thread(match, words)
        look, called = await self._board(
            match, words, newly, first=first and bool(match.places.lobby), moved=moved
        )
        await self._lasting.keep(look, words)
        if match.places.lobby:
            if match.places.summons:  # it has told the organizer that the lobby was full
                await self._unsummon(match)
            await self._app.publisher.mark_notified(match, [seat.seat for seat in match.seats])
            await self._show(
                match, "lobby", match.places.channel, lobby_line(match, words, jump_url(match))
            )
            match.places.lobby = 0
            await self._app.repo.matches.save_places(match)
        elif not called:
            await self._summon(match, newly, words)
        if match.status == "ended" and (not match.places.ended or has_erased_player(match)):
            await self._end(match, words)

    async def _board(
        self,
        match: Match,
        words: Translator,
        newly: Sequence[Seat],
        *,
        first: bool,
        moved: bool = False,
    ) -> tuple[TableView, bool]:
        """Edit or post the board (S2); return whether it also pinged the awaited users.

        `first`: the board pings everybody once. A board that is reposted while users are to be
        pinged does that in the same message. After a move (`moved`) it pings nobody.
        """
        buried = await self._needs_repost(match)
        call = call_message(match, newly, words, "", self._app.clock.now()) if buried else None
        async with self._slots:  # our own work only: whoever waits for Discord keeps no place
            look = msgspec.structs.replace(
                await self._app.queries.view(match.id, None), match=match
            )
            scene = await last_turn(self._app, match) or await scene_of(
                self._app, match, picture_of(match)
            )
            message = board_message(look, await self._app.queries.latest_log(match), words, scene)
            content, pings = opening(
                match, words, await self._app.queries.seats_that_acted(match), first=first
            )
            if call is not None or moved:
                content, pings = (call.content, call.pings) if call is not None else ("", ())
            message = replace(message, content=content, pings=pings, silent=not pings)
            mark = mark_of(
                message
            )  # who saw an edit at each private step could count another's throws
            known = match.places.board and not buried and self._shown.get(match.id) == mark
            drawn = (message, None) if known else await self._post.picture(message)
        if not known:
            if buried:
                await self._renew(
                    match, "board", match.places.home, *drawn, calls=newly if call else ()
                )
            else:
                await self._show(match, "board", match.places.home, *drawn)
            self._shown[match.id] = mark_of(drawn[0]) if drawn[0].undrawn else mark
            self._undrawn[match.id] = drawn[0].undrawn
        return look, call is not None

    async def _needs_repost(self, match: Match) -> bool:
        """Return whether the board message is too old, or too many messages follow it.

        Checked at most once per round, so that the board is rarely reposted.
        """
        places = match.places
        if not places.board or match.status != "running":
            return False
        posted = discord.utils.snowflake_time(places.board).timestamp()
        if not await self._app.queries.round_completed_since(
            match.id, max(posted, self._looked.get(match.id, 0.0))
        ):
            return False
        self._looked[match.id] = now = self._app.clock.now()
        return (
            now - posted > BURIED_AFTER_S
            or await self._post.count_messages_after(
                places.home, places.board, BURIED_AFTER_MESSAGES
            )
            >= BURIED_AFTER_MESSAGES
        )

    async def _renew(
        self,
        match: Match,
        place: str,
        channel: int,
        message: Message,
        picture: Picture | None = None,
        calls: Sequence[Seat] = (),
    ) -> None:
        """Post a message again at the bottom and delete the old one.

        The new one pings the seats in `calls`; otherwise the ping message links to it.
        """
        old, former = getattr(match.places, place), match.places.summons
        await self._place(
            match,
            place,
            channel,
            message if calls else replace(message, pings=(), silent=True),
            picture,
        )
        if calls:
            await self._app.publisher.mark_notified(match, calls)
        await self._post.delete(channel, old)
        called = [seat.seat for seat in match.seats if seat.awaited and seat.called]
        if place == "board" and (calls or former == old):  # it is the summons itself
            if former and former != old:
                await self._post.delete(channel, former)
            match.places.summons = match.places.board
            await self._app.repo.matches.save_places(match)
        elif place == "board" and former and called:
            await self._show(
                match,
                "summons",
                channel,
                summons_message(match, called, Translator.of(match), jump_url(match)),
            )

    async def _summon(self, match: Match, newly: Sequence[Seat], words: Translator) -> None:
        """Post the ping message (S3) for newly awaited seats.

        The last one is deleted first, and also when no pinged user is awaited any more.
        """
        now, places = self._app.clock.now(), match.places
        message = call_message(match, newly, words, jump_url(match), now)
        called = [
            seat.seat
            for seat in match.seats
            if seat.awaited and seat.called and seat.user is not None
        ]
        if places.summons and (message is not None or not called):
            await self._unsummon(match)
        due = deadline(match, newly if message is not None else called)
        if message is not None:
            await self._place(match, "summons", match.places.home, message)
            await self._app.publisher.mark_notified(match, newly)
        elif (
            places.summons not in (0, places.board)
            and abs(self._due.get(match.id, 0.0) - due) > DEADLINE_SLACK_S
        ):
            # its deadline is another since; an edit notifies nobody
            again = call_message(match, called, words, jump_url(match), now)
            if again is not None:
                await self._show(match, "summons", places.home, again)
        self._due[match.id] = due

    async def _unsummon(self, match: Match) -> None:
        """Delete the ping message, unless the board is that message."""
        places = match.places
        if (
            places.summons != places.board
        ):  # where the bot may not, it is still known when it may again
            await self._post.delete(places.home, places.summons, surely=True)
        places.summons = 0
        await self._app.repo.matches.save_places(match)

    async def _end(self, match: Match, words: Translator) -> None:
        """Post S8 once; edit the name of an erased user out of it."""
        scene, known = await scene_of(self._app, match, picture_of(match)), f"{match.id} ended"
        message = end_message(
            match,
            await self._app.queries.score(match.id),
            words,
            scene,
            await self._app.queries.latest_log(match),
        )
        mark = mark_of(message)
        if self._shown.get(known) != mark:
            await self._show(match, "ended", match.places.home, *await self._post.picture(message))
            self._shown[known] = mark

    async def _show(
        self,
        match: Match,
        place: str,
        channel: int,
        message: Message,
        picture: Picture | None = None,
    ) -> None:
        """Edit the message at this place, or post it if it is missing or can't be edited.

        Discord limits the edits of old messages; a new one can be edited freely again.
        """
        there, old = getattr(match.places, place), _only_forgets(match)
        try:
            if not there or (
                not await self._post.edit(channel, there, message, picture) and not old
            ):
                await self._place(match, place, channel, message, picture)
        except EditLimitError:
            if old:
                raise PublishDeferredError from None
            await self._renew(match, place, channel, message, picture)

    async def _place(
        self,
        match: Match,
        place: str,
        channel: int,
        message: Message,
        picture: Picture | None = None,
    ) -> None:
        """Post a message and store its id.

        The store is written first. If the id can't be stored even so, the message is not posted
        twice.
        """
        await self._app.repo.matches.save_places(match)
        once = f"{match.id} {place} {channel}"
        sent = self._unnoted.get(once, 0)
        if not sent or not await self._post.edit(channel, sent, message, picture):
            sent = self._unnoted[once] = await self._post.send(channel, message, picture, once=once)
        setattr(match.places, place, sent)
        await self._app.repo.matches.save_places(match)
        self._unnoted.pop(once, None)

    async def _open_thread(self, match: Match, words: Translator) -> None:
        """Open a thread for the table if another one is running in the channel.

        If that fails the table stays in the channel.
        """
        places = match.places
        others = await self._app.lobby.tables_in_channel(
            channel=places.channel, statuses=("running",)
        )
        if not places.guild or not any(o.id != match.id and not o.places.thread for o in others):
            return
        # Discord keeps a thread's name for good, so it contains no user's name
        unnamed = words("ui.table.head_unnamed", game=words.short_name(), code=match.id)
        name = (table_title(match, words) if match.name else unnamed)[:_THREAD_NAME]
        places.thread = await self._post.create_thread(places.channel, places.lobby, name)
        await self._app.repo.matches.save_places(match)


def _only_forgets(match: Match) -> bool:
    """Return whether a finished game is only republished because a user was erased.

    Then its messages are edited, and none is posted again.
    """
    return (
        match.status in ("ended", "closed")
        and match.published_rows >= match.rows
        and has_erased_player(match)
    )
