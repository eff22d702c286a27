"""Whole turns as plans, for players that think ahead: a card, the use of its action, the end of the turn.

`candidates` are worth a thought; `quick` is what anybody would do at once, for games that are played out in thought; `chances`
are the points that each seat may expect.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from games.core import walk
from games.core.messages import Path, Seat
from games.core.position import Position
from games.core.rng import Rng
from games.core.rules import Plan as Steps
from games.eight_minute_empire.model.board import holder
from games.eight_minute_empire.model.catalog import CARDS, GOODS, RULES, WILD, Action
from games.eight_minute_empire.model.state import Empire
from games.eight_minute_empire.player.decide import ONCE, best_card, card_worth, plan_of, price_worth
from games.eight_minute_empire.player.evaluate import CALM, Board, Plan, rest_of_game, rival_turns
from games.eight_minute_empire.player.ground import Ground, facts, turns_left
from games.eight_minute_empire.player.weights import WEIGHTS
from games.eight_minute_empire.rules.bidding import Bid, First
from games.eight_minute_empire.rules.scoring import KINDS
from games.eight_minute_empire.rules.turns import Act, Take, action_of, total_turns

Pos = Position[Empire, Any]
HOPE = 0.55          # how likely each further symbol that a set needs is to come
COIN = 0.7           # points that a coin buys
RICH = 2.0           # coins a turn that can well be spent; those beyond buy little
SPITE = {2: 0.5, 3: 0.25, 4: 0.15, 5: 0.1}   # how much of a card's worth to the next player counts, by seats
THOUGHT_OVER = {2: 14, 3: 18, 4: 20, 5: 20}     # by seats: so many turns before the end, other plans are candidates
LATE = 6             # in the last turns of all everybody looks at every card
NOISE = 0.2          # in games played out in thought nobody is sure of a card's worth
LOOKED_AT = 3        # and looks at the actions of so many cards
USUAL = {"place": (0.1, 0.25), "move": (0.3, 0.3), "city": (0.5, 0.0), "destroy": (0.7, 0.0)}   # what they bring: once, each
MOST_BID = 3
BIDDING = 0.4        # points that a coin of a bid seems to cost
FEW = 6              # of so few candidates each is another card
IDLE = 0.3           # an army that holds nothing, while there are turns left
SECOND = 0.1         # points that other uses of an action seem to be worse than the best, at the least
USES = 5             # ways of using one action that are told apart
GOOD_AT = {good: at for at, good in enumerate((*KINDS, WILD))}
END: Path = ("end",)
NO_USE = Plan(0.0, ())


class Turn(NamedTuple):
    """A turn, or what is left of it, with what it seems to be worth."""

    worth: float
    steps: Steps


def candidates(pos: Pos, seat: Seat, most: int) -> list[tuple[float, Steps]]:
    """At most `most` plans for what `seat` decides now with the points that they seem to bring, the likeliest first."""
    frame = (pos.lanes[seat] or pos.stack)[-1]
    match frame:
        case Take():
            if most > FEW and _early(pos):
                return [(0.0, _careful(pos, seat))]
            turns = _turns(pos, seat, USES if most > FEW else 1)
        case Act():
            turns = _rest_of_turn(pos, seat, frame, USES)
            if most > FEW and _early(pos):
                return list(turns[:1])
        case Bid():
            turns = [Turn(-BIDDING * n, (("bid", n),)) for n in range(min(MOST_BID, pos.state.coins[seat]) + 1)]
        case First():
            turns = [Turn(0.0, (("first", f"p{(seat + i) % pos.n}"),)) for i in range(1, pos.n + 1)]
        case _:
            return [(0.0, (walk.default_path(pos, seat),))]
    turns.sort(key=lambda turn: -turn.worth)
    once = {turn.steps: turn for turn in reversed(turns)}
    return [(turn.worth, turn.steps) for turn in turns if once[turn.steps] is turn][:most]


def _early(pos: Pos) -> bool:
    """While so much is to come that games played out in thought tell plans apart worse than care does."""
    return total_turns(pos.n) - pos.state.turn > THOUGHT_OVER[pos.n]


def quick(pos: Pos, seat: Seat, rng: Rng) -> Steps:
    """What comes to mind first. Nobody is sure of a card's worth: a little luck decides."""
    frame = (pos.lanes[seat] or pos.stack)[-1]
    match frame:
        case Take():
            return _at_once(pos, seat, rng)
        case Act():
            turns = _rest_of_turn(pos, seat, frame, 1)
            return max(turns, key=lambda turn: turn.worth).steps
        case Bid():
            return (("bid", min(pos.state.coins[seat], (0, 0, 0, 1, 1, 2)[rng.below(6)])),)
        case First():
            return (("first", f"p{(seat + 1) % pos.n}"),)
        case _:
            return (walk.default_path(pos, seat),)


