"""Activation of Action Locations: checks, questions, effects; Acting Troupe (rules 5.4).

Rulings R21, R42 and R59 apply.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from msgspec import Struct, field, structs

from games.core.cards.effects import EffectRef
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import (
    DisabledOption,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
)
from games.core.text.messages import Msg, Path, Seat, listed, msg
from games.imperial_settlers.model.catalog import CARDS, RULES
from games.imperial_settlers.model.events import Activated, DealLost
from games.imperial_settlers.model.names import (
    amounts,
    place_names,
    reason,
    the_card,
    the_cards,
    the_places,
)
from games.imperial_settlers.model.state import Location, SettlersState
from games.imperial_settlers.rules.effects import costs
from games.imperial_settlers.rules.effects.choices import hand_option, picked, root
from games.imperial_settlers.rules.effects.operations import (
    SettlersOp,
    in_words,
    multiplied_gains,
    trigger_messages,
)
from games.imperial_settlers.rules.effects.resolve import EFFECTS, Resolve, spend
from games.imperial_settlers.rules.effects.steps import end_deal, price
from games.imperial_settlers.rules.effects.targets import (
    AimedOp,
    Target,
    ask_target,
    deal_name,
    forced_target_messages,
)
from games.imperial_settlers.rules.effects.targets import split_answer as split_aim

Context = StepContext[SettlersState]
TARGET = "raze_for_target"
SPECIAL = ("hand_card", "own_deal", TARGET)  # parts of a cost that are not goods
TIMES = ("once", "twice")


class Mode(Struct, frozen=True, forbid_unknown_fields=True):
    """Mode of an Action Location: its cost (rules 0.2) and its ops."""

    cost: dict[str, int]
    effect: tuple[Any, ...]


class Use(Struct):
    """Answers of an activation, decoded from its path.

    `mode` is the index of the mode. `cards` are the hand cards paid, `deals` the indices of the
    Deals paid. If a razing's price is part of the cost, `target` is the target of the razing and
    `converted` are the goods of its raze value that become points.
    """

    mode: int = 0
    times: int = 1
    paid: dict[str, int] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    deals: list[int] = field(default_factory=list)
    target: Target = ()
    converted: dict[str, int] = field(default_factory=dict)


def hindrance(ctx: Context, seat: Seat, location: Location) -> Msg | None:
    """Return why an Action Location can't be activated; None if one of its modes can be used."""
    action = EFFECTS[location.card].action
    if location.blocked:
        return reason("jammed", helped=ctx.state.round < RULES.rounds)
    if location.used >= action.uses:
        return reason("used", helped=ctx.state.round < RULES.rounds)
    whys = [mode_hindrance(ctx, seat, mode) for mode in action.modes]
    return None if None in whys else whys[0]


def mode_hindrance(
    ctx: Context,
    seat: Seat,
    mode: Any,
    times: int = 1,
    waived: bool = False,
    spent: Mapping[str, int] | None = None,
) -> Msg | None:
    """Return why a mode can't be used `times` times; None if it can.

    `waived`: the cost is not paid (ruling R42). The goods in `spent` are paid in addition.
    """
    player = ctx.state.players[seat]
    cost = goods_of({} if waived else mode.cost, times)
    total_cost = costs.plus(cost, spent or {})
    if why := costs.lacks(player.supply, total_cost):
        return why
    if not waived:
        if (missing := times * mode.cost.get("hand_card", 0) - len(player.hand)) > 0:
            pairs = (player.supply["worker"] - total_cost.get("worker", 0)) // RULES.exchange
            return reason("no_hand", helped=missing <= pairs, n=missing)
        if (missing := times * mode.cost.get("own_deal", 0) - len(player.deals)) > 0:
            candidates = sum(bool(CARDS[card].deal) for card in player.hand)
            helped = missing <= candidates and costs.covers(
                player.supply, costs.plus(total_cost, costs.times(RULES.deal, missing))
            )
            return reason("no_own_deal", helped=helped, n=missing)
    if waived and TARGET in mode.cost:
        total_cost = {**total_cost, "raze": total_cost.get("raze", 0) - RULES.raze_location}
    whys = (op.hindrance(ctx, seat, total_cost) for op in mode.effect)
    return next((why for why in whys if why), None)


