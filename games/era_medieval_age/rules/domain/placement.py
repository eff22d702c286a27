"""Legal places for a piece, ranked, and the prompts that ask for one.

Ranking. Walls and keeps: those that close an area, the larger the better; then those that
extend a wall and shelter most land. Buildings: inside walls first; then beside a hospital or
away from other buildings (Disease); then in corners, to save room, and off the empty cells that
a market counts.
"""

from __future__ import annotations

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
    PlacedBuilding,
    land,
    market_cells,
    name,
    placed,
    scorch_sites,
)
from games.era_medieval_age.model.names import THE, code, shape

MOST_PROPOSALS = 5
MARKET = "market"
Reason = tuple[str, int]  # why a place is proposed: end of its message key, and a number
Found = tuple[tuple[Cell, Reason | None], ...]

_OTHER = Option(OTHER, msg("era.where.other"), msg("era.where.other_detail"), rule="building")
_PROMPTS = (msg("era.where.place"), msg("era.where.row"), msg("era.where.col"))


@lru_cache(2048)
def sites(pieces: tuple[str, ...], kind: str, degrees: int) -> Cells:
    """Return where the bounding box of a rotated piece may start: all cells empty (rules 4.1)."""
    return GRID.fits(TURNS[kind][degrees], land(pieces).free)


def room_for(pieces: tuple[str, ...], kind: str) -> bool:
    """Return whether the piece fits anywhere in any rotation."""
    return any(sites(pieces, kind, degrees) for degrees in TURNS[kind])


def growth(here: Land, one: PlacedBuilding) -> int:
    """Return the growth of the walled area, in cells, if this piece is added.

    A wall inside an area makes it smaller.
    """
    if not PIECES[one.kind].barrier:
        return 0
    inside = (
        GRID.enclosed(here.walls | one.cells) if one.near & here.walls else here.inside & ~one.cells
    )
    return (inside & ~here.scorched).bit_count() - here.area


def crowd(here: Land, one: PlacedBuilding) -> int:
    """Return how many more buildings Disease would count (negative next to a hospital)."""
    if one.kind == KEEP or PIECES[one.kind].sort != "building":
        return 0
    return len(land(sorted([*(p.id for p in here.pieces), one.id])).grouped) - len(here.grouped)


@lru_cache(2048)
def best_sites(pieces: tuple[str, ...], kind: str, degrees: int) -> Found:
    """Return up to `MOST_PROPOSALS` places that do not overlap, best first."""
    here = land(pieces)
    where = sites(pieces, kind, degrees)
    ranked = (
        _barrier_sites(here, kind, degrees, where)
        if PIECES[kind].barrier
        else _house_sites(here, kind, degrees, where)
    )
    found: list[tuple[Cell, Reason | None]] = []
    taken = 0
    for _, cell, reason in sorted(ranked, key=lambda one: one[:2]):
        cells = placed(name(kind, *cell, degrees)).cells
        if not cells & taken:
            taken |= cells
            found.append((cell, reason))
            if len(found) == MOST_PROPOSALS:
                break
    return tuple(found)


def _barrier_sites(
    here: Land, kind: str, degrees: int, where: Cells
) -> list[tuple[int, Cell, Reason | None]]:
    """Rank places that close an area first, then extensions of a wall by shelter."""
    turn, near = TURNS[kind][degrees], GRID.adjacent(here.walls)
    once = twice = 0
    for step in turn.steps:
        hit = where & near >> step
        twice |= once & hit
        once |= hit
    up, down, left, right = (
        here.walls >> GRID.stride,
        here.walls << GRID.stride,
        here.walls >> 1,
        here.walls << 1,
    )
    corner = (up | down) & (left | right) | up & down | left & right
    ranked: list[tuple[int, Cell, Reason | None]] = []
    for cell in GRID.cells(twice | where & GRID.touches(turn, corner)):
        n = growth(here, placed(name(kind, *cell, degrees)))
        if n > 0:
            ranked.append((-1000 - n, cell, ("closes", n)))
    ends = where & (near >> turn.steps[0] | near >> turn.steps[-1]) & ~twice
    if kind == KEEP:
        ends = once
    reason = ("goes_on", 0) if ends else None
    return ranked + [
        (-_shelter(here, placed(name(kind, *cell, degrees))), cell, reason)
        for cell in GRID.cells(ends or where)
    ]


def _shelter(here: Land, one: PlacedBuilding) -> int:
    """Return a score of the open land between walls that could soon be enclosed."""
    outside = here.free & ~here.inside & ~one.cells
    three, four = GRID.enclosed_by(here.walls | one.cells)
    return (three & outside).bit_count() + 2 * (four & outside).bit_count()


