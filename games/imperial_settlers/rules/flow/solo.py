"""Attack phase of the solo game (rules 11; rulings R24, R25, R46, R57).

Attack cards lie open in a queue, the newest first; each names a good or points. Two matching
cards take a Location of the player, which joins the Collection of the virtual player.
"""

from __future__ import annotations

from msgspec import field

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Msg, Path, Seat, msg
from games.imperial_settlers.model.catalog import ATTACKS, CARDS, RESOURCES, RULES
from games.imperial_settlers.model.events import Attacked, AttackRevealed, Collected
from games.imperial_settlers.model.names import KIND_NAMES, place_names, the_places
from games.imperial_settlers.model.state import Location, SettlersState
from games.imperial_settlers.rules.effects.choices import root
from games.imperial_settlers.rules.effects.resolve import remove_from_play
from games.imperial_settlers.rules.effects.steps import JAPANESE

Context = StepContext[SettlersState]


class Attacks(Frame[SettlersState], tag="attacks"):
    """Frame of the Attack phase.

    `attacks_left` is the number of attacks still to make; -1 until the virtual player's Locations
    have joined the Collection.
    """

    attacks_left: int = field(default=-1, name="left")

    def advance(self, ctx: Context) -> None:
        """Collect the virtual player's remaining Locations, then make the attacks."""
        s = ctx.state
        if self.attacks_left < 0:
            self.attacks_left = RULES.solo.attacks
            remaining = [location.card for location in s.virtual]
            s.virtual = []
            s.collection += remaining
            if remaining:
                ctx.emit(Collected(remaining))
            return
        if not self.attacks_left:
            ctx.pop()
            return
        self.attacks_left -= 1
        reveal(ctx)
        if s.queue:
            strike(ctx)


def reveal(ctx: Context) -> None:
    """Lay the next Attack card on top of the queue; used ones are never reshuffled."""
    s = ctx.state
    if s.attacks:
        card = ctx.rng.draw(s.attacks)
        s.queue.insert(0, card)
        ctx.emit(AttackRevealed(card))


def strike(ctx: Context) -> None:
    """Attack with the cards in the queue; without a target the queue stays as it is (R24)."""
    s = ctx.state
    attack = japanese_attack(s) or common_attack(s)
    if attack is None:
        ctx.emit(Attacked([ATTACKS[s.queue[0]]]))
        return
    attack_cards, cards = attack
    if len(cards) == 1:
        collect_attacked(ctx, attack_cards, cards[0])
    else:
        ctx.push(Sacrifice(0, attack_cards, cards))


def japanese_attack(s: SettlersState) -> tuple[list[str], list[str]] | None:
    """Return two Attack cards and the Japanese Locations that they can take (rules 11.4).

    Two Attack cards for points take a Japanese faction Location, chosen by its Deal, then by
    kind and cost. Return None if there is no such attack.
    """
    first, *rest = s.queue
    if ATTACKS[first] != "vp" or s.players[0].faction != JAPANESE:
        return None
    second = next((card for card in rest if ATTACKS[card] == "vp"), None)
    candidates = [
        location
        for location in s.players[0].locations
        if location.facts.deck == JAPANESE and location.facts.raze
    ]
    if second is None or not candidates:
        return None
    best_deal = min(RULES.solo.deals.index(location.facts.deal) for location in candidates)
    candidates = [
        location
        for location in candidates
        if RULES.solo.deals.index(location.facts.deal) == best_deal
    ]
    return [first, second], _taken_first(candidates)


def common_attack(s: SettlersState) -> tuple[list[str], list[str]] | None:
    """Return two Attack cards and the Common Locations that they can take (rules 11.3).

    The first is the top card of the queue. The second is the first later card that makes a pair:
    together they show the two goods of the raze value of some Common Location. Return None if there
    is no such attack.
    """
    first, *rest = s.queue
    for card in rest:
        goods = sorted((ATTACKS[first], ATTACKS[card]))
        candidates = [
            location
            for location in s.players[0].locations
            if location.facts.common and _single_goods(location) == goods
        ]
        if candidates:
            return [first, card], _taken_first(candidates)
    return None


def _single_goods(location: Location) -> list[str]:
    """Return the goods of a raze value, each as often as it occurs, sorted."""
    return sorted(good for good, n in CARDS[location.card].raze.items() for _ in range(n))


def _taken_first(locations: list[Location]) -> list[str]:
    """Return those of `locations` that are taken first; several if they are equal.

    The order is Action, Feature, Production; then most resources in the cost; then most stone.
    """

    def key(location: Location) -> tuple[int, int, int]:
        facts = location.facts
        cost = sum(facts.goods.get(good, 0) for good in RESOURCES)
        return RULES.solo.kinds.index(facts.kind), -cost, -facts.goods.get("stone", 0)

    best = min(map(key, locations))
    return [location.card for location in locations if key(location) == best]


def collect_attacked(ctx: Context, attack_cards: list[str], card: str) -> None:
    """Collect a Location and put the two Attack cards at the end of `queue` (ruling R57).

    `SettlersState.queue` holds the open Attack cards.
    """
    s = ctx.state
    owner, location = s.find(card)
    remove_from_play(ctx, owner, location)
    s.collection.append(card)
    s.queue = [*(attack for attack in s.queue if attack not in attack_cards), *attack_cards]
    ctx.emit(Attacked([ATTACKS[attack] for attack in attack_cards], card))


class Sacrifice(Frame[SettlersState], tag="sacrifice"):
    """Choice between equal candidates of an attack (decision D19); `used` are the two Attack cards."""

    seat: int
    used: list[str]
    cards: list[str]

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for the Location to lose."""
        if not path:
            return root("sacrifice")
        own = ctx.state.players[seat].locations
        if len(path) == 1:
            names = place_names(own)
            options = tuple(
                Option(
                    card,
                    names[card],
                    KIND_NAMES[CARDS[card].kind],
                    spot=card,
                    art=card,
                    rule="solo",
                )
                for card in self.cards
            )
            return SelectPrompt(options, msg("imp.ask.sacrifice"))
        return _sacrifice_ready(the_places(own)[str(path[1])], str(path[1]))

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Lose the Location."""
        ctx.pop()
        collect_attacked(ctx, self.used, str(path[1]))


def _sacrifice_ready(name: Msg, card: str) -> MoveReady:
    return MoveReady(
        msg("imp.sure.sacrifice", card=name),
        ghost=(f"{card}=raze",),
        advice=msg("imp.advice.sacrifice", card=name),
    )
