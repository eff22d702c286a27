"""The host's notifier: brings a table's messages to its newest version (S1, S2, S3, S4, S8). Idempotent.

What a channel refuses is told to the organiser once and never stops the game; what Discord can't do just now is raised, and the
publisher calls again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from dataclasses import replace

import discord
import msgspec

from cogs.ui import errors
from cogs.ui.board_message import board_message, end_message, halted_message, has_board, opening, summons_message
from cogs.ui.desk import Desk
from cogs.ui.lobby_message import lobby_line, lobby_message
from cogs.ui.message import Message
from cogs.ui.post import Gone, Post, Refused
from cogs.ui.setup import trial_message
from cogs.ui.words import Words, jump, plain, table_title
from games.core.messages import Msg, Seat, literal, msg
from host.app import App
from host.locks import Locks
from host.model import Lang, Match, SeatRow, Trouble
from host.ports import NotShown
from host.recent import Recent

log = logging.getLogger("sobremesa.messenger")
_THREAD_NAME = 100
DEEP, OLD = 12, 12 * 3600.0  # messages below a table's own, or seconds since it was posted, after which it is posted anew
REMEMBERED = 4000   # messages
BOARD = -1  # stands for the table's own message where others are known by their seat


class Messenger:
    """Shows matches. One call per match at a time (the publisher sees to it)."""

    def __init__(self, app: App, client: discord.Client) -> None:
        self._app, self._client = app, client
        self._desk = Desk(app)
        self._post = Post(client, app)
        self._shown = Recent[tuple[str, int], bytes](REMEMBERED)  # what messages show, to spare edits without a change
        self._screens = Locks()
        self._told = Recent[tuple[str, str], bool](REMEMBERED)    # complaints made to organisers since the start
        self._looked = Recent[str, float](REMEMBERED)             # when it was last looked how deep a table's message lies

    async def publish(self, match: Match, newly: Sequence[Seat]) -> None:
        """Bring the table's messages to this version."""
        refused: Refused | None = None
        try:
            if match.status in ("lobby", "closed"):
                await self._lobby(match)
            else:
                await self._table(match, newly)
        except Refused as error:
            refused = error
            await self._complain(match, "refused", refused.lacking, refused.where)
        except Gone:
            match.places.board = match.places.summons = match.places.lobby = 0
            await self._app.repo.save_places(match)
            await self._complain(match, "gone", [], "")
        if match.status in ("running", "ended", "halted"):
            await asyncio.gather(*(self._private(match, seat) for seat in match.seats if seat.user is not None))
        if refused is not None:
            raise NotShown from refused

    async def alarm(self, match: Match, what: str) -> None:
        """Tell the table's organiser that it was halted, and whoever runs the bot why, and how it goes on. `what` may name hidden
        things: it stands in the log only where nobody is to be told."""
        await self.tell(match.host, Message(content=Words.of(match)("ui.board.halted")))
        admin = self._app.settings.admin
        person = await self._app.repo.person(admin)
        message = halted_message(match, what, Words.of(match, person.lang if person else None))
        if not admin or not await self.tell(admin, message):
            log.error("match %s is halted: %s", match.id, what)

    async def mirror(self, match: str, user: int) -> None:
        """Bring a person's private screen, if there is one, up to the choice that they are making elsewhere."""
        table = await self._app.repo.match(match)
        seat = table.seat_of(user) if table is not None else None
        if table is not None and seat is not None and seat.dm_message and table.status == "running":
            await self._private(table, seat, anew=False)

    def changed(self, match: str, seat: Seat) -> None:
        """A private screen was changed by a tap on it: what was shown there last is no longer known."""
        self._shown.pop((match, seat), None)

    @property
    def files(self) -> dict[int, str]:
        """The name of the picture that each message shows, kept by whoever edits one."""
        return self._post.files

    async def tell(self, user: int, message: Message) -> bool:
        """A direct message outside of any table; False when the person takes none."""
        try:
            sent = await self._post.direct(user, message)
        except discord.HTTPException:
            return False
        return sent is not None

    async def announce(self, channel: int, message: Message, lang: str) -> int:
        """A message in a channel outside of any table's own, and its id; `Trouble` when the bot may not."""
        try:
            return await self._post.send(channel, message)
        except Refused as refused:
            names = literal(errors.permission_names(refused.lacking or errors.NEEDED, Words(lang)))
            raise Trouble(msg("ui.missing_here", perm=names, channel=refused.where)) from refused
        except Gone as gone:
            raise Trouble(msg("ui.server_only")) from gone

    async def trial(self, channel: int, lang: Lang) -> None:
        """Post, edit and delete a message with all that a table's has; `Trouble` names what is refused."""
        message = trial_message(Words(lang))
        sent = await self.announce(channel, message, lang)
        await self._post.edit(channel, sent, message)
        await self._post.delete(channel, sent)

    # --- the channel ---

    async def _lobby(self, match: Match) -> None:
        words = Words.of(match)
        message = lobby_message(match, words) if match.status == "lobby" else lobby_line(match, words, "")
        await self._show(match, "lobby", match.places.channel, message)

    async def _table(self, match: Match, newly: Sequence[Seat]) -> None:
        words = Words.of(match)
        first = not match.places.board
        if first and match.status == "running" and not match.published_rows:
            await self._open_thread(match, words)
        await self._board(match, words, call=first and bool(match.places.lobby))
        if match.places.lobby:
            await self._show(match, "lobby", match.places.channel, lobby_line(match, words, jump(match)))
            match.places.lobby = 0
            await self._app.repo.save_places(match)
        else:
            await self._summon(match, newly, words)
        if match.status == "ended" and not match.places.ended:
            await self._end(match, words)

    async def _board(self, match: Match, words: Words, *, call: bool) -> None:
        """S2: edited; posted when there is none, and then it calls everybody once."""
        look = await self._app.tables.look(match.id, None)
        look = msgspec.structs.replace(look, match=match)
        scene = None
        if has_board(match) and self._app.images is not None:
            scene = await self._app.tables.scene(match.id, None, "board", match.lang)
        message = board_message(look, await self._said(match), words, scene)
        content, pings = opening(match, words, await self._app.tables.begun(match), first=call)
        message = replace(message, content=content, pings=pings)
        mark = _mark(message)  # who saw an edit at each private step could count another's throws
        if await self._buried(match):
            await self._renew(match, message, words)
            self._shown[match.id, BOARD] = mark
        elif not match.places.board or self._shown.get((match.id, BOARD)) != mark:
            await self._show(match, "board", match.places.home, message)
            self._shown[match.id, BOARD] = mark
        if call:
            await self._app.publisher.pinged(match.id, [seat.seat for seat in match.seats])

    async def _buried(self, match: Match) -> bool:
        """True when the table's message is hard to find: looked at once in each round, for it must not jump at every move."""
        places = match.places
        if not places.board or match.status != "running":
            return False
        posted = discord.utils.snowflake_time(places.board).timestamp()
        if not await self._app.tables.round_since(match.id, max(posted, self._looked.get(match.id, 0.0))):
            return False
        self._looked[match.id] = now = self._app.clock.now()
        return now - posted > OLD or await self._post.below(places.home, places.board, DEEP) >= DEEP

    async def _renew(self, match: Match, message: Message, words: Words) -> None:
        """The table's message anew, at the bottom; the old one goes, and the summons leads to the new one."""
        places, old = match.places, match.places.board
        await self._place(match, "board", places.home, message)
        await self._post.delete(places.home, old)
        called = [seat.seat for seat in match.seats if seat.awaited and seat.pinged]
        if places.summons and called:
            await self._show(match, "summons", places.home, summons_message(match, called, words, jump(match)))

    async def _said(self, match: Match) -> list[Msg]:
        """The last sentences of the log, as everybody may read them."""
        page = await self._app.tables.log(match.id)
        said = [one for row in page.rows for one in row.said]
        if len(said) < 3 and page.page > 1:
            before = await self._app.tables.log(match.id, None, page.page - 1)
            said = [*(one for row in before.rows for one in row.said), *said]
        return said

    async def _summon(self, match: Match, newly: Sequence[Seat], words: Words) -> None:
        """S3: the former one goes, a new one calls those who are newly awaited."""
        people = [seat for seat in match.seats if seat.seat in newly and seat.user is not None]
        awaited = [seat for seat in match.seats if seat.awaited and seat.user is not None]
        if match.places.summons and (people or not awaited):
            await self._post.delete(match.places.home, match.places.summons)
            match.places.summons = 0
            await self._app.repo.save_places(match)
        if people and match.status == "running":
            message = summons_message(match, [seat.seat for seat in people], words, jump(match))
            await self._place(match, "summons", match.places.home, message)
            await self._app.publisher.pinged(match.id, [seat.seat for seat in people])

    async def _end(self, match: Match, words: Words) -> None:
        """S8: once."""
        scene = None
        if has_board(match) and self._app.images is not None:
            scene = await self._app.tables.scene(match.id, None, "board", match.lang)
        message = end_message(match, await self._app.tables.score(match.id), words, scene, await self._said(match))
        await self._place(match, "ended", match.places.home, message)

    async def _show(self, match: Match, place: str, channel: int, message: Message) -> None:
        """Edit the message at this place, or post it and note where it is (a deleted one is posted anew)."""
        there = getattr(match.places, place)
        if not there or not await self._post.edit(channel, there, message):
            await self._place(match, place, channel, message)

    async def _place(self, match: Match, place: str, channel: int, message: Message) -> None:
        """Post a message and note where it is. The store is tried first: what can't be noted would be posted again and again."""
        await self._app.repo.save_places(match)
        setattr(match.places, place, await self._post.send(channel, message))
        await self._app.repo.save_places(match)

    async def _open_thread(self, match: Match, words: Words) -> None:
        """The first table lives in the channel, each further one in a thread from its lobby; in the channel where that fails."""
        places = match.places
        others = await self._app.lobby.here(channel=places.channel, statuses=("running",))
        if not places.guild or not any(o.id != match.id and not o.places.thread for o in others):
            return
        name = table_title(match, words)[:_THREAD_NAME]
        places.thread = await self._post.thread(places.channel, places.lobby, name)
        await self._app.repo.save_places(match)

    async def _complain(self, match: Match, kind: str, lacking: Sequence[str], where: str) -> None:
        """Tell the organiser, once, in their language, what the channel refuses; the game is safe."""
        if (match.id, kind) in self._told:
            return
        host = await self._app.repo.person(match.host)
        words = Words.of(match, host.lang if host else None)
        if kind == "gone":
            text = words("ui.channel_gone", table=plain(table_title(match, words)))
        else:
            names = errors.permission_names(lacking or errors.NEEDED, words)
            text = words("ui.missing", perm=names, channel=where)
        log.warning("match %s: channel %s (%s)", match.id, kind, ", ".join(lacking))
        if await self.tell(match.host, Message(content=text)) or (host and host.dm_closed):
            self._told[match.id, kind] = True

    # --- the private screens ---

    async def _private(self, match: Match, seat: SeatRow, *, anew: bool = True) -> None:
        """S4: one direct message per seat, edited in place, the newest state last; closed ones are remembered and never fatal."""
        async with self._screens(f"{match.id}:{seat.seat}"):
            await self._screen(match, seat, anew=anew)

    async def _screen(self, match: Match, seat: SeatRow, *, anew: bool) -> None:
        """Edit the private screen; where there is none, send it if it may be `anew`."""
        by = await self._app.repo.person(seat.user or 0)
        if by is None or (by.dm_closed and (seat.dm_message or match.published_rows)):
            return
        panel = await self._app.tables.panel(match.id, by)
        message = await self._desk.show(panel, by, private=True)
        if seat.seat not in match.waiting and match.status == "running":
            message = message.without_picture()  # whose turn it is not sees the board in the channel
        mark = _mark(message)
        if self._shown.get((match.id, seat.seat)) == mark and seat.dm_message:
            return
        try:
            if seat.dm_channel and seat.dm_message and await self._post.edit(seat.dm_channel, seat.dm_message, message, "screen"):
                self._shown[match.id, seat.seat] = mark
                return
            if not anew:
                return
            sent = await self._post.direct(by.id, message)
        except (Refused, Gone):
            sent = None
        if (sent is None) != by.dm_closed:
            await self._app.people.set(by, dm_closed=sent is None)
        if sent is not None:
            seat.dm_channel, seat.dm_message = sent
            self._shown[match.id, seat.seat] = mark
            await self._app.repo.save_places(match)


def _mark(message: Message) -> bytes:
    """A digest of all that can be seen of a message: equal for two that look the same."""
    seen = [repr((message.content, message.card, message.rows, message.alt, message.pings)), message.scene]
    return hashlib.sha256(msgspec.json.encode(seen)).digest()
