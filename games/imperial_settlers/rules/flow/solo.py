"""Attack phase of the solo game (rules 11; rulings R24, R25, R46, R57)."""

from __future__ import annotations

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Msg, Path, Seat, msg
from games.imperial_settlers.model.catalog import ATTACKS, CARDS, RESOURCES, RULES
from games.imperial_settlers.model.events import Attacked, AttackRevealed, Collected
from games.imperial_settlers.model.names import KIND_NAMES, place_names
from games.imperial_settlers.model.state import Location, SettlersState
from games.imperial_settlers.rules.effects.choices import root
from games.imperial_settlers.rules.effects.resolve import remove_from_play
from games.imperial_settlers.rules.effects.steps import JAPANESE

T = StepContext[SettlersState]


class Attacks(Frame[SettlersState], tag="attacks"):
    """Frame of the phase; `left` attacks are to come, -1 before the Collection grows."""

    left: int = -1

    def advance(self, t: T) -> None:
        """Collect the virtual player's remaining Locations, then make the attacks."""
        s = t.state
        if self.left < 0:
            self.left = RULES.solo.attacks
            gone = [one.card for one in s.virtual]
            s.virtual = []
            s.collection += gone
            if gone:
                t.emit(Collected(gone))
            return
        if not self.left:
            t.pop()
            return
        self.left -= 1
        reveal(t)
        if s.queue:
            strike(t)


def reveal(t: T) -> None:
    """Lay the next Attack card on top of the queue; used ones are never reshuffled."""
    s = t.state
    if s.attacks:
        card = t.rng.draw(s.attacks)
        s.queue.insert(0, card)
        t.emit(AttackRevealed(card))


def strike(t: T) -> None:
    """Attack with the present queue; without a target the queue stays as it is (ruling R24)."""
    s = t.state
    found = japanese(s) or common(s)
    if found is None:
        t.emit(Attacked([ATTACKS[s.queue[0]]]))
        return
    used, cards = found
    if len(cards) == 1:
        take(t, used, cards[0])
    else:
        t.push(Sacrifice(0, used, cards))


def japanese(s: SettlersState) -> tuple[list[str], list[str]] | None:
    """Return two Attack cards and the Japanese Locations that they can take (rules 11.4).

    Two Attack cards for points take a Japanese faction Location, chosen by its Deal, then by
    kind and cost. Return None if there is no such attack.
    """
    first, *rest = s.queue
    if ATTACKS[first] != "vp" or s.players[0].faction != JAPANESE:
        return None
    second = next((card for card in rest if ATTACKS[card] == "vp"), None)
    mine = [one for one in s.players[0].locations if one.facts.deck == JAPANESE and one.facts.raze]
    if second is None or not mine:
        return None
    best = min(RULES.solo.deals.index(one.facts.deal) for one in mine)
    mine = [one for one in mine if RULES.solo.deals.index(one.facts.deal) == best]
    return [first, second], _weakest(mine)


def common(s: SettlersState) -> tuple[list[str], list[str]] | None:
    """Return two Attack cards and the Common Locations that they can take (rules 11.3).

    The two cards are the top one and the first later one with which it matches both goods of a
    raze value. Return None if there is no such attack.
    """
    first, *rest = s.queue
    for card in rest:
        targets = sorted((ATTACKS[first], ATTACKS[card]))
        mine = [
            one for one in s.players[0].locations if one.facts.common and _goods(one) == targets
        ]
        if mine:
            return [first, card], _weakest(mine)
    return None


def _goods(one: Location) -> list[str]:
    """Return the single goods of a raze value, sorted."""
    return sorted(good for good, n in CARDS[one.card].raze.items() for _ in range(n))


def _weakest(mine: list[Location]) -> list[str]:
    """Return the Locations that are equally first to be taken.

    The order is Action, Feature, Production; then most resources in the cost; then most stone.
    """

    def key(one: Location) -> tuple[int, int, int]:
        facts = one.facts
        cost = sum(facts.goods.get(good, 0) for good in RESOURCES)
        return RULES.solo.kinds.index(facts.kind), -cost, -facts.goods.get("stone", 0)

    best = min(map(key, mine))
    return [one.card for one in mine if key(one) == best]


def take(t: T, used: list[str], card: str) -> None:
    """Collect a Location and put the two Attack cards at the end of the queue (R57)."""
    s = t.state
    owner, one = s.find(card)
    remove_from_play(t, owner, one)
    s.collection.append(card)
    s.queue = [*(one for one in s.queue if one not in used), *used]
    t.emit(Attacked([ATTACKS[attack] for attack in used], card))


class Sacrifice(Frame[SettlersState], tag="sacrifice"):
    """Choice between equal candidates of an attack (D19); `used` are the two Attack cards."""

    seat: int
    used: list[str]
    cards: list[str]

    def prompt(self, t: T, seat: Seat, path: Path) -> PromptResult:
        """Ask for the Location to lose."""
        if not path:
            return root("sacrifice")
        names = place_names(t.state.players[seat].locations)
        if len(path) == 1:
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
        return _sacrifice_ready(names[str(path[1])], str(path[1]))

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Lose the Location."""
        t.pop()
        take(t, self.used, str(path[1]))


def _sacrifice_ready(name: Msg, card: str) -> MoveReady:
    return MoveReady(msg("imp.sure.sacrifice", card=name), ghost=(f"{card}=raze",))
