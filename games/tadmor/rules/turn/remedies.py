"""Reasons why a price can't be paid now, with remedies for the player.

A remedy is a trade, or a hand mission to discard for a good. Reasons with a remedy have keys of
their own (`REMEDIABLE_REASONS`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.core.engine.context import StepContext
from games.core.text.messages import Msg, Seat, msg
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.goods.costs import why_not_payable
from games.tadmor.rules.goods.purse import fewest_trades, trades_in_words
from games.tadmor.rules.turn.free import rates

# reasons that the player can remedy at once
REMEDIABLE_REASONS = ("tad.why.short_trade", "tad.why.short_trades", "tad.why.short_discard")
_AFTER_ALL_COUNTS = 99  # rank of reasons that are not about missing goods


def nearest(whys: Iterable[Msg]) -> Msg:
    """Return the reason in `whys` with the fewest missing goods.

    Reasons about other things come last.
    """

    def rank(why: Msg) -> int:
        return why.args["n"] if why.key.startswith("tad.why.short") else _AFTER_ALL_COUNTS

    return min(whys, key=rank)


def short_of(
    ctx: StepContext[TadmorState],
    seat: Seat,
    cost: Mapping[str, int],
    reduction: int = 0,
    discardable: int | None = None,
) -> Msg | None:
    """Return why a price can't be paid; None if it can.

    The reason names a remedy if there is one: trades, or hand missions to discard for a good each.
    `reduction` is the number of goods of any kinds that need not be paid; the reason names only the
    goods missing after it. `discardable` is the number of missions that may be discarded (None:
    all).
    """
    player = ctx.state.players[seat]
    if (why := why_not_payable(player, cost, reduction)) is None:
        return None
    if needed := fewest_trades(player, rates(ctx.state, seat), cost, reduction):
        trades = trades_in_words(needed)
        if len(trades) > 1:
            return briefly(why)  # several trades would make the reason too long
        return msg("tad.why.short_trade", **why.args, trade=trades[0])
    if discardable is None:
        discardable = len(player.hand)
    return msg("tad.why.short_discard", **why.args) if why.args["n"] <= discardable else why


def briefly(why: Msg) -> Msg:
    """Return the reason `why` with a general hint at trades, without naming them."""
    return msg("tad.why.short_trades", n=why.args["n"], what=why.args["what"])


def nearest_unless_possible(whys: list[Msg | None]) -> Msg | None:
    """Return None if one of `whys` is None, else the reason with the fewest missing goods."""
    return None if None in whys else nearest(filter(None, whys))
