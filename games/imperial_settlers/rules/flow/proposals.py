"""Whole actions that the first question of a turn proposes, each as one button.

The key of a proposal is `now-` and the steps of an action's path, joined by hyphens:
`now-build-rom003-com069`, `now-activate-com046-twice`, `now-workers-wood`. A payment that the
player may change follows as a step of its own, and so does the Location that the player chooses to
give up (`now-build-rom003`).
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
from games.imperial_settlers.model.catalog import CARDS, COMMON, RESOURCES, RULES
from games.imperial_settlers.model.names import (
    card_name,
    place_names,
    short_amount,
    short_gains,
    summed,
    the_card,
)
from games.imperial_settlers.model.state import Location, SettlersState
from games.imperial_settlers.rules.actions import activating, building
from games.imperial_settlers.rules.actions.cards import card_text
from games.imperial_settlers.rules.effects import costs
from games.imperial_settlers.rules.effects.choices import distinct_cards
from games.imperial_settlers.rules.effects.operations import Gain
from games.imperial_settlers.rules.effects.resolve import EFFECTS, available

Context = StepContext[SettlersState]
Ask = Callable[[Context, Seat, Path], PromptResult]  # asks for the next step of an action
Steps = tuple[str, ...]  # path of an action without its payment
PREFIX = "now"
VERBS = ("build", "deal", "raze", "raze_rival", "activate", "workers")  # of legal proposals
MAX_PROPOSALS = 3
MAX_PER_VERB = {"build": 2, "workers": 2}  # at most one of the other verbs
# Values are in goods of the middle of the game: a resource or a card is worth 1.
WORTH = {"gold": 1.4, "worker": 0.7, "defense": 0.4, "vp": 1.5}
OTHER_WORTH = 1.0
POINT_GROWTH = 0.25  # by which points gain value each round, as a share
OTHER_EFFECT_WORTH = 1.2  # of an effect that is no plain gain, and of a feature each round
USED_SHARE = 0.7  # share of the possible activations that a player is likely to pay for
CARD_WORTH = 0.9  # of a hand card that an action uses up
# Of a card drawn for workers: proposed after all else, since few factions keep workers.
DRAW_WORTH = {COMMON: 0.02, "faction": 0.01}
USEFUL = 1.0  # least value of an activation that is proposed beside better actions
SITE_WORTH = 1.0  # of a useful Location that is given up, beside its points
# cards whose text is longer than a line of an option (100 letters) in a language
LONG_TEXTS = frozenset(
    [
        "com041",
        "bar014",
        "bar015",
        "bar016",
        "bar017",
        "bar028",
        "jap013",
        "jap014",
        "jap015",
        "jap024",
        "jap025",
        "jap026",
        "jap027",
        "rom008",
        "egi001",
        "egi006",
        "egi014",
        "egi015",
    ]
)


class ProposalKeys(Struct, frozen=True):
    """Container that has every key with the form of a proposal, and `others`.

    It keeps a stored move playable even if other actions are proposed now. `PlayerTurn` refuses the
    keys that are illegal in the position (`is_legal`).
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


def options(ctx: Context, seat: Seat, verbs: Sequence[str], most: int) -> tuple[Option, ...]:
    """Return the best proposals of `verbs`, `most` at most, as options, the best first.

    If no activation is among them, the best one worth at least `USEFUL` takes the last place.
    """
    ranked = sorted(_candidates(ctx, seat, verbs), key=lambda one: -one[0])
    chosen: list[Steps] = []
    for worth, steps in ranked:
        verb = steps[0]
        is_open = sum(one[0] == verb for one in chosen) < MAX_PER_VERB.get(verb, 1)
        if worth > 0 and is_open and len(chosen) < most and steps not in chosen:
            chosen.append(steps)
    # a building is worth more but can wait, while an activation of this round is lost
    uses = (one for worth, one in ranked if one[0] == "activate" and worth >= USEFUL)
    use = next(uses, None)
    if use is not None and len(chosen) == most and all(one[0] != "activate" for one in chosen):
        chosen[-1] = use
    return tuple(_option(ctx, seat, steps) for steps in chosen)


