"""The computer player: plans the works of a turn with the goods it has and expects, sends its pieces where they help that plan,
and then carries the plan out.

It sees what its seat may know: the board, all goods and towers, its own missions, its own marauder card.
"""

from __future__ import annotations

from typing import Any

from games.core import walk
from games.core.bots import first_legal
from games.core.forms import Done
from games.core.messages import Path, Seat
from games.core.position import Position
from games.core.rng import Rng
from games.tadmor.model.catalog import COLORS, KINGDOM, REGIONS, RESOURCES, RULES
from games.tadmor.model.state import TadmorState
from games.tadmor.player.evaluate import Valuation
from games.tadmor.player.plan import Plans, construction_sites
from games.tadmor.player.spaces import Sender, court_value, spoil
from games.tadmor.player.upgrades import tile_worth
from games.tadmor.player.weights import WEIGHTS, Weights
from games.tadmor.rules.course.setup import StartTile
from games.tadmor.rules.goods.costs import settle
from games.tadmor.rules.goods.gains import open_piles
from games.tadmor.rules.goods.picks import unshown
from games.tadmor.rules.goods.purse import Vec, exchanges
from games.tadmor.rules.goods.rare_goods import Spoils
from games.tadmor.rules.missions.benefits import AdvanceTemple, BuildTowerFree, FreeUpgrades, GainPiece, TakeRareGood, TakeUnshown
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.buying import Buy, Grants
from games.tadmor.rules.turn.construction import Build
from games.tadmor.rules.turn.construction import sites as listed_sites
from games.tadmor.rules.turn.free import deals, rates, read_deal
from games.tadmor.rules.turn.kingdom import Court, First, Tax, can_pay
from games.tadmor.rules.turn.placing import Place
from games.tadmor.rules.turn.raid import Hire, Reaction, immune
from games.tadmor.show.view import GameView

Pos = Position[TadmorState, Any]


def choose(_view: GameView, guess: Pos, seat: Seat) -> Path:
    """The move of the computer player in `seat`."""
    return decide(guess, seat, WEIGHTS)


def decide(guess: Pos, seat: Seat, w: Weights) -> Path:
    """The move of who values things by the weights `w`."""
    frame = guess.lanes[seat][-1] if guess.lanes[seat] else guess.stack[-1]
    return first_legal(guess, seat, _Mind(guess, seat, w).wishes(frame))