def _house_sites(
    here: Land, kind: str, degrees: int, where: Cells
) -> list[tuple[int, Cell, Reason | None]]:
    built = heal = stalls = 0
    for one in here.pieces:
        if one.kind != KEEP and PIECES[one.kind].sort == "building":
            built |= one.cells
            if PIECES[one.kind].heals:
                heal |= one.cells
            if one.kind == MARKET:
                stalls |= one.near & here.free
    inside, free, heals, market = here.inside, here.free, PIECES[kind].heals, kind == MARKET
    ranked: list[tuple[int, Cell, Reason | None]] = []
    for cell in GRID.cells(where):
        one = placed(name(kind, *cell, degrees))
        near = one.near
        walled, touching = one.cells & inside, (near & built).bit_count()
        open_cells = (near & free).bit_count()
        rank = -400 * PIECES[kind].points if walled else 0
        reason: Reason | None = ("inside", 0) if walled else None
        if heals:
            rank, reason = rank - 60 * touching, reason or (("heals", 0) if touching else None)
        elif near & heal:
            rank, reason = rank - 20, reason or ("hospital", 0)
        elif touching:
            rank += 80
        else:
            reason = reason or ("apart", 0)
        if market:
            rank, reason = rank - 100 * open_cells, ("market", market_cells(one, free & ~one.cells))
        else:
            rank += 4 * open_cells
        rank += 100 * (one.cells & stalls).bit_count()  # each cell is a point for the market
        ranked.append((rank, cell, reason))
    return ranked


def _because(reason: Reason) -> Msg:
    return msg(f"era.where.{reason[0]}", n=reason[1])


@lru_cache(8192)
def _place_option(
    kind: str, row: int, col: int, degrees: int, reason: Reason | None, listed: bool = True
) -> Option:
    """Build the option for a place; in a row it is marked by its column, as on the rim."""
    piece, at = name(kind, row, col, degrees), code(row, col)
    label: Msg = msg("era.where.at", at=at) if listed else literal(at)
    if reason:
        label = msg("era.where.because", at=at, why=_because(reason))
    rule = "treason" if kind == SCORCHED else "building"
    return Option(
        cell_name(row, col),
        label,
        None,
        spot=piece,
        art=kind,
        rule=rule,
        mark=None if listed else at[0],
    )


@lru_cache(1024)
def _row_option(kind: str, degrees: int, row: int) -> Option:
    """Build the option for a row where a piece's bounding box may start.

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


def ask_place(pieces: tuple[str, ...], kind: str, where: tuple[Key, ...]) -> SelectPrompt | None:
    """Return the prompt for rotation and place, or None if `where` is complete.

    The path continues `("t90", "g7")` for a proposal, `("t90", "other", "r7", "g7")` for any
    other place.
    """
    if not where:
        return _ask_turn(pieces, kind)
    degrees = int(str(where[0])[1:])
    best = dict(best_sites(pieces, kind, degrees)) if len(where) == 1 else {}
    prompt, shared = _PROMPTS[0], set(best.values()) if len(best) > 1 else set()
    # one common reason goes into the prompt, to keep the buttons short
    if len(shared) == 1 and (why := shared.pop()):
        prompt, best = msg("era.where.place_all", why=_because(why)), dict.fromkeys(best)
    places = PlacementPicker(
        GRID,
        sites(pieces, kind, degrees),
        tuple(best),
        lambda row, col, listed: _place_option(
            kind, row, col, degrees, best.get((row, col)), listed
        ),
        lambda row: _row_option(kind, degrees, row),
        _OTHER,
        (prompt, *_PROMPTS[1:]),
    )
    return None if places.fill_rest(where[1:]) else places.choose(*where[1:])


def _ask_turn(pieces: tuple[str, ...], kind: str) -> SelectPrompt:
    fitting = [degrees for degrees in TURNS[kind] if sites(pieces, kind, degrees)]
    blocked = [
        DisabledOption(f"t{degrees}", shape(kind, degrees), msg("era.why.not_this_way"), "building")
        for degrees in TURNS[kind]
        if degrees not in fitting
    ]
    options = tuple(_turn_option(kind, degrees) for degrees in fitting)
    return SelectPrompt(
        options, msg("era.where.turn", piece=THE[kind]), tuple(blocked), layout="grid"
    )


@lru_cache(64)
def _turn_option(kind: str, degrees: int) -> Option:
    return Option(
        f"t{degrees}",
        shape(kind, degrees),
        spot=f"turn-{kind}-{degrees}",
        art=f"{kind}-{degrees}",
        rule="building",
    )


def chosen(kind: str, where: tuple[Key, ...]) -> str:
    """Return the piece id of a complete path `("t90", ..., "g7")`."""
    return name(kind, *cell_at(str(where[-1])), int(str(where[0])[1:]))


@lru_cache(512)
def scorch_places(pieces: tuple[str, ...]) -> PlacementPicker:
    """Return the picker for scorched earth: least loss first, then least room lost.

    The default is the first cell, by row and column, with the fewest points removed (rules 9).
    """
    here, found = land(pieces), scorch_sites(pieces)
    cost = {
        cell: sum(PIECES[placed(one).kind].points for one in gone) for cell, gone in found.items()
    }
    least = min(cost.values(), default=0)
    free = here.free
    cheap = [cell for cell in found if cost[cell] == least]
    cheap.sort(key=lambda cell: ((placed(name(SCORCHED, *cell)).near & free).bit_count(), cell))
    best: list[Cell] = []
    taken = 0
    first = min((cell for cell in found if cost[cell] == least), default=None)
    for cell in [first, *cheap] if first else []:
        cells = placed(name(SCORCHED, *cell)).cells
        if not cells & taken:
            taken |= cells
            best.append(cell)
    default = None if first is None else _place_option(SCORCHED, *first, 0, None).key
    return PlacementPicker(
        GRID,
        GRID.of(found),
        tuple(best[:MOST_PROPOSALS]),
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
