"""AI player that plans the round and plays the first step of the plan.

It plays worthwhile free operations first. It uses only what its seat may know: its own hand, all
Empires, goods and Deals, and the open cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from games.core.engine import walk
from games.core.engine.bots import first_legal
from games.core.prompts.prompt import DistributePrompt, SelectPrompt
from games.core.state.position import Position
from games.core.text.messages import Path, Seat
from games.imperial_settlers.ai.card_facts import (
    GOOD_KINDS,
    card_facts,
    gain_of,
    goods_after_paying,
    vec,
)
from games.imperial_settlers.ai.evaluate import RazeTarget, Valuation
from games.imperial_settlers.ai.factions import Policy, favourites
from games.imperial_settlers.ai.nodes import Step, placement_kind
from games.imperial_settlers.ai.search import Planner
from games.imperial_settlers.ai.targeting import expand_effect, hostile_value
from games.imperial_settlers.ai.weights import FIERCE, WEIGHTS, Weights
from games.imperial_settlers.model.catalog import CARDS, COMMON, RESOURCES, RULES
from games.imperial_settlers.model.names import rival_of
from games.imperial_settlers.model.state import SettlersState
from games.imperial_settlers.rules.actions.activating import TIMES, Repeat
from games.imperial_settlers.rules.actions.building import BuildNow, can_build
from games.imperial_settlers.rules.effects.choices import (
    Deploy,
    Discard,
    Either,
    Exchange,
    LookAtCards,
    Select,
)
from games.imperial_settlers.rules.effects.deals import (
    CopyProduction,
    DiscardEnemyDeal,
    EnemyDiscards,
    GainDealGood,
    Loot,
    RazeEnemy,
    RazeHand,
    RazeOwn,
    StealResource,
    TakeEnemyDeal,
    ToFoundation,
    TradeRoute,
)
from games.imperial_settlers.rules.effects.resolve import EFFECTS, Draw
from games.imperial_settlers.rules.effects.steps import CONVERTED, places_for_samurai, sites
from games.imperial_settlers.rules.effects.targets import Aim, deals_of, split_answer
from games.imperial_settlers.rules.flow.exploring import Keep, OpenRow, SoloRow
from games.imperial_settlers.rules.flow.setup import Factions
from games.imperial_settlers.rules.flow.solo import Sacrifice
from games.imperial_settlers.rules.flow.turn import PlayerTurn

Pos = Position[SettlersState, Any]


def choose(_view: object, guess: Pos, seat: Seat) -> Path:
    """Return the AI player's move for `seat` in the position `guess`.

    In `guess`, random cards replace those that are hidden from the seat.
    """
    return _choose(guess, seat, WEIGHTS, "firm")


def choose_by(_view: object, guess: Pos, seat: Seat, w: Weights) -> Path:
    """Return the AI player's move for `seat` in the position `guess`, with the weights `w`."""
    return _choose(guess, seat, w, "firm")


def choose_harder(_view: object, guess: Pos, seat: Seat, _has_time: object) -> Path:
    """Return the harder AI player's move for `seat` in the position `guess`.

    The harder player has other weights and searches more plans.
    """
    return _choose(guess, seat, FIERCE, "fierce")


def _choose(guess: Pos, seat: Seat, w: Weights, policy: Policy) -> Path:
    frame = guess.lanes[seat][-1] if guess.lanes[seat] else guess.stack[-1]
    if isinstance(frame, Factions):
        taken = [player.faction for player in guess.state.players]
        return ("faction", favourites(policy, guess.n, taken, guess.rng[seat])[0])
    return first_legal(
        guess, seat, _with_single_item_variants(_preferred_paths(frame, guess, seat, w))
    )


