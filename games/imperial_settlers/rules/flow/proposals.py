"""Whole actions that the first question of a turn proposes, each as one button.

The key of a proposal is `now-` and the steps of an action's path, joined by hyphens:
`now-build-rom003-com069`, `now-activate-com046-twice`, `now-workers-wood`. A payment that the
player may change follows as a step of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from games.core.engine.context import StepContext
from games.core.prompts.prompt import (
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    why_illegal,
)
from games.core.text.messages import Msg, Path, Seat, msg
from games.imperial_settlers.model.catalog import CARDS, RESOURCES, RULES
from games.imperial_settlers.model.names import (
    amounts,
    card_name,
    place_names,
    the_card,
    the_places,
)
from games.imperial_settlers.model.state import Location, SettlersState
from games.imperial_settlers.rules.actions import activating, building
from games.imperial_settlers.rules.effects import costs
from games.imperial_settlers.rules.effects.choices import distinct_cards
from games.imperial_settlers.rules.effects.operations import Gain
from games.imperial_settlers.rules.effects.resolve import EFFECTS

Context = StepContext[SettlersState]
Ask = Callable[[Context, Seat, Path], PromptResult]  # asks for the next step of an action
Steps = tuple[str, ...]  # path of an action without its payment
PREFIX = "now"
VERBS = ("build", "deal", "raze", "raze_rival", "activate", "workers")  # of legal proposals
MAX_PROPOSALS = 2
# Values are in goods of the middle of the game: a resource or a card is worth 1.
WORTH = {"gold": 1.4, "worker": 0.7, "defense": 0.4, "vp": 1.5}
OTHER_WORTH = 1.0
POINT_GROWTH = 0.25  # by which points gain value each round, as a share
OTHER_EFFECT_WORTH = 1.2  # of an effect that is no plain gain, and of a feature each round
USED_SHARE = 0.7  # share of the possible activations that a player is likely to pay for
CARD_WORTH = 0.9  # of a hand card that an action uses up


class ProposalKeys(Struct, frozen=True):
    """Container of all keys with the form of a proposal, and of `others`.

    So a stored move can still be played when other actions are proposed than before. `PlayerTurn`
    refuses the keys that are illegal in the position (`is_legal`).
    """

    others: tuple[str, ...] = ()

    def __contains__(self, key: object) -> bool:
        return key in self.others or (isinstance(key, str) and is_proposal((key,)))


def is_proposal(path: Path) -> bool:
    """Return whether a path begins with the key of a proposal."""
    key = path[0] if path else ""
    return isinstance(key, str) and key.startswith(f"{PREFIX}-")


def full_path(path: Path) -> Path:
    """Return the path of the action that a proposal stands for; return other paths unchanged."""
    return (*str(path[0]).split("-")[1:], *path[1:]) if is_proposal(path) else path


def key_of(steps: Steps) -> str:
    """Return the key of the proposal that stands for the steps of an action."""
    return "-".join((PREFIX, *steps))


def options(ctx: Context, seat: Seat, verbs: Sequence[str]) -> tuple[Option, ...]:
    """Return the best proposals of `verbs` as options, at most one per verb, the best first."""
    best: dict[str, tuple[float, Steps]] = {}
    for worth, steps in _candidates(ctx, seat, verbs):
        verb = steps[0]
        if worth > 0 and (verb not in best or worth > best[verb][0]):
            best[verb] = worth, steps
    ranked = sorted(best.values(), key=lambda one: -one[0])[:MAX_PROPOSALS]
    return tuple(_option(ctx, seat, steps) for _, steps in ranked)


def is_legal(ctx: Context, seat: Seat, key: str, ask: Ask) -> bool:
    """Return whether the proposal `key` is legal: whether its steps are answers to questions.

    `ask` returns what follows the path of an action.
    """
    path = full_path((key,))
    if not path or path[0] not in VERBS:
        return False
    for depth, step in enumerate(path):
        prompt = ask(ctx, seat, path[:depth])
        if isinstance(prompt, MoveReady | IllegalPath) or why_illegal(prompt, step):
            return False
    return not isinstance(ask(ctx, seat, path), IllegalPath | SelectPrompt)


# --- candidates and their value


def _candidates(ctx: Context, seat: Seat, verbs: Sequence[str]) -> Iterator[tuple[float, Steps]]:
    """Yield pairs (value, steps) of actions that leave nothing to choose but a payment."""
    s = ctx.state
    player = s.players[seat]
    site, site_worth = _useless_site(s, seat)
    for card in distinct_cards(player.hand):
        facts = CARDS[card]
        if "build" in verbs and building.can_build(s, seat, card, bool(site)):
            worth = _building_worth(s.round, card) - (site_worth if facts.site else 0.0)
            yield worth, ("build", card, site) if facts.site else ("build", card)
        if "deal" in verbs and facts.deal:
            worth = _worth(s.round, {facts.deal: 1}) * (_rounds_left(s.round) + 1)
            yield worth - _worth(s.round, RULES.deal) - CARD_WORTH, ("deal", card)
        if "raze" in verbs and facts.raze:
            worth = _worth(s.round, facts.raze) - _worth(s.round, {"raze": RULES.raze_hand})
            yield worth - CARD_WORTH, ("raze", "hand", card)
        if "workers" in verbs and (
            good := _good_that_pays(player.supply, card, has_site=bool(site))
        ):
            worth = _worth(s.round, {good: 1}) - _worth(s.round, {"worker": RULES.exchange})
            # The good makes the card payable: half of the value of the built card counts now.
            yield worth + 0.5 * _worth_once_built(s.round, card), ("workers", good)
    if "activate" in verbs:
        yield from _activations(ctx, seat)


def _activations(ctx: Context, seat: Seat) -> Iterator[tuple[float, Steps]]:
    """Yield a pair (value, steps) per Action Location whose only mode costs just goods."""
    for location in ctx.state.controlled_by(seat):
        action = EFFECTS[location.card].action
        if not action or len(action.modes) > 1 or activating.hindrance(ctx, seat, location):
            continue
        mode = action.modes[0]
        if any(name in mode.cost for name in activating.SPECIAL):
            continue
        times = 1
        if action.uses > 1 and activating.why_not_twice(ctx, seat, location, mode) is None:
            times = 2
        step = (activating.TIMES[times - 1],) if action.uses > 1 else ()
        worth = _mode_worth(ctx.state.round, location.card, 0)
        yield worth * times, ("activate", location.card, *step)


def _useless_site(s: SettlersState, seat: Seat) -> tuple[str, float]:
    """Return a site that the seat would not miss, with its value; "" if there is none.

    It is a foundation, or a Location that does nothing anymore. No proposal gives up another Location,
    because that is a decision of its own.
    """
    player = s.players[seat]
    if player.foundations:
        return player.foundations[0].card, 0.0
    spent = [one for one in player.locations if one.captor is None and _is_spent(s.round, one)]
    if not spent:
        return "", 0.0
    site = min(spent, key=_regret)
    return site.card, _worth(s.round, {"vp": site.facts.points})


def _is_spent(round_: int, location: Location) -> bool:
    """Return whether a Common Location brings nothing more than its points, whatever happens."""
    effects, is_last = EFFECTS[location.card], not _rounds_left(round_)
    return (
        location.facts.common
        and not effects.features
        and not location.samurai
        and (is_last or not effects.production)
        and (effects.action is None or (is_last and location.used >= effects.action.uses))
    )


def _regret(location: Location) -> tuple[int, bool, bool, int, int]:
    """Return what a seat loses by giving up a spent Location, the weightiest loss first."""
    effects = EFFECTS[location.card]
    return (
        location.facts.points,
        bool(effects.production),  # other cards may make it produce again
        effects.action is not None,
        location.defense,
        len(location.facts.colors),  # others count its colors
    )


def _good_that_pays(supply: Mapping[str, int], card: str, *, has_site: bool) -> str:
    """Return the resource of which one unit more would pay for a card.

    Return "" if the card has no site, can be paid already, or lacks more than one unit.
    """
    facts = CARDS[card]
    if (facts.site and not has_site) or costs.covers(supply, facts.goods):
        return ""
    return next(
        (
            good
            for good in RESOURCES
            if costs.covers({**supply, good: supply[good] + 1}, facts.goods)
        ),
        "",
    )


def _rounds_left(round_: int) -> int:
    return RULES.rounds - round_


def _worth(round_: int, goods: Mapping[str, int]) -> float:
    """Return the value of goods in the round `round_`."""
    growth = 1 + POINT_GROWTH * (round_ - 1)
    return sum(
        n * WORTH.get(good, OTHER_WORTH) * (growth if good == "vp" else 1)
        for good, n in goods.items()
    )


def _gains(ops: Sequence[object]) -> dict[str, int]:
    """Return the goods that the plain gains in `ops` bring."""
    return costs.plus(*(op.goods for op in ops if isinstance(op, Gain)))


def _ops_worth(round_: int, ops: Sequence[object]) -> float:
    others = sum(not isinstance(op, Gain) for op in ops)
    return _worth(round_, _gains(ops)) + OTHER_EFFECT_WORTH * others


@lru_cache(4096)
def _worth_once_built(round_: int, card: str, used: int = 0) -> float:
    """Return the value of a Location in the round `round_`, with `used` activations made."""
    effects, left = EFFECTS[card], _rounds_left(round_)
    worth = _worth(round_, {"vp": CARDS[card].points})
    worth += left * _ops_worth(round_, effects.production)
    worth += OTHER_EFFECT_WORTH * len(effects.features) * (left + 0.5)
    if effects.action:
        uses = effects.action.uses * (left + 1) - used
        modes = range(len(effects.action.modes))
        best = max(_mode_worth(round_, card, mode) for mode in modes)
        worth += USED_SHARE * max(0.0, best) * uses
    return worth


@lru_cache(4096)
def _building_worth(round_: int, card: str) -> float:
    """Return the value of building a card in the round `round_`, minus that of its goods."""
    effects = EFFECTS[card]
    at_once = _ops_worth(round_, (*effects.production, *effects.bonus))
    return _worth_once_built(round_, card) + at_once - _worth(round_, CARDS[card].goods)


@lru_cache(4096)
def _mode_worth(round_: int, card: str, mode: int) -> float:
    """Return the value of one use of a mode in the round `round_`, minus its cost.

    `mode` is the index of a mode of the Action Location `card`.
    """
    facts: activating.Mode = EFFECTS[card].action.modes[mode]
    special = sum(facts.cost.get(name, 0) for name in activating.SPECIAL)
    cost = _worth(round_, activating.goods_of(facts.cost, 1)) + special
    return _ops_worth(round_, facts.effect) - cost


# --- words


def _option(ctx: Context, seat: Seat, steps: Steps) -> Option:
    """Return a proposal as an option: the label has its gain at once, the detail its cost."""
    s = ctx.state
    supply = s.players[seat].supply
    cost: Mapping[str, int] = {}
    gains: Mapping[str, int] = {}
    site = ""
    verb, doing = steps[0], msg("imp.nothing")  # `doing`: what the action is done with
    detail: Msg | None = None
    match steps:
        case ("build", card, *sites):
            doing = the_card(card)
            effects, cost = EFFECTS[card], CARDS[card].goods
            gains, site = _gains((*effects.production, *effects.bonus)), "".join(sites)
            label = msg("imp.propose.build", card=card_name(card))
        case ("deal", card):
            doing = the_card(card)
            cost, gains = RULES.deal, {CARDS[card].deal: 1}
            label = msg("imp.propose.deal", card=card_name(card))
        case ("raze", _, card):
            doing = the_card(card)
            cost, gains = {"raze": RULES.raze_hand}, CARDS[card].raze
            label = msg("imp.propose.raze", card=card_name(card))
        case ("activate", card, *times):
            mode, n = EFFECTS[card].action.modes[0], 1 + (times == [activating.TIMES[1]])
            cost, gains = costs.times(mode.cost, n), costs.times(_gains(mode.effect), n)
            places = s.controlled_by(seat)
            name, doing = place_names(places)[card], the_places(places)[card]
            if n > 1:
                name = msg("imp.times.label", card=name)
                verb = "activate_twice"
            label = msg("imp.propose.activate", card=name)
        case (_, good):
            gains = {good: 1}
            doing = amounts(gains)
            label = msg("imp.propose.workers", n=RULES.exchange)
            has_site = bool(_useless_site(s, seat)[0])
            allowed = [
                card
                for card in distinct_cards(s.players[seat].hand)
                if _good_that_pays(supply, card, has_site=has_site) == good
            ]
            card = max(allowed, key=lambda card: _worth_once_built(s.round, card))
            detail = msg("imp.propose.allows", card=the_card(card))
    if any(gains.values()):
        label = msg("imp.propose.gain", what=label, gain=amounts(gains))
    detail = detail or _cost_words(s, seat, cost, site)
    name = msg(f"imp.propose.to_{verb}", card=doing)
    return Option(key_of(steps), label, detail, tone="main", rule=steps[0], name=name)


def _cost_words(s: SettlersState, seat: Seat, goods: Mapping[str, int], site: str) -> Msg | None:
    """Describe what an action costs: the site given up, and goods; None if it is free."""
    if not site:
        return msg("imp.propose.cost", what=amounts(goods)) if any(goods.values()) else None
    lost = building.site_name(s, seat, site)
    if not any(goods.values()):
        return msg("imp.propose.only_site", site=lost)
    return msg("imp.propose.cost_site", what=amounts(goods), site=lost)
