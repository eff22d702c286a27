"""Publish a table's messages: implementation of `app.ports.services.MatchPublisher`.

A table has these public messages, whose ids are fields of `Match.places`:

- `lobby`: the lobby message, until the game begins
- `board`: the board message
- `ping`: the ping message, which mentions the users who must move
- `ended`: the final message

Each user at the table also has a private message (`PrivateMessages`); other modules of this package
send further direct messages. Publishing a version twice changes nothing. If the bot lacks
permissions in the channel, the organizer is told once and the game goes on. Temporary errors are
raised, and `PublishScheduler` tries again.
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
from app.ports.services import RetryLaterError
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
from ui.delivery.invitations import InvitationMessages
from ui.delivery.live_panels import LivePanels
from ui.delivery.message_edits import MessageEdits
from ui.delivery.organizer_notices import OrganizerNotices
from ui.delivery.panel_sync import PanelSync
from ui.delivery.permanent_messages import PermanentMessages, public_scene
from ui.delivery.private_messages import PrivateMessages, digest_of
from ui.delivery.reminders import Reminders
from ui.delivery.seat_and_vote_notices import SeatAndVoteNotices
from ui.delivery.spectator_messages import SpectatorMessages
from ui.i18n import Translator, has_erased_player, jump_url, table_title
from ui.permissions import parent_of
from ui.views.lobby.lobby_message import full_message, lobby_message, replaced_lobby_message
from ui.views.pages.animations import last_turn_animation
from ui.views.pages.covers import Covers
from ui.views.panel.presenter import PanelPresenter
from ui.views.table.board_message import (
    board_message,
    deadline_of_seats,
    end_message,
    opening_text,
    ping_message,
    ping_message_if_needed,
    public_picture_kind,
)

log = logging.getLogger(__name__)
_MAX_THREAD_NAME = 100  # characters: Discord's limit
# a ping message is edited if the deadline in it is wrong by more than this
DEADLINE_SLACK_S = 60.0
# A board message is reposted if this many messages follow it, or if it is this many seconds old.
BURIED_AFTER_MESSAGES, BURIED_AFTER_S = 12, 12 * 3600.0
# Board messages that are built and rendered concurrently, without requests to Discord. Only a few,
# because a message that waits its turn is built later and shows a newer state.
MAX_CONCURRENT_BUILDS = 6


class TablePublisher:
    """Publisher of matches; calls for the same match must not overlap."""

    def __init__(self, app: App, client: ClusteredBot) -> None:
        self._app, self._client, self._channel_client = app, client, ChannelClient(client, app)
        self.guild_channels = GuildChannels(client, self._channel_client)
        self._covers = Covers(app)
        self.edits = MessageEdits(app, self._channel_client.files)
        self.live = LivePanels(app, PanelPresenter(app), self.edits)
        # digest of what each board message shows, to skip edits that would change nothing
        self._shown = BoundedDict[str, bytes](MAX_KNOWN_MESSAGES)
        # whether rendering a table's last picture failed, and must be retried
        self._picture_failed = BoundedDict[str, bool](MAX_KNOWN_MESSAGES)
        self._slots = asyncio.Semaphore(MAX_CONCURRENT_BUILDS)
        self.private_messages = PrivateMessages(app, self._channel_client, self.is_guild_gone)
        self.panel_sync = PanelSync(app, self.private_messages, self.live, client.wait_until_ready)
        self._spectator_messages = SpectatorMessages(app, self._channel_client)
        self._seat_and_vote_notices = SeatAndVoteNotices(app, self._channel_client)
        self._reminders, self._invitation_messages = (
            Reminders(app, self._channel_client),
            InvitationMessages(app, self._channel_client),
        )
        self._organizer_notices = OrganizerNotices(app, self._channel_client)
        self._permanent = PermanentMessages(app, self._channel_client)
        # the deadline that a table's ping message names
        self._shown_deadline = BoundedDict[str, float](MAX_KNOWN_MESSAGES)
        # ids of posted messages that the store has not saved yet
        self._unsaved = BoundedDict[str, int](MAX_KNOWN_MESSAGES)
        # when `_needs_repost` last counted the messages after a table's board
        self._checked_at = BoundedDict[str, float](MAX_KNOWN_MESSAGES)

    async def publish(self, match: Match, to_ping: Sequence[Seat]) -> None:
        """Update the table's messages to show `match`; ping the seats in `to_ping`.

        Raises `RetryLaterError` if some message is not up to date yet.
        """
        await self._client.wait_for_guild_cache(match.places.guild)
        if self.is_guild_gone(match):
            raise RetryLaterError(math.inf)  # until the bot is invited again
        deferred = await self._publish_in_channel(match, to_ping)
        await self._invitation_messages.delete_obsolete(match)
        await self._reminders.remove_done(match)
        has_begun = match.status != "lobby" and bool(match.seed)  # a closed lobby has no seed
        if has_begun:
            deferred = await self.private_messages.show(match) or deferred
        await self._spectator_messages.show(match)
        await self._seat_and_vote_notices.send_pending(match)
        if deferred is None and self._picture_failed.get(match.id):
            deferred = RetryLaterError(REDRAW_AFTER_S)
        if deferred is not None:
            raise deferred

    async def _publish_in_channel(
        self, match: Match, to_ping: Sequence[Seat]
    ) -> RetryLaterError | None:
        """Update the table's messages in the channel; without a channel, ping by DM.

        If they are not up to date yet, the error is returned, not raised, so that the caller can
        update the direct messages first.
        """
        try:
            if not match.places.channel:  # the channel was deleted
                await self._ping_without_channel(match, to_ping)
            elif match.status == "lobby" or (match.status == "closed" and not match.places.board):
                await self._publish_lobby(match, to_ping)
            else:
                await self._publish_game(match, to_ping)
        except MissingPermissionsError as refused:
            if self.is_guild_gone(match):
                raise RetryLaterError(math.inf) from refused
            await self._organizer_notices.report_channel_problem(match, refused)
            return RetryLaterError()
        except RetryLaterError as deferred:
            return deferred
        except ChannelDeletedError:
            await self._channel_lost(match.id, match.places.home)
        return None

    def refresh_live_panels(self, match_id: str) -> None:
        """Start to update the open panels of a match after a change."""
        self.live.refresh(match_id)

    def refresh_private_message(self, match_id: str, user: int) -> None:
        """Start to update a user's private message that shows an older draft."""
        self.panel_sync.update_dm(match_id, user)

    def refresh_panels_of(self, match_id: str, user: int) -> None:
        """Update a user's open panel and private message of a match."""
        self.panel_sync.update_channel_panel(match_id, user)
        self.panel_sync.update_dm(match_id, user)

    async def notify_halted(self, match: Match, what: str) -> None:
        """Tell the organizer that the table was halted, and the operator why (`what`)."""
        await self._organizer_notices.notify_halted(match, what)

    async def send_reminder(self, person: User, waiting: Sequence[tuple[Match, Seat]]) -> bool:
        """Send one direct message about all tables in `waiting`; False if it could not be sent."""
        await self._client.wait_until_ready()
        return await self._reminders.send(person, waiting)

    async def warn_lobby_closing(self, match: Match) -> None:
        """Tell the organizer, or all players of a full lobby, that the lobby closes tomorrow."""
        await self._organizer_notices.warn_lobby_closing(match)

    async def notify_guild_removed(
        self, organizer: int, tables: Sequence[Match], until: float
    ) -> None:
        """Tell the organizer when the tables of a guild that removed the bot are deleted.

        `until` is the time of the deletion (Unix seconds).
        """
        await self._organizer_notices.notify_guild_removed(organizer, tables, until)

    async def delete_direct_messages(self, messages: Sequence[tuple[int, int]]) -> None:
        """Delete direct messages, given as (channel id, message id); ignore Discord's errors."""
        for message in messages:
            with contextlib.suppress(discord.HTTPException, RetryLaterError):
                await self._channel_client.delete(*message)

    async def still_sees(self, user: int, guild: int, channel: int) -> bool | None:
        """Return whether a user sees a channel; None if Discord does not answer."""
        return await self.guild_channels.still_sees(user, guild, channel)

    def is_guild_gone(self, match: Match) -> bool:
        """Return whether the bot is no longer in the table's guild; then nothing is updated."""
        return (
            bool(guild := match.places.guild)
            and self._client.is_guild_cache_ready(guild)
            and self._client.get_guild(guild) is None
        )

    async def tell(self, user: int, message: Message) -> bool:
        """Send a direct message that belongs to no table; return whether it was sent.

        It is not sent if the user's DMs are closed or Discord refuses the message.
        """
        return await self._organizer_notices.tell(user, message)

    async def retry_dm(self, match_id: str, by: User) -> bool:
        """Send the user's private message again; return whether their DMs are open now."""
        return await self.private_messages.retry_delivery(match_id, by)

    async def send_spectator_status(self, match_id: str, by: User) -> bool:
        """Send a spectator the match's state now; return False if their DMs are closed."""
        return await self._spectator_messages.send_now(await self._app.lobby.get(match_id), by)

    async def end_spectating(self, match_id: str, by: User, *, keep_message: bool) -> None:
        """Remove a spectator; delete their status message unless `keep_message` is True."""
        await self._spectator_messages.end(match_id, by.id, keep_message=keep_message)

    async def on_channel_deleted(self, channel: int) -> None:
        """Tell the organizers of a deleted channel's tables how to move the tables.

        The deletion is stored too.
        """
        for match in await self._app.repo.matches.find(
            channel=channel, statuses=("lobby", "running", "halted")
        ):
            await self._channel_lost(match.id, channel)

    async def _channel_lost(self, match_id: str, channel: int) -> None:
        """Store that the table's channel was deleted, and tell the table's organizer."""
        match = await self._app.lobby.on_channel_deleted(match_id, channel)
        if (
            match is not None
            and not match.places.channel
            and match.status not in ("ended", "closed")
        ):
            await self._organizer_notices.report_channel_problem(match, where=f"<#{channel}>")

    async def move(self, match_id: str, by: User, channel: int, click: str) -> Match:
        """Move a table to another channel and delete its messages in the old one.

        `click` is the interaction's id. Raises `UserError` if the channel can't hold a table or the
        user may not move this one.
        """
        place = await errors.require_table_channel(self._client, channel, by.lang)
        old = (await self._app.lobby.get(match_id)).places
        match = await self._app.lobby.move(
            match_id, by, place.guild.id, channel, click, parent=parent_of(place)
        )
        self._organizer_notices.forget_problems(match_id)
        at_home = [(old.home, message) for message in (old.board, old.ping, old.vote_request)]
        for old_channel, message in ((old.channel, old.lobby), *at_home):
            if old_channel and message:
                await self._channel_client.delete(old_channel, message)
        return match

    async def _ping_without_channel(self, match: Match, to_ping: Sequence[Seat]) -> None:
        """Ping the seats in `to_ping` by DM, because the table's channel was deleted.

        Users with closed DMs find the table with `/turns`.
        """
        if self._organizer_notices.was_reported(match, "gone") and match.status not in (
            "ended",
            "closed",
        ):
            # the organizer may have changed: a new organizer has not been told
            await self._organizer_notices.report_channel_problem(match)
        for seat in (row for row in match.seats if row.seat in to_ping):
            person = await self._app.repo.users.get(seat.user or 0)
            if match.status == "lobby":
                await self._organizer_notices.tell(
                    match.organizer,
                    full_message(match, Translator.of(match, seat.lang), by_name=False),
                    silent=False,
                )
            elif person is not None:
                await self._reminders.ping(person, match, seat)
        await self._app.publish_scheduler.mark_pinged(match, to_ping)

    async def _publish_lobby(self, match: Match, to_ping: Sequence[Seat]) -> None:
        """Update the lobby message, and ping the organizer if `to_ping` is not empty.

        `to_ping` is empty unless every seat is taken.
        """
        words = Translator.of(match)
        if match.places.ping and (
            to_ping or match.status != "lobby" or not time_control.is_full(match)
        ):
            await self._delete_ping(match)
        if match.status == "lobby":
            message = self._covers.one(
                lobby_message(match, words), words, match.game, None, match.created_at
            )
        else:
            message = replaced_lobby_message(match, words, "")
        rendered = await self._channel_client.render_picture(message)
        self._picture_failed[match.id] = rendered[0].picture_failed
        await self._show(match, "lobby", match.places.channel, *rendered)
        if to_ping:
            if (ping := await self._organizer_notices.notify_full(match)) is not None:
                await self._post_and_save(match, "ping", match.places.channel, ping)
            await self._app.publish_scheduler.mark_pinged(match, to_ping)

    async def _publish_game(self, match: Match, to_ping: Sequence[Seat]) -> None:
        """Update board, ping message and final message of a table whose game has begun.

        `to_ping` are the seats to ping.
        """
        words = Translator.of(match)
        is_first_board = not match.places.board
        was_moved = is_first_board and bool(match.published) and not match.places.lobby
        if was_moved:  # ping all awaited users once in the new channel
            to_ping = turn_pings.reachable_seats_to_act(
                match, self._app.clock.now(), self._app.settings.recent_click_s
            )
        if is_first_board and match.status == "running" and not match.published_rows:
            await self._open_thread(match, words)
        view, pinged = await self._publish_board(
            match,
            words,
            to_ping,
            game_begins=is_first_board and bool(match.places.lobby),
            was_moved=was_moved,
        )
        await self._permanent.update(view, words)
        if match.places.lobby:
            if match.places.ping:  # the message that told the organizer of the full lobby
                await self._delete_ping(match)
            await self._app.publish_scheduler.mark_pinged(
                match, [seat.seat for seat in match.seats]
            )
            await self._show(
                match,
                "lobby",
                match.places.channel,
                replaced_lobby_message(match, words, jump_url(match)),
            )
            match.places.lobby = 0
            await self._app.repo.matches.save_message_ids(match)
        elif not pinged:
            await self._publish_ping(match, to_ping, words)
        if match.status == "ended" and (not match.places.ended or has_erased_player(match)):
            await self._publish_end(match, words)

    async def _publish_board(
        self,
        match: Match,
        words: Translator,
        to_ping: Sequence[Seat],
        *,
        game_begins: bool,
        was_moved: bool = False,
    ) -> tuple[TableView, bool]:
        """Edit or post the board message; return the view, and whether it also pinged `to_ping`.

        With `game_begins` the board is the first one and pings all players. With `was_moved` the
        table was moved to another channel, and the board pings nobody. If the board is posted again
        while there are seats to ping, the same message pings them.
        """
        repost = await self._needs_repost(match)
        ping = (
            ping_message_if_needed(match, to_ping, words, "", self._app.clock.now())
            if repost
            else None
        )
        async with self._slots:
            view = msgspec.structs.replace(
                await self._app.queries.view(match.id, None), match=match
            )
            scene = await last_turn_animation(self._app, match) or await public_scene(
                self._app, match, public_picture_kind(match)
            )
            message = board_message(view, await self._app.queries.latest_log(match), words, scene)
            content, pings = opening_text(
                match,
                words,
                await self._app.queries.seats_that_acted(match),
                is_first_board=game_begins,
            )
            if ping is not None or was_moved:
                content, pings = (ping.content, ping.pings) if ping is not None else ("", ())
            message = replace(message, content=content, pings=pings, silent=not pings)
            digest = digest_of(message)
            # An unchanged board is not edited: Discord shows when a message was edited, so an
            # edit at each private move would tell the other players how many there were.
            is_unchanged = match.places.board and not repost and self._shown.get(match.id) == digest
            rendered = (
                (message, None)
                if is_unchanged
                else await self._channel_client.render_picture(message)
            )
        if not is_unchanged:
            if repost:
                await self._repost(
                    match, "board", match.places.home, *rendered, to_ping=to_ping if ping else ()
                )
            else:
                await self._show(match, "board", match.places.home, *rendered)
            self._shown[match.id] = digest_of(rendered[0]) if rendered[0].picture_failed else digest
            self._picture_failed[match.id] = rendered[0].picture_failed
        return view, ping is not None

    async def _needs_repost(self, match: Match) -> bool:
        """Return whether the board message is too old, or too many messages follow it.

        Checked at most once per round of the game, so that the board is not posted again too often.
        """
        places = match.places
        if not places.board or match.status != "running":
            return False
        posted = discord.utils.snowflake_time(places.board).timestamp()
        if not await self._app.queries.round_completed_since(
            match.id, max(posted, self._checked_at.get(match.id, 0.0))
        ):
            return False
        self._checked_at[match.id] = now = self._app.clock.now()
        return (
            now - posted > BURIED_AFTER_S
            or await self._channel_client.count_messages_after(
                places.home, places.board, BURIED_AFTER_MESSAGES
            )
            >= BURIED_AFTER_MESSAGES
        )

    async def _repost(
        self,
        match: Match,
        place: str,
        channel: int,
        message: Message,
        picture: Picture | None = None,
        to_ping: Sequence[Seat] = (),
    ) -> None:
        """Post the message `place` again at the bottom of the channel and delete the old one.

        `place` is a field of `match.places`. If `to_ping` is not empty, the new message pings these
        seats and replaces the ping message. Otherwise, the existing ping message gets a link to the
        new message.
        """
        old_message, ping = getattr(match.places, place), match.places.ping
        await self._post_and_save(
            match,
            place,
            channel,
            message if to_ping else replace(message, pings=(), silent=True),
            picture,
        )
        if to_ping:
            await self._app.publish_scheduler.mark_pinged(match, to_ping)
        await self._channel_client.delete(channel, old_message)
        pinged = [seat.seat for seat in match.seats if seat.awaited and seat.knows_newest_ping]
        if place == "board" and (
            to_ping or ping == old_message
        ):  # the board message is the ping message
            if ping and ping != old_message:
                await self._channel_client.delete(channel, ping)
            match.places.ping = match.places.board
            await self._app.repo.matches.save_message_ids(match)
        elif place == "board" and ping and pinged:
            await self._show(
                match,
                "ping",
                channel,
                ping_message(match, pinged, Translator.of(match), jump_url(match)),
            )

    async def _publish_ping(self, match: Match, to_ping: Sequence[Seat], words: Translator) -> None:
        """Post the ping message (`places.ping`) for the seats in `to_ping`, if any.

        The previous ping message is deleted before that, and also if none of its users has to move
        any more. If only its deadline is outdated, it is edited.
        """
        now, places = self._app.clock.now(), match.places
        message = ping_message_if_needed(match, to_ping, words, jump_url(match), now)
        pinged = [
            seat.seat
            for seat in match.seats
            if seat.awaited and seat.knows_newest_ping and seat.user is not None
        ]
        if places.ping and (message is not None or not pinged):
            await self._delete_ping(match)
        deadline_at = deadline_of_seats(match, to_ping if message is not None else pinged)
        if message is not None:
            await self._post_and_save(match, "ping", match.places.home, message)
            await self._app.publish_scheduler.mark_pinged(match, to_ping)
        elif (
            # a reposted board can itself be the ping message (`_publish_board`)
            places.ping not in (0, places.board)
            and abs(self._shown_deadline.get(match.id, 0.0) - deadline_at) > DEADLINE_SLACK_S
        ):
            # the message names an old deadline; an edit notifies nobody
            edited = ping_message_if_needed(match, pinged, words, jump_url(match), now)
            if edited is not None:
                await self._show(match, "ping", places.home, edited)
        self._shown_deadline[match.id] = deadline_at

    async def _delete_ping(self, match: Match) -> None:
        """Delete the ping message, unless the board message is also the ping message."""
        places = match.places
        if places.ping != places.board:
            # raises if Discord refuses, so that its id stays stored for a later try
            await self._channel_client.delete(places.home, places.ping, raise_if_refused=True)
        places.ping = 0
        await self._app.repo.matches.save_message_ids(match)

    async def _publish_end(self, match: Match, words: Translator) -> None:
        """Post the final message once; later edits only remove the names of erased users."""
        scene, key = (
            await public_scene(self._app, match, public_picture_kind(match)),
            f"{match.id} ended",
        )
        message = end_message(
            match,
            await self._app.queries.score(match.id),
            words,
            scene,
            await self._app.queries.latest_log(match),
        )
        digest = digest_of(message)
        if self._shown.get(key) != digest:
            await self._show(
                match,
                "ended",
                match.places.home,
                *await self._channel_client.render_picture(message),
            )
            self._shown[key] = digest

    async def _show(
        self,
        match: Match,
        place: str,
        channel: int,
        message: Message,
        picture: Picture | None = None,
    ) -> None:
        """Edit the table's message `place`, or post it if there is no message to edit.

        `place` is a field of `match.places`. Discord limits how often an old message can be
        edited; at that limit, the message is posted again.
        """
        message_id, edit_only = getattr(match.places, place), _only_erases_user(match)
        try:
            if not message_id or (
                not await self._channel_client.edit(channel, message_id, message, picture)
                and not edit_only
            ):
                await self._post_and_save(match, place, channel, message, picture)
        except EditLimitError:
            if edit_only:
                raise RetryLaterError from None
            await self._repost(match, place, channel, message, picture)

    async def _post_and_save(
        self,
        match: Match,
        place: str,
        channel: int,
        message: Message,
        picture: Picture | None = None,
    ) -> None:
        """Post the table's message and store its id in `place`, a field of `match.places`.

        The store is written before posting as well, so that nothing is posted while the store is
        unwritable. If storing the id still fails, the id is kept in memory, and the next call edits
        that message instead of posting a second one.
        """
        await self._app.repo.matches.save_message_ids(match)
        key = f"{match.id} {place} {channel}"
        sent = self._unsaved.get(key, 0)
        if not sent or not await self._channel_client.edit(channel, sent, message, picture):
            sent = self._unsaved[key] = await self._channel_client.send(
                channel, message, picture, once=key
            )
        setattr(match.places, place, sent)
        await self._app.repo.matches.save_message_ids(match)
        self._unsaved.pop(key, None)

    async def _open_thread(self, match: Match, words: Translator) -> None:
        """Open a thread for the table if another running table uses the channel itself.

        If that fails, the table stays in the channel.
        """
        places = match.places
        others = await self._app.lobby.tables_in_channel(
            channel=places.channel, statuses=("running",)
        )
        if not places.guild or not any(
            other.id != match.id and not other.places.thread for other in others
        ):
            return
        # the thread keeps its name for good, so it must not contain a user's name
        unnamed = words("ui.table.head_unnamed", game=words.short_name(), code=match.id)
        name = (table_title(match, words) if match.name else unnamed)[:_MAX_THREAD_NAME]
        places.thread = await self._channel_client.create_thread(places.channel, places.lobby, name)
        await self._app.repo.matches.save_message_ids(match)


def _only_erases_user(match: Match) -> bool:
    """Return whether an ended match is published again only because a user was erased.

    Then existing messages are edited, and none is posted.
    """
    return (
        match.status in ("ended", "closed")
        and match.published_rows >= match.rows
        and has_erased_player(match)
    )
