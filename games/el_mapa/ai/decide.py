"""The computer player: it looks, builds, hires, explores and fights for what `evaluate` thinks worth while, one step at a time.

It sees a view and a guess at what it cannot know: tiles that lie face down and others' hands never enter its reckoning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.engine.game import find
from games.core.prompts.prompt import DistributePrompt, IllegalPath, MoveReady, SelectPrompt
from games.core.state.position import Position
from games.core.text.messages import Path, Seat
from games.el_mapa.ai import campaigns, defence, moves, trade
from games.el_mapa.ai.evaluate import Valuation
from games.el_mapa.model.catalog import BUILDINGS, SAVERS, SPACES, TECHS, TROOPS
from games.el_mapa.model.holdings import can_pay
from games.el_mapa.model.state import Battle, MapState, Troops, fought, head, ordered
from games.el_mapa.rules.battle.decisions import Decide
from games.el_mapa.rules.castles.building import PAY, free_spaces
from games.el_mapa.rules.castles.hiring import payable
from games.el_mapa.rules.flow.orders import obey
from games.el_mapa.rules.flow.turns import TurnActions
from games.el_mapa.rules.moving.marching import Moving
from games.el_mapa.rules.moving.moving import starts
from games.el_mapa.rules.moving.sighting import turnable
from games.el_mapa.rules.strength import strength
from games.el_mapa.rules.technology.cards import CARD
from games.el_mapa.rules.technology.discounts import FOR_GOOD
from games.el_mapa.rules.technology.resources import CARD as PRODUCTION
from games.el_mapa.rules.trade.offers import Offer
from games.el_mapa.views.view import GameView

Pos = Position[MapState, Any]
VICTORY = 3.0  # of a battle, in gold, beside the troops that are left


class TurnDecision:
    """What a seat weighs in its turn, at a position that stands still."""

    def __init__(self, v: Valuation) -> None:
        self.pos, self.seat, self.v = v.pos, v.seat, v
        self.table: StepContext[MapState] = StepContext(find(v.pos.game), v.pos)

    @cached_property
    def verbs(self) -> set[str]:
        """The keys of the verbs that it may use now."""
        return verbs(self.pos, self.seat)

    @cached_property
    def origins(self) -> list[str]:
        """The cells that a group may leave from, in reading order."""
        return starts(self.table, self.seat)

    @cached_property
    def war(self) -> campaigns.War:
        """What it could fight for."""
        return campaigns.War(self.v)


def choose(_view: GameView, guess: Pos, seat: Seat) -> Path:
    """The move of the computer player in `seat`."""
    return decide(guess, seat, deals=True)


def mind(_view: GameView, guess: Pos, seat: Seat) -> Path:
    """The move of who minds the seat of somebody else: the same, but no deal with other players is made for them."""
    return decide(guess, seat, deals=False)


def decide(guess: Pos, seat: Seat, *, deals: bool) -> Path:
    """What it does, whatever it is asked; the default where it has no idea or its idea is not legal. Without `deals` it refuses
    offers."""
    top = (guess.lanes[seat] or guess.stack)[-1]
    path: Path | None = None
    match top:
        case TurnActions():
            with walk.cached_answers(guess):
                path = step(TurnDecision(Valuation(guess, seat)), deals=deals)
        case Moving():
            path = moves.onward(Valuation(guess, seat), StepContext(find(guess.game), guess))
        case Decide(side=side):
            path = _battle(guess, seat, side)
        case Offer(to=to) as offer if to == seat:
            path = trade.answer(guess, seat, offer) if deals else ("refuse",)
    if path is None or not isinstance(walk.ask(guess, seat, path), MoveReady):
        return walk.default_path(guess, seat)
    return path


def step(turn: TurnDecision, *, deals: bool) -> Path:
    """What costs nothing first, then building, moving, hiring, until nothing is worth while."""
    for plan in PLANS:
        path = plan(turn) if deals or plan not in DEALS else None
        if path is not None and isinstance(walk.ask(turn.pos, turn.seat, path), MoveReady):
            return path
    return ("end",)


def verbs(pos: Pos, seat: Seat) -> set[str]:
    """The keys of the verbs that a seat may use now, blocked ones left out; empty when it is not asked."""
    root = walk.ask(pos, seat)
    return {option.key for option in root.options} if isinstance(root, SelectPrompt) else set()


def look(turn: TurnDecision) -> Path | None:
    """A tile near own troops, so that more is known where it helps; not the last one, as long as somebody leads."""
    if "look" not in turn.verbs or turn.v.hastens:
        return None
    s = turn.v.s
    cells = list(turnable(s)) if turn.pos.options["watchtower"] == "rotate" else s.hidden()
    own = [*s.players[turn.seat].stacks, *s.villages(turn.seat)]

    def far(cell: str) -> int:
        return min((s.board.distance(cell, other) for other in own), default=0)

    path: Path = ("look", min(cells, key=lambda cell: (far(cell), cell)))
    return walk.default_path(turn.pos, turn.seat, path)


def vision(turn: TurnDecision) -> Path | None:
    """Play Vision from the hand for the point of a tile; None where it can't, or if that ends a game in which another leads."""
    if (
        turn.v.hastens
        or "vision" not in turn.v.s.players[turn.seat].hand
        or "tech" not in turn.verbs
    ):
        return None
    form = walk.ask(turn.pos, turn.seat, ("tech",))
    if isinstance(form, SelectPrompt) and any(option.key == "vision" for option in form.options):
        return walk.default_path(turn.pos, turn.seat, ("tech", "vision"))
    return None


