"""Somebody sits down where somebody else has left, or has not been seen for long: hands pass, standing orders do not."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.messages import Msg, Seat, msg, seat_name
from host import pace
from host.lobby import Lobby
from host.locks import Locks
from host.model import Match, Notice, Person, SeatRow, Trouble
from host.moves import Moves
from host.ports import Change, Clock, Repo


class Substitutes:
    """Every method raises `Trouble` for what can't be done."""

    def __init__(self, repo: Repo, clock: Clock, locks: Locks, moves: Moves, lobby: Lobby) -> None:
        self._repo, self._clock, self._locks, self._moves, self._lobby = repo, clock, locks, moves, lobby

    async def offer(self, match: str, by: Person, click: str | None = None, *, on: bool = True) -> Match:
        """Offer one's own seat to whoever comes, until then one still sits there; or keep it (not `on`)."""
        async with self._locks(match):
            table = await self._running(match)
            seat = table.seat_of(by.id)
            if click is not None and await self._repo.clicked(click):
                return table
            if seat is None:
                raise Trouble(msg("host.trouble.not_seated"))
            if seat.offered is not on:
                seat.offered = on
                if on:
                    table.note(self._clock.now(), msg("host.offers", seat=seat_name(seat.seat)))
                await self._moves.change(table, Change(click=click))
            return table

    async def sit(self, match: str, by: Person, seat: Seat, click: str | None = None) -> Match:
        """Take an offered seat: from now on one sees what it sees."""
        async with self._locks(match):
            table = await self._running(match)
            if click is not None and await self._repo.clicked(click):
                return table
            if table.seat_of(by.id):
                raise Trouble(msg("host.trouble.seated"))
            taken = next((one for one in table.seats if one.seat == seat and one.offered), None)
            if taken is None:
                raise Trouble(msg("host.trouble.not_offered"))
            deserted, now = pace.abandoned(table), self._clock.now()
            await self._repo.reseat(table.id, seat, now)
            self._sit(table, taken, by)
            table.notices = [_of_somebody(one, seat) for one in table.notices]
            table.note(now, msg("host.substitute", seat=seat_name(seat)))
            if deserted:    # there is somebody to play with again
                table.host, table.paused = by.id, ""
                pace.restart(table, now)
            return await self._moves.change(table, Change(click=click, clear_drafts=[seat]))

    def _sit(self, table: Match, seat: SeatRow, by: Person) -> None:
        organised = seat.user == table.host
        seat.user, seat.name, seat.lang, seat.computer = by.id, by.name, by.lang, None
        seat.resigned, seat.minded, seat.offered, seat.strikes = False, False, False, 0
        seat.orders, seat.quiet, seat.acted, seat.bank, seat.away = {}, -1, 0, -1.0, 0.0
        seat.dm_channel, seat.seen = seat.dm_channel and -abs(seat.dm_channel), 0     # as `reseat` has stored it
        seat.asked += 1
        if organised:
            table.host = by.id
        table.settled(seat)
        if seat.awaited:
            pace.begin(table, seat, self._clock.now())

    async def _running(self, match: str) -> Match:
        table = await self._lobby.get(match)
        if table.status != "running":
            raise Trouble(msg(f"host.trouble.{table.status}"))
        return table


def _of_somebody(notice: Notice, seat: Seat) -> Notice:
    """What was told of whoever sat there: the seat's name is another's from now on, and theirs is not kept, so that who has left
    can still be forgotten."""
    args = {name: msg("host.someone") if one == seat_name(seat) else one for name, one in notice.what.args.items()}
    return replace(notice, what=Msg(notice.what.key, args))
