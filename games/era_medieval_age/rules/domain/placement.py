"""Legal places for a piece, ranked, and the prompts that ask for one.

Prompts list places row by row, in the order of the picture, and name each by its first cell.

Walls and keeps: first places that close an area, the larger the better; then places that extend
a wall and shelter most land. Buildings: first places inside walls; then places beside a
hospital or away from other buildings (Disease); then corners, to save room. Cells next to a
market are avoided, since the market scores them while they are empty.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from games.core.prompts.grid import Cell, Cells
from games.core.prompts.option_table import OTHER, PlacementPicker, cell_at, cell_name
from games.core.prompts.prompt import DisabledOption, Option, SelectPrompt
from games.core.text.messages import Key, Msg, literal, msg
from games.era_medieval_age.model.catalog import KEEP, PIECES, SCORCHED
from games.era_medieval_age.model.land import (
    GRID,
    TURNS,
    Land,
    PlacedPiece,
    land,
    market_cells,
    piece_id,
    placed,
    scorch_sites,
)
from games.era_medieval_age.model.names import THE, shape, shape_sign
from games.era_medieval_age.model.names import where as first_cell

MAX_PROPOSALS = 5
MARKET = "market"
Reason = tuple[str, int]  # why a place is proposed: last part of its message key, and a number
RankedSites = tuple[tuple[Cell, Reason | None], ...]  # places and why each is proposed, best first

_TURNED = re.compile(r"([a-z][1-9][0-9]?)-(0|90|180|270)\Z")  # place and rotation, such as `g7-90`

_OTHER = Option(OTHER, msg("era.where.other"), rule="building")
_PROMPTS = (msg("era.where.place"), msg("era.where.row"), msg("era.where.col"))


@lru_cache(2048)
def sites(pieces: tuple[str, ...], kind: str, degrees: int) -> Cells:
    """Return the legal cells for the top left cell of a piece's bounding box.

    A piece of this kind, turned by `degrees` and placed there, covers only empty cells (rules 4.1).
    """
    return GRID.fitting_corners(TURNS[kind][degrees], land(pieces).free)


@lru_cache(64)
def _on_empty_land(kind: str, degrees: int) -> dict[Cell, PlacedPiece]:
    """Return the pieces of a kind at all places of empty land, turned by `degrees`.

    The key is the top left cell of the piece's bounding box.
    """
    corners = GRID.fitting_corners(TURNS[kind][degrees], GRID.board)
    return {cell: placed(piece_id(kind, *cell, degrees)) for cell in GRID.cells(corners)}


def room_for(pieces: tuple[str, ...], kind: str) -> bool:
    """Return whether a piece of this kind fits anywhere in any rotation."""
    return any(sites(pieces, kind, degrees) for degrees in TURNS[kind])


def growth(domain: Land, one: PlacedPiece) -> int:
    """Return the growth of the walled area, in cells, if the piece `one` is added.

    It is negative for a wall inside an area.
    """
    if not PIECES[one.kind].barrier:
        return 0
    inside = (
        GRID.enclosed(domain.walls | one.cells)
        if one.near & domain.walls
        else domain.inside & ~one.cells
    )
    return (inside & ~domain.scorched).bit_count() - domain.area


def disease_change(domain: Land, one: PlacedPiece) -> int:
    """Return by how much adding `one` changes the number of buildings that Disease counts.

    The number is negative if `one` is a hospital that protects its neighbors.
    """
    if one.kind == KEEP or PIECES[one.kind].sort != "building":
        return 0
    return len(land(sorted([*(p.id for p in domain.pieces), one.id])).grouped) - len(domain.grouped)


@dataclass(frozen=True)
class TurnedPlaces:
    """Container of the names of all legal places with their rotation; it only answers `in`."""

    pieces: tuple[str, ...]
    kind: str

    def __contains__(self, key: object) -> bool:
        """Return whether `key`, such as `g7-90`, is a legal place for the kind, turned so."""
        match = _TURNED.match(key) if isinstance(key, str) else None
        if match is None or int(match[2]) not in TURNS[self.kind]:
            return False
        row, col = cell_at(match[1])
        return (
            row < GRID.rows
            and col < GRID.cols
            and bool(sites(self.pieces, self.kind, int(match[2])) & GRID.cell_mask(row, col))
        )


@lru_cache(2048)
def best_sites(pieces: tuple[str, ...], kind: str, degrees: int) -> RankedSites:
    """Return up to `MAX_PROPOSALS` places that do not overlap, the best first.

    Each is (cell, reason), for a piece of a kind turned by `degrees`.
    """
    return tuple(
        (cell, reason) for cell, _, reason in _separate(kind, _ranked(pieces, kind, degrees))
    )


@lru_cache(2048)
def best_places(pieces: tuple[str, ...], kind: str) -> tuple[tuple[Cell, int, Reason | None], ...]:
    """Return the best places over all rotations, as (cell, degrees, reason).

    The places do not overlap. The best one is first.
    """
    return _separate(
        kind, [one for degrees in TURNS[kind] for one in _ranked(pieces, kind, degrees)]
    )


def _ranked(
    pieces: tuple[str, ...], kind: str, degrees: int
) -> list[tuple[int, Cell, int, Reason | None]]:
    """Return the places of a kind turned by `degrees`, unsorted.

    Each is (rank, cell, degrees, reason); the lowest rank is best.
    """
    where = sites(pieces, kind, degrees)
    rank = _barrier_sites if PIECES[kind].barrier else _building_sites
    return [
        (value, cell, degrees, reason)
        for value, cell, reason in rank(land(pieces), kind, degrees, where)
    ]


def _separate(
    kind: str, ranked: list[tuple[int, Cell, int, Reason | None]]
) -> tuple[tuple[Cell, int, Reason | None], ...]:
    """Return up to `MAX_PROPOSALS` of the ranked places that do not overlap, the best first."""
    found: list[tuple[Cell, int, Reason | None]] = []
    taken = 0
    for _, cell, degrees, reason in sorted(ranked, key=lambda one: one[:3]):
        cells = _on_empty_land(kind, degrees)[cell].cells
        if not cells & taken:
            taken |= cells
            found.append((cell, degrees, reason))
            if len(found) == MAX_PROPOSALS:
                break
    return tuple(found)


def _barrier_sites(
    domain: Land, kind: str, degrees: int, where: Cells
) -> list[tuple[int, Cell, Reason | None]]:
    """Return (rank, cell, reason) of the places of a wall or keep; the lowest rank is best.

    `where` are the legal places. First come those that close an area, then extensions of a wall.
    """
    turn, near = TURNS[kind][degrees], GRID.adjacent(domain.walls)
    # places where at least one cell of the piece is next to a wall, and at least two
    once = twice = 0
    for step in turn.steps:
        touching = where & near >> step
        twice |= once & touching
        once |= touching
    # A piece can close an area only where two of its cells touch walls, or one cell touches walls on
    # two sides.
    up, down, left, right = (
        domain.walls >> GRID.stride,
        domain.walls << GRID.stride,
        domain.walls >> 1,
        domain.walls << 1,
    )
    corner = (up | down) & (left | right) | up & down | left & right
    ranked: list[tuple[int, Cell, Reason | None]] = []
    pieces = _on_empty_land(kind, degrees)
    for cell in GRID.cells(twice | where & GRID.touching_corners(turn, corner)):
        n = growth(domain, pieces[cell])
        if n > 0:
            ranked.append((-1000 - n, cell, ("closes", n)))
    ends = where & (near >> turn.steps[0] | near >> turn.steps[-1]) & ~twice
    if kind == KEEP:
        ends = once
    reason = ("goes_on" if ends else "open", 0)
    return ranked + [
        (-_shelter(domain, pieces[cell]), cell, reason) for cell in GRID.cells(ends or where)
    ]


def _shelter(domain: Land, one: PlacedPiece) -> int:
    """Return a score for the open land that could soon be enclosed once `one` stands.

    A cell with barriers on four sides counts twice as much as a cell with barriers on three.
    """
    outside = domain.free & ~domain.inside & ~one.cells
    on_three_sides, on_four_sides = GRID.enclosed_by(domain.walls | one.cells)
    return (on_three_sides & outside).bit_count() + 2 * (on_four_sides & outside).bit_count()


def _building_sites(
    domain: Land, kind: str, degrees: int, where: Cells
) -> list[tuple[int, Cell, Reason | None]]:
    """Return (rank, cell, reason) of the places of a building; the lowest rank is best.

    The criteria, most important first: inside walls, not on cells that a market scores, away from
    other buildings (hospitals: next to them), few free neighbors. `where` are the legal places.
    """
    built = hospital_cells = market_neighbors = 0
    for one in domain.pieces:
        if one.kind != KEEP and PIECES[one.kind].sort == "building":
            built |= one.cells
            if PIECES[one.kind].heals:
                hospital_cells |= one.cells
            if one.kind == MARKET:
                market_neighbors |= one.near & domain.free
    inside, free, is_hospital, is_market = (
        domain.inside,
        domain.free,
        PIECES[kind].heals,
        kind == MARKET,
    )
    ranked: list[tuple[int, Cell, Reason | None]] = []
    pieces = _on_empty_land(kind, degrees)
    for cell in GRID.cells(where):
        one = pieces[cell]
        near = one.near
        walled, touching = one.cells & inside, (near & built).bit_count()
        open_cells = (near & free).bit_count()
        rank = -400 * PIECES[kind].points if walled else 0
        reason: Reason | None = ("inside", 0) if walled else None
        if is_hospital:
            rank, reason = rank - 60 * touching, reason or (("heals", 0) if touching else None)
        elif near & hospital_cells:
            rank, reason = rank - 20, reason or ("hospital", 0)
        elif touching:
            rank += 80
        else:
            reason = reason or ("apart", 0)
        if is_market:
            rank, reason = rank - 100 * open_cells, ("market", market_cells(one, free & ~one.cells))
        else:
            rank += 4 * open_cells
        # The market loses a point for each cell.
        rank += 100 * (one.cells & market_neighbors).bit_count()
        ranked.append((rank, cell, reason))
    return ranked


def _reason_words(reason: Reason) -> Msg:
    return msg(f"era.where.{reason[0]}", n=reason[1])


@lru_cache(8192)
def _place_option(
    kind: str, row: int, col: int, degrees: int, reason: Reason | None, listed: bool = True
) -> Option:
    """Return the option for a place, named by its cell in the picture and on the button.

    `listed`: it stands in a list of places; else it stands in a row, where its column is enough.
    """
    piece = piece_id(kind, row, col, degrees)
    at = first_cell(piece)
    rule = "treason" if kind == SCORCHED else "building"
    return Option(
        cell_name(row, col),
        msg("era.where.at", at=at) if listed else literal(at),
        _reason_words(reason) if reason else None,
        spot=piece,
        rule=rule,
        mark=at if listed else at[0],
    )


@lru_cache(1024)
def _row_option(kind: str, degrees: int, row: int) -> Option:
    """Return the option for a row where a piece's bounding box may start.

    The image shows the piece in that row.
    """
    spot = f"row{row + 1}-{kind}-{degrees}"
    return Option(
        f"r{row + 1}",
        msg("era.where.row_label", n=row + 1),
        spot=spot,
        rule="building",
        mark=str(row + 1),
    )


@lru_cache(4096)
def _place_and_rotation_option(
    kind: str, row: int, col: int, degrees: int, reason: Reason | None
) -> Option:
    """Return the option for a place with a rotation; said as the rotation and then the place."""
    piece = piece_id(kind, row, col, degrees)
    at = first_cell(piece)
    short = literal(f"{at} {shape_sign(kind, degrees)}".strip())
    return Option(
        f"{cell_name(row, col)}-{degrees}",
        msg("era.where.turned_at", shape=shape(kind, degrees), at=at),
        _reason_words(reason) if reason else None,
        spot=piece,
        rule="building",
        mark=at,
        name=short,
        short=short,
    )


def ask_place(pieces: tuple[str, ...], kind: str, where: tuple[Key, ...]) -> SelectPrompt | None:
    """Return the prompt for rotation and place, or None if `where` is complete.

    `where` are the keys chosen so far. The path continues with `("g7-90",)` for a proposed place,
    with `("t90", "g7")` for a place that is proposed for this rotation, and with `("t90", "other",
    "r7", "g7")` for any other.
    """
    if not where:
        return _ask_turned_place(pieces, kind)
    if where[0] in TurnedPlaces(pieces, kind):
        return None
    degrees = int(str(where[0])[1:])
    best = dict(best_sites(pieces, kind, degrees)) if len(where) == 1 else {}
    prompt, reasons = _PROMPTS[0], set(best.values()) if len(best) > 1 else set()
    # A reason that all places share goes into the prompt, to keep the buttons short.
    if len(reasons) == 1 and (why := reasons.pop()):
        prompt, best = msg("era.where.place_all", why=_reason_words(why)), dict.fromkeys(best)
    places = PlacementPicker(
        GRID,
        sites(pieces, kind, degrees),
        sorted(best),
        lambda row, col, listed: _place_option(
            kind, row, col, degrees, best.get((row, col)), listed
        ),
        lambda row: _row_option(kind, degrees, row),
        _OTHER,
        (prompt, *_PROMPTS[1:]),
    )
    return None if places.names_a_place(where[1:]) else places.choose(*where[1:])


def _ask_turned_place(pieces: tuple[str, ...], kind: str) -> SelectPrompt:
    """Ask for one of the best places, or for a rotation, which leads to the other places.

    A piece that fits in only one rotation gets this rotation as its only option.
    """
    fitting = [degrees for degrees in TURNS[kind] if sites(pieces, kind, degrees)]
    blocked = [
        DisabledOption(f"t{degrees}", shape(kind, degrees), msg("era.why.not_this_way"), "building")
        for degrees in TURNS[kind]
        if degrees not in fitting
    ]
    options = tuple(_rotation_option(kind, degrees) for degrees in fitting)
    prompt, best = msg("era.where.turn", piece=THE[kind]), best_places(pieces, kind)
    reasons = {reason for _, _, reason in best} if len(best) > 1 else set()
    if len(reasons) == 1 and (why := reasons.pop()):
        prompt = msg("era.where.shared.turn", piece=THE[kind], why=_reason_words(why))
        best = tuple((cell, degrees, None) for cell, degrees, _ in best)
    if len(fitting) > 1:
        options = (
            *(
                _place_and_rotation_option(kind, *cell, degrees, reason)
                for cell, degrees, reason in sorted(best, key=lambda one: one[:2])
            ),
            *options,
        )
    return SelectPrompt(
        options,
        prompt,
        tuple(blocked),
        layout="grid",
        unlisted_keys=TurnedPlaces(pieces, kind),
    )


@lru_cache(64)
def _rotation_option(kind: str, degrees: int) -> Option:
    sign = shape_sign(kind, degrees)
    return Option(
        f"t{degrees}",
        msg("era.where.turned", shape=shape(kind, degrees)),
        rule="building",
        short=msg("era.where.others_turned", sign=sign) if sign else msg("era.where.others"),
    )


def chosen_piece_id(kind: str, where: tuple[Key, ...]) -> str:
    """Return the id of the piece that a complete path places.

    `where` is the part of the path after the kind: `("t90", ..., "g7")` or `("g7-90",)`.
    """
    if turned := _TURNED.match(str(where[0])):
        return piece_id(kind, *cell_at(turned[1]), int(turned[2]))
    return piece_id(kind, *cell_at(str(where[-1])), int(str(where[0])[1:]))


@lru_cache(512)
def scorch_places(pieces: tuple[str, ...]) -> PlacementPicker:
    """Return the picker for the place of scorched earth.

    Only places that lose the fewest points are proposed. The default is the first of these by row
    and column (rules 9). The other proposals are those next to the fewest free cells, because they
    take the least room to build; none overlaps another one.
    """
    domain, found = land(pieces), scorch_sites(pieces)
    lost_points = {
        cell: sum(PIECES[placed(one).kind].points for one in gone) for cell, gone in found.items()
    }
    least = min(lost_points.values(), default=0)
    free = domain.free
    cheap = [cell for cell in found if lost_points[cell] == least]
    cheap.sort(key=lambda cell: ((placed(piece_id(SCORCHED, *cell)).near & free).bit_count(), cell))
    best: list[Cell] = []
    taken = 0
    first = min((cell for cell in found if lost_points[cell] == least), default=None)
    for cell in [first, *cheap] if first else []:
        cells = placed(piece_id(SCORCHED, *cell)).cells
        if not cells & taken:
            taken |= cells
            best.append(cell)
    default = None if first is None else _place_option(SCORCHED, *first, 0, None).key
    return PlacementPicker(
        GRID,
        GRID.from_cells(found),
        sorted(best[:MAX_PROPOSALS]),
        lambda row, col, listed: _place_option(
            SCORCHED, row, col, 0, _loss(found[row, col]), listed
        ),
        lambda row: _row_option(SCORCHED, 0, row),
        _OTHER,
        (_PROMPTS[0], _PROMPTS[1], _PROMPTS[2]),
        default=default,
    )


def _loss(gone: tuple[str, ...]) -> Reason | None:
    return ("loses", len(gone)) if gone else None
