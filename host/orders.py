"""Standing orders: what a person has said beforehand answers for them, in the same breath as the step that asked."""

from __future__ import annotations

import hashlib
import logging
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from games.core import bots, history, walk
from games.core import options as settings
from games.core.history import Row
from games.core.messages import msg
from games.core.options import Setting, applies
from games.core.position import Position
from games.core.rng import Rng
from games.core.rules import find
from host.model import Match, Person, SeatRow, Trouble

if TYPE_CHECKING:
    from host.app import App

Pos = Position[Any, Any]
MOST = 100  # answers in one commit: what is left after them is asked of the people
log = logging.getLogger(__name__)


class Orders(Struct, frozen=True):
    """A person's standing orders at a table: those that mean something now, and the value of each. `obeyed` tells that one of
    them has just answered."""

    match: Match
    seat: int
    settings: tuple[Setting, ...]
    values: dict[str, Any]
    obeyed: bool = False


class Standing:
    """What people do with their standing orders. Every method raises `Trouble` for what can't be done."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def look(self, match: str, by: Person) -> Orders:
        """The person's standing orders; nobody else ever sees them."""
        table = await self._app.lobby.get(match)
        return self._orders(table, _seat(table, by))

    async def set(self, match: str, by: Person, order: str, value: Any) -> Orders:
        """Give one order, or take it back by its default; if the seat is awaited it holds at once."""
        async with self._app.locks(match):
            await self._app.calls.tapped(match, by)
            stored = await self._app.repo.load(match)
            table = stored.match if stored else await self._app.lobby.get(match)
            seat = _seat(table, by)
            if stored is None or table.status != "running":
                raise Trouble(msg(f"host.trouble.{table.status}"))
            declared = find(table.game).orders
            if wrong := settings.check(declared, {order: value}, len(table.seats)):
                raise Trouble(wrong)
            wished = {**seat.orders, order: value}
            usual = {one.id: one.fallback(len(table.seats)) for one in declared}
            seat.orders, seat.quiet = {name: now for name, now in wished.items() if now != usual.get(name)}, -1
            after = await self._app.moves.obey(stored)
            if after is None:
                await self._app.repo.save_orders(table.id, seat)
            return self._orders(table, seat, obeyed=after is not None)

    @staticmethod
    def _orders(table: Match, seat: SeatRow, *, obeyed: bool = False) -> Orders:
        game, n = find(table.game), len(table.seats)
        full = settings.complete(game.orders, seat.orders, n)
        return Orders(table, seat.seat, tuple(one for one in game.orders if applies(one, full, n)), full, obeyed)


def answer(match: Match, pos: Pos) -> tuple[Row, Pos] | None:
    """The next row that somebody's standing orders write, with the position after it; None when all who are awaited are to be
    asked. A seat that has just taken a step back keeps the question, and an order that fails is none."""
    game = find(match.game)
    if not game.orders or pos.outcome is not None:
        return None
    waiting = walk.actors(pos)
    for seat in match.seats:
        if seat.seat not in waiting or seat.automatic or seat.quiet == seat.asked or not (seat.orders or game.unasked):
            continue
        word = hashlib.sha256(f"order:{match.seed}:{match.rows}:{seat.seat}".encode()).digest()
        try:
            path = bots.obey(pos, seat.seat, seat.orders, Rng.of(int.from_bytes(word[:8], "big")))
        except Exception:
            log.exception("a standing order failed in match %s", match.id)
            continue
        if path is not None:
            step = walk.submit(pos, seat.seat, path)
            return history.make(match.rows + 1, seat.seat, "order", path, step), step.pos
    return None


def _seat(table: Match, by: Person) -> SeatRow:
    seat = table.seat_of(by.id)
    if seat is None:
        raise Trouble(msg("host.trouble.not_seated"))
    if not find(table.game).orders:
        raise Trouble(msg("host.trouble.no_orders"))
    return seat