class _Mind:
    """What `seat` would like to do in a position, by the weights `w`."""

    def __init__(self, guess: Pos, seat: Seat, w: Weights) -> None:
        self.guess, self.s, self.seat, self.w = guess, guess.state, seat, w
        self.me = self.s.players[seat]

    def wishes(self, frame: object) -> list[Path]:
        """The answers to a frame, best first."""
        s, seat = self.s, self.seat
        match frame:
            case Place(seat=placing):     # who has placed everything may fetch one more piece, no more
                return [*self._new_piece(), *([("place", *Sender(s, seat, self.w).best())] if seat == placing else [])]
            case Build():
                return self._build()
            case Buy():
                return self._buy()
            case Grants():
                return self._grants(self.guess.options["expert_start"])
            case Reaction():
                return self._react()
            case Hire():
                return [("marauders", self._target(Rng.of(self.guess.rng[seat])))]
            case Court():
                return [("court", action) for action in sorted(KINGDOM, key=lambda one: -court_value(s, seat, one, self.w))]
            case Tax():
                gold = 0, 0, 0, RULES.eras[s.era].tax
                return [("tax", "pay")] if can_pay(s, seat) else [*self._change(gold), ("tax", "lose")]
            case First():
                return [("first", min(RULES.basic, key=lambda what: self.me.goods[what]))]
            case Spoils():
                out = self._valuation()
                return [("take", max(open_piles(s), key=lambda color: out.rare((), s.tops[color], False)))]
            case StartTile():
                tiles = [tile for tile in s.later if isinstance(walk.ask(self.guess, seat, ("start", tile)), Done)]
                return [("start", max(tiles, key=lambda tile: tile_worth(s, seat, tile, RULES.turns, self.w)))]
        return []

    def _valuation(self) -> Valuation:
        return Valuation(self.s, self.seat, self.w)

    def _target(self, lot: Rng) -> str:
        """A region for the marauders by lot, the oftener the more it hurts: who always hits the fullest one is expected there."""
        cards = [region for region in REGIONS if region != self.s.attacked]
        spoils = [spoil(self.s, self.seat, region, self.w) for region in cards]
        hurt = [max(0, round(100 * one)) for one in spoils]
        if not any(hurt):
            return cards[spoils.index(max(spoils))]
        at = lot.below(sum(hurt))
        return next(region for k, region in enumerate(cards) if at < sum(hurt[: k + 1]))

    def _new_piece(self) -> list[Path]:
        """A camel or boat for a mission, while there are turns to use it."""
        worth = self.w.piece * (RULES.turns - self.s.turn + 1)
        return [
            ("return", card) for card in self.me.done
            if isinstance(MISSIONS[card].benefit, GainPiece) and worth > _price(card) + self.w.piece_back
        ]

    def _build(self) -> list[Path]:
        """Missions worth giving back, then the first step of the best plan; the trades that it needs come before it."""
        s, seat = self.s, self.seat
        found = self._returns()
        out = self._valuation()
        _, plan = Plans(out).best(out.purse(rates(s, seat)), construction_sites(s, seat))
        if plan.steps:
            found += self._change(plan.cost)
            found += [path for step in plan.steps for path in self._as_listed(step)]
        return [*found, ("done",)]

    def _as_listed(self, step: tuple[str, ...]) -> list[Path]:
        """A step at the place that the rules name for it: of several alike only one is offered. A single pair where no more is
        allowed (option `double_pairs`)."""
        s, seat = self.s, self.seat
        verb, at, *rest = step
        if verb == "tower":
            return [step, (*step[:-1], "1")]
        mine = next((space.action for space in s.on(seat, "mission") if space.id == at), "")
        same = [other for other, action in listed_sites(s, seat) if action == mine]
        return [(verb, other, *rest) for other in dict.fromkeys([at, *same])]

    def _change(self, cost: Vec) -> list[Path]:
        """The first trade on the way to a price, as often as it is needed."""
        s, seat = self.s, self.seat
        needed = exchanges(self._valuation().purse(rates(s, seat)), cost)
        if not needed:
            return []
        open_deals = {(give, tuple(sorted(_units(got)))): deal for deal in deals(s, seat) for give, got in [read_deal(deal)]}
        give, units = needed[0]
        deal = open_deals.get((RESOURCES[give], tuple(sorted(RESOURCES[what] for what in units))))
        return [("trade", deal, needed.count(needed[0]))] if deal else []

    def _returns(self) -> list[Path]:
        """Missions whose benefit is worth more than the half of their points that it costs."""
        out, me = self._valuation(), self.me
        found: list[tuple[float, Path]] = []
        for card in me.done:
            price = _price(card)
            match MISSIONS[card].benefit:
                case BuildTowerFree(n=n):
                    height = me.tower
                    for _ in range(n):
                        height = settle(height + 1, me.powers)
                    gain = out.standing(height, me.missions) - out.standing(me.tower, me.missions)
                    found.append((gain - price, ("return", card)))
                case AdvanceTemple():
                    at = me.unfinished[0] if me.unfinished else len(me.temples)
                    found.append((out.part(me.temples[at] if me.unfinished else 0) - price, ("return", card, f"t{at}")))
                case TakeRareGood():
                    goods = [(out.rare((), good, False), good, color) for color in COLORS for good in set(self.s.pile(color))]
                    gain, good, color = max(goods, default=(0.0, "", ""))
                    found.append((gain - price, ("return", card, color, good)))
        return [path for gain, path in sorted(found, reverse=True, key=lambda one: one[0]) if gain > self.w.works_back]

    def _buy(self) -> list[Path]:
        """The tile that promises most; goods are gathered first when the price asks for it."""
        price = RULES.eras[self.s.era].upgrade
        tile, value = max(((tile, self._tile(tile)) for tile in self.s.display if tile), key=lambda one: one[1])
        if value <= price * self._valuation().good:
            return [("pass",)]
        if sum(self.me.goods.values()) < price:
            return [*(("gather", space.id) for space in self.s.on(self.seat, "gather")), ("pass",)]
        return [("buy", tile), ("pass",)]

    def _tile(self, tile: str) -> float:
        """A tile's worth to oneself, and a little for what others lose."""
        s, w, left = self.s, self.w, RULES.turns - self.s.turn
        own = tile_worth(s, self.seat, tile, left + _at_once(tile), w)
        return own + w.envy * max(tile_worth(s, who, tile, left, w) for who in range(len(s.players)) if who != self.seat)

    def _grants(self, expert: bool) -> list[Path]:
        """Two tiles on display, or one that is not, for half a mission, early."""
        s, w = self.s, self.w
        tiles = sorted(((self._tile(tile), at, tile) for at, tile in enumerate(s.display) if tile), reverse=True)[:2]
        gain = sum(value for value, _, _ in tiles)
        chosen = [tile for _, tile in sorted((at, tile) for _, at, tile in tiles)]
        cards = self.me.done
        found: list[Path] = [("return", card, chosen) for card in cards
                             if isinstance(MISSIONS[card].benefit, FreeUpgrades) and gain > _price(card) + w.tiles_back]
        worth, other = max(((self._tile(tile), tile) for tile in unshown(s, expert)), default=(0.0, ""))
        found += [("return", card, other) for card in cards
                  if isinstance(MISSIONS[card].benefit, TakeUnshown) and worth > _price(card) + w.tiles_back]
        return [*found, ("pass",)]

    def _react(self) -> list[Path]:
        """Sends marauders elsewhere when they would cost more than the card's other half."""
        s, seat = self.s, self.seat
        best = max(s.marauder_deck(), key=lambda region: spoil(s, seat, region, self.w), default="")
        found: list[Path] = []
        for card in self.me.done:
            if MISSIONS[card].window == "marauders_after_reveal" and not immune(s, seat) and best:
                saved = self._pieces_in(s.raid) - self._pieces_in(best)
                if self.w.removed * saved > _price(card) + self.w.region_back:
                    found.append(("return", card, best))
        return [*found, ("pass",)]

    def _pieces_in(self, region: str) -> int:
        return sum(one.seat == self.seat for space, here in self.s.places() if space.region == region for one in here)


def _price(card: str) -> int:
    """The points that giving a mission back costs."""
    return MISSIONS[card].points - MISSIONS[card].returned


def _units(got: dict[str, int]) -> list[str]:
    return [what for what, n in got.items() for _ in range(n)]


def _at_once(tile: str) -> int:
    """Private actions are used in the turn in which they are bought, the court and the works alike."""
    return 1 if tile in ("i37", "i47", "i48") else 0
