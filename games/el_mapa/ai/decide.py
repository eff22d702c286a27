"""AI player of El Mapa: chooses one step at a time by the values of `evaluate`.

For a turn, each function in `PROPOSALS` proposes one kind of step; the first legal one is played.

The functions get a determinized position, in which hidden tiles and hands are guessed. Even so, the
evaluation never reads face-down tiles and other players' hands.
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
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.el_mapa.ai import campaigns, defence, moves, trade
from games.el_mapa.ai.evaluate import Valuation
from games.el_mapa.ai.weights import WEIGHTS, Weights
from games.el_mapa.model.catalog import BUILDINGS, SAVERS, SPACES, TECHS, TROOPS
from games.el_mapa.model.holdings import can_pay
from games.el_mapa.model.state import Battle, MapState, Troops, current_battle, ordered, troop_count
from games.el_mapa.rules.battle.decisions import Decide
from games.el_mapa.rules.castles.building import PAY, free_spaces
from games.el_mapa.rules.castles.hiring import payable
from games.el_mapa.rules.flow.orders import order_answer
from games.el_mapa.rules.flow.turns import TurnActions
from games.el_mapa.rules.moving.marching import Moving
from games.el_mapa.rules.moving.moving import movable_cells
from games.el_mapa.rules.moving.sighting import turnable
from games.el_mapa.rules.strength import strength
from games.el_mapa.rules.technology.cards import FROM_HAND
from games.el_mapa.rules.technology.discounts import LASTING_SUFFIX
from games.el_mapa.rules.technology.resources import PRODUCTION_CARD
from games.el_mapa.rules.trade.offers import Offer
from games.el_mapa.views.view import GameView

Pos = Position[MapState, Any]
MOVE_BLUR = 1.0  # points by which `Weights.blur` 1 misjudges a move or a building
VICTORY_GOLD = 3.0  # value of winning a battle in gold, in addition to the troops left
MAX_BUILD_QUESTIONS = 8  # questions about discounts until a building is paid


class TurnDecision:
    """Facts from which a seat decides its next step, cached.

    The position must not change while they are used.
    """

    def __init__(self, v: Valuation) -> None:
        self.pos, self.seat, self.v = v.pos, v.seat, v
        self.table: StepContext[MapState] = StepContext(find(v.pos.game), v.pos)

    @cached_property
    def verbs(self) -> set[str]:
        """Return the keys of the actions (`build`...) that the seat may take now."""
        return verbs(self.pos, self.seat)

    @cached_property
    def origins(self) -> list[str]:
        """Return the cells from which a group can move, in reading order."""
        return movable_cells(self.table, self.seat)

    @cached_property
    def war(self) -> campaigns.War:
        """Return the threats against the seat and the cells worth a campaign."""
        return campaigns.War(self.v)


def choose(_view: GameView, guess: Pos, seat: Seat) -> Path:
    """Return the AI player's move for `seat` in the determinized position `guess`."""
    return decide(guess, seat, deals=True)


def choose_by(_view: GameView, guess: Pos, seat: Seat, weights: Weights) -> Path:
    """Return the move of the AI player in `seat`, with the given weights.

    Direct offers of other players are judged by the standard weights, so that an AI player with
    worse weights accepts no bad deals.
    """
    return decide(guess, seat, deals=True, weights=weights)


def caretaker_move(_view: GameView, guess: Pos, seat: Seat) -> Path:
    """Return the move of the AI player that plays for an absent player: no deals."""
    return decide(guess, seat, deals=False)


def decide(guess: Pos, seat: Seat, *, deals: bool, weights: Weights = WEIGHTS) -> Path:
    """Return the move for any question; the default move if the AI player has no legal one.

    Without `deals` the AI player makes no deals with other players.
    """
    top = (guess.lanes[seat] or guess.stack)[-1]
    path: Path | None = None
    match top:
        case TurnActions():
            with walk.cached_prompts(guess):
                path = step(TurnDecision(Valuation(guess, seat, weights)), deals=deals)
        case Moving():
            path = moves.onward(
                Valuation(guess, seat, weights), StepContext(find(guess.game), guess)
            )
        case Decide(side=side):
            path = _battle(guess, seat, side)
        case Offer(to=to) as offer if to == seat:
            path = trade.answer(guess, seat, offer) if deals else ("refuse",)
    if path is None or not isinstance(walk.ask(guess, seat, path), MoveReady):
        return walk.default_path(guess, seat)
    return path


def step(turn: TurnDecision, *, deals: bool) -> Path:
    """Return the next step of a turn: the first legal proposal, else `("end",)`.

    Without `deals` the functions in `DEALS` are skipped.
    """
    for propose in PROPOSALS:
        path = propose(turn) if deals or propose not in DEALS else None
        if path is not None and isinstance(walk.ask(turn.pos, turn.seat, path), MoveReady):
            return path
    return ("end",)


def verbs(pos: Pos, seat: Seat) -> set[str]:
    """Return the keys of the actions that a seat may take now, such as `build`.

    The result is empty if the seat is not asked.
    """
    root = walk.ask(pos, seat)
    return {option.key for option in root.options} if isinstance(root, SelectPrompt) else set()