def _turns(pos: Pos, seat: Seat, uses: int) -> list[Turn]:
    """Every card that can be paid, with uses of its action. Where several are wanted the best is sought and weighed with care, as
    by who takes one card at a time, and the others are compared with it."""
    s = pos.state
    ground, cards = Ground(s, seat, _rest(s, seat), once=pos.options[ONCE]), _card_values(s, seat)
    board = Board(s, seat, _rest(s, seat), once=pos.options[ONCE]) if uses > 1 else None
    known: dict[Action, list[Plan]] = {}
    best: dict[Action, Plan] = {}
    turns = []
    for at, value in cards:
        does = action_of(s.row[at], pos.options)
        most = [op.n for op in does.ops]
        if does not in known:
            known[does] = _plans(ground, does, most, None, uses)
            best[does] = plan_of(board, does, most, None) if board else known[does][0]
        take: Path = ("take", f"card{at + 1}")
        seems = value
        if board:
            careful = card_worth(s, seat, s.row[at]) - price_worth(s, seat, RULES.prices[at])
            turns.append(Turn(careful + best[does].gain, (take, *best[does].steps, END)))
            seems = careful + best[does].gain - max(known[does][0].gain, best[does].gain) - SECOND
        others = [plan for plan in known[does] if not board or plan.steps != best[does].steps]
        turns += [Turn(seems + plan.gain, (take, *plan.steps, END)) for plan in others]
    return turns


def _at_once(pos: Pos, seat: Seat, rng: Rng) -> Steps:
    """The best turn by a quick look, with some luck in it."""
    s = pos.state
    to_come = total_turns(pos.n) - s.turn
    late = to_come <= LATE
    ground, luck = Ground(s, seat, _rest(s, seat), once=pos.options[ONCE]), rng.next()
    rough = []
    for at, value in _card_values(s, seat):
        does = action_of(s.row[at], pos.options)
        luck >>= 8
        rough.append((value + _usual(does) + (0.0 if late else NOISE * (luck & 255) / 255), at, value, does))
    rough.sort(key=lambda one: -one[0])
    best, top = (0, NO_USE), -99.0
    for _, at, value, does in rough if late else rough[:LOOKED_AT]:
        plan = _best_use(ground, does)
        if value + plan.gain > top:
            best, top = (at, plan), value + plan.gain
    return ("take", f"card{best[0] + 1}"), *best[1].steps, END


def _best_use(ground: Ground, does: Action) -> Plan:
    """The best use of a whole action: of one side of `or`, of both parts of `and`."""
    if len(does.ops) == 1:
        return ground.best(does.ops[0])
    one, other = ground.best(does.ops[0]), ground.best(does.ops[1])
    if does.join == "and":
        return Plan(one.gain + other.gain, (*one.steps, *other.steps))
    return one if one.gain >= other.gain else other