def is_legal(ctx: Context, seat: Seat, key: str, ask: Ask) -> bool:
    """Return whether the steps of the proposal `key` are legal answers to questions.

    `ask` returns the question or move that follows the path of an action, as `turn.ask_action`
    does.
    """
    path = full_path((key,))
    if not path or path[0] not in VERBS:
        return False
    for depth, step in enumerate(path):
        prompt = ask(ctx, seat, path[:depth])
        if isinstance(prompt, MoveReady | IllegalPath) or why_illegal(prompt, step):
            return False
    follows = ask(ctx, seat, path)
    asks_site = isinstance(follows, SelectPrompt) and _is_open_building(path)
    return asks_site or not isinstance(follows, IllegalPath | SelectPrompt)


def _is_open_building(steps: Path) -> bool:
    """Return whether the steps build a card and leave open which Location is given up."""
    return steps[:1] == ("build",) and len(steps) == 2 and CARDS[str(steps[1])].site


def tells_payment(s: SettlersState, seat: Seat, path: Path) -> bool:
    """Return whether `path` begins with a proposal whose label tells what is paid.

    It is asked nevertheless which of several resources pays, if the seat has more than one.
    """
    match full_path(path[:1]) if is_proposal(path) else ():
        case ("build" | "deal" | "raze" | "workers", *_):
            return True
        case ("activate", card, *_):
            kinds = sum(s.players[seat].supply[good] > 0 for good in RESOURCES)
            return kinds < 2 or costs.ANY not in EFFECTS[str(card)].action.modes[0].cost
    return False


# --- candidates and their value