def produce(turn: TurnDecision) -> Path | None:
    """Production at once; what is for good is not boosted."""
    if "produce" not in turn.verbs or PRODUCTION not in turn.v.s.players[turn.seat].hand:
        return None
    return walk.default_path(turn.pos, turn.seat, ("produce", CARD))


# --- building and trade -------------------------------------------------------------------------------------------------


def build(turn: TurnDecision) -> Path | None:
    """The best building that can be paid now, or with what the bank changes. A castle builds once a turn, so that something is
    better than nothing."""
    if not turn.verbs & {"build", "trade"}:  # what nothing in hand pays the bank may still help to
        return None
    v = turn.v
    goods = v.s.players[v.seat].goods
    ready = next(
        (wish for wish in v.wishes if wish[0] > -1 and can_pay(goods, BUILDINGS[wish[2]].cost)),
        None,
    )
    for worth, _, name in v.wishes:
        if worth * v.weights.strait <= (ready[0] if ready else 0.0):
            break
        change = trade.cover(v, BUILDINGS[name].cost)
        if change is not None:
            return change
    return finish(turn, ready[1], ready[2]) if ready else None


def finish(turn: TurnDecision, cell: str, name: str) -> Path | None:
    """The whole sentence to build something, in the lowest row, beside what stands: buildings of a high level keep away from low
    rows anyway. Cards that make it cheaper are played without boosts."""
    player = turn.v.s.players[turn.seat]
    path: Path = (
        "build",
        cell,
        name,
        min(free_spaces(turn.v.s.castles[cell], name), key=SPACES.index),
    )
    if not any(card in player.hand or card in player.lasting for card in SAVERS):
        return path
    for _ in range(8):
        form = walk.ask(turn.pos, turn.seat, path)
        match form:
            case MoveReady():
                return path
            case SelectPrompt(options=options):
                keys = [option.key for option in options]
                cards = [key for key in keys if key != PAY]
                free = [
                    key for key in cards if not key.endswith(FOR_GOOD)
                ]  # a copy for good already counts
                path = (*path, free[0] if free else PAY if PAY in keys else cards[0])
            case DistributePrompt():
                path = (*path, {})
                if isinstance(walk.ask(turn.pos, turn.seat, path), IllegalPath):
                    path = (*path[:-1], form.auto())
            case _:
                return None
    return None