def _careful(pos: Pos, seat: Seat) -> Steps:
    """The whole turn of the player that takes one card at a time."""
    s, card = pos.state, best_card(pos, seat)
    does = action_of(s.row[card - 1], pos.options)
    board = Board(s, seat, _rest(s, seat), once=pos.options[ONCE])
    return ("take", f"card{card}"), *plan_of(board, does, [op.n for op in does.ops], None).steps, END


@lru_cache(128)
def _usual(does: Action) -> float:
    """What an action mostly brings."""
    worths = [USUAL[op.verb][0] + USUAL[op.verb][1] * op.n for op in does.ops]
    return sum(worths) if does.join == "and" else max(worths)


def _rest_of_turn(pos: Pos, seat: Seat, frame: Act, uses: int) -> list[Turn]:
    """What may still be done with the card in hand."""
    s = pos.state
    ground = Ground(s, seat, rest_of_game(s, seat), once=pos.options[ONCE])
    does = action_of(s.cards[seat][-1], pos.options)
    plans = _plans(ground, does, frame.left, frame.side, uses)
    if uses > 1:
        best = plan_of(Board(s, seat, rest_of_game(s, seat), once=pos.options[ONCE]), does, frame.left, frame.side)
        plans = [best, *(plan._replace(gain=min(plan.gain, best.gain) - SECOND) for plan in plans if plan.steps != best.steps)]
    return [Turn(plan.gain, (*plan.steps, END)) for plan in plans]


def _plans(ground: Ground, does: Action, left: list[int], side: int | None, uses: int) -> list[Plan]:
    """The best uses of what is left of an action: of one side of `or`, of both parts of `and`; doing nothing is the last."""
    found = [
        [*(ground.uses(op, n, uses) if n and side in (None, at) else ()), NO_USE]
        for at, (op, n) in enumerate(zip(does.ops, left, strict=True))
    ]
    if does.join == "and":
        plans = [Plan(sum(p.gain for p in both), tuple(x for p in both for x in p.steps)) for both in _pairs(found)]
    else:
        plans = [plan for plans in found for plan in plans]
    plans = sorted(plans, key=lambda plan: -plan.gain)[: uses + 1]
    return plans if plans[-1].steps == () or uses == 1 else [*plans[:-1], NO_USE]


def _pairs(found: list[list[Plan]]) -> list[tuple[Plan, ...]]:
    """Each use of one part with the best of the other."""
    first, second = found
    pairs: list[tuple[Plan, ...]] = [(one, second[0]) for one in first]
    return pairs + [(first[0], other) for other in second[1:]]


def _rest(s: Empire, seat: Seat) -> float:
    """The part of a seat's turns that are left after the one that it is about to take."""
    return max(0.0, rest_of_game(s, seat) - 1 / RULES.by_players[len(s.coins)].cards)


def _card_values(s: Empire, seat: Seat) -> list[tuple[int, float]]:
    """Each place of the row that can be paid, and what its card's symbols bring: to oneself, not to the next, less the price."""
    heir = s.order[(s.order.index(seat) + 1) % len(s.order)]
    mine, turns, coins = _counts(s, seat), turns_left(s, seat) - 1, s.coins[seat]
    theirs, later = _counts(s, heir), turns_left(s, heir) - 1
    before, its = sets(mine, turns + 1), sets(theirs, later + 1)
    spite, purse = SPITE[len(s.coins)], _purse(coins, turns)
    found = []
    for at, card in enumerate(s.row):
        price = RULES.prices[at]
        if price <= coins:
            value = _sets_with(mine, card, turns) - before - purse + _purse(coins - price, turns)
            if later >= 0:
                value += spite * (_sets_with(theirs, card, later) - its)
            found.append((at, value))
    return found


def _purse(coins: float, turns: int) -> float:
    """What coins are worth with so many turns to come; at the end they only break ties."""
    spent = min(float(coins), RICH * turns)
    return COIN * spent + 0.02 * (coins - spent)