def look(turn: TurnDecision) -> Path | None:
    """Return the path that uses a watchtower on the tile nearest to own troops or villages.

    Return None if no watchtower can be used, or if the last tile would end the game while another
    seat leads.
    """
    if "look" not in turn.verbs or turn.v.would_end_behind:
        return None
    s = turn.v.s
    cells = list(turnable(s)) if turn.pos.options["watchtower"] == "rotate" else s.hidden()
    own = [*s.players[turn.seat].stacks, *s.villages(turn.seat)]

    def distance(cell: str) -> int:
        return min((s.board.distance(cell, other) for other in own), default=0)

    path: Path = ("look", min(cells, key=lambda cell: (distance(cell), cell)))
    return walk.default_path(turn.pos, turn.seat, path)


def vision(turn: TurnDecision) -> Path | None:
    """Return the path that plays Vision from the hand for its points, or None.

    Vision is not played if revealing the last tile would end the game while another seat leads.
    """
    if (
        turn.v.would_end_behind
        or "vision" not in turn.v.s.players[turn.seat].hand
        or "tech" not in turn.verbs
    ):
        return None
    form = walk.ask(turn.pos, turn.seat, ("tech",))
    if isinstance(form, SelectPrompt) and any(option.key == "vision" for option in form.options):
        return walk.default_path(turn.pos, turn.seat, ("tech", "vision"))
    return None


def produce(turn: TurnDecision) -> Path | None:
    """Return the path that plays Production from the hand; None without that card.

    A lasting copy of Production takes effect at each upkeep without being played; the AI player
    does not boost it.
    """
    if "produce" not in turn.verbs or PRODUCTION_CARD not in turn.v.s.players[turn.seat].hand:
        return None
    return walk.default_path(turn.pos, turn.seat, ("produce", FROM_HAND))


# --- building and trade -----------------------------------------------------------------------


def build(turn: TurnDecision) -> Path | None:
    """Return the path that builds the best payable building.

    If an exchange with the bank would make a better building payable, return that exchange. A
    building is also built if it costs up to 1 point more than it is worth. Return None if nothing
    is worth building.
    """
    if not turn.verbs & {"build", "trade"}:  # exchanges with the bank may help to pay
        return None
    v = turn.v
    goods = v.s.players[v.seat].goods
    payable_wishes = [
        wish
        for wish in v.possible_buildings
        if wish[0] > -1 and can_pay(goods, BUILDINGS[wish[2]].cost)
    ]
    payable_wish = payable_wishes[0] if payable_wishes else None
    if v.weights.blur and payable_wishes:
        rng, blur = Rng.of(turn.pos.rng[turn.seat]), MOVE_BLUR * v.weights.blur
        payable_wish = max(payable_wishes, key=lambda wish: wish[0] + blur * rng.normal())
    for worth, _, name in v.possible_buildings:
        if worth * v.weights.bank_share <= (payable_wish[0] if payable_wish else 0.0):
            break
        exchange = trade.cover(v, BUILDINGS[name].cost)
        if exchange is not None:
            return exchange
    return build_path(turn, payable_wish[1], payable_wish[2]) if payable_wish else None


def build_path(turn: TurnDecision, cell: str, name: str) -> Path | None:
    """Return the path that builds the building `name` in the castle at `cell`.

    The space is in the lowest possible row. Cards in hand that make the building cheaper are
    played, if possible without a boost. Lasting copies reduce the price without being played, so
    they are boosted only if the prompt offers nothing else. Return None if there is no such path.
    """
    player = turn.v.s.players[turn.seat]
    path: Path = (
        "build",
        cell,
        name,
        min(free_spaces(turn.v.s.castles[cell], name), key=SPACES.index),
    )
    if not any(card in player.hand or card in player.lasting for card in SAVERS):
        return path
    for _ in range(MAX_BUILD_QUESTIONS):
        form = walk.ask(turn.pos, turn.seat, path)
        match form:
            case MoveReady():
                return path
            case SelectPrompt(options=options):
                keys = [option.key for option in options]
                path = (*path, _next_discount(keys))
            case DistributePrompt():
                without_boost: Path = (*path, {})
                boost_is_needed = isinstance(
                    walk.ask(turn.pos, turn.seat, without_boost), IllegalPath
                )
                path = (*path, form.default_answer()) if boost_is_needed else without_boost
            case _:
                return None
    return None


def _next_discount(keys: list[str]) -> str:
    """Return the next key of a purchase: a hand card, else `pay`, else a lasting copy.

    `keys` are those of the prompt's options.
    """
    cards = [key for key in keys if key != PAY]
    in_hand = [key for key in cards if not key.endswith(LASTING_SUFFIX)]
    if in_hand:
        return in_hand[0]
    return PAY if PAY in keys else cards[0]


