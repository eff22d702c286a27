"""The Attack phase of the solo game: the Collection grows, and attacks take Locations (rules 11; rulings R24, R25, R46, R57)."""

from __future__ import annotations

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import Answer, MoveReady, Option, SelectPrompt
from games.core.text.messages import Msg, Path, Seat, msg
from games.imperial_settlers.model.catalog import ATTACKS, CARDS, RESOURCES, RULES
from games.imperial_settlers.model.events import Attacked, AttackRevealed, Collected
from games.imperial_settlers.model.names import KIND_NAMES, place_names
from games.imperial_settlers.model.state import Location, SettlersState
from games.imperial_settlers.rules.effects.choices import root
from games.imperial_settlers.rules.effects.resolve import leave
from games.imperial_settlers.rules.effects.steps import JAPANESE

T = StepContext[SettlersState]


class Attacks(Frame[SettlersState], tag="attacks"):
    """The script of the phase; `left` attacks are to come."""

    left: int = -1

    def advance(self, t: T) -> None:
        """The rest of the virtual player's Locations is collected, then two attacks."""
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
    """The next Attack card comes on top of the queue; the deck is never shuffled again."""
    s = t.state
    if s.attacks:
        card = t.rng.draw(s.attacks)
        s.queue.insert(0, card)
        t.emit(AttackRevealed(card))


def strike(t: T) -> None:
    """Who is attacked by the queue as it lies; nobody, then the queue stays (ruling R24)."""
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
    """Two points in the queue take a Japanese faction Location: by its Deal, then by kind and cost (rules 11.4)."""
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
    """The first later card of the queue with which the top one names both goods of an own Common Location (rules 11.3)."""
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
    """The single goods of a raze value, sorted."""
    return sorted(good for good, n in CARDS[one.card].raze.items() for _ in range(n))


def _weakest(mine: list[Location]) -> list[str]:
    """Those equally first: Action before Feature before Production, most resources in the cost, most stone."""

    def key(one: Location) -> tuple[int, int, int]:
        facts = one.facts
        cost = sum(facts.goods.get(good, 0) for good in RESOURCES)
        return RULES.solo.kinds.index(facts.kind), -cost, -facts.goods.get("stone", 0)

    best = min(map(key, mine))
    return [one.card for one in mine if key(one) == best]


def take(t: T, used: list[str], card: str) -> None:
    """The Location goes to the Collection, the two Attack cards to the end of the queue, first target first (ruling R57)."""
    s = t.state
    owner, one = s.find(card)
    leave(t, owner, one)
    s.collection.append(card)
    s.queue = [*(one for one in s.queue if one not in used), *used]
    t.emit(Attacked([ATTACKS[attack] for attack in used], card))


class Sacrifice(Frame[SettlersState], tag="sacrifice"):
    """The last tie among the candidates is the player's choice (D19); `used` are the two Attack cards."""

    seat: int
    used: list[str]
    cards: list[str]

    def prompt(self, t: T, seat: Seat, path: Path) -> Answer:
        """Which Location is lost."""
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
        return _lost(names[str(path[1])], str(path[1]))

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """It is lost."""
        t.pop()
        take(t, self.used, str(path[1]))


def _lost(name: Msg, card: str) -> MoveReady:
    return MoveReady(msg("imp.sure.sacrifice", card=name), ghost=(f"{card}=raze",))
