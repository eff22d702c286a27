"""Standing orders: answers to battles, offers and treasures in advance (rules 13.3).

By default damage is divided without asking, so that no user is pinged for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.state.options import Choice
from games.core.state.position import Position
from games.core.text.messages import Path, Seat
from games.el_mapa.model.catalog import level_of
from games.el_mapa.model.state import Battle, MapState, counts, fought
from games.el_mapa.rules.battle import strikes
from games.el_mapa.rules.battle.decisions import (
    Decide,
    may_flee,
    pursuit,
    refuges,
    unnamed_lasting_cards,
)
from games.el_mapa.rules.battle.flights import Flight
from games.el_mapa.rules.battle.strikes import Allocate
from games.el_mapa.rules.moving.exploring import Opening
from games.el_mapa.rules.strength import strength
from games.el_mapa.rules.trade.offers import Offer

ORDERS: tuple[Choice, ...] = (
    Choice("battle_flee", ("ask", "never", "if_doomed"), "ask"),
    Choice("battle_cards", ("ask", "none"), "ask"),
    Choice("battle_allocation", ("auto", "ask"), "auto"),
    Choice("trade_offers", ("ask", "refuse"), "ask"),
    Choice("treasure_luck", ("ask", "never"), "ask"),
)
Pos = Position[MapState, Any]


def standing_order_answer(
    _view: object, guess: Pos, seat: Seat, orders: Mapping[str, Any]
) -> Path | None:
    """Return the answer of a standing order for a seat, or None if the seat must be asked.

    Nothing here depends on what the seat can't know.
    """
    stack = guess.lanes[seat] or guess.stack
    match stack[-1] if stack else None:
        case Decide(seat=who) as top if who == seat:
            return _decide(guess, top, orders)
        case Allocate(side=side) if (
            orders["battle_allocation"] == "auto" and _owner(guess, side) == seat
        ):
            return _kill(guess, side)
        case Flight() as flight if orders["battle_allocation"] == "auto" and seat in _stays(
            guess, flight
        ):
            some = strength.ranks(fought(guess.state).sides[flight.side])
            return (
                "kill",
                dict(sorted(strength.best_kills(flight.strike, some, _ladder(guess)).items())),
            )
        case Offer(to=to) if to == seat and orders["trade_offers"] == "refuse":
            return ("refuse",)
        case Opening(seat=who) if who == seat and orders["treasure_luck"] == "never":
            return ("open",)
    return None


def _ladder(pos: Pos) -> bool:
    return bool(pos.options["troop_levels"] == "ladder")


def _stays(pos: Pos, flight: Flight) -> tuple[Seat, ...]:
    return (fought(pos.state).sides[1 - flight.side].seat,)


def _kill(pos: Pos, side: int) -> Path:
    battle = fought(pos.state)
    one, some = battle.sides[side], strength.ranks(battle.sides[1 - side])
    damage = strength.strike(
        one, battle.step, strength.support(pos.state, one.seat, battle.cell, pos.options)
    )[0]
    return ("kill", counts(strikes.kill_form(damage, some, _ladder(pos), neutral=False).auto()))


def _owner(pos: Pos, side: int) -> Seat:
    """Return the seat whose troops strike.

    A player who divides the damage of a garrison (rules 8.7) is always asked: the order is
    about the player's own strikes.
    """
    return fought(pos.state).sides[side].seat


def _decide(pos: Pos, top: Decide, orders: Mapping[str, Any]) -> Path | None:
    """Flee if doomed; stand if neither flight nor cards leave the seat a choice."""
    s, side = pos.state, top.side
    battle = fought(s)
    flees, plays = orders["battle_flee"], orders["battle_cards"]
    can_flee = not top.played and may_flee(s, battle, side)
    if flees == "ask":
        return ("stay",) if plays == "none" and not can_flee else None
    if flees == "if_doomed" and can_flee and (path := _escape(pos, battle, side)):
        return path
    chooses = s.players[battle.sides[side].seat].hand or unnamed_lasting_cards(
        s, battle.sides[side], pos.options
    )
    return ("stay",) if plays == "none" or not chooses else None


def _escape(pos: Pos, battle: Battle, mine: int) -> Path | None:
    """Return the flight of the order `if_doomed`.

    Troops flee to own troops, else to an own marker, else north, east, south, west. The weakest
    troop is given up.
    """
    s = pos.state
    if not strength.doomed(s, battle, mine, pos.options):
        return None
    side = battle.sides[mine]
    ranks = strength.ranks(side)
    given = min(ranks, key=lambda one: (level_of(one[1], _ladder(pos)), one[3]))[0]
    left = tuple(
        (name, kind, n - (name == given), hp, quick)
        for name, kind, n, hp, quick in ranks
        if n > (name == given)
    )
    chaser = battle.sides[1 - mine]
    caught = strength.usual_kills(chaser.seat, pursuit(chaser), left, _ladder(pos))
    if sum(caught.values()) >= sum(n for _, _, n, _, _ in left):
        return None
    found = refuges(s, side.seat, battle.cell)
    stacks = s.players[side.seat].stacks
    to = min(
        found,
        key=lambda cell: (cell not in stacks, s.owners.get(cell) != side.seat, found.index(cell)),
    )
    return ("flee", to, given)
