"""Standing orders: answers given in advance to battles, offers, treasures (rules 13.3).

By default, damage is divided without asking the player, so that no user is pinged for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.state.options import Choice
from games.core.state.position import Position
from games.core.text.messages import Path, Seat
from games.el_mapa.model.catalog import level_of
from games.el_mapa.model.state import Battle, MapState, counts, current_battle
from games.el_mapa.rules.battle import strikes
from games.el_mapa.rules.battle.decisions import (
    Decide,
    may_flee,
    pursuit,
    refuges,
    undecided_lasting_cards,
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


def order_answer(_view: object, guess: Pos, seat: Seat, orders: Mapping[str, Any]) -> Path | None:
    """Return the answer of the standing orders of a seat, or None if the seat must be asked.

    The answer does not depend on anything that the seat cannot know.
    """
    # the frames of the seat's own lane (parallel steps), else the common ones
    stack = guess.lanes[seat] or guess.stack
    match stack[-1] if stack else None:
        case Decide(seat=who) as top if who == seat:
            return _decide(guess, top, orders)
        case Allocate(side=side) if (
            orders["battle_allocation"] == "auto" and _owner(guess, side) == seat
        ):
            return _kill(guess, side)
        case Flight() as flight if (
            orders["battle_allocation"] == "auto" and _owner(guess, 1 - flight.side) == seat
        ):
            fleeing = strength.ranks(current_battle(guess.state).sides[flight.side])
            return (
                "kill",
                dict(sorted(strength.best_kills(flight.strike, fleeing, _ladder(guess)).items())),
            )
        case Offer(to=to) if to == seat and orders["trade_offers"] == "refuse":
            return ("refuse",)
        case Opening(seat=who) if who == seat and orders["treasure_luck"] == "never":
            return ("open",)
    return None


def _ladder(pos: Pos) -> bool:
    return bool(pos.options["troop_levels"] == "ladder")


def _kill(pos: Pos, side: int) -> Path:
    """Return the path with the default division of the damage that a side deals."""
    battle = current_battle(pos.state)
    striker, targets = battle.sides[side], strength.ranks(battle.sides[1 - side])
    damage = strength.strike(
        striker, battle.step, strength.support(pos.state, striker.seat, battle.cell, pos.options)
    )[0]
    return (
        "kill",
        counts(strikes.kill_form(damage, targets, _ladder(pos), neutral=False).default_answer()),
    )


def _owner(pos: Pos, side: int) -> Seat:
    """Return the seat whose troops a side consists of; -1 for a garrison.

    Standing orders divide only the damage of own troops: a player who divides the damage of a
    garrison (rules 8.7) is always asked.
    """
    return current_battle(pos.state).sides[side].seat


def _decide(pos: Pos, top: Decide, orders: Mapping[str, Any]) -> Path | None:
    """Return the path by which a side flees or stays according to the orders.

    Return None if the seat must be asked.
    """
    s, side = pos.state, top.side
    battle = current_battle(s)
    flees, plays = orders["battle_flee"], orders["battle_cards"]
    can_flee = not top.played and may_flee(s, battle, side)
    if flees == "ask":
        return ("stay",) if plays == "none" and not can_flee else None
    if flees == "if_doomed" and can_flee and (path := _escape(pos, battle, side)):
        return path
    has_cards = s.players[battle.sides[side].seat].hand or undecided_lasting_cards(
        s, battle.sides[side], pos.options
    )
    return ("stay",) if plays == "none" or not has_cards else None


def _escape(pos: Pos, battle: Battle, side_index: int) -> Path | None:
    """Return the path of a flight by the order `if_doomed`.

    Return None if a flight is not needed or no troop would arrive. Troops flee to a cell with own
    troops, else to one with an own marker, else to the north, east, south or west, in this order.
    The weakest troop is given up.
    """
    s = pos.state
    if not strength.doomed(s, battle, side_index, pos.options):
        return None
    side = battle.sides[side_index]
    ranks = strength.ranks(side)
    given_up, _, _ = min(
        ((name, level_of(kind, _ladder(pos)), hp) for name, kind, _, hp, _ in ranks),
        key=lambda squad: squad[1:],
    )
    troops_left = {name: n - 1 if name == given_up else n for name, _, n, _, _ in ranks}
    fleeing = tuple(
        (name, kind, troops_left[name], hp, initiative)
        for name, kind, _, hp, initiative in ranks
        if troops_left[name]
    )
    chaser = battle.sides[1 - side_index]
    caught = strength.usual_kills(chaser.seat, pursuit(chaser), fleeing, _ladder(pos))
    if sum(caught.values()) >= sum(n for _, _, n, _, _ in fleeing):  # no troop would arrive
        return None
    found = refuges(s, side.seat, battle.cell)
    stacks = s.players[side.seat].stacks
    to = min(
        found,
        key=lambda cell: (cell not in stacks, s.owners.get(cell) != side.seat, found.index(cell)),
    )
    return ("flee", to, given_up)
