"""Service to view and change a user's standing orders.

A standing order is a player's instruction to answer one kind of prompt automatically in a match;
`app/match/standing_orders.py` gives those answers.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from app.match.lobby import Lobby
from app.match.moves import Moves
from app.match.seating import not_seated_error
from app.match.turn_pings import PingTracker
from app.model.match import Match, SeatRow, User, UserError
from app.ports.repo import MatchRepository
from app.runtime.locks import Locks
from games.core.engine.game import find
from games.core.state import options
from games.core.state.options import Setting, applies
from games.core.text.messages import msg


class StandingOrdersView(Struct, frozen=True):
    """Standing orders of a seat, to show them to its player.

    - `settings`: the orders that can be set now (some depend on the value of another)
    - `values`: the value of each order by its id, defaults included
    - `obeyed`: True if the order that was just set has answered the seat's current prompt
    """

    match: Match
    seat: int
    settings: tuple[Setting, ...]
    values: dict[str, Any]
    obeyed: bool = False


class StandingOrdersService:
    """Service to view and change standing orders.

    Methods raise `UserError` if the request is not possible.
    """

    def __init__(
        self, matches: MatchRepository, locks: Locks, moves: Moves, lobby: Lobby, pings: PingTracker
    ) -> None:
        self._matches, self._locks, self._moves, self._lobby, self._pings = (
            matches,
            locks,
            moves,
            lobby,
            pings,
        )

    async def look(self, match_id: str, by: User) -> StandingOrdersView:
        """Return the user's own standing orders in a match; other users can never see them."""
        match = await self._lobby.get(match_id)
        return self._orders(match, _seat(match, by))

    async def set(self, match_id: str, by: User, order: str, value: Any) -> StandingOrdersView:
        """Set the order with the id `order` for the user's seat, and return all orders.

        Setting an order to its default value removes it. If the seat must act now, its orders
        answer the current prompt at once.
        """
        async with self._locks(match_id):
            await self._pings.record_activity(match_id, by)
            stored = await self._matches.load(match_id)
            match = stored.match if stored else await self._lobby.get(match_id)
            seat = _seat(match, by)
            if stored is None or match.status != "running":
                raise UserError(msg(f"host.trouble.{match.status}"))
            declared = find(match.game).orders
            if wrong := options.check(declared, {order: value}, len(match.seats)):
                raise UserError(wrong, match)
            changed = {**seat.orders, order: value}
            defaults = {setting.id: setting.fallback(len(match.seats)) for setting in declared}
            seat.orders = {
                name: current for name, current in changed.items() if current != defaults.get(name)
            }
            # after an undo, the orders leave the decision to the player until an order is changed
            seat.manual_decision = -1
            after = await self._moves.apply_standing_orders(stored)
            if after is None:
                await self._matches.save_orders(match.id, seat)
            return self._orders(match, seat, obeyed=after is not None)

    @staticmethod
    def _orders(match: Match, seat: SeatRow, *, obeyed: bool = False) -> StandingOrdersView:
        """Return the orders of a seat that can be set now, with their values.

        `obeyed` is True if an order has just answered the seat's current prompt.
        """
        game, n = find(match.game), len(match.seats)
        values = options.complete(game.orders, seat.orders, n)
        return StandingOrdersView(
            match=match,
            seat=seat.seat,
            settings=tuple(setting for setting in game.orders if applies(setting, values, n)),
            values=values,
            obeyed=obeyed,
        )


def _seat(match: Match, by: User) -> SeatRow:
    """Return the user's seat; raise `UserError` if they have none or the game has no orders."""
    seat = match.seat_of(by.id)
    if seat is None:
        raise not_seated_error(match, by.id)
    if not find(match.game).orders:
        raise UserError(msg("host.trouble.no_orders"))
    return seat
