"""Action phase: turns of one action each until all seats have passed (rules 4.3, 5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from msgspec import structs

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame, FreeActions
from games.core.prompts.prompt import (
    DisabledOption,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
)
from games.core.text.messages import Msg, Path, Seat, listed, msg
from games.imperial_settlers.model.catalog import CARDS, RESOURCES, RULES
from games.imperial_settlers.model.events import Passed
from games.imperial_settlers.model.names import (
    amounts,
    card_name,
    place_names,
    reason,
    rival_key,
    rival_name,
    rival_of,
    short_gains,
    the_card,
    the_places,
)
from games.imperial_settlers.model.state import Location, SettlersState
from games.imperial_settlers.rules.actions import activating, building, workers
from games.imperial_settlers.rules.actions.cards import card_text
from games.imperial_settlers.rules.actions.free import (
    FREE,
    asks_end,
    may_defend,
    raze_risk,
    saving_verbs,
)
from games.imperial_settlers.rules.effects import costs
from games.imperial_settlers.rules.effects.choices import (
    card_layout,
    distinct_cards,
    hand_option,
    other_copies,
    razing_option,
)
from games.imperial_settlers.rules.effects.operations import Gain, not_stored, trigger_messages
from games.imperial_settlers.rules.effects.resolve import EFFECTS, available
from games.imperial_settlers.rules.effects.steps import (
    construct,
    make_deal,
    price,
    raze_hand,
    raze_location,
    sites,
)
from games.imperial_settlers.rules.flow import proposals

Context = StepContext[SettlersState]
ACTIONS = ("build", "deal", "raze", "activate", "workers")


class RoundActions(Frame[SettlersState], tag="actions"):
    """Frame of the Action phase; `next` is the seat to play next, unless it has passed."""

    next: int

    def advance(self, ctx: Context) -> None:
        """Push the next turn of a seat that has not passed; end the phase if all have."""
        s, n = ctx.state, ctx.n
        for at in range(n):
            seat = (self.next + at) % n
            if not s.players[seat].passed:
                self.next = (seat + 1) % n
                ctx.push(PlayerTurn(seat))
                return
        ctx.pop()


class PlayerTurn(Frame[SettlersState], tag="turn"):
    """Turn of a player: one action or a pass, with free operations (D6, D15; R23).

    `acted`: the action is done. `waits`: the seat is always asked to end the turn, as in rules
    versions 1 and 2 (`flow.upgrades`).
    """

    seat: int
    acted: bool = False
    waits: bool = False
    free: ClassVar[tuple[FreeActions[SettlersState], ...]] = (FREE,)

    def actors(self, ctx: Context) -> tuple[Seat, ...]:
        """Return the seat, or nobody if there is nothing to ask.

        After its action the seat is asked only if a free operation could still matter. If all
        others have passed, the turn ends after the action, since the seat's next turn follows at
        once.
        """
        asked = (
            not self.acted
            or self.waits
            or (_rivals_play(ctx, self.seat) and _asks_end(ctx, self.seat))
        )
        return (self.seat,) if asked else ()

    def advance(self, ctx: Context) -> None:
        """End the turn."""
        ctx.pop()

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for a verb, then for its details.

        An action needs no confirmation if the seat goes on playing, because it can undo the action
        then. Nor does it if the last button says what the action does (`MoveReady.takeback`).
        """
        if (
            len(path) == 1
            and proposals.is_proposal(path)
            and not proposals.is_legal(ctx, seat, str(path[0]), ask_action)
        ):
            return IllegalPath(msg("core.refused.option"))
        result = self._ask(ctx, seat, unfold(path))
        if self.acted or not isinstance(result, MoveReady) or path[0] == "pass":
            return result
        alone = not _rivals_play(ctx, seat)
        instant = alone or _asks_end(ctx, seat)
        return structs.replace(
            result,
            instant=instant or result.instant,
            told=proposals.tells_payment(ctx.state, seat, path),
            then=path[:1] if alone and path[0] in _OFTEN_REPEATED else (),  # no proposal
        )

    def _ask(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        if self.acted:
            return (
                _END_READY
                if path
                else _END_PROMPTS["defend" if _should_defend(ctx, seat) else "free"]
            )
        if not path:
            return _turn_prompt(ctx, seat)
        return ask_action(ctx, seat, path)

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Apply the action or the pass, or end the turn."""
        if self.acted:
            ctx.state.players[seat].accepted_risk = raze_risk(
                ctx.state, seat, peaceful=bool(ctx.options["peaceful"])
            )
            ctx.pop()
            return
        if path[0] == "pass":
            ctx.pop()
            ctx.state.players[seat].passed = True
            ctx.emit(Passed(seat))
            return
        self.acted = True
        path = unfold(path)
        s, rest = ctx.state, path[1:]
        match path[0]:
            case "build":
                card = str(rest[0])
                site, paid = building.site_and_payment(card, rest[1:])
                s.players[seat].hand.remove(card)
                construct(ctx, seat, card, paid, site)
            case "deal":
                make_deal(
                    ctx, seat, str(rest[0]), dict(rest[1]) if isinstance(rest[1], dict) else {}
                )
            case "raze_rival":
                self._raze_rival(ctx, seat, str(rest[1]))
            case "raze" if rest[0] == "hand":
                s.players[seat].supply["raze"] -= RULES.raze_hand
                raze_hand(ctx, seat, str(rest[1]), {})
            case "raze":
                self._raze_rival(ctx, seat, str(rest[2]))
            case "activate":
                card = str(rest[0])
                activating.activate(ctx, seat, card, activating.use_of(ctx, seat, card, rest[1:]))
            case _:
                workers.exchange(ctx, seat, rest)

    def _raze_rival(self, ctx: Context, seat: Seat, card: str) -> None:
        s = ctx.state
        raze_location(ctx, seat, card, price(s, s.find(card)[1], s.controller_of(card)), {})


def ask_action(ctx: Context, seat: Seat, path: Path) -> PromptResult:
    """Return the next question after `path`, or the completed move.

    `path` is that of an action or of the pass; `()` leads to the choice of a verb.
    """
    match path:
        case ():
            return _verb_prompt(ctx, seat)
        case ("build",):
            return _pick_card(ctx, seat)
        case ("build", card, *rest):
            return _ask_build(ctx.state, seat, str(card), (*rest,))
        case ("deal", *rest):
            return _ask_deal(ctx, seat, (*rest,))
        case ("raze_rival", *rest):
            return _ask_raze(ctx, seat, ("rival", *rest))
        case ("raze", *rest):
            return _ask_raze(ctx, seat, (*rest,))
        case ("activate",):
            return _pick_place(ctx, seat)
        case ("activate", card, *rest):
            return activating.ask(ctx, seat, str(card), (*rest,))
        case ("workers", *rest):
            return workers.ask(ctx, seat, (*rest,))
    return _ask_pass(ctx, seat)


def unfold(path: Path) -> Path:
    """Return a path with a key of its own for each step.

    `("activate", "com036-twice")` becomes `("activate", "com036", "twice")`. A proposal becomes the
    path that it stands for.
    """
    path = proposals.full_path(path)
    if path[:1] != ("activate",) or len(path) < 2 or "-" not in (key := str(path[1])):
        return path
    return (path[0], *key.split("-"), *path[2:])


def _rivals_play(ctx: Context, seat: Seat) -> bool:
    """Return whether another player has not passed."""
    return any(not player.passed for other, player in enumerate(ctx.state.players) if other != seat)


def _should_defend(ctx: Context, seat: Seat) -> bool:
    peaceful = bool(ctx.options["peaceful"])
    return may_defend(ctx.state, seat) and raze_risk(ctx.state, seat, peaceful=peaceful) > 0


def _asks_end(ctx: Context, seat: Seat) -> bool:
    return asks_end(ctx.state, seat, peaceful=bool(ctx.options["peaceful"]))


def _turn_prompt(ctx: Context, seat: Seat) -> SelectPrompt:
    """Offer the proposals and the actions.

    If there are proposals, the actions have no line of details.
    """
    form = _verb_prompt(ctx, seat)
    if ctx.keys_only:
        return form
    form = structs.replace(form, prompt=_turn_question(ctx.state, seat))
    verbs = [option.key for option in form.options if option.key != "pass"]
    if not verbs:
        return form
    others = form.unlisted_keys if isinstance(form.unlisted_keys, tuple) else ()
    form = structs.replace(form, unlisted_keys=proposals.ProposalKeys(others))
    # a phone has room for one more below few lines of text, beside few verbs
    has_room = len(verbs) <= _FEW_VERBS and form.prompt.key == "imp.ask.turn"
    most = proposals.MAX_PROPOSALS - (not has_room)
    proposed = proposals.options(ctx, seat, verbs, most)
    if not proposed:
        return form
    verb_options = tuple(structs.replace(option, detail=None) for option in form.options)
    blocked = form.blocked
    # more than three blocked verbs share the button "Why not?"
    if len(proposed) + len(verbs) + (len(blocked) if len(blocked) <= 3 else 1) > _MAX_BUTTONS:
        blocked = tuple(structs.replace(option, tone="free") for option in blocked)  # behind More
    return structs.replace(form, options=(*proposed, *verb_options), blocked=blocked)


def _turn_question(s: SettlersState, seat: Seat) -> Msg:
    """Return the question of a turn; its key tells what is new to the seat.

    The game's help (`questions.toml`) explains turns or gold to new players by these keys.
    """
    player = s.players[seat]
    if s.round == 1 and not player.locations and not player.deals:
        return msg("imp.ask.turn_first")
    has_new_gold = s.round <= _ROUNDS_OF_NEWS and player.supply["gold"]
    return msg("imp.ask.turn_gold" if has_new_gold else "imp.ask.turn")


def _verb_prompt(ctx: Context, seat: Seat) -> SelectPrompt:
    """Offer the actions; impossible ones are disabled with the reason."""
    options, disabled = _verbs(ctx, seat)
    return SelectPrompt(
        (*options, _VERBS["pass"]),
        msg("imp.ask.turn"),
        tuple(disabled),
        default="pass",
        unlisted_keys=_UNLISTED_RAZE if any(one.key == "raze_rival" for one in options) else (),
    )


def _verbs(ctx: Context, seat: Seat) -> tuple[list[Option], list[DisabledOption]]:
    """Return the possible actions, and the impossible ones with the reason."""
    options, disabled = [], []
    for verb in ACTIONS:
        why = _HINDRANCE[verb](ctx, seat)
        if why is not None:
            disabled.append(_disabled_verb(verb, why))
        elif verb == "raze":
            options += _raze_verbs(ctx, seat)
        else:
            cards = () if ctx.keys_only else _possible_cards(ctx, seat, verb)
            options.append(_with_detail(verb, cards))
    if len(options) > _MAX_DETAILS and options[-1].key == "workers":
        options[-1] = _VERBS["workers"]  # the details of the others need the lines
    return options, disabled


def _possible_cards(ctx: Context, seat: Seat, verb: str) -> list[str]:
    """Return the cards that a verb can be used with now."""
    s = ctx.state
    player = s.players[seat]
    match verb:
        case "build":
            has_site = bool(sites(s, seat))
            return [card for card in player.hand if building.can_build(s, seat, card, has_site)]
        case "deal":
            return [card for card in player.hand if CARDS[card].deal]
        case "activate":
            return [
                location.card
                for location in s.controlled_by(seat)
                if EFFECTS[location.card].action
                and activating.hindrance(ctx, seat, location) is None
            ]
    return []


def _with_detail(verb: str, cards: Sequence[str]) -> Option:
    """Return the option of a verb; its detail names the best of `cards` for it.

    Without cards, the detail says what the verb is for.
    """
    return _verb_with(verb, tuple(distinct_cards(cards)))


@lru_cache(4096)
def _verb_with(verb: str, cards: tuple[str, ...]) -> Option:
    """Return the option of a verb; its detail names the card that brings the most.

    The detail also has that card's goods and the number of the other cards.
    """
    if not cards:
        return structs.replace(_VERBS[verb], detail=msg("imp.detail.workers"))
    goods = {card: _gains(verb, card) for card in cards}
    best = max(cards, key=lambda card: sum(goods[card].values()))
    named = card_name(best)
    if goods[best]:
        named = msg("imp.detail.brings", card=named, what=amounts(goods[best]))
    if len(cards) > 1:
        named = msg("imp.detail.others", what=named, n=len(cards) - 1)
    return structs.replace(_VERBS[verb], detail=named)


def _gains(verb: str, card: str) -> dict[str, int]:
    """Return the goods that using `verb` with `card` is certain to bring at once."""
    facts, effects = CARDS[card], EFFECTS[card]
    match verb:
        case "deal":
            return {facts.deal: 1}
        case "raze" | "raze_rival":
            return dict(facts.raze)
        case "activate":
            ops = effects.action.modes[0].effect if len(effects.action.modes) == 1 else ()
        case _:
            ops = (*effects.production, *effects.bonus)
    return costs.plus(*(op.goods for op in ops if isinstance(op, Gain)))


def _raze_verbs(ctx: Context, seat: Seat) -> list[Option]:
    """Return the verb for razing a hand card and the one for a rival's Location, if possible."""
    cards_by_verb = {
        "raze": [card for card in ctx.state.players[seat].hand if CARDS[card].raze],
        "raze_rival": [
            one.card for enemy in _rivals(ctx, seat) for one in _targets(ctx, seat, enemy)
        ],
    }
    return [_with_detail(verb, cards) for verb, cards in cards_by_verb.items() if cards]


def _why_no_build(ctx: Context, seat: Seat) -> Msg | None:
    s = ctx.state
    player = s.players[seat]
    has_site = bool(player.foundations) or any(
        location.captor is None for location in player.locations
    )
    if any(building.can_build(s, seat, card, has_site) for card in player.hand):
        return None
    if ctx.keys_only:
        return _UNREAD
    pairs = player.supply["worker"] // RULES.exchange
    if not player.hand:
        return reason("empty_hand", helped=pairs > 0)
    whys = {card: building.hindrance(s, seat, card) for card in distinct_cards(player.hand)}
    card, why = min(whys.items(), key=lambda one: _n_missing(one[1]))
    return msg("imp.why.no_build", card=card_name(card), why=why)


def _n_missing(why: Msg | None) -> int:
    """Return the number of goods that a card lacks, read from the reason `why`.

    `why` is the reason why the card can't be used. If it has no number, as for a missing site, the
    result is the number of resources.
    """
    n = why.args.get("n") if why is not None else 0
    return n if isinstance(n, int) else len(RESOURCES)  # a card without a site comes late


def _why_no_deal(ctx: Context, seat: Seat) -> Msg | None:
    player = ctx.state.players[seat]
    if not any(CARDS[card].deal for card in player.hand):
        pairs = player.supply["worker"] // RULES.exchange
        return reason("no_deal", helped=pairs > 0 and available(ctx, seat, "faction") > 0)
    return costs.lacks(player.supply, RULES.deal)


def _why_no_raze(ctx: Context, seat: Seat) -> Msg | None:
    """Return why the seat can't raze anything; None if it can."""
    player = ctx.state.players[seat]
    tokens = player.supply["raze"]
    if not tokens:
        return _NO_TOKENS
    if any(CARDS[card].raze for card in player.hand):
        return None
    if any(_targets(ctx, seat, enemy) for enemy in _rivals(ctx, seat)):
        return None
    if ctx.keys_only:
        return _UNREAD
    if dear := _cheapest_target(ctx, seat):
        rival, location = dear
        return msg(
            "imp.why.no_raze_near",
            card=the_places(ctx.state.controlled_by(rival))[location.card],
            rival=rival_name(rival),
            n=price(ctx.state, location, rival),
            m=tokens,
        )
    return reason("no_raze", helped=player.supply["worker"] >= RULES.exchange)


def _cheapest_target(ctx: Context, seat: Seat) -> tuple[int, Location] | None:
    """Return the rivals' Location that costs the fewest raze tokens.

    The result is (controlling seat, Location), or None if no Location may be razed at any price.
    """
    s = ctx.state
    razable = [
        (enemy, one)
        for enemy in _rivals(ctx, seat)
        for one in s.controlled_by(enemy)
        if one.facts.raze
    ]
    return min(razable, key=lambda pair: price(s, pair[1], pair[0]), default=None)


def _why_no_activation(ctx: Context, seat: Seat) -> Msg | None:
    action_locations = [
        location for location in ctx.state.controlled_by(seat) if EFFECTS[location.card].action
    ]
    if not action_locations:
        s = ctx.state
        has_site = bool(sites(s, seat))
        actions = [card for card in s.players[seat].hand if EFFECTS[card].action]
        helped = any(building.can_build(s, seat, card, has_site) for card in actions)
        return reason("no_action", helped=helped)
    whys = {one.card: activating.hindrance(ctx, seat, one) for one in action_locations}
    if None in whys.values():
        return None
    if ctx.keys_only:
        return _UNREAD
    card, why = min(whys.items(), key=lambda one: _n_missing(one[1]))
    return msg("imp.why.no_activate", card=place_names(action_locations)[card], why=why)


def _pick_card(ctx: Context, seat: Seat) -> SelectPrompt:
    """Offer the hand cards that can be built; the others are disabled with the reason."""
    s = ctx.state
    hand = s.players[seat].hand
    whys = {card: building.hindrance(s, seat, card) for card in distinct_cards(hand)}
    playable = [card for card, why in whys.items() if why is None]
    options = tuple(
        hand_option(card, building.cost_words(s.players[seat].supply, card)) for card in playable
    )
    disabled = building.disabled_options({card: why for card, why in whys.items() if why})
    copies = other_copies(hand, (option.key for option in options))
    is_first = not s.players[seat].locations
    most = _MAX_CARDS_EXPLAINED - bool(is_first and disabled)  # a first building is explained too
    is_short = len(playable) <= most and not proposals.LONG_TEXTS & {*playable}
    return SelectPrompt(
        options,
        msg("imp.ask.build_first" if is_first else "imp.ask.build"),
        disabled,
        lines=tuple(map(_card_line, playable)) if is_short else (),
        layout=card_layout(options),
        unlisted_keys=copies,
        ask_single=True,
    )


def _card_line(card: str) -> Msg:
    """Return a card's name and what it does, as a line above the cards to build."""
    return msg("imp.detail.text", card=card_name(card), what=card_text(card))


def _ask_build(s: SettlersState, seat: Seat, card: str, path: Path) -> PromptResult:
    """Return the next question about a building, or the move.

    The move tells what the card does, and so does the question which of a few Locations to give up.
    """
    result = building.ask(s, seat, card, path)
    match result:
        case MoveReady():
            effects = (card_text(card), *result.effects)
            return structs.replace(result, instant=True, takeback=True, effects=effects)
        case SelectPrompt() if len(result.options) <= _MAX_SITES_EXPLAINED:  # what to give up
            is_named = len(result.options) <= _MAX_SITES_NAMED
            line = _card_line(card) if is_named else card_text(card)
            return structs.replace(result, lines=(line,))
    return result


def _ask_pass(ctx: Context, seat: Seat) -> MoveReady:
    """Return the pass; it needs no confirmation if nothing else could be done."""
    return MoveReady(
        msg("imp.sure.pass"),
        instant=not _verbs(ctx, seat)[0] and not saving_verbs(ctx.state, seat),
        effects=(msg("imp.left.last"),) if ctx.state.round == RULES.rounds else (),
        gives_up=_wasted_by_passing(ctx, seat),
        advice=msg("imp.advice.pass"),
    )


def _wasted_by_passing(ctx: Context, seat: Seat) -> tuple[Msg, ...]:
    """Describe what a pass wastes: possible moves, and goods that can't be stored.

    The moves are Locations to activate, cards to build, and free operations that use goods or
    cards. In the last round no goods are named, since none are lost then.
    """
    own = ctx.state.controlled_by(seat)
    names = the_places(own)
    unused = [
        location
        for location in own
        if EFFECTS[location.card].action and activating.hindrance(ctx, seat, location) is None
    ]
    text = [
        msg(
            "imp.left.activate",
            card=names[location.card],
            what=activating.activation_words(location.card),
        )
        for location in unused
    ]
    buildable = distinct_cards(_possible_cards(ctx, seat, "build"))
    if buildable:
        named = [the_card(card) for card in buildable[:_MAX_BUILDABLE]]
        text.append(msg("imp.left.build", what=listed(named, "or")))
    if free := saving_verbs(ctx.state, seat):
        text.append(msg("imp.left.free", what=listed([msg(f"imp.verb.{verb}") for verb in free])))
    lost = not_stored(ctx.state, seat) if ctx.state.round < RULES.rounds else {}
    return (*text, *((msg("imp.left.lost", what=amounts(lost)),) if lost else ()))


def _ask_deal(ctx: Context, seat: Seat, path: Path) -> PromptResult:
    player = ctx.state.players[seat]
    if not path:
        in_gold = not player.supply["food"]
        return _deal_prompt(tuple(player.hand), not player.deals, in_gold=in_gold)
    card = str(path[0])
    payment_prompt = costs.ask(player.supply, RULES.deal)
    if payment_prompt is not None and len(path) == 1:
        return payment_prompt
    good = CARDS[card].deal
    paid = path[1] if payment_prompt is not None else {}
    effects = tuple(trigger_messages(ctx.state, seat, "deal", ops=(Gain({good: 1}),)))
    return MoveReady(
        msg(
            "imp.sure.deal",
            card=the_card(card),
            paid=amounts(paid if isinstance(paid, dict) else RULES.deal),
            what=amounts({good: 1}),
        ),
        instant=True,
        takeback=True,
        effects=effects,
        label=msg("imp.propose.deal", card=card_name(card)),
        advice=msg("imp.advice.deal", card=the_card(card)),
        ghost=(
            f"{card}=deal",
            *costs.supply_preview(
                seat, player.supply, paid if isinstance(paid, dict) else {}, {good: 1}
            ),
        ),
    )


@lru_cache(2048)
def _deal_prompt(hand: tuple[str, ...], is_first: bool, *, in_gold: bool) -> SelectPrompt:
    """Ask for the card of a Deal; with `in_gold`, tell that gold replaces the food it costs."""
    playable = [card for card in distinct_cards(hand) if CARDS[card].deal]
    disabled = {card: _COMMON_DEAL for card in distinct_cards(hand) if not CARDS[card].deal}
    options = tuple(_deal_option(card) for card in playable)
    # an explanation of Deals has room above few buttons only
    is_explained = is_first and len(playable) <= _MAX_DEALS_EXPLAINED
    key = "imp.ask.deal_first" if is_explained else "imp.ask.deal"
    if in_gold:
        key = "imp.ask.deal_without_food"
    prompt = msg(key, cost=amounts({"gold": RULES.deal["food"]} if in_gold else RULES.deal))
    return SelectPrompt(
        options,
        prompt,
        building.disabled_options(disabled, rule="deal"),
        layout=card_layout(options),
        unlisted_keys=other_copies(hand, playable),
        ask_single=True,
    )


def _deal_option(card: str) -> Option:
    """Return a hand card as an option for a Deal; the label names the good that it brings."""
    good = CARDS[card].deal
    option = hand_option(card, msg("imp.detail.deal", what=amounts({good: 1})))
    label = msg("imp.target.deal", card=card_name(card), what=msg(f"imp.target.good.{good}"))
    return structs.replace(option, label=label, name=card_name(card))


def _ask_raze(ctx: Context, seat: Seat, path: Path) -> PromptResult:
    """Ask for a hand card, or for a rival's Location."""
    s = ctx.state
    player = s.players[seat]
    if not path:
        return _raze_prompt(ctx, seat)
    if path[0] == "hand":
        if len(path) == 1:
            return _raze_hand_prompt(tuple(player.hand), s.round == 1)
        card = str(path[1])
        supply_after = costs.supply_preview(
            seat, player.supply, {"raze": RULES.raze_hand}, CARDS[card].raze
        )
        text = msg("imp.sure.raze_hand", card=the_card(card), what=amounts(CARDS[card].raze))
        return MoveReady(
            text,
            effects=_razing(s, seat, card),
            instant=True,
            takeback=True,
            label=msg("imp.propose.raze", card=card_name(card)),
            advice=msg("imp.advice.raze_hand", card=the_card(card)),
            ghost=(f"{card}=raze", *supply_after),
        )
    if len(path) == 1:
        return _pick_rival(ctx, seat)
    rival = rival_of(str(path[1]))
    places = s.controlled_by(rival)
    if len(path) == 2:
        return _pick_target(ctx, seat, rival)
    card = str(path[2])
    location = s.find(card)[1]
    tokens = price(s, location, rival)
    name = the_places(places)[card]
    text = msg(
        "imp.sure.raze",
        card=name,
        rival=rival_name(rival),
        n=tokens,
        what=amounts(location.facts.raze),
    )
    return MoveReady(
        text,
        ghost=(
            f"{card}=raze",
            *costs.supply_preview(seat, player.supply, {"raze": tokens}, location.facts.raze),
        ),
        label=msg("imp.propose.raze", card=place_names(places)[card]),
        advice=msg("imp.advice.raze", card=name, rival=rival_name(rival)),
        effects=(
            *(
                (msg("imp.sure.founding", rival=rival_name(rival)),)
                if _leaves_site(s, card)
                else ()
            ),
            *_razing(s, seat, card),
        ),
    )


def _leaves_site(s: SettlersState, card: str) -> bool:
    """Return whether a razing gives the owner a Foundation and 1 wood (rules 5.3).

    False for a captured Location, since the owner gets only the Foundation and the captor the wood.
    """
    return CARDS[card].common and not s.solo and s.find(card)[1].captor is None


def _razing(s: SettlersState, seat: Seat, card: str) -> tuple[Msg, ...]:
    """Describe the triggers of own Locations on razing a card."""
    return tuple(trigger_messages(s, seat, "raze", ops=(Gain(CARDS[card].raze),)))


def _raze_prompt(ctx: Context, seat: Seat) -> SelectPrompt:
    """Ask what to raze: a hand card or, if none can be razed, a rival's Location.

    If both are possible, `rival` is accepted but not listed, because `raze_rival` is a verb of its
    own.
    """
    from_hand = any(CARDS[card].raze for card in ctx.state.players[seat].hand)
    rival = any(_targets(ctx, seat, enemy) for enemy in _rivals(ctx, seat))
    shown = [_FROM_HAND] if from_hand else [_A_RIVAL] if rival else []
    return SelectPrompt(
        tuple(shown),
        msg("imp.ask.raze"),
        unlisted_keys=("rival",) if from_hand and rival else (),
    )


def _pick_rival(ctx: Context, seat: Seat) -> SelectPrompt:
    enemies = _rivals(ctx, seat)
    razable = [enemy for enemy in enemies if _targets(ctx, seat, enemy)]
    options = tuple(
        Option(rival_key(enemy), rival_name(enemy), spot=f"empire{enemy}", rule="raze")
        for enemy in razable
    )
    others = [
        *(enemy for enemy in enemies if enemy not in razable),
        *(s for s in range(ctx.n) if s != seat and s not in enemies),
    ]
    from_hand = any(CARDS[card].raze for card in ctx.state.players[seat].hand)
    why = {True: reason("no_raze_rival", helped=from_hand), False: msg("imp.why.passed")}
    disabled = [
        DisabledOption(rival_key(other), rival_name(other), why[other in enemies], "raze")
        for other in others
    ]
    return SelectPrompt(options, msg("imp.ask.rival"), tuple(disabled))


def _pick_target(ctx: Context, seat: Seat, rival: int) -> SelectPrompt:
    """Offer the rival's Locations with their prices; disable those that can't be razed."""
    s = ctx.state
    tokens = s.players[seat].supply["raze"]
    own = s.controlled_by(rival)
    names = place_names(own)
    options, disabled = [], []
    for location in own:
        if not location.facts.raze:
            disabled.append(
                DisabledOption(
                    location.card,
                    names[location.card],
                    msg("imp.why.not_razable"),
                    "raze",
                    spot=location.card,
                    art=location.card,
                )
            )
            continue
        location_price = price(s, location, rival)
        if location_price <= tokens:
            label = msg(
                "imp.propose.gain",
                what=msg("imp.target.priced", card=names[location.card], n=location_price),
                gain=short_gains(location.facts.raze),
            )
            options.append(
                Option(
                    location.card,
                    label,
                    spot=location.card,
                    art=location.card,
                    rule="raze",
                    name=names[location.card],
                )
            )
        else:
            why = msg("imp.why.dear", n=location_price, m=tokens)
            disabled.append(
                DisabledOption(
                    location.card,
                    names[location.card],
                    why,
                    "raze",
                    spot=location.card,
                    art=location.card,
                )
            )
    return SelectPrompt(
        tuple(options),
        msg("imp.ask.target", rival=rival_name(rival)),
        tuple(disabled),
        ask_single=True,
    )


def _rivals(ctx: Context, seat: Seat) -> list[int]:
    """Return the enemies that the Raze action may target.

    There are none in a peaceful match of several players (rules 12).
    """
    return [] if ctx.options["peaceful"] and not ctx.state.solo else ctx.state.enemies(seat)


def _targets(ctx: Context, seat: Seat, rival: int) -> list[Location]:
    s = ctx.state
    tokens = s.players[seat].supply["raze"]
    if tokens < RULES.raze_location:
        return []
    return [
        location
        for location in s.controlled_by(rival)
        if location.facts.raze and price(s, location, rival) <= tokens
    ]


def _pick_place(ctx: Context, seat: Seat) -> SelectPrompt:
    """Offer the own Action Locations; impossible ones are disabled with the reason."""
    own = ctx.state.controlled_by(seat)
    names = place_names(own)
    options, disabled = [], []
    for location in own:
        if not EFFECTS[location.card].action:
            continue
        why = activating.hindrance(ctx, seat, location)
        if why is None:
            options += activating.activate_options(ctx, seat, location, names[location.card])
        else:
            disabled.append(
                DisabledOption(
                    location.card,
                    names[location.card],
                    why,
                    "activate",
                    spot=location.card,
                    art=location.card,
                )
            )
    twice = tuple(one.key.partition("-")[0] for one in options if one.key.endswith("-twice"))
    is_first = ctx.state.round <= _ROUNDS_OF_NEWS and not any(one.used for one in own)
    question = msg("imp.ask.activate_first" if is_first else "imp.ask.activate")
    return SelectPrompt(
        tuple(options),
        question,
        tuple(disabled),
        unlisted_keys=twice,
        # a lone card's name and price are told nowhere else, unless its modes are asked next
        ask_single=all(
            len(EFFECTS[one.key.partition("-")[0]].action.modes) == 1 for one in options
        ),
    )


@lru_cache(2048)
def _raze_hand_prompt(hand: tuple[str, ...], is_first: bool) -> SelectPrompt:
    """Ask for the hand card to raze; cards without a raze value are disabled."""
    distinct = distinct_cards(hand)
    razable = [card for card in distinct if CARDS[card].raze]
    reasons = {card: _NO_RAZE_VALUE for card in distinct if not CARDS[card].raze}
    options = tuple(razing_option(card) for card in razable)
    disabled = building.disabled_options(reasons, rule="raze")
    if len(options) > _MAX_RAZABLE_BESIDE_BLOCKED:
        disabled = tuple(structs.replace(one, tone="free") for one in disabled)  # behind More
    return SelectPrompt(
        options,
        msg("imp.ask.raze_hand_first" if is_first else "imp.ask.raze_hand"),
        disabled,
        layout="cards" if len(options) <= _MAX_RAZABLE_BUTTONS else "menu",
        unlisted_keys=other_copies(hand, razable),
        ask_single=True,
    )


def _disabled_verb(verb: str, why: Msg) -> DisabledOption:
    return DisabledOption(verb, _VERBS[verb].label, why, verb, tone="main")


_HINDRANCE = {
    "build": _why_no_build,
    "deal": _why_no_deal,
    "raze": _why_no_raze,
    "activate": _why_no_activation,
    "workers": workers.hindrance,
}
_VERBS = {verb: Option(verb, msg(f"imp.verb.{verb}"), tone="main", rule=verb) for verb in ACTIONS}
_VERBS["raze_rival"] = Option("raze_rival", msg("imp.verb.raze_rival"), tone="main", rule="raze")
_UNLISTED_RAZE = ("raze",)  # leads to a rival's Location too, as by rules 1 and 2
_ROUNDS_OF_NEWS = 2  # rounds in which gold and actions are new to a player
_FEW_VERBS = 3
_MAX_DEALS_EXPLAINED = 5
_MAX_CARDS_EXPLAINED = 2  # cards to build whose texts a phone has room for
# Each button of a card to raze takes a row of a phone.
_MAX_RAZABLE_BUTTONS = 5
_MAX_RAZABLE_BESIDE_BLOCKED = 3
_MAX_SITES_EXPLAINED = 5  # Locations to give up below a card's text
_MAX_SITES_NAMED = 3  # ... with its name
_MAX_BUTTONS = 6  # proposals and verbs that a phone shows below a picture
_MAX_BUILDABLE = 2  # cards that a pass names as buildable
_MAX_DETAILS = 4  # verbs with details; with more, a phone has no room for a long one
_OFTEN_REPEATED = ("activate", "workers")
_VERBS["pass"] = Option("pass", msg("imp.verb.pass"), tone="finish", rule="pass")
_END_PROMPTS = {
    left: SelectPrompt(
        (Option("end", msg("imp.verb.end"), tone="finish", rule="free"),),
        msg(f"imp.ask.end_{left}"),
        default="end",
    )
    for left in ("defend", "free")
}
_END_READY = MoveReady(msg("imp.sure.end"), instant=True, advice=msg("imp.advice.end"))
_FROM_HAND = Option("hand", msg("imp.raze.hand"), rule="raze")
_A_RIVAL = Option("rival", msg("imp.raze.rival"), rule="raze")
_NO_TOKENS = msg("imp.why.no_tokens")
# A reason in place of the real one, if only the keys of a prompt are needed (`ctx.keys_only`): no
# player reads the reason then, and finding the real one would take time.
_UNREAD = msg("imp.nothing")
_NO_RAZE_VALUE = msg("imp.why.no_raze_value")
_COMMON_DEAL = msg("imp.why.common_deal")