def _candidates(ctx: Context, seat: Seat, verbs: Sequence[str]) -> Iterator[tuple[float, Steps]]:
    """Yield pairs (value, steps) of actions that leave only payment or site to choose."""
    s = ctx.state
    player = s.players[seat]
    site, site_worth = _useless_site(s, seat)
    other_worth = _least_worth(s, seat)
    for card in distinct_cards(player.hand):
        facts = CARDS[card]
        if "build" in verbs and building.can_build(s, seat, card, bool(site)):
            worth = _building_worth(s.round, card) - (site_worth if facts.site else 0.0)
            yield worth, ("build", card, site) if facts.site else ("build", card)
        elif "build" in verbs and building.can_build(s, seat, card, other_worth is not None):
            yield _building_worth(s.round, card) - (other_worth or 0.0), ("build", card)
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
    if "workers" in verbs:
        for deck, worth in DRAW_WORTH.items():
            if available(ctx, seat, deck):
                yield worth, ("workers", deck)


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

    The site is a Foundation, or a Location that brings nothing anymore. Proposals name no other
    Location as a site: the player chooses it.
    """
    player = s.players[seat]
    if player.foundations:
        return player.foundations[0].card, 0.0
    spent = [one for one in player.locations if one.captor is None and _is_spent(s.round, one)]
    if not spent:
        return "", 0.0
    site = min(spent, key=_regret)
    return site.card, _worth(s.round, {"vp": site.facts.points})


def _least_worth(s: SettlersState, seat: Seat) -> float | None:
    """Return the value of the least valuable Location to give up; None without one."""
    worths = [
        _worth(s.round, {"vp": one.facts.points}) + SITE_WORTH
        for one in s.players[seat].locations
        if one.captor is None
    ]
    return min(worths, default=None)


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
    """Return a sort key: what a seat loses with a spent Location, the weightiest first."""
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
    """Return the value of building a card in the round `round_`, minus the goods paid.

    The value of the site is not subtracted.
    """
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
    """Return a proposal as an option.

    The label has all that one press costs, since a phone may have no room for the detail. It also
    has what the press brings at once, unless a Location is given up and the detail says it. The
    detail says what the action is good for; a card whose text is too long has none.
    """
    s = ctx.state
    cost: Mapping[str, int] = {}
    gains: Mapping[str, int] = {}
    site: Msg | None = None
    verb = steps[0]
    name = doing = msg("imp.nothing")  # what the action is done with, in a line of its own
    detail: Msg | None = None
    match steps:
        case ("build", card, *sites):
            name = doing = card_name(card)
            effects, cost = EFFECTS[card], CARDS[card].goods
            if sites:
                site = _site_name(s, seat, sites[0])
            elif _is_open_building(steps):
                site = msg("imp.propose.open_site")
            # beside a site, a label has no room for what the detail says anyway
            if not site or card in LONG_TEXTS:
                gains = _gains((*effects.production, *effects.bonus))
            detail = _text_beyond(card)
            if site and card not in LONG_TEXTS:
                detail = card_text(card)
        case ("deal", card):
            name = card_name(card)
            cost, gains = RULES.deal, {CARDS[card].deal: 1}
        case ("raze", _, card):
            name = card_name(card)
            cost, gains = {"raze": RULES.raze_hand}, CARDS[card].raze
        case ("activate", card, *times):
            mode, n = EFFECTS[card].action.modes[0], 1 + (times == [activating.TIMES[1]])
            cost, gains = costs.times(mode.cost, n), costs.times(_gains(mode.effect), n)
            name = place_names(s.controlled_by(seat))[card]
            if n > 1:
                name = msg("imp.propose.twice", card=name)
        case (_, good):
            label = _workers_label(s, seat, good)
            return Option(key_of(steps), label, tone="main", rule=verb, shortcut=True)
    label = _label(verb, name, _paid(s, seat, cost), site)
    if any(gains.values()):
        label = msg("imp.propose.gain", what=label, gain=short_gains(gains))
    return Option(
        key_of(steps),
        label,
        detail,
        tone="main",
        rule=verb,
        name=doing if detail else None,
        shortcut=True,
    )


def _label(verb: str, name: Msg, paid: Mapping[str, int], site: Msg | None) -> Msg:
    """Return the label of an action with its cost: the goods `paid`, and a site given up.

    An activation is named by its Location alone, for which a colon stands before the cost.
    """
    is_activation = verb == "activate" and bool(paid)
    label = name if is_activation else msg(f"imp.propose.{verb}", card=name)
    parts = [short_amount(good, n) for good, n in paid.items()]
    if site is not None:
        parts.append(site)
    if not parts:
        return msg("imp.propose.free", what=label)
    form = "paid_to_use" if is_activation else "paid"
    return msg(f"imp.propose.{form}", what=label, cost=summed(parts))


def _site_name(s: SettlersState, seat: Seat, site: str) -> Msg:
    """Name a Location to give up in a label; a Foundation has the same name whatever its card."""
    names = place_names(s.players[seat].locations)
    return msg("imp.propose.site", site=names.get(site, msg("imp.propose.foundation")))


def _paid(s: SettlersState, seat: Seat, cost: Mapping[str, int]) -> dict[str, int]:
    """Return the goods that one press pays: gold too where other goods are missing."""
    prompt = costs.ask(s.players[seat].supply, cost)
    soft = costs.soft(cost) if prompt is None else prompt.default_answer()
    paid = costs.plus(soft if isinstance(soft, dict) else {}, costs.hard(cost))
    return {good: n for good, n in paid.items() if n}


@lru_cache(256)
def _text_beyond(card: str) -> Msg | None:
    """Return a card's text; None if an option does not need it or is too short for it.

    The text is not needed if the card only brings goods at once, which the label shows.
    """
    if card in LONG_TEXTS:
        return None
    effects = EFFECTS[card]
    at_once = (*effects.production, *effects.bonus)
    plain = all(isinstance(op, Gain) for op in at_once)
    return None if plain and not effects.features and not effects.action else card_text(card)


def _workers_label(s: SettlersState, seat: Seat, good: str) -> Msg:
    """Return the label of an exchange of workers for `good`, a resource or a deck.

    It names the best card that one more of a resource would pay for.
    """
    gains = {good if good in RESOURCES else f"{good}_card": 1}
    workers = msg("imp.propose.workers", n=RULES.exchange)
    label = msg("imp.propose.gain", what=workers, gain=short_gains(gains))
    has_site = bool(_useless_site(s, seat)[0])
    allowed = [
        card
        for card in distinct_cards(s.players[seat].hand)
        if _good_that_pays(s.players[seat].supply, card, has_site=has_site) == good
    ]
    best = max(allowed, key=lambda card: _worth_once_built(s.round, card), default=None)
    return label if best is None else msg("imp.propose.use", what=label, card=the_card(best))