def goods_of(cost: Mapping[str, int], times: int) -> dict[str, int]:
    """Return the goods, by kind, that a cost takes if it is paid `times` times.

    The other parts of a cost (`SPECIAL`) are left out: hand cards, own Deals, and the razing price,
    which depends on the razed Location.
    """
    return {good: n * times for good, n in cost.items() if good not in SPECIAL}


def ask(
    ctx: Context, seat: Seat, card: str, path: Path, *, repeat: bool = False, waived: bool = False
) -> PromptResult:
    """Return the next question of an activation, or the completed move.

    The questions come in this order: mode, once or twice, payment, cards, Deals, and last the
    target, if its price is part of the cost. `repeat`: Acting Troupe uses the action again, so
    it is always used once. `waived`: the cost is not paid (ruling R42).
    """
    use = Use()
    result = _ask_next(ctx, seat, card, path, use, repeat=repeat, waived=waived)
    return (
        result
        if result is not None
        else _activation_ready(ctx, seat, card, use, waived=waived, repeat=repeat)
    )


def use_of(
    ctx: Context, seat: Seat, card: str, path: Path, *, repeat: bool = False, waived: bool = False
) -> Use:
    """Return the `Use` that a complete legal path of `ask` describes.

    `repeat` and `waived` (the cost is not paid) must be those passed to `ask`.
    """
    use = Use()
    _ask_next(ctx, seat, card, path, use, repeat=repeat, waived=waived)
    return use


def _ask_next(
    ctx: Context, seat: Seat, card: str, path: Path, use: Use, *, repeat: bool, waived: bool
) -> PromptResult | None:
    """Return the next question, or None if the path is complete; store the answers in `use`."""
    action = EFFECTS[card].action
    remaining = list(path)
    if len(action.modes) > 1:
        if not remaining:
            return _mode_prompt(ctx, seat, card, waived=waived)
        use.mode = int(str(remaining.pop(0)))
    mode = action.modes[use.mode]
    if action.uses > 1 and not repeat:
        if not remaining:
            return _times_prompt(ctx, seat, card, mode)
        use.times = TIMES.index(str(remaining.pop(0))) + 1
    cost = {} if waived else costs.times(mode.cost, use.times)
    if (result := _ask_payment(ctx, seat, mode, cost, use, remaining)) is not None:
        return result
    if TARGET in mode.cost:
        return _ask_target(ctx, seat, mode, use, remaining, waived=waived)
    return None


def _ask_payment(
    ctx: Context, seat: Seat, mode: Any, cost: Mapping[str, int], use: Use, remaining: list[Any]
) -> PromptResult | None:
    """Ask for the goods if gold may replace some, then for hand cards and Deals to pay.

    The answers come from `remaining` and are stored in `use`. Return None if nothing is left to
    ask.
    """
    player = ctx.state.players[seat]
    goods = goods_of(cost, 1)
    payment_prompt = costs.ask(player.supply, goods)
    if payment_prompt is not None:
        if not remaining:
            return payment_prompt
        paid = remaining.pop(0)
        if not isinstance(paid, dict) or not costs.pays(goods, paid):
            return IllegalPath(msg("imp.why.payment", what=amounts(costs.soft(goods))))
        use.paid = dict(paid)
    use.paid = costs.plus(use.paid, costs.hard(goods))
    if payment_prompt is not None and (
        why := next((why for op in mode.effect if (why := op.hindrance(ctx, seat, use.paid))), None)
    ):
        return IllegalPath(why)
    if n := cost.get("hand_card", 0):
        if not remaining:
            return _pick_exactly(
                tuple(hand_option(card) for card in player.hand), n, msg("imp.ask.pay_cards", n=n)
            )
        use.cards = picked(remaining.pop(0))
    if n := cost.get("own_deal", 0):
        if not remaining:
            options = tuple(
                Option(f"d{at}", deal_name(deal), spot=f"deal{seat}_d{at}", rule="deal")
                for at, deal in enumerate(player.deals)
            )
            return _pick_exactly(options, n, msg("imp.ask.pay_deals", n=n))
        use.deals = [int(key[1:]) for key in picked(remaining.pop(0))]
    return None


