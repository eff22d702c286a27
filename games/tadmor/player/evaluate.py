"""What things are worth to one seat, and the best use of goods at a set of construction sites.

A plan names works whose prices, all together, a purse can pay: goods in the warehouse may be traded, traded ones may not, and
`wild` units stand for goods that pieces not yet placed may still bring. The end of the game prices what is kept: goods, tower
levels, pieces and tiles count by the turns that are left to use them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from games.core.messages import Seat
from games.core.position import Position
from games.tadmor.model.catalog import COLORS, PARTS, RARE, RESOURCES, RULES, SPACES, WORKS, Rate
from games.tadmor.model.state import Player, TadmorState, colors_of
from games.tadmor.player.upgrades import tile_worth
from games.tadmor.player.weights import WEIGHTS, Weights
from games.tadmor.rules.course.scoring import rare_points, score
from games.tadmor.rules.goods.costs import climbs
from games.tadmor.rules.goods.gains import caravan_open
from games.tadmor.rules.goods.purse import ZERO, Purse, Vec, exchanges, plus, rate_key, vec
from games.tadmor.rules.missions.missions import MISSIONS

Pos = Position[TadmorState, Any]
MOST_CARDS = 4       # missions in hand that a plan looks at


class Site(NamedTuple):
    """A piece on a construction space, or on a private tile: there any one of several `actions`."""

    at: str
    actions: tuple[str, ...]


class Step(NamedTuple):
    """One work of a plan: the answer without the goods left out."""

    path: tuple[str, ...]


class Stage(Struct, frozen=True):
    """A plan so far: what it spends, what it gains beside tower and missions, and what it changed."""

    cost: Vec = ZERO
    gain: float = 0.0
    tower: int = 0
    done: int = 0
    parts: int = 0
    drawn: int = 0
    rare: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    credit: bool = False
    steps: tuple[Step, ...] = ()


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

    def best(self, purse: Purse, sites: list[Site], taxed: bool = True) -> tuple[float, Stage]:
        """The plan that is worth most, goods kept and tax counted in."""
        me = self.me
        first = Stage(tower=me.tower, done=me.missions, credit=me.credit)
        start = self.standing(me.tower, me.missions)
        order = sorted(sites, key=lambda site: any(one.startswith("tower") for one in site.actions))
        top, found = float("-inf"), first
        for stage in self._stages(purse, order, 0, first):
            value = stage.gain + self.standing(stage.tower, stage.done) - start + self._rest(purse, stage.cost, taxed)
            if value > top + 1e-9:
                top, found = value, stage
        return top, found

    def _rest(self, purse: Purse, cost: Vec, taxed: bool) -> float:
        """Goods kept after a cost, the tax paid or lost."""
        left = purse.total - sum(cost)
        if not taxed or not self.tax:
            return self.kept(left)
        if exchanges(purse, plus(cost, (0, 0, 0, self.tax))) is None:
            return self.kept(left) - RULES.eras[self.s.era].loss
        return self.kept(left - self.tax)

    def _stages(self, purse: Purse, sites: list[Site], at: int, stage: Stage) -> Iterator[Stage]:
        """Every plan at the sites from `at` on."""
        if at == len(sites):
            yield stage
            return
        yield from self._stages(purse, sites, at + 1, stage)
        for action in sites[at].actions:
            for after in self._works(sites[at].at, action, stage, purse):
                if exchanges(purse, after.cost) is not None:
                    yield from self._stages(purse, sites, at + 1, after)

    def _works(self, at: str, action: str, stage: Stage, purse: Purse) -> Iterator[Stage]:
        """What can be done at a site."""
        match action:
            case "tower_single" | "tower_double":
                yield from self._towers(at, action, stage, purse)
            case "traitor":
                yield from self._traitor(at, stage)
            case "temple":
                yield from self._temple(at, stage)
            case "rare_good":
                for color in [SPACES[at].color] if at in SPACES else COLORS:
                    yield from self._rare(at, color, stage)
            case "mission":
                yield from self._missions(at, stage)

    def _towers(self, at: str, action: str, stage: Stage, purse: Purse) -> Iterator[Stage]:
        for n, (height, cost) in enumerate(_climb(stage.tower, tuple(self.me.tiles), action == "tower_double"), 1):
            total = plus(stage.cost, cost)
            if sum(total) > purse.total:
                return
            where = (at, action) if at not in SPACES else (at,)
            yield _then(stage, cost, 0.0, ("tower", *where, str(n)), tower=height)

    def _traitor(self, at: str, stage: Stage) -> Iterator[Stage]:
        n, others = RULES.eras[self.s.era].traitor, len(self.s.players) - 1
        victims = [(one.tower, who) for who, one in enumerate(self.s.players)
                   if who != self.seat and one.tower and one.tower >= self.me.tower]
        if n and victims:
            gain = n * self.level / (1 + others) + self.w.treason
            yield _then(stage, ZERO, gain, ("traitor", at, f"p{max(victims)[1]}"))

    def _temple(self, at: str, stage: Stage) -> Iterator[Stage]:
        me = self.me
        unfinished = me.unfinished
        place = unfinished[0] if unfinished else len(me.temples)
        built = (me.temples[place] if unfinished else 0) + stage.parts
        if built >= len(PARTS) or not self.s.stack(built + 1):
            return
        cost = _less(vec(RULES.temple[built].cost), self.powers.reduction.get("temple", 0), plus(vec(me.goods), _neg(stage.cost)))
        card = at in SPACES and SPACES[at].mission_card
        bonus = 0 if at in SPACES else self.powers.private[at].pp
        gain = self.part(built) + bonus + (self.draw() if card else 0.0)
        yield _then(stage, cost, gain, ("temple", at, f"t{place}"), parts=stage.parts + 1)

    def _rare(self, at: str, color: str, stage: Stage) -> Iterator[Stage]:
        top, me = self.s.tops[color], self.me
        if not top or top in stage.rare:
            return
        good = max(self.s.pile(color), key=lambda one: self.rare(stage.rare, one, True)) if self.powers.chooses else top
        gain = self.rare(stage.rare, good, True)
        n = max(0, sum(RULES.rare[color].cost.values()) - self.powers.reduction.get("rare_good", 0))
        cost = vec(dict.fromkeys(RULES.rare[color].cost, n))
        tile = (good,) if self.powers.chooses else ()
        yield _then(stage, cost, gain, ("rare", at, color, "pay", *tile), rare=(*stage.rare, good))
        if self.powers.credit and not stage.credit and me.points >= self.powers.credit:
            yield _then(stage, ZERO, gain - self.powers.credit, ("rare", at, color, "favour", *tile),
                        rare=(*stage.rare, good), credit=True)

    def _missions(self, at: str, stage: Stage) -> Iterator[Stage]:
        me = self.me
        if self.s.deck or self.s.discard:
            yield _then(stage, ZERO, self.draw(stage.drawn - len(stage.cards)), ("mission", at, "draw"), drawn=stage.drawn + 1)
        hand = [card for card in me.hand if card not in stage.cards]
        for card in sorted(hand, key=lambda one: (-MISSIONS[one].points, one))[:MOST_CARDS]:
            facts = MISSIONS[card]
            purse = plus(vec(me.goods), _neg(stage.cost))
            cost = _less(vec(facts.cost), self.powers.reduction.get("mission", 0), purse)
            gain = facts.points + self.powers.on_mission + self.w.done * self.left
            yield _then(stage, cost, gain, ("mission", at, "complete", card), done=stage.done + 1, cards=(*stage.cards, card))


def construction_sites(s: TadmorState, seat: Seat) -> list[Site]:
    """Where a player's pieces can build, each piece once."""
    player = s.players[seat]
    private = [(tile, private_works(player, tile)) for tile in player.placed]
    board = [Site(space.id, (space.action,)) for space in s.on(seat, *WORKS)]
    return board + [Site(tile, actions) for tile, actions in private if actions]


