"""Candidate moves for a search; the first is the choice of the game's own AI player.

`candidates` is for the search of `fierce.py`, `plans` for the general search of the core.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

from games.core.engine import walk
from games.core.engine.bots import no_time_limit
from games.core.engine.game import HasTime, Plan
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.state.position import Position
from games.core.text.messages import Path, Seat
from games.el_mapa.ai import decide
from games.el_mapa.ai.evaluate import Valuation
from games.el_mapa.ai.moves import moves
from games.el_mapa.model.catalog import BUILDINGS
from games.el_mapa.model.holdings import can_pay
from games.el_mapa.model.state import MapState
from games.el_mapa.rules.battle.decisions import Decide
from games.el_mapa.rules.castles.hiring import payable
from games.el_mapa.rules.flow.turns import TurnActions
from games.el_mapa.rules.moving.marching import Moving

Pos = Position[MapState, Any]
MAX_TROOP_MOVES = 8  # at most so many moves of troops
# Deals are not searched, because the evaluation of goods is better than rollouts.
DEALS = {("trade", "offer"), ("trade", "take")}


def candidates(pos: Pos, seat: Seat, has_time: HasTime = no_time_limit) -> list[Path]:
    """Return legal moves that are worth a search, each once.

    If there is no time, only the first is returned.
    """
    found: list[Path] = []
    with walk.cached_prompts(pos):
        for path in _ideas(pos, seat):
            if found and not has_time():
                break
            if path not in found and isinstance(walk.ask(pos, seat, path), MoveReady):
                found.append(path)
    return found


def plans(pos: Pos, seat: Seat, most: int) -> list[tuple[float, Plan]]:
    """Return at most `most` sensible moves of all kinds as plans of one move.

    Each is `(0.0, (path,))`, without an estimate of its points.
    """
    top = (pos.lanes[seat] or pos.stack)[-1]
    with walk.cached_prompts(pos):
        if isinstance(top, TurnActions):
            turn = decide.TurnDecision(Valuation(pos, seat))
            first: Iterable[Path] = (decide.step(turn, deals=True), ("end",))
            others = zip_longest(_builds(turn), _hires(turn), _moves(turn))
            paths = [*first, *(path for some in others for path in some if path is not None)]
        else:
            paths = list(_answers(pos, seat, top))
        found: list[Path] = []
        for path in paths:
            if (
                len(found) < most
                and path not in found
                and isinstance(walk.ask(pos, seat, path), MoveReady)
            ):
                found.append(path)
    return [(0.0, (path,)) for path in found]


def _ideas(pos: Pos, seat: Seat) -> Iterator[Path]:
    """Yield moves that may be worth a search; some of them are illegal or repeated."""
    top = (pos.lanes[seat] or pos.stack)[-1]
    if not isinstance(top, TurnActions):
        yield from _answers(pos, seat, top)
        return
    turn = decide.TurnDecision(Valuation(pos, seat))
    first = decide.step(turn, deals=True)
    yield first
    if first[0] != "look" and first[:2] not in DEALS:  # a look costs nothing: no need to search
        yield from _turn(turn)


def _answers(pos: Pos, seat: Seat, top: object) -> Iterator[Path]:
    """Yield moves for the question of the frame `top`, which is no `TurnActions`."""
    yield decide.decide(pos, seat, deals=True)
    match top:
        case Decide():
            form = walk.ask(pos, seat)
            yield from (
                # `out` is `stay` in all rounds, which the player decides in each round
                (
                    walk.default_path(pos, seat, (one.key,))
                    for one in form.options
                    if one.key != "out"
                )
                if isinstance(form, SelectPrompt)
                else ()
            )
        case Moving():
            yield ("stop",)


def _turn(turn: decide.TurnDecision) -> Iterator[Path]:
    """Yield the moves that functions of `decide` propose, then the best troop moves.

    Several moves of troops are searched, because rivals react to them.
    """
    for choose in (decide.defend, decide.muster, decide.build, decide.move, decide.hire):
        path = choose(turn)
        if path is not None:
            yield path
    yield from _moves(turn)


def _moves(turn: decide.TurnDecision) -> Iterator[Path]:
    """Yield the best moves of troops, best first, at most `MAX_TROOP_MOVES`."""
    if "move" in turn.verbs:
        yield from (
            path
            for _, path in sorted(
                moves(turn.war, turn.table, turn.origins), key=lambda one: -one[0]
            )[:MAX_TROOP_MOVES]
        )


def _builds(turn: decide.TurnDecision) -> Iterator[Path]:
    """Yield the path of each wished building that the seat can pay for."""
    goods = turn.v.s.players[turn.seat].goods
    for _, cell, name in turn.v.possible_buildings if "build" in turn.verbs else ():
        path = decide.build_path(turn, cell, name) if can_pay(goods, BUILDINGS[name].cost) else None
        if path is not None:
            yield path


def _hires(turn: decide.TurnDecision) -> Iterator[Path]:
    """Yield a move that hires one troop, for each payable kind at each village."""
    for cell in turn.v.s.villages(turn.seat) if "hire" in turn.verbs else ():
        yield from (("hire", cell, {kind: 1}) for kind in payable(turn.v.s, turn.seat, cell))