def hire(turn: TurnDecision) -> Path | None:
    """Troops from what gold is left beside the next building; strong ones first."""
    v = turn.v
    if "hire" not in turn.verbs or v.left < 2:
        return None
    s = v.s
    spare = s.players[v.seat].goods["gold"] - (
        0 if v.force < 2 else round(v.weights.saved) if s.round > 2 else 0
    )
    if spare <= 0 or v.force > 8 + 2 * s.round:
        return None
    best = max(s.villages(v.seat), key=lambda cell: head(payable(s, v.seat, cell)), default=None)
    if best is None:
        return None
    most, some = payable(s, v.seat, best), dict[str, int]()
    for kind in ("cavalry", "soldier", "archer", "levy"):
        gold = TROOPS[kind].cost.get("gold", 0)
        n = min(most.get(kind, 0), spare // gold if gold else 0)
        if n:
            some[kind] = n
            spare -= n * gold
    return ("hire", best, ordered(some)) if some else None


def take(turn: TurnDecision) -> Path | None:
    """Accept the standing offer that brings most; None where none is good."""
    return trade.take(turn.v) if "trade" in turn.verbs else None


def offer(turn: TurnDecision) -> Path | None:
    """An offer that should please both, once a turn: others have to answer it."""
    return trade.offer(turn.v) if not turn.v.s.turn.offers and "trade" in turn.verbs else None


def sell(turn: TurnDecision) -> Path | None:
    """Wood or stone that no building will need to the bank for gold; None where there is none."""
    return trade.sell(turn.v) if "trade" in turn.verbs else None


def defend(turn: TurnDecision) -> Path | None:
    """Hire troops for a village in danger; None where none is, or none can be saved."""
    return defence.defend(turn.v) if "hire" in turn.verbs else None


def muster(turn: TurnDecision) -> Path | None:
    """Hire troops for the campaign of this turn; None where there is none, or not now."""
    return campaigns.muster(turn.war) if "hire" in turn.verbs else None


# --- moving -------------------------------------------------------------------------------------------------------------


def move(turn: TurnDecision) -> Path | None:
    """The move that brings most, if any brings enough."""
    if "move" not in turn.verbs:
        return None
    best, top = campaigns.march(
        turn.v, turn.table, turn.origins, turn.v.weights.worth_it, turn.war.prizes
    )
    for worth, path in moves.moves(turn.war, turn.table, turn.origins):
        if worth > top:
            best, top = path, worth
    return best


PLANS: tuple[Callable[[TurnDecision], Path | None], ...] = (
    look,
    vision,
    produce,
    take,
    defend,
    muster,
    offer,
    build,
    move,
    hire,
    sell,
)
DEALS = (take, offer)  # with other players: who minds somebody else's seat makes none


# --- battles ------------------------------------------------------------------------------------------------------------


def _battle(pos: Pos, seat: Seat, side: int) -> Path | None:
    """Flee when all would fall; the card that saves most troops or turns the fight; else stand."""
    s = pos.state
    battle = fought(s)
    doomed = strength.doomed(s, battle, side, pos.options)
    if doomed:
        flight = obey(None, pos, seat, {"battle_flee": "if_doomed", "battle_cards": "ask"})
        if flight is not None and flight[0] == "flee":
            return flight
    if "card" not in verbs(pos, seat):
        return ("stay",)
    form = walk.ask(pos, seat, ("card",))
    best: Path = ("stay",)
    top = _standing(s, battle, side, pos.options)
    for option in form.options if isinstance(form, SelectPrompt) else ():
        path = walk.default_path(pos, seat, ("card", option.key))
        worth = _standing(s, _with_card(battle, side, path, pos.options), side, pos.options)
        if worth > top and isinstance(
            walk.ask(pos, seat, path), MoveReady
        ):  # what changes nothing is kept for another day
            best, top = path, worth
    return best


def _with_card(battle: Battle, side: int, path: Path, options: Mapping[str, Any]) -> Battle:
    """The battle as it stands once a card is played without a boost: `("card", kind)`, with the squad that it names."""
    fight = strength.again(battle)
    card = str(path[1])
    target = path[2] if len(path) > 2 and isinstance(path[2], str) else strength.ARMY
    strength.enhance(fight.sides[side], card, target, TECHS[card].amount, options)
    return fight


def _standing(s: MapState, battle: Battle, side: int, options: Mapping[str, Any]) -> float:
    """What one's own troops that are left after a battle cost, less those of the other side; a battle won or lost counts, too."""
    after = strength.outlook(s, battle, options).sides
    own, other = (strength.troops(after[at]) for at in (side, 1 - side))
    settled = VICTORY * (bool(own) - bool(other)) if not (own and other) else 0.0
    return settled + _cost(own) - _cost(other)


def _cost(some: Troops) -> int:
    return sum(n * sum(TROOPS[kind].cost.values()) for kind, n in some.items())
