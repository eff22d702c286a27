"""Whole actions that the first question of a turn proposes, each as one button.

The key of a proposal is `now-` and the steps of an action's path, joined by hyphens:
`now-build-rom003-com069`, `now-activate-com046-twice`, `now-workers-wood`. A payment that the
player may change follows as a step of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

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
from games.imperial_settlers.model.names import amounts, card_name, place_names, the_card
from games.imperial_settlers.model.state import SettlersState
from games.imperial_settlers.rules.actions import activating, building
from games.imperial_settlers.rules.effects import costs
from games.imperial_settlers.rules.effects.choices import distinct_cards
from games.imperial_settlers.rules.effects.operations import Gain
from games.imperial_settlers.rules.effects.resolve import EFFECTS

Context = StepContext[SettlersState]
Ask = Callable[[Context, Seat, Path], PromptResult]  # asks for the next step of an action
PREFIX = "now"
VERBS = ("build", "deal", "raze", "raze_rival", "activate", "workers")  # of legal proposals
MAX_PROPOSALS = 2
# Value of goods in points, before the factor for points.
WORTH = {"gold": 1.4, "worker": 0.7, "raze": 1.0, "defense": 0.4, "vp": 1.5, "any_resource": 1.0}
RESOURCE_WORTH = 1.0  # of wood, stone, food and cards
POINT_GROWTH = 0.25  # by which points gain value each round
OTHER_EFFECT_WORTH = 1.2  # of an effect that is no plain gain
CARD_WORTH = 0.9  # of a hand card that an action uses up


class Proposal(NamedTuple):
    """Action with its value, its button's label, and the line that explains it."""

    worth: float
    path: tuple[str, ...]
    label: Msg
    detail: Msg | None


@dataclass(frozen=True)
class LegalKeys:
    """Keys of all proposals that are legal now, and `others`.

    So a stored move stays legal when other actions are proposed than before.
    """

    seat: Seat
    others: tuple[str, ...]
    ctx: Context = field(compare=False, repr=False)
    ask: Ask = field(compare=False, repr=False)

    def __contains__(self, key: object) -> bool:
        """Return whether a key is legal."""
        return key in self.others or (
            isinstance(key, str)
            and is_proposal((key,))
            and _is_legal(self.ctx, self.seat, full_path((key,)), self.ask)
        )


def is_proposal(path: Path) -> bool:
    """Return whether a path begins with the key of a proposal."""
    key = path[0] if path else ""
    return isinstance(key, str) and key.startswith(f"{PREFIX}-")


def full_path(path: Path) -> Path:
    """Return the path of the action for which a proposal is short; other paths as they are."""
    return (*str(path[0]).split("-")[1:], *path[1:]) if is_proposal(path) else path


def key_of(path: tuple[str, ...]) -> str:
    """Return the key of the proposal that is short for a path."""
    return "-".join((PREFIX, *path))


def options(ctx: Context, seat: Seat, verbs: frozenset[str]) -> tuple[Option, ...]:
    """Return the proposed actions of these verbs, the best first, at most one for each verb."""
    best: dict[str, Proposal] = {}
    for verb, one in _candidates(ctx, seat, verbs):
        if one.worth > 0 and (verb not in best or one.worth > best[verb].worth):
            best[verb] = one
    ranked = sorted(best.values(), key=lambda one: -one.worth)[:MAX_PROPOSALS]
    return tuple(
        Option(key_of(one.path), one.label, one.detail, tone="main", rule=one.path[0])
        for one in ranked
    )


def _is_legal(ctx: Context, seat: Seat, path: Path, ask: Ask) -> bool:
    """Return whether the steps of an action are legal answers to its questions."""
    if not path or path[0] not in VERBS:
        return False
    for depth, step in enumerate(path):
        prompt = ask(ctx, seat, path[:depth])
        if isinstance(prompt, MoveReady | IllegalPath) or why_illegal(prompt, step):
            return False
    return not isinstance(ask(ctx, seat, path), IllegalPath | SelectPrompt)


def _candidates(ctx: Context, seat: Seat, verbs: frozenset[str]) -> Iterator[tuple[str, Proposal]]:
    """Yield actions that leave nothing to choose but a payment, with their verb."""
    if "build" in verbs:
        yield from (("build", one) for one in _buildings(ctx.state, seat))
    if "deal" in verbs:
        yield from (("deal", one) for one in _deals(ctx.state, seat))
    if "raze" in verbs:
        yield from (("raze", one) for one in _razings(ctx.state, seat))
    if "activate" in verbs:
        yield from (("activate", one) for one in _activations(ctx, seat))
    if "workers" in verbs:
        yield from (("workers", one) for one in _exchanges(ctx.state, seat))


def _worth(s: SettlersState, goods: Mapping[str, int]) -> float:
    """Return the value of goods in this round."""
    return sum(
        n
        * WORTH.get(good, RESOURCE_WORTH)
        * (1 + POINT_GROWTH * (s.round - 1) if good == "vp" else 1)
        for good, n in goods.items()
    )


def _gains(ops: tuple[object, ...]) -> dict[str, int]:
    """Return the goods that plain gains among these ops bring."""
    return costs.plus(*(op.goods for op in ops if isinstance(op, Gain)))


def _ops_worth(s: SettlersState, ops: tuple[object, ...]) -> float:
    others = sum(not isinstance(op, Gain) for op in ops)
    return _worth(s, _gains(ops)) + OTHER_EFFECT_WORTH * others


def _rounds_left(s: SettlersState) -> int:
    return RULES.rounds - s.round


