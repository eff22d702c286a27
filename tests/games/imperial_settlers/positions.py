"""Positions for one test each: cards in hands, Empires and decks, goods, and the prompting frame."""

from __future__ import annotations

from bisect import insort
from typing import Any

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.state.events import Event
from games.core.state.position import Position
from games.core.text.messages import Path
from games.imperial_settlers import GAME
from games.imperial_settlers.model.catalog import ATTACKS, CARDS, COMMON, FACTIONS, SUPPLY, deck_of
from games.imperial_settlers.model.state import (
    Buried,
    Foundation,
    Location,
    MadeDeal,
    Player,
    SettlersState,
)
from games.imperial_settlers.rules.flow.exploring import Explore
from games.imperial_settlers.rules.flow.rounds import Cleanup, Harvest, Rounds
from games.imperial_settlers.rules.flow.solo import Attacks, strike
from games.imperial_settlers.rules.flow.turn import PlayerTurn, RoundActions
from games.imperial_settlers.views.view import CardHand
from tests.games.asking import public_events

Pos = Position[SettlersState, Any]
FACTION_OF = {"b": "barbarians", "j": "japanese", "r": "romans", "e": "egyptians"}
PILES = ("hand", "looking", "kept", "deck", "discard")


def begin(factions: str = "rb", at: int = 2, seed: str = "worlds", **options: Any) -> Pos:
    """Return the turn of seat 0 in round `at`, with these factions by first letter.

    Nobody has goods, cards or points.
    """
    n = len(factions)
    pos = walk.start(GAME, {"factions": "random", **options}, n, seed)
    s = pos.state
    pos.lanes = [[] for _ in range(n)]
    pos.outcome = None
    s.deck, s.discard, s.offer, s.virtual, s.collection = deck_of(COMMON), [], [], [], []
    for seat, letter in enumerate(factions):
        s.players[seat] = Player(faction=FACTION_OF[letter], deck=deck_of(FACTION_OF[letter]))
    s.round, s.first = at, 0
    return turn(pos)


def turn(pos: Pos, seat: int = 0) -> Pos:
    """Start a seat's turn in the Action phase."""
    pos.stack = [
        Rounds(),
        *([Attacks()] if pos.state.solo else []),
        Cleanup(),
        RoundActions((seat + 1) % pos.n),
        PlayerTurn(seat),
    ]
    return pos


def stage(pos: Pos, *frames: Frame[SettlersState]) -> list[Event]:
    """Put these frames on the stack (first on top), run automatic ones; return public events."""
    pos.stack = [Rounds(), *reversed(frames)]
    t = StepContext(GAME, pos)
    walk.run_automatic(GAME, pos, t)
    return public_events(t.events)


def hand_view(pos: Pos, viewer: int) -> CardHand:
    """Return what a player sees of the own cards."""
    hand = GAME.view(pos, viewer).hand
    assert hand is not None
    return hand


def explore(pos: Pos) -> Pos:
    """Start the Exploration phase of this round."""
    stage(pos, Explore(), RoundActions(0), Cleanup())
    return pos


def harvest(pos: Pos, seat: int = 0) -> Pos:
    """Start a seat's production in round 2; only its turn follows."""
    turn(pos, seat)
    pos.stack.append(Harvest(seat, before=[]))
    walk.run_automatic(GAME, pos, StepContext(GAME, pos))
    return pos


def who(pos: Pos, seat: int = 0) -> Player:
    """Return a player."""
    return pos.state.players[seat]


def place(pos: Pos, card: str) -> Location:
    """Return the Location of a card."""
    return pos.state.find(card)[1]


def fetch(pos: Pos, card: str) -> str:
    """Remove a card from the pile or hand in which it is."""
    s = pos.state
    piles = [
        s.deck,
        s.discard,
        s.offer,
        s.collection,
        *(getattr(player, name) for player in s.players for name in PILES),
    ]
    next(pile for pile in piles if card in pile).remove(card)
    return card


def hand(pos: Pos, seat: int, *cards: str) -> Pos:
    """Add these cards to a hand in this order."""
    for card in cards:
        who(pos, seat).hand.append(fetch(pos, card))
    return pos


def empire(pos: Pos, seat: int, *cards: str) -> Pos:
    """Add these Locations to an Empire, in building order."""
    for card in cards:
        who(pos, seat).locations.append(Location(fetch(pos, card)))
    return pos


def virtual(pos: Pos, *cards: str) -> Pos:
    """Give the virtual player these Locations."""
    pos.state.virtual += [Location(fetch(pos, card)) for card in cards]
    return pos


def foundation(pos: Pos, seat: int, *cards: str, known: bool = True) -> Pos:
    """Add these cards face down to an Empire."""
    who(pos, seat).foundations += [Foundation(fetch(pos, card), known) for card in cards]
    return pos