def _counts(s: Empire, seat: Seat) -> tuple[int, ...]:
    """A seat's symbols by good, wilds last; tokens of regions that it holds count."""
    counts = _symbols(tuple(s.cards[seat]))
    if not s.tokens:
        return counts
    more = list(counts)
    for region, good in s.tokens.items():
        more[GOOD_AT[good]] += holder(s.armies[region], s.cities[region]) == seat
    return tuple(more)


@lru_cache(20_000)
def _symbols(cards: tuple[str, ...]) -> tuple[int, ...]:
    """The symbols of cards by good, wilds last."""
    counts = [0] * len(GOOD_AT)
    for card in cards:
        counts[GOOD_AT[CARDS[card].good]] += CARDS[card].symbols
    return tuple(counts)


@lru_cache(20_000)
def _sets_with(counts: tuple[int, ...], card: str, turns: int) -> float:
    """What symbols are worth together with those of one card more."""
    more = CARDS[card]
    at = GOOD_AT[more.good]
    return sets((*counts[:at], counts[at] + more.symbols, *counts[at + 1 :]), turns)


@lru_cache(20_000)
def sets(counts: tuple[int, ...], turns: int) -> float:
    """What symbols are worth with so many turns to come: the points they make, or the chance of more."""
    have = list(counts[:-1])
    values = [_set(at, n, turns) for at, n in enumerate(have)]
    for _ in range(counts[-1]):
        gains = [_set(at, n + 1, turns) - values[at] if n or turns > 0 else -1.0 for at, n in enumerate(have)]
        at = max(range(len(have)), key=gains.__getitem__)
        if gains[at] <= 0:
            break
        have[at] += 1
        values[at] += gains[at]
    return sum(values)


@lru_cache(1024)
def _set(good: int, n: int, turns: int) -> float:
    """The best of the steps of a good, each in reach with `turns` more cards counted by its chance."""
    if not n:
        return 0.0
    return max(
        (points * HOPE ** max(0, need - n) for need, points in GOODS[KINDS[good]].steps if need - n <= max(turns, 0)), default=0.0
    )


def chances(pos: Pos) -> list[float]:
    """The points that each seat may expect as things stand: land, continents, goods, coins; earlier games of a campaign, too."""
    s, n = pos.state, pos.n
    if not s.order:
        return [0.0] * n
    side = facts(s.side)
    points = [0.0] * n
    threats = [WEIGHTS.risk * (1.0 - CALM ** rival_turns(s, seat)) for seat in range(n)]
    rest = [rest_of_game(s, seat) for seat in range(n)]
    held = [[0] * (n + 1) for _ in range(side.continents)]
    for region, continent in zip(side.regions, side.continent, strict=True):
        strength = [a + c for a, c in zip(s.armies[region], (*s.cities[region], 0), strict=True)]
        top = max(strength)
        who = strength.index(top)
        if not top or strength.count(top) > 1:
            for seat in range(n):
                points[seat] += IDLE * 0.5 * rest[seat] * min(2, strength[seat])
            continue
        strength[who] = 0
        margin = top - max(strength)
        held[continent][who] += 1
        if who < n:
            points[who] += 1.0 - threats[who] * 0.5 ** (margin - 1) + IDLE * rest[who] * min(3, margin - 1)
        for seat in range(n):
            if strength[seat]:
                points[seat] += IDLE * rest[seat] * min(3, strength[seat])
    for counts in held:
        top = max(counts)
        if top and counts.count(top) == 1 and (who := counts.index(top)) < n:
            lead = top - max(count for other, count in enumerate(counts) if other != who)
            points[who] += min(1.0, 1.0 - 0.5 * rest[who] + 0.15 * (lead - 1))
    for seat in range(n):
        turns = turns_left(s, seat)
        points[seat] += sets(_counts(s, seat), turns) + _purse(s.coins[seat], turns)
        points[seat] += sum(played.totals[seat] for played in s.past[: s.game - 1])
    return points
