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
from games.tadmor.player.evaluate import PIECE, Step, Valuation, construction_sites
from games.tadmor.player.spaces import Sender, court_value, spoil
from games.tadmor.player.upgrades import tile_worth
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
REMOVED = 3.5        # points that a piece driven away costs


def choose(_view: GameView, guess: Pos, seat: Seat) -> Path:
    """The move of the computer player in `seat`."""
    frame = guess.lanes[seat][-1] if guess.lanes[seat] else guess.stack[-1]
    return first_legal(guess, seat, _wishes(frame, guess, seat))


def _wishes(frame: object, guess: Pos, seat: Seat) -> list[Path]:
    """What it would like to do, best first."""
    s = guess.state
    match frame:
        case Place(seat=placing):     # who has placed everything may fetch one more piece, no more
            return [*_new_piece(s, seat), *([("place", *Sender(s, seat).best())] if seat == placing else [])]
        case Build():
            return _build(s, seat)
        case Buy():
            return _buy(s, seat)
        case Grants():
            return _grants(s, seat, guess.options["expert_start"])
        case Reaction():
            return _react(s, seat)
        case Hire():
            return [("marauders", _target(s, seat, Rng.of(guess.rng[seat])))]
        case Court():
            return [("court", action) for action in sorted(KINGDOM, key=lambda one: -court_value(s, seat, one))]
        case Tax():
            gold = 0, 0, 0, RULES.eras[s.era].tax
            return [("tax", "pay")] if can_pay(s, seat) else [*_change(s, seat, gold), ("tax", "lose")]
        case First():
            return [("first", min(RULES.basic, key=lambda what: s.players[seat].goods[what]))]
        case Spoils():
            out = Valuation(s, seat)
            return [("take", max(open_piles(s), key=lambda color: out.rare((), s.tops[color], False)))]
        case StartTile():
            tiles = [tile for tile in s.later if isinstance(walk.ask(guess, seat, ("start", tile)), Done)]
            return [("start", max(tiles, key=lambda tile: tile_worth(s, seat, tile, RULES.turns)))]
    return []


def _target(s: TadmorState, seat: Seat, lot: Rng) -> str:
    """A region for the marauders by lot, the oftener the more it hurts: who always hits the fullest one is expected there."""
    cards = [region for region in REGIONS if region != s.attacked]
    hurt = [max(0, round(100 * spoil(s, seat, region))) for region in cards]
    if not any(hurt):
        return max(cards, key=lambda region: spoil(s, seat, region))
    at = lot.below(sum(hurt))
    return next(region for k, region in enumerate(cards) if at < sum(hurt[: k + 1]))


def _new_piece(s: TadmorState, seat: Seat) -> list[Path]:
    """A camel or boat for a mission, while there are turns to use it."""
    left = RULES.turns - s.turn + 1
    return [
        ("return", card) for card in s.players[seat].done
        if isinstance(MISSIONS[card].benefit, GainPiece) and PIECE * left > MISSIONS[card].points - MISSIONS[card].returned + 2
    ]


def _build(s: TadmorState, seat: Seat) -> list[Path]:
    """Missions worth giving back, then the first step of the best plan; the trades that it needs come before it."""
    found = _returns(s, seat)
    out = Valuation(s, seat)
    _, plan = out.best(out.purse(rates(s, seat)), construction_sites(s, seat))
    if plan.steps:
        found += _change(s, seat, plan.cost)
        found += [path for step in plan.steps for path in _as_listed(s, seat, step)]
    return [*found, ("done",)]


def _as_listed(s: TadmorState, seat: Seat, step: Step) -> list[Path]:
    """A step at the place that the rules name for it: of several alike only one is offered. A single pair where no more is
    allowed (option `double_pairs`)."""
    verb, at, *rest = step.path
    if verb == "tower":
        return [step.path, (*step.path[:-1], "1")]
    same = [other for other, action in listed_sites(s, seat) if action == _action_at(s, seat, at)]
    return [(verb, other, *rest) for other in dict.fromkeys([at, *same])]


def _action_at(s: TadmorState, seat: Seat, at: str) -> str:
    return next((space.action for space in s.on(seat, "mission") if space.id == at), "")