def _ask_target(
    ctx: Context, seat: Seat, mode: Any, use: Use, remaining: list[Any], *, waived: bool
) -> PromptResult | None:
    """Ask for the target of a razing whose price is part of the cost.

    `remaining` are the answers after the payment. `waived`: the cost is not paid. Return None once
    the path names a target; `use` then holds it and the converted goods.
    """
    op: AimedOp = mode.effect[0]
    result = ask_target(
        ctx,
        seat,
        op,
        op.targets(ctx, seat, {"raze": -RULES.raze_location if waived else 0}),
        tuple(remaining),
    )
    if isinstance(result, MoveReady):
        use.target, use.converted = split_aim(op, tuple(remaining))
        return None
    return result


def _pick_exactly(options: tuple[Option, ...], n: int, prompt: Msg) -> SelectPrompt:
    return SelectPrompt(
        options,
        prompt,
        min=n,
        max=n,
        layout="cards",
        default=None if n == 1 else tuple(one.key for one in options[:n]),
    )


def _mode_prompt(ctx: Context, seat: Seat, card: str, *, waived: bool) -> SelectPrompt:
    options, disabled = [], []
    for at, mode in enumerate(EFFECTS[card].action.modes):
        why = mode_hindrance(ctx, seat, mode, waived=waived)
        label = _mode_name(mode)
        if why is None:
            options.append(Option(str(at), label, cost_words(mode.cost), rule="activate"))
        else:
            disabled.append(DisabledOption(str(at), label, why, "activate"))
    return SelectPrompt(tuple(options), msg("imp.ask.mode", card=the_card(card)), tuple(disabled))


def _mode_name(mode: Any) -> Msg:
    """Return a mode's short name: `Saquear de mi mano`."""
    return msg(f"imp.verb.{mode.effect[0].__struct_config__.tag}")


def _times_prompt(ctx: Context, seat: Seat, card: str, mode: Any) -> SelectPrompt:
    """Ask whether to activate once or twice; twice pays the double cost at once (ruling R59)."""
    why = why_not_twice(ctx, seat, ctx.state.find(card)[1], mode)
    once, twice = (
        Option(key, msg(f"imp.times.{key}"), _cost_and_gain_words(mode, n), rule="activate")
        for n, key in enumerate(TIMES, 1)
    )
    if why is None:
        return SelectPrompt((once, twice), msg("imp.ask.times", card=the_card(card)))
    return SelectPrompt(
        (once,),
        msg("imp.ask.times", card=the_card(card)),
        (DisabledOption(twice.key, twice.label, why, "activate"),),
    )


def why_not_twice(ctx: Context, seat: Seat, location: Location, mode: Any) -> Msg | None:
    """Return why a mode can't be used twice at once; None if it can."""
    if location.used + 2 > EFFECTS[location.card].action.uses:
        return msg("imp.why.one_use")
    return mode_hindrance(ctx, seat, mode, 2)


def _cost_and_gain_words(mode: Any, times: int) -> Msg:
    """Describe a mode's cost for `times` uses, with its gains if they can be added up."""
    cost, total = cost_words(mode.cost, times), multiplied_gains(mode.effect, times)
    return msg("imp.detail.action", cost=cost, what=in_words(total)) if total else cost


def cost_words(cost: Mapping[str, int], times: int = 1) -> Msg:
    """Describe a cost in words: goods, cards, Deals, the price of a target."""
    return _cost_words(tuple(cost.items()), times)


@lru_cache(512)
def _cost_words(cost: tuple[tuple[str, int], ...], times: int) -> Msg:
    facts = dict(cost)
    if TARGET in facts:
        return msg("imp.cost.target", n=RULES.raze_location)
    for special in ("own_deal", "hand_card"):
        if n := facts.get(special, 0) * times:
            rest = goods_of(facts, times)
            return (
                msg(f"imp.cost.{special}_and", n=n, what=amounts(rest))
                if rest
                else msg(f"imp.cost.{special}", n=n)
            )
    return amounts(goods_of(facts, times)) if facts else msg("imp.cost.free")


