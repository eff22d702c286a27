"""What things are worth to one seat. The end of the game prices what is kept: goods, tower levels, pieces and tiles count by the
turns that are left to use them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.core.messages import Seat
from games.core.position import Position
from games.tadmor.model.catalog import PARTS, RARE, RESOURCES, RULES, Rate
from games.tadmor.model.state import Player, TadmorState, colors_of
from games.tadmor.player.upgrades import tile_worth
from games.tadmor.player.weights import WEIGHTS, Weights
from games.tadmor.rules.course.scoring import rare_points, score
from games.tadmor.rules.goods.gains import caravan_open
from games.tadmor.rules.goods.purse import ZERO, Purse, Vec, exchanges, plus, rate_key, vec
from games.tadmor.rules.missions.missions import MISSIONS

Pos = Position[TadmorState, Any]
MOST_CARDS = 4       # missions in hand that a plan looks at


class Valuation:
    """What things are worth to `seat` in a position, by the weights `w`."""

    def __init__(self, s: TadmorState, seat: Seat, w: Weights = WEIGHTS) -> None:
        self.s, self.seat, self.me, self.w = s, seat, s.players[seat], w
        self.powers = self.me.powers
        self.left = RULES.turns - max(1, s.turn)
        self.changes = len(RULES.eras) - 1 - s.era
        self.good = w.good if self.left else 0.0
        self.level = RULES.level * (1 + self.changes) + w.war * (self.left + 1)
        self.tax = RULES.eras[s.era].tax
        self.soon = min(1.0, self.left / w.late)

    def kept(self, n: int) -> float:
        """What so many goods are worth at the end of the turn."""
        room = self.powers.storage
        return self.good * min(n, room) + (self.w.spill * max(0, n - room) if self.left else 0.0)

    def standing(self, tower: int, done: int) -> float:
        """What a tower and a number of completed missions stand for: levels, and camels within reach."""
        camels = self.me.own["camel"]
        hope = 0.0
        for number, weight in zip(RULES.caravan, self.w.camels, strict=True):
            needs = RULES.caravan[number]
            if camels < number and any(tower >= one.tower and done >= one.missions for one in needs):
                hope += weight * self.w.piece * self.left
        return self.level * tower + hope

    def rare(self, more: tuple[str, ...], good: str, by_action: bool) -> float:
        """What one more rare good brings beside those in `more`: its set, tiles that pay for it, the way to a boat."""
        me, w = self.me, self.w
        key = tuple(sorted((*me.rare, *more)))
        points = _sets((*key, good)) - _sets(key)
        counts = colors_of(me)
        each = RULES.shipyard.get(me.own["boat"] + 1)
        boat = w.boat * w.piece * self.left if each and counts[RARE[good]] < each else 0.0
        fresh = w.fresh * self.left if good not in key else 0.0
        return points + boat + fresh + (self.powers.rare_action if by_action else self.powers.rare_free)

    def draw(self, more: int = 0) -> float:
        """What one more mission in hand is worth."""
        n = len(self.me.hand) + more
        return self.soon * self.w.draws[min(n, len(self.w.draws) - 1)]

    def part(self, built: int) -> float:
        """What the next temple part brings after so many: points, and what the next ones promise."""
        points = [part.points for part in RULES.temple]
        gain = points[built] - (points[built - 1] if built else 0)
        ahead = points[built + 1] - points[built] if built + 1 < len(points) else 0
        prize = 0.0
        if built + 1 == len(PARTS) and len(self.s.completed) < len(RULES.completion) and self.seat not in self.s.completed:
            prize = self.w.spoils * RULES.completion[len(self.s.completed)]
        return gain + self.w.ahead * ahead * self.soon + prize

    def purse(self, rates: list[Rate], wild: int = 0, more: Vec = ZERO) -> Purse:
        """What can pay in this Resolution."""
        return Purse(plus(vec(self.me.store), more), vec(self.me.traded), rate_key(rates), wild)

    def rest(self, purse: Purse, cost: Vec) -> float:
        """What goods kept after a cost are worth, the tax paid or lost."""
        left = purse.total - sum(cost)
        if not self.tax:
            return self.kept(left)
        if exchanges(purse, plus(cost, (0, 0, 0, self.tax))) is None:
            return self.kept(left) - RULES.eras[self.s.era].loss
        return self.kept(left - self.tax)



def worth(pos: Pos, seat: Seat, w: Weights = WEIGHTS) -> float:
    """A position for one seat: the score if it ended now, and what towers, pieces, tiles, missions and goods still promise."""
    s, me = pos.state, pos.state.players[seat]
    out = Valuation(s, seat, w)
    value = float(score(pos).total[seat]) + out.kept(sum(me.goods.values()))
    value += out.changes * RULES.level * me.tower + w.war * out.left * (me.tower - min(one.tower for one in s.players))
    value += sum(w.piece * out.left * (me.own[piece] - facts.start) for piece, facts in RULES.pieces.items())
    value += w.caravan * w.piece * out.left * caravan_open(me) + sum(tile_worth(s, seat, tile, out.left, w) for tile in me.tiles)
    purse = out.purse([])
    for card in me.hand:
        lack = sum(max(0, n - have) for n, have in zip(vec(MISSIONS[card].cost), purse.store, strict=True))
        value += MISSIONS[card].points * max(0.0, w.in_hand - w.lacking * lack) * out.soon
    most, part = w.taxed
    return value - out.left * min(most, part * RULES.eras[s.era].loss) * (not out.powers.untaxed)


@lru_cache(20_000)
def _sets(goods: tuple[str, ...]) -> int:
    return rare_points(unlimited((), 0, goods))


def unlimited(tiles: tuple[str, ...], tower: int, rare: tuple[str, ...]) -> Player:
    """A player of unlimited means, to ask the rules about."""
    goods = dict.fromkeys(RESOURCES, 99)
    return Player(store=goods, traded=dict.fromkeys(RESOURCES, 0), earned={}, own={}, tower=tower, tiles=list(tiles),
                  rare=list(rare))
