"""Free operations of a turn: defense token, Samurai, Shrine, Gate (rules 6, 9.1, 9.3).

`PlayerTurn` offers the verbs of `FREE` with its own questions. A path begins with the verb and the
Location. For the Shrine, the goods to put on it follow; for the Gate, the hand cards to lay under
it. For Samurai, the path is the verb and all Locations. Rulings R3, R23, R40 and R41 apply.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from msgspec.structs import replace

from games.core.engine.context import StepContext
from games.core.engine.frame import FreeActions
from games.core.prompts.prompt import (
    DisabledOption,
    DistributePrompt,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    Slot,
)
from games.core.text.messages import Path, Seat, msg
from games.imperial_settlers.model.catalog import CARDS, RESOURCES, RULES
from games.imperial_settlers.model.events import BuriedCards, Defended, Put
from games.imperial_settlers.model.names import (
    GOOD_NAMES,
    amounts,
    place_names,
    the_cards,
    the_places,
)
from games.imperial_settlers.model.state import Buried, Location, SettlersState
from games.imperial_settlers.rules.effects.choices import (
    deploy,
    hand_option,
    picked,
    samurai_prompt,
    samurai_ready,
)
from games.imperial_settlers.rules.effects.operations import Placement
from games.imperial_settlers.rules.effects.resolve import EFFECTS, gain
from games.imperial_settlers.rules.effects.steps import JAPANESE, places_for_samurai

Context = StepContext[SettlersState]
PUTTABLE = (*RESOURCES, "gold")


class FreeOps(FreeActions[SettlersState]):
    """Free operations before and after the action; each may be used any number of times."""

    verbs: ClassVar[tuple[str, ...]] = ("defend", "samurai", "shrine", "gate")

    def offer(self, ctx: Context, seat: Seat) -> tuple[Option | DisabledOption, ...]:
        """Return the verbs that are possible now."""
        return tuple(_VERBS[verb] for verb in self.verbs if _possible(ctx.state, seat, verb))

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for the Location, then for goods or cards; Samurai go to several Locations at once."""
        s, verb = ctx.state, str(path[0])
        player = s.players[seat]
        if verb == "samurai":
            places = places_for_samurai(s, seat)
            if len(path) == 1:
                return samurai_prompt(s, seat, places, 1, min(len(places), player.supply["worker"]))
            return samurai_ready(picked(path[1]))
        locations = _places(s, seat, verb)
        names = place_names(s.controlled_by(seat))
        if len(path) == 1:
            useful = [one for one in locations if one.facts.raze] if verb == "defend" else locations
            offered = useful or locations
            return SelectPrompt(
                tuple(
                    Option(one.card, names[one.card], spot=one.card, art=one.card, rule=verb)
                    for one in offered
                ),
                msg(f"imp.ask.{verb}"),
                # a token on Ruins is legal but useless: nobody can raze them
                unlisted_keys=tuple(one.card for one in locations if one not in offered),
                ask_single=len(offered) < len(locations),
            )
        card = str(path[1])
        if verb == "defend":
            name = the_places(s.controlled_by(seat))[card]
            key = "imp.defend.done" if CARDS[card].raze else "imp.defend.idle"
            return MoveReady(
                msg(key, card=name),
                instant=True,
                label=_VERBS[verb].label,
                ghost=(f"{card}=defense",),
                advice=msg("imp.advice.defend", card=name),
            )
        if len(path) == 2:
            return (
                _gate_prompt(tuple(player.hand))
                if verb == "gate"
                else _shrine_prompt(tuple(player.supply[g] for g in PUTTABLE))
            )
        answer = path[2]
        if verb == "gate":
            under = picked(answer)
            done = (
                msg("imp.gate.many", n=len(under))
                if len(under) > _MAX_NAMED_CARDS
                else msg("imp.gate.done", cards=the_cards(under))
            )
            advice = msg("imp.advice.gate", cards=the_cards(under))
            return MoveReady(done, ghost=(card,), advice=advice)
        what = amounts(answer if isinstance(answer, dict) else {})
        return MoveReady(
            msg("imp.shrine.done", what=what),
            ghost=(card,),
            advice=msg("imp.advice.shrine", what=what),
        )

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Apply the operation at once."""
        s, verb = ctx.state, str(path[0])
        player = s.players[seat]
        if verb == "samurai":
            places = picked(path[1])
            player.supply["worker"] -= len(places)
            deploy(ctx, seat, places)
            return
        card = str(path[1])
        location = s.find(card)[1]
        if verb == "defend":
            player.supply["defense"] -= 1
            location.defense += 1
            ctx.emit(Defended(seat, card))
        elif verb == "shrine" and isinstance(path[2], dict):
            for good, n in path[2].items():
                player.supply[good] -= n
                location.put += n
            ctx.emit(Put(seat, card, dict(path[2])))
        else:
            self._bury(ctx, seat, location, picked(path[2]))

    def _bury(self, ctx: Context, seat: Seat, gate: Location, buried: list[str]) -> None:
        """Lay the hand cards `buried` under a Gate and gain the goods that the Gate pays for them.

        The Gate pays once for each group of `immediate.per` cards, also for an incomplete group;
        each payment is a separate gain (ruling R43).
        """
        player = ctx.state.players[seat]
        for card in buried:
            player.hand.remove(card)
            gate.under.append(Buried(card, seat))
        ctx.emit(
            BuriedCards(seat, gate.card, len(buried)),
            {seat: BuriedCards(seat, gate.card, len(buried), list(buried))},
        )
        placement = _placement(gate.card)
        immediate = placement.immediate if placement else None
        if immediate:
            for _ in range(0, len(buried), immediate.per):
                gain(ctx, seat, immediate.goods, gate.card)


FREE = FreeOps()
# Ops of rivals' actions that take what the free operation would have used.
_THREATS = {"gate": "enemy_discards_card", "shrine": "steal_resource"}
_MAX_NAMED_CARDS = 4  # the confirmation names up to this many cards and counts more than that


def asks_end(s: SettlersState, seat: Seat, *, peaceful: bool = False) -> bool:
    """Return whether a free operation could still matter after the seat's action (decision D15).

    Until the seat's next turn, where it may use free operations again, only rivals act. So a
    defense token or a Samurai matters if a rival could raze, goods for the Shrine if a rival could
    steal them, cards for the Gate if a rival could make the seat discard them. The seat is not
    asked again for a risk that it has accepted in this round.
    """
    if any(
        _possible(s, seat, verb) and _has_op(s, rival, tag)
        for verb, tag in _THREATS.items()
        for rival in s.enemies(seat)
    ):
        return True
    guards = may_defend(s, seat) or _possible(s, seat, "samurai")
    return guards and raze_risk(s, seat, peaceful=peaceful) > s.players[seat].accepted_risk


def raze_risk(s: SettlersState, seat: Seat, *, peaceful: bool = False) -> int:
    """Return how exposed the seat is to razing; 0 if no rival in play could raze.

    The number grows with the raze tokens of rivals and with the seat's Locations that could be
    protected. In a `peaceful` match rivals can't use the Raze action.
    """
    tokens = max(
        (
            s.players[rival].supply["raze"]
            for rival in s.enemies(seat)
            if not s.solo and (not peaceful or _has_op(s, rival, "raze_enemy_location"))
        ),
        default=0,
    )
    if tokens < RULES.raze_location:
        return 0
    exposed = [one for one in _places(s, seat, "defend") if one.facts.raze]
    return tokens + len(exposed) + len(places_for_samurai(s, seat))


def _has_op(s: SettlersState, rival: int, tag: str) -> bool:
    """Return whether the rival controls a Location whose action has the op `tag`."""
    return any(
        op.__struct_config__.tag == tag
        for one in s.controlled_by(rival)
        if (action := EFFECTS[one.card].action)
        for mode in action.modes
        for op in mode.effect
    )


def may_defend(s: SettlersState, seat: Seat) -> bool:
    """Return whether a defense token could go to a Location that can be razed."""
    return _possible(s, seat, "defend") and any(
        one.facts.raze for one in _places(s, seat, "defend")
    )


def saving_verbs(s: SettlersState, seat: Seat) -> list[str]:
    """Return the free operations that could still use goods or cards of the seat."""
    return [verb for verb in ("samurai", "shrine", "gate") if _possible(s, seat, verb)]


def _possible(s: SettlersState, seat: Seat, verb: str) -> bool:
    player = s.players[seat]
    match verb:
        case "defend":
            return player.supply["defense"] > 0 and bool(_places(s, seat, verb))
        case "samurai":
            return (
                player.faction == JAPANESE
                and player.supply["worker"] > 0
                and bool(places_for_samurai(s, seat))
            )
        case "shrine":
            return any(player.supply[good] for good in PUTTABLE) and bool(_places(s, seat, verb))
    return bool(player.hand) and bool(_places(s, seat, verb))


def _places(s: SettlersState, seat: Seat, verb: str) -> list[Location]:
    """Return the own Locations on which the seat may use a free operation.

    Defense tokens go to Common Locations only (rules 6).
    """
    if verb == "defend":
        return [one for one in s.controlled_by(seat) if one.facts.common]
    kind = "hand_cards" if verb == "gate" else "resources"
    return [
        one
        for one in s.controlled_by(seat)
        if (placement := _placement(one.card)) and placement.place == kind
    ]


@lru_cache(256)
def _placement(card: str) -> Placement | None:
    """Return the feature of a Gate or Shrine that allows placing; None for other cards."""
    return next(
        (feature for feature in EFFECTS[card].features if isinstance(feature, Placement)), None
    )


@lru_cache(2048)
def _shrine_prompt(amounts_held: tuple[int, ...]) -> DistributePrompt:
    slots = tuple(
        Slot(good, GOOD_NAMES[good], n, art=good)
        for good, n in zip(PUTTABLE, amounts_held, strict=True)
        if n
    )
    return DistributePrompt(slots, 1, sum(amounts_held), msg("imp.ask.shrine_goods"))


@lru_cache(2048)
def _gate_prompt(hand: tuple[str, ...]) -> SelectPrompt:
    return SelectPrompt(
        tuple(_numbered_options(hand)),
        msg("imp.ask.gate_cards"),
        min=1,
        max=len(hand),
        layout="cards",
    )


def _numbered_options(hand: tuple[str, ...]) -> Iterator[Option]:
    """Yield the cards of a hand as options; cards of the same name get numbers."""
    names = [CARDS[card].id for card in hand]
    for index, card in enumerate(hand):
        option = hand_option(card)
        if names.count(names[index]) > 1:
            option = replace(
                option,
                label=msg(
                    "imp.numbered", card=option.label, n=names[: index + 1].count(names[index])
                ),
            )
        yield option


_VERBS = {
    verb: Option(verb, msg(f"imp.verb.{verb}"), tone="free", rule=verb) for verb in FreeOps.verbs
}
