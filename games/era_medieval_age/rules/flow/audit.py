"""Invariants of the state (rules 5.8), and determinization."""

from __future__ import annotations

from typing import Any

from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Seat
from games.era_medieval_age.model.catalog import (
    DICE,
    FACES,
    KEEP,
    LAYOUTS,
    PIECES,
    RULES,
    SCORCHED,
    class_of,
)
from games.era_medieval_age.model.land import GRID
from games.era_medieval_age.model.state import Die, EraState
from games.era_medieval_age.rules.domain.layout import (
    CENTER_KEEP,
    DomainLayout,
    enclosed_scorched,
    preset,
    start_pieces,
)
from games.era_medieval_age.rules.phases.calamities import Scorch
from games.era_medieval_age.rules.phases.rolling import SecretRoll, dice_to_set, rolling, throw

Pos = Position[EraState, Any]


def audit(pos: Pos) -> list[str]:
    """Return the broken invariants in plain words; empty if all hold."""
    s = pos.state
    return [
        *_piece_errors(pos),
        *_domain_errors(s),
        *_track_errors(s),
        *_dice_errors(pos),
        *_ended_kind_errors(s),
        *_jaime_dice_errors(pos),
        *_first_keep_errors(s),
    ]


def _piece_errors(pos: Pos) -> list[str]:
    """Check that each piece is in exactly one place: supply, domain, box or hand.

    A piece is in a hand while its player still has to place it.
    """
    s, wrong = pos.state, []
    hands = [
        kind
        for lane in pos.lanes
        for frame in lane
        if isinstance(frame, DomainLayout)
        for kind in frame.unplaced
    ]
    hands += [SCORCHED for lane in pos.lanes for frame in lane if isinstance(frame, Scorch)]
    for kind, piece in PIECES.items():
        placed = sum(town.land.counts[kind] for town in s.towns)
        if s.supply[kind] + s.box[kind] + placed + hands.count(kind) != piece.count:
            wrong.append(
                f"{kind}: {s.supply[kind]} + {s.box[kind]} + {placed} + {hands.count(kind)} are not {piece.count}"
            )
    if min(*s.supply.values(), *s.box.values()) < 0:
        wrong.append("a negative number of pieces")
    return wrong


def _domain_errors(s: EraState) -> list[str]:
    wrong = []
    for seat, town in enumerate(s.towns):
        taken = 0
        for one in town.land.pieces:
            if (
                one.cells & taken
                or one.cells & ~GRID.board
                or one.cells.bit_count() != len(PIECES[one.kind].cells)
            ):
                wrong.append(f"seat {seat}: {one.id} overlaps or sticks out")
            taken |= one.cells
        if town.pieces != sorted(town.pieces):
            wrong.append(f"seat {seat}: the pieces are not sorted")
        if s.layouts_revealed and s.round == 0 and enclosed_scorched(town.pieces):
            wrong.append(f"seat {seat}: scorched earth inside walls in the setup")
    return wrong


def _track_errors(s: EraState) -> list[str]:
    wrong = []
    for seat, town in enumerate(s.towns):
        if set(town.stock) != set(RULES.resources) or not all(
            0 <= n <= RULES.resources[w].most for w, n in town.stock.items()
        ):
            wrong.append(f"seat {seat}: the stock {town.stock}")
        if town.culture < 0 or town.calamity < 0:
            wrong.append(f"seat {seat}: culture {town.culture}, calamity {town.calamity}")
    return wrong


def _dice_errors(pos: Pos) -> list[str]:
    """Check the dice of each seat and, if possible, the number of dice of each color.

    The numbers of each color can be checked only during the roll and after the end. In between,
    buildings come and go, so that dice and buildings may differ.
    """
    counts_must_agree = rolling(pos) or pos.outcome is not None
    wrong = [broken for seat in range(pos.n) for broken in _dice_errors_of(pos, seat)]
    return [*wrong, *(_dice_pool_errors(pos.state) if counts_must_agree else ())]


def _dice_errors_of(pos: Pos, seat: Seat) -> list[str]:
    """Check the dice of one seat.

    During the roll it must have the dice that its buildings grant. Later in the round buildings
    may have come or gone, but all dice must show a face.
    """
    s, wrong = pos.state, []
    town = s.towns[seat]
    names = [die.id for die in town.dice]
    if len(set(names)) != len(names):
        wrong.append(f"seat {seat}: a die twice")
    if any(die.face and die.face not in class_of(die.id).sides for die in town.dice):
        wrong.append(f"seat {seat}: a die shows a face that it does not have")
    if rolling(pos):
        if any(
            sum(name[0] == DICE[kind].letter for name in names) != n
            for kind, n in town.land.dice.items()
        ):
            wrong.append(f"seat {seat}: the dice are not those of the buildings")
    elif s.round and pos.outcome is None and any(not die.face for die in town.dice):
        wrong.append(f"seat {seat}: a die was not thrown")
    return wrong


def _dice_pool_errors(s: EraState) -> list[str]:
    """Check that each die is where the building that grants it is.

    The dice of buildings in the supply are in the pool; the dice of buildings in the box are out of
    the game; all other dice belong to the seats.
    """
    wrong = []
    for kind, die in DICE.items():
        owned = sum(one.id[0] == die.letter for town in s.towns for one in town.dice)
        if (
            s.pool[kind] != s.supply[die.source]
            or s.pool[kind] + owned + s.box[die.source] != die.count
        ):
            wrong.append(f"the {kind} dice don't tally")
    return wrong


def _ended_kind_errors(s: EraState) -> list[str]:
    """Check that exactly the kinds of buildings that have run out are listed, once each."""
    wrong = []
    if len(set(s.ended)) != len(s.ended) or any(s.supply[kind] for kind in s.ended):
        wrong.append("a kind is listed as run out twice, or is not run out")
    if any(
        not s.supply[kind] and kind not in s.ended
        for kind in PIECES
        if PIECES[kind].sort == "building"
    ):
        wrong.append("a kind has run out and is not listed")
    return wrong


def _jaime_dice_errors(pos: Pos) -> list[str]:
    """Check Master Jaime's dice."""
    jaime = pos.state.jaime
    if jaime and (pos.n > 1 or not all(face in FACES for face in jaime)):
        return ["Master Jaime's dice in a game with several players, or an unknown face"]
    return []


def _first_keep_errors(s: EraState) -> list[str]:
    """Check during the setup that the first seat has its keep, which every domain starts with."""
    return ["no keep"] if s.round == 0 and not s.towns[0].land.counts[KEEP] else []


def determinize(pos: Pos, seat: Seat | None, rng: Rng) -> None:
    """Redraw what is hidden from `seat` (None: everything hidden).

    During the setup the layouts of the other seats are hidden, and during the roll their dice. A
    seat that has finished its layout or roll gets another finished one.
    """
    s = pos.state
    for other, town in enumerate(s.towns):
        if other == seat:
            continue
        if not s.layouts_revealed:
            if pos.lanes[other]:
                pos.lanes[other] = [DomainLayout(other, start_pieces(pos.n))]
                town.pieces = [CENTER_KEEP]
            else:
                town.pieces = preset(rng.pick(sorted(LAYOUTS)), pos.n)
        elif rolling(pos):
            town.dice = [Die(die.id) for die in town.dice]
            if pos.lanes[other]:
                pos.lanes[other] = [SecretRoll(other, dice_to_set(town))]
                continue
            for die in town.dice:
                throw(rng, die)
