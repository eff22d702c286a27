"""Beginning of a game: neutral armies (option), secret bids, first player."""

from __future__ import annotations

from functools import lru_cache

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import (
    AmountPrompt,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    verb_prompt,
)
from games.core.text.messages import Path, Seat, msg, seat_name
from games.eight_minute_empire.model.board import CODES, SIDES
from games.eight_minute_empire.model.events import Bade, BidsOpened, PlacedNeutral, Starts
from games.eight_minute_empire.model.operations import CONTINENTS, NAMES, PLACES
from games.eight_minute_empire.model.state import Empire

_NEUTRAL = verb_prompt(Option("neutral", msg("eme.verb.neutral"), tone="main", rule="neutral"))
_BID = verb_prompt(Option("bid", msg("eme.verb.bid"), tone="main", rule="bid"))
_FIRST = verb_prompt(Option("first", msg("eme.verb.first"), tone="main", rule="first"))


class Neutral(Frame[Empire], tag="neutral"):
    """Frame in which two players take turns placing neutral armies (rules 13.5).

    `left` armies are still to be placed.
    """

    seat: int
    left: int

    def prompt(self, t: StepContext[Empire], seat: Seat, path: Path) -> PromptResult:
        """Ask for any region; the default is the start region (rules 13.5)."""
        if not path:
            return _NEUTRAL
        if len(path) > 1:
            region = str(path[1])
            label = msg("eme.place.label", n=1, at=CODES[region])
            return MoveReady(
                msg("eme.neutral.done", at=PLACES[region]),
                label=label,
                advice=msg("eme.neutral.advice", at=CODES[region]),
                ghost=(region,),
            )
        return SelectPrompt(
            _anywhere(t.state.side),
            msg("eme.neutral.where", n=self.left),
            default=t.state.map.start,
        )

    def apply(self, t: StepContext[Empire], seat: Seat, path: Path) -> None:
        """Place the neutral army; the other player places the next one."""
        region = str(path[1])
        t.state.armies[region][t.n] += 1
        t.emit(PlacedNeutral(seat, region))
        t.pop()
        if self.left > 1:
            t.push(Neutral(1 - seat, self.left - 1))


class Bids(Frame[Empire], tag="bids"):
    """Frame that asks all seats for a bid in parallel and reveals the bids (rules 5)."""

    def advance(self, t: StepContext[Empire]) -> None:
        """Open a lane per seat; after all bids, charge the highest bidder.

        An option of the match says whether age or chance breaks ties.
        """
        s = t.state
        if not s.bids:
            s.bids = [None] * t.n
            t.fork({seat: Bid(seat) for seat in range(t.n)})
            return
        t.reveal()
        t.pop()
        bids = [bid or 0 for bid in s.bids]
        s.bids = []
        tied = [seat for seat, bid in enumerate(bids) if bid == max(bids)]
        by_lot = t.options["bid_tie"] == "random"
        if len(tied) == 1:
            winner = tied[0]
        elif by_lot:
            winner = t.rng.pick(tied)
        else:
            winner = min(tied, key=t.options["age_order"].index)
        s.coins[winner] -= bids[winner]
        t.emit(BidsOpened(bids, winner, "" if len(tied) == 1 else "lot" if by_lot else "age"))
        if t.options["bid_winner"] == "chooses":
            t.push(ChooseFirstPlayer(winner))
        else:
            begin(t, winner, winner)


class Bid(Frame[Empire], tag="bid"):
    """Frame in a lane for the secret bid of one seat; undo changes the bid (ruling R27)."""

    seat: int

    def prompt(self, t: StepContext[Empire], seat: Seat, path: Path) -> PromptResult:
        """Ask for an amount from 0, the default, to all coins of the seat (rules 5)."""
        if not path:
            return _BID
        coins = t.state.coins[seat]
        if len(path) == 1:
            return AmountPrompt(
                0, coins, msg("eme.bid.how_much", n=coins), default=0, unit=msg("eme.bid.unit")
            )
        changeable = msg("eme.bid.last" if t.is_last_lane else "eme.bid.effect")
        all_in = (msg("eme.bid.all"),) if path[1] == coins else ()
        return MoveReady(
            msg("eme.bid.done", n=path[1]),
            effects=(*all_in, changeable),
            label=msg("eme.bid.label", n=path[1]),
            advice=msg("eme.bid.advice", n=path[1]),
        )

    def apply(self, t: StepContext[Empire], seat: Seat, path: Path) -> None:
        """Store the bid; the other seats learn that it was made, not the amount (rules 9)."""
        amount = path[1]
        assert isinstance(amount, int)  # noqa: S101 - for the type checker: the prompt was an AmountPrompt
        t.state.bids[seat] = amount
        t.emit(Bade(seat), secret={seat: Bade(seat, amount)})
        t.pop()


class ChooseFirstPlayer(Frame[Empire], tag="first"):
    """Frame in which the winner of the bid chooses the first player (option bid_winner)."""

    seat: int

    def prompt(self, t: StepContext[Empire], seat: Seat, path: Path) -> PromptResult:
        """Ask for a player; the default is the seat itself (rules 5)."""
        if not path:
            return _FIRST
        if len(path) == 1:
            options = tuple(Option(f"p{who}", seat_name(who), rule="first") for who in range(t.n))
            return SelectPrompt(options, msg("eme.first.who"), default=f"p{seat}")
        who = seat_name(int(str(path[1])[1:]))
        return MoveReady(msg("eme.first.done", who=who), advice=msg("eme.first.advice", who=who))

    def apply(self, t: StepContext[Empire], seat: Seat, path: Path) -> None:
        """Set the turn order."""
        t.pop()
        begin(t, int(str(path[1])[1:]), seat)


@lru_cache(4)
def _anywhere(side: str) -> tuple[Option, ...]:
    return tuple(
        Option(
            region,
            msg("eme.at", at=CODES[region]),
            NAMES[region],
            group=CONTINENTS[continent],
            spot=region,
            rule="neutral",
            mark=CODES[region],
        )
        for region, continent in SIDES[side].home.items()
    )


def begin(t: StepContext[Empire], first: Seat, by: Seat) -> None:
    """Set the turn order: clockwise from `first`, whom the seat `by` has chosen."""
    t.state.order = [(first + i) % t.n for i in range(t.n)]
    t.emit(Starts(first, by))
