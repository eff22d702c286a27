"""Positions built for one question: cards in hands, Empires, decks and under boards, goods, and the frame that asks."""

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
from tests.games.asking import told

Pos = Position[SettlersState, Any]
FACTION_OF = {"b": "barbarians", "j": "japanese", "r": "romans", "e": "egyptians"}
PILES = ("hand", "looking", "kept", "deck", "discard")


def begin(factions: str = "rb", at: int = 2, seed: str = "worlds", **options: Any) -> Pos:
    """Seat by seat these factions (by their first letters), round `at`, the turn of the first player, seat 0: nobody has goods,
    cards or points."""
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
    """A seat's turn in the Action phase."""
    pos.stack = [
        Rounds(),
        *([Attacks()] if pos.state.solo else []),
        Cleanup(),
        RoundActions((seat + 1) % pos.n),
        PlayerTurn(seat),
    ]
    return pos


def stage(pos: Pos, *frames: Frame[SettlersState]) -> list[Event]:
    """Lay these frames on the script (the first on top), let what is automatic happen; the public facts that were told."""
    pos.stack = [Rounds(), *reversed(frames)]
    t = StepContext(GAME, pos)
    walk.run_automatic(GAME, pos, t)
    return told(t.events)


def hand_view(pos: Pos, viewer: int) -> CardHand:
    """Return what a player sees of the own cards."""
    hand = GAME.view(pos, viewer).hand
    assert hand is not None
    return hand


def explore(pos: Pos) -> Pos:
    """The Exploration phase of this round."""
    stage(pos, Explore(), RoundActions(0), Cleanup())
    return pos


def harvest(pos: Pos, seat: int = 0) -> Pos:
    """A seat's production, in round 2 with nothing after it but the seat's turn."""
    turn(pos, seat)
    pos.stack.append(Harvest(seat, before=[]))
    walk.run_automatic(GAME, pos, StepContext(GAME, pos))
    return pos


def who(pos: Pos, seat: int = 0) -> Player:
    """A player."""
    return pos.state.players[seat]


def place(pos: Pos, card: str) -> Location:
    """The Location that a card is."""
    return pos.state.find(card)[1]


def fetch(pos: Pos, card: str) -> str:
    """A card out of wherever it lies face down, in a pile or in a hand."""
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
    """These cards to a hand, in this order."""
    for card in cards:
        who(pos, seat).hand.append(fetch(pos, card))
    return pos


def empire(pos: Pos, seat: int, *cards: str) -> Pos:
    """These Locations in an Empire, in the order built."""
    for card in cards:
        who(pos, seat).locations.append(Location(fetch(pos, card)))
    return pos


def virtual(pos: Pos, *cards: str) -> Pos:
    """These Locations before the virtual player."""
    pos.state.virtual += [Location(fetch(pos, card)) for card in cards]
    return pos


def foundation(pos: Pos, seat: int, *cards: str, known: bool = True) -> Pos:
    """These cards face down in an Empire."""
    who(pos, seat).foundations += [Foundation(fetch(pos, card), known) for card in cards]
    return pos


def deals(pos: Pos, seat: int, *cards: str) -> Pos:
    """These cards under a board."""
    who(pos, seat).deals += [MadeDeal(CARDS[card].deal, fetch(pos, card)) for card in cards]
    return pos


def route(pos: Pos, seat: int, target: str, marker: str = "") -> Pos:
    """A Trade Route Deal with a Location."""
    who(pos, seat).deals.append(
        MadeDeal(CARDS[target].deal, fetch(pos, marker) if marker else "", target)
    )
    return pos


def capture(pos: Pos, seat: int, *cards: str) -> Pos:
    """These Locations of others are held by a seat."""
    for card in cards:
        place(pos, card).captor = seat
    return pos


def samurai(pos: Pos, *cards: str) -> Pos:
    """A Samurai on each of these Locations."""
    for card in cards:
        place(pos, card).samurai = True
    return pos


def used(pos: Pos, card: str, *seats: int) -> Pos:
    """An Action Location activated by these seats this round."""
    one = place(pos, card)
    one.used, one.by = len(seats), sorted(set(seats))
    return pos


def buried(pos: Pos, gate: str, seat: int, *cards: str) -> Pos:
    """Cards that a seat has put under a Gate."""
    place(pos, gate).under += [Buried(fetch(pos, card), seat) for card in cards]
    return pos


def supply(pos: Pos, seat: int = 0, /, **goods: int) -> Pos:
    """Exactly these goods in a supply."""
    who(pos, seat).supply = {good: goods.get(good, 0) for good in SUPPLY}
    return pos


def goods(pos: Pos, seat: int = 0) -> dict[str, int]:
    """What lies in a supply, without zeros, and the points under `vp`."""
    have = {good: n for good, n in who(pos, seat).supply.items() if n}
    return {**have, "vp": who(pos, seat).points} if who(pos, seat).points else have


def names(pos: Pos, seat: int = 0) -> list[str]:
    """The Locations that stand in an Empire."""
    return [one.card for one in who(pos, seat).locations]


def leave(pos: Pos, deck: str | int, *cards: str) -> Pos:
    """Only these cards are left in a deck (`common` or a seat's), the others are out of the way."""
    s = pos.state
    bag = s.deck if deck == COMMON else who(pos, int(deck)).deck
    s.collection += bag
    bag.clear()
    for card in cards:
        insort(bag, fetch(pos, card))
    return pos


def discarded(pos: Pos, *cards: str) -> Pos:
    """These cards on their discard piles."""
    for card in cards:
        pos.state.throw(fetch(pos, card))
    return pos


def passed(pos: Pos, *seats: int) -> Pos:
    """These seats are out of the round."""
    for seat in seats:
        who(pos, seat).passed = True
    return pos


def queue(pos: Pos, *targets: str) -> Pos:
    """Attack cards with these targets lie open, the newest first; no more of them are drawn."""
    s = pos.state
    s.attacks = sorted([*s.attacks, *s.queue])
    s.queue = []
    for target in targets:
        card = next(one for one in s.attacks if ATTACKS[one] == target)
        s.attacks.remove(card)
        s.queue.append(card)
    return pos


def go(pos: Pos, *paths: Path, seat: int | None = None) -> Pos:
    """Submit the paths for the seat awaited; invariants hold after each, and points never fall."""
    for path in paths:
        before = [player.points for player in pos.state.players]
        pos = walk.submit(pos, walk.actors(pos)[0] if seat is None else seat, path).pos
        assert GAME.audit(pos) == [], path
        assert all(
            now.points >= then for now, then in zip(pos.state.players, before, strict=True)
        ), path
    return pos


def kind(pos: Pos) -> str:
    """What is asked now: the tag of the frame on top; nothing when the game is over."""
    return str(type(pos.stack[-1]).__struct_config__.tag) if pos.stack else ""


def total(pos: Pos, seat: int = 0) -> int:
    """The score if the game ended now."""
    return GAME.score(pos).total[seat]


def faction(letter: str) -> Any:
    """A faction board."""
    return FACTIONS[FACTION_OF[letter]]


def passing(pos: Pos) -> Pos:
    """Everybody who has not passed does."""
    while kind(pos) == "turn":
        pos = go(pos, ("pass",))
    return pos


def attack(pos: Pos) -> Pos:
    """The solo game's next attack, with the queue as it lies."""
    pos.stack = [Rounds(), Attacks(0)]
    strike(StepContext(GAME, pos))
    return pos


def targets(pos: Pos) -> list[str]:
    """The targets of the open Attack cards."""
    return [ATTACKS[card] for card in pos.state.queue]