def hire(turn: TurnDecision) -> Path | None:
    """Return the path that hires troops with gold which the next building does not need.

    The strongest kinds come first. Return None if nothing can be hired.
    """
    v = turn.v
    if "hire" not in turn.verbs or v.rounds_left < 2:
        return None
    s = v.s
    # Coins are saved for the next building, except at the start and with hardly any troops.
    saves = v.force >= 2 and s.round > 2
    spare = s.players[v.seat].goods["gold"] - (round(v.weights.saved_coins) if saves else 0)
    if spare <= 0 or v.force > 8 + 2 * s.round:
        return None
    best = max(
        s.villages(v.seat), key=lambda cell: troop_count(payable(s, v.seat, cell)), default=None
    )
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
    """Return the move that takes the best standing offer, if one is good enough."""
    return trade.take(turn.v) if "trade" in turn.verbs else None


def offer(turn: TurnDecision) -> Path | None:
    """Return the path of an offer that both sides gain from; None without one.

    The AI player makes at most one offer a turn, because the game waits for the answer.
    """
    return trade.offer(turn.v) if not turn.v.s.turn.offers and "trade" in turn.verbs else None


def sell(turn: TurnDecision) -> Path | None:
    """Return the path that sells wood or stone which no building needs, or None."""
    return trade.sell(turn.v) if "trade" in turn.verbs else None


def defend(turn: TurnDecision) -> Path | None:
    """Return the path that hires troops for a village in danger; None if they can't save it."""
    return defence.defend(turn.v) if "hire" in turn.verbs else None


def muster(turn: TurnDecision) -> Path | None:
    """Return the path that hires troops for the best campaign.

    Return None if no campaign is worth it.
    """
    return campaigns.muster(turn.war) if "hire" in turn.verbs else None


# --- moving -----------------------------------------------------------------------------------


def move(turn: TurnDecision) -> Path | None:
    """Return the path of the best move of troops; None if no move is good enough."""
    if "move" not in turn.verbs:
        return None
    best, top = campaigns.march(
        turn.v, turn.table, turn.origins, turn.v.weights.min_move_worth, turn.war.prizes
    )
    least, rng = turn.v.weights.min_move_worth, Rng.of(turn.pos.rng[turn.seat])
    blur = MOVE_BLUR * turn.v.weights.blur
    if best is not None and blur:
        top = max(least, top + blur * rng.normal())
    for worth, path in moves.moves(turn.war, turn.table, turn.origins):
        felt = max(least, worth + blur * rng.normal()) if blur and worth > least else worth
        if felt > top:
            best, top = path, felt
    return best


# Functions that propose a step, in this order.
PROPOSALS: tuple[Callable[[TurnDecision], Path | None], ...] = (
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
DEALS = (take, offer)  # deals with other players, which a caretaker does not make


# --- battles ----------------------------------------------------------------------------------


def _battle(pos: Pos, seat: Seat, side: int) -> Path | None:
    """Return the decision of a side in battle: flee if doomed, play a card, or stay.

    The card is the one with the best expected end. `side` is 0 for the attacker.
    """
    s = pos.state
    battle = current_battle(s)
    doomed = strength.doomed(s, battle, side, pos.options)
    if doomed:
        flight = order_answer(None, pos, seat, {"battle_flee": "if_doomed", "battle_cards": "ask"})
        if flight is not None and flight[0] == "flee":
            return flight
    if "card" not in verbs(pos, seat):
        return ("stay",)
    form = walk.ask(pos, seat, ("card",))
    best: Path = ("stay",)
    top = _outcome_worth(s, battle, side, pos.options)
    for option in form.options if isinstance(form, SelectPrompt) else ():
        path = walk.default_path(pos, seat, ("card", option.key))
        worth = _outcome_worth(s, _with_card(battle, side, path, pos.options), side, pos.options)
        if worth > top and isinstance(walk.ask(pos, seat, path), MoveReady):
            best, top = path, worth
    return best


def _with_card(battle: Battle, side: int, path: Path, options: Mapping[str, Any]) -> Battle:
    """Return a copy of the battle in which `side` has played a card without a boost.

    `path` is `("card", kind)`, or `("card", kind, squad)` for a card that helps a squad. `side` is
    0 for the attacker.
    """
    fight = strength.copy_battle(battle)
    card = str(path[1])
    target = path[2] if len(path) > 2 and isinstance(path[2], str) else strength.ARMY
    strength.enhance(fight.sides[side], card, target, TECHS[card].amount, options)
    return fight


def _outcome_worth(s: MapState, battle: Battle, side: int, options: Mapping[str, Any]) -> float:
    """Return the value in gold of a battle's expected end for `side` (0: attacker).

    The value is the cost of the side's surviving troops minus that of the enemy's. `VICTORY_GOLD`
    is added for a victory and subtracted for a defeat.
    """
    after = strength.outlook(s, battle, options).sides
    own, other = (strength.troops(after[at]) for at in (side, 1 - side))
    victory = VICTORY_GOLD * (bool(own) - bool(other)) if not (own and other) else 0.0
    return victory + _cost(own) - _cost(other)


def _cost(some: Troops) -> int:
    return sum(n * sum(TROOPS[kind].cost.values()) for kind, n in some.items())