def private_works(player: Player, tile: str) -> tuple[str, ...]:
    """The construction actions of a private tile."""
    return tuple(choice.action for choice in player.powers.private[tile].choices if choice.action in WORKS)


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


def _then(stage: Stage, cost: Vec, gain: float, path: tuple[str, ...], **changes: Any) -> Stage:
    return replace(stage, cost=plus(stage.cost, cost), gain=stage.gain + gain, steps=(*stage.steps, Step(path)), **changes)


def _neg(a: Vec) -> Vec:
    return -a[0], -a[1], -a[2], -a[3]


@lru_cache(20_000)
def _less(cost: Vec, n: int, purse: Vec) -> Vec:
    """A cost without `n` goods, those that are scarcest left out."""
    left = list(cost)
    for _ in range(min(n, sum(cost))):
        left[max((at for at in range(len(left)) if left[at]), key=lambda at: left[at] - purse[at])] -= 1
    return left[0], left[1], left[2], left[3]


@lru_cache(20_000)
def _sets(goods: tuple[str, ...]) -> int:
    return rare_points(_owner((), 0, goods))


@lru_cache(10_000)
def _climb(tower: int, tiles: tuple[str, ...], double: bool) -> tuple[tuple[int, Vec], ...]:
    """The next heights and what each costs in all, whatever the purse."""
    return tuple((height, vec(cost)) for height, cost in climbs(_owner(tiles, tower, ()), double, 8))


def _owner(tiles: tuple[str, ...], tower: int, rare: tuple[str, ...]) -> Player:
    """A player of unlimited means, to ask the rules about."""
    goods = dict.fromkeys(RESOURCES, 99)
    return Player(store=goods, traded=dict.fromkeys(RESOURCES, 0), earned={}, own={}, tower=tower, tiles=list(tiles),
                  rare=list(rare))