def _with_single_item_variants(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield each path, then the same path with each list of one item replaced by the item.

    ("x", ["a"]) is followed by ("x", "a"): a prompt for one item takes its key, not a list.
    """
    for path in paths:
        yield path
        yield tuple(key[0] if isinstance(key, list) and len(key) == 1 else key for key in path)


def _preferred_paths(frame: object, guess: Pos, seat: Seat, w: Weights) -> Iterable[Path]:
    """Return the paths that the seat prefers as answers to `frame`, best first."""
    s = guess.state
    match frame:
        case OpenRow() | SoloRow():
            return [("take", card) for card in _best_first(s, seat, s.offer, w)]
        case Keep():
            return [("take", card) for card in _best_first(s, seat, s.players[seat].looking, w)]
        case Select():
            return [("keep", card) for card in _best_first(s, seat, s.players[seat].looking, w)]
        case PlayerTurn(acted=acted):
            return _turn_paths(guess, seat, acted, w)
        case Draw():
            return [("draw", deck_to_draw_from(s, seat, w))]
        case LookAtCards(n=n):
            return [("look", {deck_to_draw_from(s, seat, w): n})]
        case Discard():
            return [("discard", least_wanted_card(s, seat, w))]
        case Deploy(n=n):
            return [("deploy", places_for_samurai(s, seat)[:n])]
        case Sacrifice(cards=cards):
            return [("sacrifice", min(cards, key=Valuation(s, seat, w).standing))]
        case Aim() | Either() | Exchange() | BuildNow() | Repeat():
            return _ranked_answers(frame, guess, seat, w)
    return []


# --- choices of cards ---


def _best_first(s: SettlersState, seat: Seat, cards: Iterable[str], w: Weights) -> list[str]:
    """Return the offered `cards`, the most valuable to the seat first."""
    valuation = Valuation(s, seat, w)
    return sorted(cards, key=lambda card: -valuation.picked_card_value(card))


def least_wanted_card(s: SettlersState, seat: Seat, w: Weights = WEIGHTS) -> str:
    """Return the hand card with the least value to the seat.

    Raises ValueError for an empty hand.
    """
    valuation = Valuation(s, seat, w)
    return min(
        s.players[seat].hand, key=lambda card: valuation.best_use(card, valuation.rounds_left)
    )


def deck_to_draw_from(s: SettlersState, seat: Seat, w: Weights = WEIGHTS) -> str:
    """Return the deck to draw from: `faction` or `common`.

    The faction deck is preferred while the seat has more sites than the cards in its hand need.
    """
    me = s.players[seat]
    available_sites = len(me.foundations) + sum(
        one.facts.common and one.captor is None for one in me.locations
    )
    available_sites += sum(CARDS[card].common for card in me.hand) // 2
    needed_sites = sum(CARDS[card].site for card in me.hand)
    return "faction" if needed_sites < available_sites + w.eager and me.deck else COMMON


# --- turn ---


def _turn_paths(guess: Pos, seat: Seat, acted: bool, w: Weights) -> Iterable[Path]:
    """Yield moves of a turn, the preferred one first; `acted`: the action is already taken.

    First come worthwhile free operations, then the first step of the plan. Without a plan, leftover
    goods are used before the pass.
    """
    s = guess.state
    if path := _samurai_for_castle(s, seat, w) or _defense_path(s, seat, w):
        yield path
    if acted:
        yield ("end",)
        return
    plan = Planner(s, seat, guess.options, expand_effect, w)
    _, steps = plan.best()
    if steps:
        yield _first_step_path(guess, plan, steps)
    else:
        yield from _uses_of_leftovers(s, seat, w)
    yield ("pass",)


def _first_step_path(guess: Pos, plan: Planner, steps: tuple[Step, ...]) -> Path:
    """Return the first step of a plan as a path.

    `steps` are the steps of the plan. If it begins with several exchanges of workers, they become
    one move.
    """
    verb, *rest = steps[0]
    if verb == "activate":
        card, mode_index, times = rest
        facts = card_facts(card)
        path = (
            "activate",
            card,
            *([str(mode_index)] if len(facts.modes) > 1 else []),
            *([TIMES[times - 1]] if facts.uses > 1 else []),
        )
        return _folded(guess, plan.seat, _completed_activation(guess, plan, path))
    if verb == "raze" and rest[0] == "rival":
        return ("raze_rival", *rest[1:])
    if verb != "workers":
        return steps[0]
    pairs_by_good: dict[str, int] = {}
    for step in steps:
        if step[0] != "workers" or "card" in pairs_by_good:
            break
        pairs_by_good[step[1]] = pairs_by_good.get(step[1], 0) + 1
    if cards := pairs_by_good.pop("card", 0):
        pairs_by_good[deck_to_draw_from(guess.state, plan.seat, plan.w)] = cards
    if sum(pairs_by_good.values()) > 1:
        return ("workers", "several", pairs_by_good)
    return ("workers", *pairs_by_good)


def _folded(guess: Pos, seat: Seat, path: Path) -> Path:
    """Return the path of an activation with the keys that the prompt offers.

    The prompt may offer a Location and the number of activations as one key, such as
    `com036-twice`. Then the two keys in `path` are joined.
    """
    places = walk.ask(guess, seat, ("activate",))
    key = "-".join(str(one) for one in path[1:3])
    if isinstance(places, SelectPrompt) and any(one.key == key for one in places.options):
        return ("activate", key, *path[3:])
    return path


def _completed_activation(guess: Pos, plan: Planner, path: Path) -> Path:
    """Return the path of an activation, with answers for all questions that are still open.

    The answers pay the least valuable cards and Deals and choose the most valuable target.
    """
    while True:
        result = walk.ask(guess, plan.seat, path)
        match result:
            case DistributePrompt(prompt=prompt):
                everything = {slot.key: slot.most for slot in result.slots}
                path = (
                    *path,
                    everything if prompt.key == "imp.ask.convert" else result.default_answer(),
                )
            case SelectPrompt(prompt=prompt):
                keys = [option.key for option in result.options]
                chosen = sorted(keys, key=partial(_answer_sort_key, plan, prompt.key))[: result.max]
                path = (
                    *path,
                    chosen[0] if result.max == 1 else [key for key in keys if key in chosen],
                )
            case _:
                return path


def _answer_sort_key(plan: Planner, prompt: str, key: str) -> float:
    """Return a sort key for the answer `key` to a question of an activation.

    `prompt` is the message key of the question. The best answer has the lowest sort key.
    """
    match prompt:
        case "imp.ask.pay_cards":
            return plan.kept_card_value(key)
        case "imp.ask.pay_deals":
            return plan.valuation.deal(plan.valuation.me.deals[int(key[1:])].good)
        case "imp.ask.rival_raze_enemy_location":
            return -max(
                (one.harm for one in _affordable_targets(plan) if one.controller == rival_of(key)),
                default=-1.0,
            )
        case "imp.ask.place_raze_enemy_location":
            return -max(
                (one.harm for one in _affordable_targets(plan) if one.location.card == key),
                default=-1.0,
            )
    return 0.0


def _affordable_targets(plan: Planner) -> list[RazeTarget]:
    return [one for one in plan.targets if one.price <= plan.valuation.me.supply["raze"]]


def _samurai_for_castle(s: SettlersState, seat: Seat, w: Weights) -> Path | None:
    """Return a path that deploys Samurai for a Daimyo's Castle; None if none should be.

    Up to three Samurai are wanted if the castle is built and this is not the last round, or if the
    seat can build the castle now.
    """
    me, valuation = s.players[seat], Valuation(s, seat, w)
    castles = [
        card
        for card in [*me.hand, *(one.card for one in me.locations)]
        if CARDS[card].id == "jap_daimyos_castle"
    ]
    castle_built = any(CARDS[one.card].id == "jap_daimyos_castle" for one in me.locations)
    places = places_for_samurai(s, seat)
    wanted = min(3 - valuation.counts["samurai"], len(places), me.supply["worker"])
    if (
        me.faction != "japanese"
        or wanted < 1
        or not castles
        or not ((valuation.rounds_left and castle_built) or _can_build_now(s, seat, castles[0]))
    ):
        return None
    return ("samurai", _most_valuable(valuation, places, wanted))


def _most_valuable(valuation: Valuation, places: list[str], n: int) -> list[str]:
    """Return the `n` most valuable Locations of `places`, in the order of `places`."""
    chosen = sorted(places, key=lambda card: -valuation.standing(card))[:n]
    return [card for card in places if card in chosen]


def _can_build_now(s: SettlersState, seat: Seat, card: str) -> bool:
    """Return whether the seat can build the hand card `card` now."""
    return card in s.players[seat].hand and can_build(s, seat, card, bool(sites(s, seat)))


def _defense_path(s: SettlersState, seat: Seat, w: Weights) -> Path | None:
    """Return a path that defends the seat's most valuable Common Location, or None.

    None in a solo game, without a defense token, if no rival has enough raze tokens, or if the
    Location is worth too little (`Weights.defend`).
    """
    me = s.players[seat]
    if not me.supply["defense"] or s.solo:
        return None
    valuation = Valuation(s, seat, w)
    if not any(s.players[rival].supply["raze"] >= RULES.raze_location for rival in s.enemies(seat)):
        return None
    defensible = [
        location.card
        for location in s.controlled_by(seat)
        if location.facts.common and location.facts.raze and location.captor is None
    ]
    best = max(defensible, key=valuation.standing, default="")
    return ("defend", best) if best and valuation.standing(best) > w.defend else None


def _uses_of_leftovers(s: SettlersState, seat: Seat, w: Weights) -> Iterable[Path]:
    """Yield paths that use goods which the seat would lose by passing.

    They lay cards under a Gate or goods on a Shrine, or deploy Samurai.
    """
    me, valuation = s.players[seat], Valuation(s, seat, w)
    is_stored = dict(zip(GOOD_KINDS, valuation.storable_flags(), strict=True))
    for location in valuation.own:
        if location.facts.common:
            continue
        if placement_kind(location.card) == "hand_cards":
            buried = [card for card in me.hand if valuation.kept_card_value(card) < w.buried]
            if buried:
                yield ("gate", location.card, buried)
        if placement_kind(location.card) == "resources":
            unstored = {
                good: me.supply[good]
                for good in (*RESOURCES, "gold")
                if me.supply[good] and not is_stored[good]
            }
            if unstored:
                yield ("shrine", location.card, unstored)
    places = places_for_samurai(s, seat)
    if me.faction == "japanese" and me.supply["worker"] and places and valuation.rounds_left:
        yield ("samurai", _most_valuable(valuation, places, me.supply["worker"]))


# --- questions of effects ---


def _ranked_answers(
    frame: Aim | Either | Exchange | BuildNow | Repeat, guess: Pos, seat: Seat, w: Weights
) -> list[Path]:
    """Return all answers to the question of an effect's `frame`, best first."""
    plan = Planner(guess.state, seat, guess.options, expand_effect, w)
    return sorted(_all_answers(guess, seat), key=lambda path: -_answer_value(plan, frame, path))


def _answer_value(
    plan: Planner, frame: Aim | Either | Exchange | BuildNow | Repeat, path: Path
) -> float:
    """Return the value of the answer `path` to the question of an effect's `frame`."""
    match frame:
        case Aim(here=here):
            return _target_value(plan, here.find(EFFECTS), path)
        case Either(here=here):
            ops = here.find(EFFECTS).options[int(str(path[1]))]
            return _value_with_goods(
                plan, {good: n for one in ops for good, n in one.goods.items()}
            )
        case Exchange(here=here):
            return (
                _value_with_goods(plan, {})
                if path[1] == "decline"
                else _exchange_value(plan, here.find(EFFECTS).options[int(str(path[1]))])
            )
        case BuildNow():
            return _build_value(plan, str(path[1]))
    return max(
        plan.valuation.mode(mode, plan.rounds_left) + plan.w.of_goods(mode.cost, plan.rounds_left)
        for mode in card_facts(str(path[1])).modes
    )


def _all_answers(guess: Pos, seat: Seat) -> list[Path]:
    """Return the answers to the current question, with default payments.

    At most about 200 answers are returned.
    """
    answers: dict[str, Path] = {}
    for move in walk.legal_moves(guess, seat):
        path = (
            walk.default_path(guess, seat, move[:2])
            if move[0] in ("build_now", "repeat_action")
            else move
        )
        answers.setdefault(repr(path), path)
        if len(answers) > 200:
            break
    return list(answers.values())


def _value_with_goods(plan: Planner, goods: dict[str, int]) -> float:
    """Return the value of the best plan after gaining `goods`."""
    return plan.with_goods(tuple(goods.items()))


def _exchange_value(plan: Planner, exchange: Any) -> float:
    node = plan.root()
    goods = goods_after_paying(node.goods, vec(exchange.cost))
    if goods is None:
        return float("-inf")
    return plan.with_goods(tuple(exchange.gain.items()), node._replace(goods=goods))


def _build_value(plan: Planner, card: str) -> float:
    node = plan.after_building(
        plan.root(), card, (), needs_no_site=True, from_hand=card in plan.valuation.me.hand
    )
    return 0.0 if node is None else node.value + plan.unspent_goods_value(node.goods)


def _target_value(plan: Planner, op: Any, path: Path) -> float:
    """Return the value of aiming `op` at the target that `path` names."""
    valuation, s = plan.valuation, plan.s
    target, converted = split_answer(op, path[1:])
    match op:
        case CopyProduction():
            return sum(
                plan.best_alternative(plan.root(), part)[0]
                for part in plan.production(plan.root(), target[0])
            )
        case GainDealGood():
            return _value_with_goods(plan, {valuation.me.deals[int(target[0][1:])].good: 1})
        case StealResource():
            return _value_with_goods(plan, {target[1]: 1}) + 0.5 * valuation.rival_weight(
                rival_of(target[0])
            )
        case Loot():
            return _value_with_goods(plan, {target[2]: 1})
        case DiscardEnemyDeal() | TakeEnemyDeal():
            rival = rival_of(target[0])
            good = deals_of(s, rival)[int(target[1][1:])].good
            own = (
                valuation.deal(good)
                if isinstance(op, TakeEnemyDeal)
                else valuation.good(good, valuation.rounds_left)
                if op.gain_good
                else 0.0
            )
            return own + valuation.rival_weight(rival) * valuation.deal(good)
        case RazeHand() | RazeEnemy() | RazeOwn():
            card = target[-1]
            goods = {good: n - converted.get(good, 0) for good, n in CARDS[card].raze.items()}
            gain = plan.best_alternative(plan.root(), (gain_of(goods),))[0]
            gain += CONVERTED["vp"] * sum(converted.values())
            if isinstance(op, RazeHand):
                return gain - plan.kept_card_value(card)
            if isinstance(op, RazeOwn):
                return gain - valuation.standing(card)
            return gain + next((one.harm for one in plan.targets if one.location.card == card), 0.0)
        case ToFoundation():
            return -plan.kept_card_value(target[0])
        case TradeRoute():
            return valuation.deal(CARDS[target[1]].deal) + valuation.good(
                CARDS[target[1]].deal, valuation.rounds_left
            )
    rival = rival_of(target[0])
    if isinstance(op, EnemyDiscards):
        return valuation.rival_weight(rival) * (1 + 0.1 * len(s.players[rival].hand))
    return hostile_value(plan, op, rival, s.find(target[1])[1])
