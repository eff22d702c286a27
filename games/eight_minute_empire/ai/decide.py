"""Standard AI player: compares the best use of each card that the seat can pay.

It weighs points now against the future value of armies, cities, symbols and coins. It reads only
public information: board, row, cards and coins, but no bids of other seats.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.core.engine import walk
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.eight_minute_empire.ai.evaluate import (
    NO_PLAN,
    BoardEstimate,
    TurnPlan,
    share_of_game_left,
)
from games.eight_minute_empire.ai.weights import WEIGHTS, Weights
from games.eight_minute_empire.model.board import holder
from games.eight_minute_empire.model.catalog import CARDS, GOODS, RULES, WILD, Action
from games.eight_minute_empire.model.state import Empire
from games.eight_minute_empire.rules.bidding import Bid, ChooseFirstPlayer, Neutral
from games.eight_minute_empire.rules.ending import Wilds
from games.eight_minute_empire.rules.scoring import KINDS
from games.eight_minute_empire.rules.turns import Act, TakeCard, action_of
from games.eight_minute_empire.views.view import GameView

Pos = Position[Empire, Any]
# value of a coin that cannot be spent usefully any more, relative to one that can
SURPLUS_COIN_VALUE = 0.1
CARD_BLUR = 0.5  # points by which `Weights.blur` 1 misjudges a card
ONE_CITY_OPTION = "one_city_per_player_per_region"


def choose(_view: GameView, position: Pos, seat: Seat) -> Path:
    """Return the move of the AI player in `seat`.

    `position` has a guess in place of all hidden information.
    """
    return choose_by(_view, position, seat, WEIGHTS)


def choose_by(_view: GameView, position: Pos, seat: Seat, w: Weights) -> Path:
    """Return the move of the AI player in `seat`, evaluated with the weights `w`."""
    frame = position.lanes[seat][-1] if position.lanes[seat] else position.stack[-1]
    match frame:
        case TakeCard():
            return "take", f"card{best_card(position, seat, w)}"
        case Act():
            return _next_step(position, seat, frame, w)
        case Bid():
            return "bid", _bid(position, seat)
        case ChooseFirstPlayer():
            return "first", f"p{(seat + 1) % position.n}"  # the seat's own turn comes last
        case Neutral():
            return "neutral", _neutral(position)
        case Wilds():
            return walk.default_path(position, seat)
    raise ValueError(f"{type(frame).__name__} asks nobody")


def estimate(pos: Pos, seat: Seat) -> float:
    """Return the value of a position for one seat, in points.

    It is the value of board, symbols and coins, minus a share of the highest value of a rival's
    symbols.
    """
    s = pos.state
    board = BoardEstimate(s, seat, share_of_game_left(s, seat)).worth()
    points_of_symbols = [_symbol_points(s, who) for who in range(pos.n)]
    best_of_rivals = max(points_of_symbols[:seat] + points_of_symbols[seat + 1 :])
    return (
        board
        + points_of_symbols[seat]
        - WEIGHTS.rival_symbols * best_of_rivals
        + WEIGHTS.coin * _useful_coins_left(s, seat)
    )


def best_card(pos: Pos, seat: Seat, w: Weights = WEIGHTS) -> int:
    """Return the place (1..6) of the card with the best value for its price."""
    s = pos.state
    rest = share_of_game_left(s, seat) - 1 / RULES.by_players[pos.n].cards
    board = BoardEstimate(s, seat, max(rest, 0.0), w, once=pos.options[ONE_CITY_OPTION])
    best, best_value = 1, float("-inf")
    plans: dict[Action, TurnPlan] = {}
    rng = Rng.of(pos.rng[seat])
    for at, card in enumerate(s.row):
        price = RULES.prices[at]
        if price > s.coins[seat]:
            continue
        action = action_of(card, pos.options)
        if action not in plans:
            plans[action] = plan_of(board, action, [op.n for op in action.ops], None)
        value = plans[action].gain + card_worth(s, seat, card, w) - price_worth(s, seat, price, w)
        if w.blur:
            value += CARD_BLUR * w.blur * rng.normal()
        if value > best_value + 1e-9:
            best, best_value = at + 1, value
    return best


def plan_of(board: BoardEstimate, action: Action, left: list[int], side: int | None) -> TurnPlan:
    """Return the best use of the rest of an action: one op of `or`, both ops of `and`.

    `left` counts the uses left of each op. `side` is the index of the op of `or` that the seat has
    already chosen; None if it can still choose, and for `and`.
    """
    plans = [
        board.best(op, n) if n and side in (None, at) else NO_PLAN
        for at, (op, n) in enumerate(zip(action.ops, left, strict=True))
    ]
    if action.join == "and":
        return TurnPlan(
            sum(one.gain for one in plans), tuple(step for one in plans for step in one.steps)
        )
    return max(plans, key=lambda one: one.gain)


def _next_step(pos: Pos, seat: Seat, frame: Act, w: Weights) -> Path:
    """Return the path of the first step of the best plan for the rest of the action.

    The plan is made anew for each step. If the plan has no step, or if its first step would lead an
    army back to a region that it left in this turn, return ("end",), which ends the turn.
    """
    s = pos.state
    plan = plan_of(
        BoardEstimate(s, seat, share_of_game_left(s, seat), w, once=pos.options[ONE_CITY_OPTION]),
        action_of(s.cards[seat][-1], pos.options),
        frame.left,
        frame.side,
    )
    if not plan.steps or _leads_back(frame, plan.steps[0]):
        return ("end",)
    return plan.steps[0]


def _leads_back(frame: Act, path: Path) -> bool:
    """Return whether the step `path` undoes earlier steps of this turn.

    It does if it moves an army back to a region from which this army came in this turn, in one or
    more steps.
    """
    if path[0] != "move":
        return False
    at, to = path[1], path[2]
    for verb, *regions in reversed(frame.steps):
        if verb == "move" and regions[1] == at:
            at = regions[0]
            if at == to:
                return True
    return False


def card_worth(s: Empire, seat: Seat, card: str, w: Weights = WEIGHTS) -> float:
    """Return the value of a card's symbols for the seat.

    A share of their value for the next player is added, because taking the card keeps it from that
    player.
    """
    next_seat = s.order[(s.order.index(seat) + 1) % len(s.order)]
    gain = _symbol_points(s, seat, card, w) - _symbol_points(s, seat, w=w)
    return gain + w.rival_symbols * (
        _symbol_points(s, next_seat, card, w) - _symbol_points(s, next_seat, w=w)
    )


def _symbol_points(
    s: Empire, seat: Seat, new_card: str | None = None, w: Weights = WEIGHTS
) -> float:
    """Return the expected points of a seat's symbols, plus those of `new_card` if given.

    Wilds count where they help most.
    """
    cards = [*s.cards[seat], new_card] if new_card else s.cards[seat]
    counts = dict.fromkeys((*KINDS, WILD), 0)
    for card in cards:
        counts[CARDS[card].good] += CARDS[card].symbols
    turns_left = RULES.by_players[len(s.coins)].cards - len(cards)
    for region, good in s.tokens.items():
        armies, cities = s.armies[region], s.cities[region]
        counts[good] += holder(armies, cities) == seat
    probability = w.symbol_probability
    values = {good: _good_points(good, counts[good], turns_left, probability) for good in KINDS}
    for _ in range(counts[WILD]):
        gains = {
            good: _good_points(good, counts[good] + 1, turns_left, probability) - values[good]
            for good in KINDS
            if counts[good] or turns_left  # a wild can't become a good that the seat never gets
        }
        if not gains:
            break
        good = max(gains, key=lambda one: gains[one])
        counts[good] += 1
        values[good] += gains[good]
    return sum(values.values())


@lru_cache(4096)
def _good_points(good: str, n: int, turns_left: int, probability: float) -> float:
    """Return the points expected for `n` symbols of a good, with `turns_left` turns to come.

    A turn brings one card. Each missing symbol is obtained with the given `probability`.
    """
    if not n:
        return 0.0
    best = 0.0
    for need, points in GOODS[good].steps:
        missing = max(0, need - n)
        if missing <= turns_left:
            best = max(best, points * probability**missing)
    return best


def _useful_coins_left(s: Empire, seat: Seat, w: Weights = WEIGHTS) -> float:
    """Return how many coins the seat can still spend usefully (see `_useful_coins`)."""
    turns_left = RULES.by_players[len(s.coins)].cards - len(s.cards[seat])
    return _useful_coins(s.coins[seat], turns_left, w)


def _useful_coins(coins: int, turns_left: int, w: Weights) -> float:
    """Return how many of `coins` can be spent usefully in `turns_left` turns.

    Each coin beyond that number adds only `SURPLUS_COIN_VALUE`.
    """
    usable = w.coins_per_turn * turns_left
    return min(coins, usable) + SURPLUS_COIN_VALUE * max(0.0, coins - usable)


def price_worth(s: Empire, seat: Seat, price: int, w: Weights = WEIGHTS) -> float:
    """Return the future value of the coins that a card of this `price` costs."""
    turns_left = RULES.by_players[len(s.coins)].cards - len(s.cards[seat]) - 1
    return w.coin * (
        _useful_coins_left(s, seat, w) - _useful_coins(s.coins[seat] - price, turns_left, w)
    )


def _bid(pos: Pos, seat: Seat) -> int:
    """Return a bid of 0, because moving last is better than moving first.

    If the winner of the bid chooses the first player (option), bid 1 or 2.
    """
    return 1 + pos.rng[seat] % 2 if pos.options["bid_winner"] == "chooses" else 0


def _neutral(pos: Pos) -> str:
    """Return a random region without a neutral army; not the start region."""
    s = pos.state
    free = [
        region for region in s.map.regions if not s.armies[region][pos.n] and region != s.map.start
    ]
    return free[pos.rng[pos.n] % len(free)]
