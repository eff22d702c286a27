"""Why a price can't be paid now, and what the player could do about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.core.engine.context import StepContext
from games.core.text.messages import Msg, Seat, msg
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.goods.costs import missing
from games.tadmor.rules.goods.purse import ways
from games.tadmor.rules.turn.free import rates

MENDED = (
    "tad.why.short_trade",
    "tad.why.short_trades",
    "tad.why.short_discard",
)  # reasons that the player can mend at once
_NO_GOODS = 99  # behind all that are a matter of goods


def nearest(whys: Iterable[Msg]) -> Msg:
    """Of several reasons the one that the least mends: the fewest goods, before all that no goods can mend."""
    return min(
        whys, key=lambda why: why.args["n"] if why.key.startswith("tad.why.short") else _NO_GOODS
    )


def short_of(
    t: StepContext[TadmorState],
    seat: Seat,
    cost: Mapping[str, int],
    reduction: int = 0,
    spare: int | None = None,
) -> Msg | None:
    """Why a price can't be paid, and what would mend it: trades, or missions of the hand given up (`spare` of them: all)."""
    player = t.state.players[seat]
    if (why := missing(player, cost, reduction)) is None:
        return None
    if not reduction and (trades := ways(player, rates(t.state, seat), cost)):
        return (
            msg("tad.why.short_trade", **why.args, trade=trades[0])
            if len(trades) == 1
            else briefly(why)
        )
    cards = len(player.hand) if spare is None else spare
    return msg("tad.why.short_discard", **why.args) if why.args["n"] - reduction <= cards else why


def briefly(why: Msg) -> Msg:
    """That trading would mend it, without how: where several trades are needed, or there is no room."""
    return msg("tad.why.short_trades", n=why.args["n"], what=why.args["what"])


def least(whys: list[Msg | None]) -> Msg | None:
    """None where something can be done, else the reason that the least mends."""
    return None if None in whys else nearest(filter(None, whys))
