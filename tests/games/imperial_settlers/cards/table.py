"""Positions for tests of cards: factions by seat, given cards and goods, the turn of seat 0."""

from __future__ import annotations

from typing import Any

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.state.position import Position
from games.core.text.messages import Path
from games.imperial_settlers import GAME
from games.imperial_settlers.model.catalog import ATTACKS, CARDS, COMMON, SUPPLY, deck_of
from games.imperial_settlers.model.state import (
    VIRTUAL,
    Foundation,
    Location,
    MadeDeal,
    Player,
    SettlersState,
    blank,
)
from games.imperial_settlers.rules.flow.rounds import Cleanup, Harvest, Rounds
from games.imperial_settlers.rules.flow.solo import Attacks
from games.imperial_settlers.rules.flow.turn import PlayerTurn, RoundActions

Pos = Position[SettlersState, Any]
LETTERS = {
    "W": "wood",
    "S": "stone",
    "F": "food",
    "K": "worker",
    "R": "raze",
    "D": "defense",
    "G": "gold",
    "C": "card",
    "V": "vp",
}
RIVALS = {
    "romans": "barbarians",
    "barbarians": "romans",
    "japanese": "romans",
    "egyptians": "romans",
}


def goods(words: str) -> dict[str, int]:
    """Return the goods in a text such as `2W 1S`, or `VS` for a raze value."""
    found: dict[str, int] = {}
    n = ""
    for letter in words.replace(" ", ""):
        if letter.isdigit():
            n += letter
            continue
        good = LETTERS[letter]
        found[good] = found.get(good, 0) + int(n or 1)
        n = ""
    return found


def table(*factions: str, at: int = 2, **options: Any) -> Pos:
    """Return the Action phase of round `at` with seat 0 to move, without cards and goods.

    One faction makes a solo game.
    """
    n = len(factions)
    pos = walk.start(GAME, {"factions": "random", **options}, n, "cards")
    s = pos.state = blank(n)
    s.round, s.deck = at, deck_of(COMMON)
    for player, faction in zip(s.players, factions, strict=True):
        player.faction, player.deck = faction, deck_of(faction)
    solo: list[Frame[SettlersState]] = []
    if n == 1:
        s.attacks = sorted(ATTACKS)
        solo = [Attacks()]
    pos.lanes = [[] for _ in range(n)]
    pos.stack = [Rounds(), *solo, Cleanup(), RoundActions(1 % n), PlayerTurn(0)]
    return pos


def two(deck: str, **options: Any) -> Pos:
    """Return a table: seat 0 with the faction of a deck (Common: Romans), seat 1 with another."""
    faction = "romans" if deck == COMMON else deck
    return table(faction, RIVALS[faction], **options)


def who(pos: Pos, seat: int = 0) -> Player:
    """Return a player."""
    return pos.state.players[seat]


def off(pos: Pos, code: str) -> str:
    """Remove a card from its deck and return its code."""
    card = CARDS[code]
    bag = pos.state.deck if card.common else who(pos, pos.state.seat_of(card.deck)).deck
    bag.remove(code)
    return code


def hand(pos: Pos, seat: int, *codes: str) -> Pos:
    """Add cards to a hand."""
    who(pos, seat).hand += [off(pos, code) for code in codes]
    return pos


def built(pos: Pos, seat: int, *codes: str) -> Pos:
    """Add Locations to an Empire in this order; seat -1 is the virtual player."""
    to = pos.state.virtual if seat == VIRTUAL else who(pos, seat).locations
    to += [Location(off(pos, code)) for code in codes]
    return pos


def founded(pos: Pos, seat: int, *codes: str, known: bool = True) -> Pos:
    """Add Foundations."""
    who(pos, seat).foundations += [Foundation(off(pos, code), known) for code in codes]
    return pos


def signed(pos: Pos, seat: int, *codes: str) -> Pos:
    """Add Deals."""
    who(pos, seat).deals += [MadeDeal(CARDS[code].deal, off(pos, code)) for code in codes]
    return pos


def have(pos: Pos, seat: int, words: str) -> Pos:
    """Set exactly these goods in a supply."""
    who(pos, seat).supply = dict.fromkeys(SUPPLY, 0) | goods(words)
    return pos


def place(pos: Pos, code: str) -> Location:
    """Return the Location of a card."""
    return pos.state.find(code)[1]


def supply(pos: Pos, seat: int = 0) -> dict[str, int]:
    """Return a supply without zeros, the points as `vp`."""
    found = {good: n for good, n in who(pos, seat).supply.items() if n}
    return found | ({"vp": who(pos, seat).points} if who(pos, seat).points else {})


def go(pos: Pos, *paths: Path, seat: int | None = None) -> Pos:
    """Return the position after these paths; check the audit and the codec after each."""
    for path in paths:
        pos = walk.submit(pos, walk.actors(pos)[0] if seat is None else seat, path).pos
        assert GAME.audit(pos) == [], path
        assert GAME.codec.encode(GAME.codec.decode(GAME.codec.encode(pos))) == GAME.codec.encode(
            pos
        )
    return pos


def rest(pos: Pos, *paths: Path, seat: int = 0) -> Pos:
    """Play the path, then default moves until the seat's action is over."""
    pos = go(pos, *paths)
    while (
        isinstance(top := pos.stack[-1], Frame)
        and not isinstance(top, PlayerTurn | RoundActions)
        and seat in walk.actors(pos)
    ):
        pos = go(pos, walk.default_path(pos, seat), seat=seat)
    return pos


def harvest(pos: Pos, seat: int = 0) -> Pos:
    """Run the seat's production up to its first prompt or next turn."""
    pos.stack = [*pos.stack[:-2], RoundActions(seat), Harvest(seat, before=[])]
    walk.run_automatic(GAME, pos, StepContext(GAME, pos))
    return pos


def places_of(pos: Pos, code: str) -> list[str]:
    """Return the place of every card by name, to check that each is in one place."""
    s = pos.state
    found = (
        ["deck"] * s.deck.count(code)
        + ["discard"] * s.discard.count(code)
        + ["offer"] * s.offer.count(code)
    )
    found += ["collection"] * s.collection.count(code) + [
        f"place{owner}" for owner, one in s.all_locations() if one.card == code
    ]
    found += [
        f"under_{one.card}"
        for _, one in s.all_locations()
        for buried in one.under
        if buried.card == code
    ]
    for seat, player in enumerate(s.players):
        found += [
            f"{zone}{seat}"
            for zone in ("hand", "looking", "kept", "deck", "discard")
            if code in getattr(player, zone)
        ]
        found += [
            f"deal{seat}" if not deal.target else f"marker{seat}"
            for deal in player.deals
            if deal.card == code
        ]
        found += [f"foundation{seat}" for one in player.foundations if one.card == code]
    return found