def paying(cost: Mapping[str, int]) -> Msg:
    """Describe a cost in the words of card texts: `gasta 1 obrero`."""
    if TARGET in cost:
        return msg("imp.pay.target", n=RULES.raze_location)
    rest = goods_of(cost, 1)
    for special in ("own_deal", "hand_card"):
        if special in cost:
            return (
                msg(f"imp.pay.{special}_and", what=amounts(rest))
                if rest
                else msg(f"imp.pay.{special}")
            )
    return msg("imp.pay.goods", what=amounts(rest))


def _activation_ready(
    ctx: Context, seat: Seat, card: str, use: Use, *, waived: bool, repeat: bool
) -> MoveReady:
    """Return the completed move with its cost and effects."""
    mode = EFFECTS[card].action.modes[use.mode]
    one = ctx.state.find(card)[1]
    paid = dict(use.paid)
    if use.target:
        target = ctx.state.find(use.target[1])[1]
        tokens = price(ctx.state, target, ctx.state.controller_of(use.target[1])) - (
            RULES.raze_location if waived else 0
        )
        paid["raze"] = paid.get("raze", 0) + tokens
    own = ctx.state.controlled_by(seat)
    name = the_places(own)[card]
    key = "imp.sure.repeat" if repeat else f"imp.sure.activate_{TIMES[use.times - 1]}"
    effects = [msg("imp.sure.paid", what=amounts(paid))] if paid else []
    if use.cards:
        effects.append(msg("imp.sure.cards", cards=the_cards(use.cards)))
    if use.target:
        effects.append(
            msg(
                "imp.sure.razes",
                card=the_places(ctx.state.controlled_by(ctx.state.controller_of(use.target[1])))[
                    use.target[1]
                ],
            )
        )
    if use.converted:
        effects.append(msg("imp.sure.turned", n=2 * sum(use.converted.values())))
    forced = (
        []
        if use.target or use.cards or use.deals
        else forced_target_messages(ctx, seat, mode.effect, use.paid, card)
    )
    effects += forced
    # The last button says what the action does, unless it hits a target.
    one_outcome = not (use.target or forced or repeat)
    effects += [
        one
        for one in trigger_messages(ctx.state, seat, "", ops=mode.effect)
        for _ in range(use.times)
    ]
    what, total = mode.effect, multiplied_gains(mode.effect, use.times)
    if use.times > 1 and total:
        key, what = "imp.sure.activate_total", total
    return MoveReady(
        msg(key, card=name, what=in_words(what)),
        instant=one_outcome,
        takeback=one_outcome,
        effects=tuple(effects),
        label=msg("imp.propose.activate", card=place_names(own)[card]),
        advice=msg(f"imp.advice.{'repeat' if repeat else TIMES[use.times - 1]}", card=name),
        ghost=(one.card, *costs.supply_preview(seat, ctx.state.players[seat].supply, paid)),
    )


def activate(
    ctx: Context, seat: Seat, card: str, use: Use, *, source: str = "", waived: bool = False
) -> None:
    """Pay the cost, then apply the effect once or twice.

    `source` is the Acting Troupe that repeats the action, if one does. `waived`: the cost is not
    paid (ruling R42).
    """
    s = ctx.state
    player = s.players[seat]
    location = s.find(card)[1]
    action = EFFECTS[card].action
    ops = action.modes[use.mode].effect
    tokens = 0
    if use.target:
        tokens = price(s, s.find(use.target[1])[1], s.controller_of(use.target[1])) - (
            RULES.raze_location if waived else 0
        )
    spend(s, seat, use.paid)
    for card_paid in use.cards:
        player.hand.remove(card_paid)
        s.discard_card(card_paid)
    for deal in [player.deals[at] for at in use.deals]:
        player.deals.remove(deal)
        end_deal(ctx, deal)
        ctx.emit(DealLost(seat, seat, deal.good, "" if deal.target else deal.card, deal.target))
    if not source:
        location.used += use.times
        if seat not in location.by:
            location.by = sorted([*location.by, seat])
    paid = costs.plus(use.paid, {"raze": tokens}) if tokens else use.paid
    ctx.emit(Activated(seat, card, use.mode, use.times, paid, list(use.cards), source))
    ref = EffectRef(card, f"action.modes.{use.mode}.effect")
    if use.target:
        player.supply["raze"] -= tokens
        ops[0].apply_to(ctx, seat, ref.part_at(0), use.target, use.converted)
    else:
        ctx.push(*(Resolve(seat, ref) for _ in range(use.times)))


