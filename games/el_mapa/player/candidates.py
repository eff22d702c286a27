"""Moves that are worth a thought, whatever a seat is asked; the first is what the game's own player would do at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from games.core import walk
from games.core.forms import Done, Pick
from games.core.messages import Path, Seat
from games.core.position import Position
from games.el_mapa.model.catalog import BUILDINGS
from games.el_mapa.model.holdings import can_pay
from games.el_mapa.model.state import MapState, ordered
from games.el_mapa.player import decide
from games.el_mapa.player.evaluate import Valuation
from games.el_mapa.player.moves import moves
from games.el_mapa.rules.battle.decisions import Decide
from games.el_mapa.rules.castles.hiring import payable
from games.el_mapa.rules.course.turns import Actions
from games.el_mapa.rules.moving.marching import Moving
from games.el_mapa.rules.trade.offers import Offer

Pos = Position[MapState, Any]
MOVES, BUILDINGS_MOST = 6, 2      # so many are thought of


def candidates(pos: Pos, seat: Seat) -> list[Path]:
    """Legal moves worth a thought."""
    found: list[Path] = []
    with walk.still(pos):
        for path in _thoughts(pos, seat):
            if path not in found and isinstance(walk.ask(pos, seat, path), Done):
                found.append(path)
    return found


def _thoughts(pos: Pos, seat: Seat) -> Iterator[Path]:
    top = (pos.lanes[seat] or pos.stack)[-1]
    if isinstance(top, Actions):
        turn = decide.Turn(Valuation(pos, seat))
        first = decide.step(turn, deals=True)
        yield first
        if first[0] != "look":                  # to look costs nothing
            yield from _turn(turn)
        return
    yield decide.decide(pos, seat, deals=True)
    match top:
        case Decide():
            form = walk.ask(pos, seat)
            yield from (walk.default_path(pos, seat, (one.key,)) for one in form.options) if isinstance(form, Pick) else ()
        case Offer(to=to) if to == seat:
            yield from (("accept",), ("refuse",))
        case Moving():
            yield ("stop",)


def _turn(turn: decide.Turn) -> Iterator[Path]:
    """What each thought of the player comes to by itself, and what else could be built, hired and moved; nothing at all."""
    for thought in (decide.defend, decide.muster, decide.build, decide.move, decide.hire, decide.sell):
        path = thought(turn)
        if path is not None:
            yield path
    yield ("end",)
    seat, v = turn.seat, turn.v
    if "build" in turn.verbs:
        goods = v.s.players[seat].goods
        able = ((cell, name) for _, cell, name in v.wishes if can_pay(goods, BUILDINGS[name].cost))
        for cell, name in islice(able, BUILDINGS_MOST):
            path = decide.finish(turn, cell, name)
            if path is not None:
                yield path
    if "hire" in turn.verbs:
        for cell in v.s.villages(seat):
            most = payable(v.s, seat, cell)
            if most:
                yield ("hire", cell, ordered(most))
    if "move" in turn.verbs:
        yield from (path for _, path in sorted(moves(turn.war, turn.table, turn.origins), key=lambda one: -one[0])[:MOVES])