def _standing(s: SettlersState, card: str, used: int = 0) -> float:
    """Return what a Location is worth that stands in an Empire, `used` times this round."""
    effects, left = EFFECTS[card], _rounds_left(s)
    worth = _worth(s, {"vp": CARDS[card].points}) + left * _ops_worth(s, effects.production)
    worth += OTHER_EFFECT_WORTH * len(effects.features) * (left + 0.5)
    if effects.action:
        best = max(_mode_worth(s, mode) for mode in effects.action.modes)
        worth += max(0.0, best) * (effects.action.uses * (left + 1) - used) * 0.7
    return worth


def _mode_worth(s: SettlersState, mode: activating.Mode) -> float:
    """Return what one use of an Action Location's mode is worth, less its cost."""
    cost = activating.goods_of(mode.cost, 1)
    special = sum(mode.cost.get(name, 0) for name in activating.SPECIAL)
    return _ops_worth(s, mode.effect) - _worth(s, cost) - special


def _buildings(s: SettlersState, seat: Seat) -> Iterator[Proposal]:
    """Yield the hand cards that can be built, each on the site of the least value."""
    player = s.players[seat]
    site, site_worth = _cheapest_site(s, seat)
    for card in distinct_cards(player.hand):
        facts, effects = CARDS[card], EFFECTS[card]
        if not building.can_build(s, seat, card, bool(site)):
            continue
        now = (*effects.production, *effects.bonus)
        worth = _standing(s, card) + _ops_worth(s, now) - _worth(s, facts.goods)
        worth -= site_worth if facts.site else 0.0
        path = ("build", card, site) if facts.site else ("build", card)
        label = msg("imp.propose.build", card=card_name(card))
        detail = _cost(facts.goods, site if facts.site else "")
        yield Proposal(worth, path, _with_gain(label, _gains(now)), detail)


def _cheapest_site(s: SettlersState, seat: Seat) -> tuple[str, float]:
    """Return the site of the least value, with its value; "" if the seat has none."""
    player = s.players[seat]
    if player.foundations:
        return player.foundations[0].card, 0.0
    worths = {
        one.card: _standing(s, one.card, one.used) for one in player.locations if one.captor is None
    }
    if not worths:
        return "", 0.0
    site = min(worths, key=lambda card: worths[card])
    return site, worths[site]


def _deals(s: SettlersState, seat: Seat) -> Iterator[Proposal]:
    """Yield the hand cards that can become Deals."""
    for card in distinct_cards(s.players[seat].hand):
        if good := CARDS[card].deal:
            worth = _worth(s, {good: 1}) * (_rounds_left(s) + 1) - _worth(s, RULES.deal)
            label = msg("imp.propose.deal", card=card_name(card), what=amounts({good: 1}))
            yield Proposal(worth - CARD_WORTH, ("deal", card), label, _cost(RULES.deal))


def _razings(s: SettlersState, seat: Seat) -> Iterator[Proposal]:
    """Yield the hand cards that can be razed."""
    for card in distinct_cards(s.players[seat].hand):
        if goods := CARDS[card].raze:
            cost = {"raze": RULES.raze_hand}
            worth = _worth(s, goods) - _worth(s, cost) - CARD_WORTH
            label = _with_gain(msg("imp.propose.raze", card=card_name(card)), goods)
            yield Proposal(worth, ("raze", "hand", card), label, _cost(cost))


def _activations(ctx: Context, seat: Seat) -> Iterator[Proposal]:
    """Yield the Action Locations whose only mode costs goods and nothing else."""
    s = ctx.state
    own = s.controlled_by(seat)
    names = place_names(own)
    for location in own:
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
        gains = costs.times(_gains(mode.effect), times)
        name = names[location.card]
        label = msg(
            "imp.propose.activate", card=name if times == 1 else msg("imp.times.label", card=name)
        )
        yield Proposal(
            _mode_worth(s, mode) * times,
            ("activate", location.card, *step),
            _with_gain(label, gains),
            _cost(costs.times(mode.cost, times)),
        )


def _exchanges(s: SettlersState, seat: Seat) -> Iterator[Proposal]:
    """Yield exchanges of two workers for a good that a card of the hand lacks."""
    player = s.players[seat]
    has_site = bool(_cheapest_site(s, seat)[0])
    cost = _worth(s, {"worker": RULES.exchange})
    for good in RESOURCES:
        richer = {**player.supply, good: player.supply[good] + 1}
        allowed = [
            card
            for card in distinct_cards(player.hand)
            if (has_site or not CARDS[card].site)
            and not costs.covers(player.supply, CARDS[card].goods)
            and costs.covers(richer, CARDS[card].goods)
        ]
        if allowed:
            best = max(allowed, key=lambda card: _standing(s, card))
            yield Proposal(
                RESOURCE_WORTH + 0.5 * _standing(s, best) - cost,
                ("workers", good),
                msg("imp.propose.workers", n=RULES.exchange, what=amounts({good: 1})),
                msg("imp.propose.allows", card=the_card(best)),
            )


def _cost(goods: Mapping[str, int], site: str = "") -> Msg | None:
    """Describe what an action costs: goods, and the site given up; None if it is free."""
    if not site:
        return msg("imp.propose.cost", what=amounts(goods)) if any(goods.values()) else None
    if not any(goods.values()):
        return msg("imp.propose.only_site", site=the_card(site))
    return msg("imp.propose.cost_site", what=amounts(goods), site=the_card(site))


def _with_gain(label: Msg, goods: Mapping[str, int]) -> Msg:
    """Return a label followed by the goods that the action brings at once, if any."""
    return (
        msg("imp.propose.gain", what=label, gain=amounts(goods)) if any(goods.values()) else label
    )