class RepeatAction(SettlersOp, frozen=True, tag="repeat_action"):
    """Op: repeat an action that the seat used this round (R21, R42).

    The cost of the action is paid only with the option `acting_troupe_pays`.
    """

    def hindrance(self, ctx: Context, seat: Seat, spent: Mapping[str, int]) -> Msg | None:
        """Return why no action can be repeated; None if one can."""
        cost_is_paid = bool(ctx.options["acting_troupe_pays"])
        if any(
            _repeatable(ctx, seat, location, cost_is_paid, spent)
            for location in ctx.state.controlled_by(seat)
        ):
            return None
        return msg("imp.why.no_repeat_action")

    def apply(self, ctx: Context, seat: Seat, here: EffectRef) -> None:
        """Ask which action is repeated."""
        ctx.push(Repeat(seat, here))


def _repeats_actions(card: str) -> bool:
    action = EFFECTS[card].action
    return any(isinstance(op, RepeatAction) for mode in action.modes for op in mode.effect)


def _repeatable(
    ctx: Context, seat: Seat, location: Location, cost_is_paid: bool, spent: Mapping[str, int]
) -> bool:
    """Return whether a Location's action may be repeated.

    `cost_is_paid`: the repetition costs what an activation does. The goods in `spent` are paid
    besides.
    """
    action = EFFECTS[location.card].action
    if (
        action is None
        or location.blocked
        or seat not in location.by
        or _repeats_actions(location.card)
    ):
        return False
    return any(
        mode_hindrance(ctx, seat, mode, 1, not cost_is_paid, spent) is None for mode in action.modes
    )


class Repeat(Frame[SettlersState], tag="repeat"):
    """Choice of the action that the card of `here` repeats."""

    seat: int
    here: EffectRef
    verb: ClassVar[str] = "repeat_action"

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for the Location, then the questions of its activation."""
        if not path:
            return root(self.verb)
        cost_is_paid = bool(ctx.options["acting_troupe_pays"])
        if len(path) == 1:
            own = ctx.state.controlled_by(seat)
            names = place_names(own)
            return SelectPrompt(
                tuple(
                    activate_option(location.card, names[location.card])
                    for location in own
                    if _repeatable(ctx, seat, location, cost_is_paid, {})
                ),
                msg("imp.ask.repeat"),
            )
        return ask(ctx, seat, str(path[1]), path[2:], repeat=True, waived=not cost_is_paid)

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Use the action of the chosen Location once more.

        The repetition does not count as an activation (rules 0.3; ruling R42).
        """
        waived = not ctx.options["acting_troupe_pays"]
        card = str(path[1])
        use = use_of(ctx, seat, card, path[2:], repeat=True, waived=waived)
        ctx.pop()
        activate(ctx, seat, card, use, source=self.here.card, waived=waived)


def activate_option(card: str, name: Msg) -> Option:
    """Return an Action Location as an option; the detail is its effect."""
    return Option(card, name, activation_words(card), spot=card, art=card, rule="activate")


def activate_options(ctx: Context, seat: Seat, location: Location, name: Msg) -> list[Option]:
    """Return an Action Location as options: one, or two if it may be activated once or twice."""
    card = location.card
    once = activate_option(card, name)
    mode = EFFECTS[card].action.modes[0]
    if why_not_twice(ctx, seat, location, mode) is not None:
        return [once]
    twice = msg("imp.times.label", card=name)
    return [
        structs.replace(once, key=f"{card}-once"),
        Option(f"{card}-twice", twice, _cost_and_gain_words(mode, 2), art=card, rule="activate"),
    ]


@lru_cache(256)
def activation_words(card: str) -> Msg:
    """Describe the cost and effect of activating a card.

    If the card has several modes, only name them.
    """
    modes = EFFECTS[card].action.modes
    if len(modes) > 1:
        return listed([_mode_name(mode) for mode in modes], "or")
    does = in_words(modes[0].effect)
    return msg("imp.detail.action", cost=cost_words(modes[0].cost), what=does)