def deals(pos: Pos, seat: int, *cards: str) -> Pos:
    """Add these cards as Deals."""
    who(pos, seat).deals += [MadeDeal(CARDS[card].deal, fetch(pos, card)) for card in cards]
    return pos


def route(pos: Pos, seat: int, target: str, marker: str = "") -> Pos:
    """Add a Trade Route Deal with a Location."""
    who(pos, seat).deals.append(
        MadeDeal(CARDS[target].deal, fetch(pos, marker) if marker else "", target)
    )
    return pos


def capture(pos: Pos, seat: int, *cards: str) -> Pos:
    """Let a seat hold these Locations of others."""
    for card in cards:
        place(pos, card).captor = seat
    return pos


def samurai(pos: Pos, *cards: str) -> Pos:
    """Put a Samurai on each of these Locations."""
    for card in cards:
        place(pos, card).samurai = True
    return pos


def used(pos: Pos, card: str, *seats: int) -> Pos:
    """Mark an Action Location as activated by these seats this round."""
    one = place(pos, card)
    one.used, one.by = len(seats), sorted(set(seats))
    return pos


def buried(pos: Pos, gate: str, seat: int, *cards: str) -> Pos:
    """Put cards of a seat under a Gate."""
    place(pos, gate).under += [Buried(fetch(pos, card), seat) for card in cards]
    return pos


def supply(pos: Pos, seat: int = 0, /, **goods: int) -> Pos:
    """Set exactly these goods in a supply."""
    who(pos, seat).supply = {good: goods.get(good, 0) for good in SUPPLY}
    return pos


def goods(pos: Pos, seat: int = 0) -> dict[str, int]:
    """Return the goods in a supply without zeros, the points as `vp`."""
    have = {good: n for good, n in who(pos, seat).supply.items() if n}
    return {**have, "vp": who(pos, seat).points} if who(pos, seat).points else have


def names(pos: Pos, seat: int = 0) -> list[str]:
    """Return the Locations of an Empire."""
    return [one.card for one in who(pos, seat).locations]


def leave(pos: Pos, deck: str | int, *cards: str) -> Pos:
    """Leave only these cards in a deck (`common` or that of a seat)."""
    s = pos.state
    bag = s.deck if deck == COMMON else who(pos, int(deck)).deck
    s.collection += bag
    bag.clear()
    for card in cards:
        insort(bag, fetch(pos, card))
    return pos


def discarded(pos: Pos, *cards: str) -> Pos:
    """Put these cards on their discard piles."""
    for card in cards:
        pos.state.discard_card(fetch(pos, card))
    return pos


def passed(pos: Pos, *seats: int) -> Pos:
    """Let these seats have passed."""
    for seat in seats:
        who(pos, seat).passed = True
    return pos


def queue(pos: Pos, *targets: str) -> Pos:
    """Reveal Attack cards with these targets, newest first; no more are drawn."""
    s = pos.state
    s.attacks = sorted([*s.attacks, *s.queue])
    s.queue = []
    for target in targets:
        card = next(one for one in s.attacks if ATTACKS[one] == target)
        s.attacks.remove(card)
        s.queue.append(card)
    return pos


def go(pos: Pos, *paths: Path, seat: int | None = None) -> Pos:
    """Return the position after these paths; the audit holds after each, points never fall."""
    for path in paths:
        before = [player.points for player in pos.state.players]
        pos = walk.submit(pos, walk.actors(pos)[0] if seat is None else seat, path).pos
        assert GAME.audit(pos) == [], path
        assert all(
            now.points >= then for now, then in zip(pos.state.players, before, strict=True)
        ), path
    return pos


def kind(pos: Pos) -> str:
    """Return the tag of the frame on top; "" when the game is over."""
    return str(type(pos.stack[-1]).__struct_config__.tag) if pos.stack else ""


def total(pos: Pos, seat: int = 0) -> int:
    """Return the score if the game ended now."""
    return GAME.score(pos).total[seat]


def faction(letter: str) -> Any:
    """Return the faction board of a player."""
    return FACTIONS[FACTION_OF[letter]]


def passing(pos: Pos) -> Pos:
    """Let everybody pass who has not passed."""
    while kind(pos) == "turn":
        pos = go(pos, ("pass",))
    return pos


def attack(pos: Pos) -> Pos:
    """Start the solo game's next attack with the queue as it is."""
    pos.stack = [Rounds(), Attacks(0)]
    strike(StepContext(GAME, pos))
    return pos


def targets(pos: Pos) -> list[str]:
    """Return the targets of the revealed Attack cards."""
    return [ATTACKS[card] for card in pos.state.queue]