def _change(s: TadmorState, seat: Seat, cost: Vec) -> list[Path]:
    """The first trade on the way to a price, as often as it is needed."""
    purse = Valuation(s, seat).purse(rates(s, seat))
    needed = exchanges(purse, cost)
    if not needed:
        return []
    open_deals = {(give, tuple(sorted(_units(got)))): deal for deal in deals(s, seat) for give, got in [read_deal(deal)]}
    give, units = needed[0]
    deal = open_deals.get((RESOURCES[give], tuple(sorted(RESOURCES[what] for what in units))))
    return [("trade", deal, needed.count(needed[0]))] if deal else []


def _units(got: dict[str, int]) -> list[str]:
    return [what for what, n in got.items() for _ in range(n)]


def _returns(s: TadmorState, seat: Seat) -> list[Path]:
    """Missions whose benefit is worth more than the half of their points that it costs."""
    out, me = Valuation(s, seat), s.players[seat]
    found: list[tuple[float, Path]] = []
    for card in me.done:
        facts = MISSIONS[card]
        price = facts.points - facts.returned
        match facts.benefit:
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
                goods = [(out.rare((), good, False), good, color) for color in COLORS for good in set(s.pile(color))]
                gain, good, color = max(goods, default=(0.0, "", ""))
                found.append((gain - price, ("return", card, color, good)))
    return [path for gain, path in sorted(found, reverse=True, key=lambda one: one[0]) if gain > 0.5]


def _buy(s: TadmorState, seat: Seat) -> list[Path]:
    """The tile that promises most; goods are gathered first when the price asks for it."""
    out, me = Valuation(s, seat), s.players[seat]
    price = RULES.eras[s.era].upgrade
    tile, value = max(((tile, _tile(s, seat, tile)) for tile in s.display if tile), key=lambda one: one[1])
    if value <= price * out.good:
        return [("pass",)]
    if sum(me.goods.values()) < price:
        return [*(("gather", space.id) for space in s.on(seat, "gather")), ("pass",)]
    return [("buy", tile), ("pass",)]


def _tile(s: TadmorState, seat: Seat, tile: str) -> float:
    """A tile's worth to oneself, and a little for what others lose."""
    left = RULES.turns - s.turn
    own = tile_worth(s, seat, tile, left + _at_once(tile))
    return own + 0.1 * max(tile_worth(s, who, tile, left) for who in range(len(s.players)) if who != seat)


def _at_once(tile: str) -> int:
    """Private actions are used in the turn in which they are bought, the court and the works alike."""
    return 1 if tile in ("i37", "i47", "i48") else 0


def _grants(s: TadmorState, seat: Seat, expert: bool) -> list[Path]:
    """Two tiles on display, or one that is not, for half a mission, early."""
    tiles = sorted(((_tile(s, seat, tile), at, tile) for at, tile in enumerate(s.display) if tile), reverse=True)[:2]
    gain = sum(value for value, _, _ in tiles)
    chosen = [tile for _, tile in sorted((at, tile) for _, at, tile in tiles)]
    facts = [MISSIONS[card] for card in s.players[seat].done]
    found: list[Path] = [("return", card.id, chosen) for card in facts
                         if isinstance(card.benefit, FreeUpgrades) and gain > card.points - card.returned + 1]
    worth, other = max(((_tile(s, seat, tile), tile) for tile in unshown(s, expert)), default=(0.0, ""))
    found += [("return", card.id, other) for card in facts
              if isinstance(card.benefit, TakeUnshown) and worth > card.points - card.returned + 1]
    return [*found, ("pass",)]


def _react(s: TadmorState, seat: Seat) -> list[Path]:
    """Sends marauders elsewhere when they would cost more than the card's other half."""
    mine = sum(one.seat == seat for space, here in s.places() if space.region == s.raid for one in here)
    best = max(s.marauder_deck(), key=lambda region: spoil(s, seat, region), default="")
    found: list[Path] = []
    for card in s.players[seat].done:
        facts = MISSIONS[card]
        if facts.window == "marauders_after_reveal" and not immune(s, seat) and best:
            after = sum(one.seat == seat for space, here in s.places() if space.region == best for one in here)
            if REMOVED * (mine - after) > facts.points - facts.returned + 1:
                found.append(("return", card, best))
    return [*found, ("pass",)]

