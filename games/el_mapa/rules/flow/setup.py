"""Setup: deal the tiles, place the homes and reveal the tiles around them (rules 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.state.rng import Rng
from games.el_mapa.model.catalog import DECKS, LEVELS, RULES, TILES, WONDERS, Tile, layout_key
from games.el_mapa.model.events import Began
from games.el_mapa.model.state import Castle, MapState
from games.el_mapa.model.terrain import Board, connected, flood, reading, red
from games.el_mapa.rules.flow.rounds import Rounds
from games.el_mapa.rules.moving.exploring import look_around

HOME, WOOD, STONE = "home_village", "free_wood_mine", "guarded_stone_mine"
# Tiles that are face up from the start, by their letter in `MapLayout.matrix`.
_OPEN = {"J": HOME, "M": WOOD, "P": STONE}


def setup(t: StepContext[MapState]) -> list[Frame[MapState]]:
    """Set up the game and return the first frames.

    Homes, tiles, their rotations and the first player are random.
    """
    s, n = t.state, t.n
    s.layout = layout_key(n, t.options)
    board = s.board
    at = t.rng.below(n)
    positions = [*board.positions[at:], *board.positions[:at]]
    s.homes = [board.home[position] for position in positions]
    deal(t.rng, s, t.options, board.hidden)
    s.up = "".join("0" if board.level[cell] else "1" for cell in board.cells)
    s.turned = "0" * len(board.cells)
    orient(t.rng, s, board.hidden)
    start = RULES.start[t.options["start_package"]]
    for cell in board.cells:
        if not board.level[cell] and TILES[s.kind(cell)].garrison:
            s.garrisons[cell] = dict(TILES[s.kind(cell)].garrison)
    for seat, home in enumerate(s.homes):
        player = s.players[seat]
        player.goods, player.stacks = dict(start.goods), {home: dict(start.troops)}
        s.owners[home], s.castles[home] = seat, Castle(seat)
    s.decks = {level: list(DECKS[level]) for level in LEVELS}
    s.discards = {level: [] for level in LEVELS}
    s.supply = dict.fromkeys(WONDERS, RULES.wonders)
    s.first = t.rng.below(n)
    t.emit(Began(s.first, list(s.homes)))
    for seat, home in enumerate(s.homes):
        look_around(t, seat, home)
    return [Rounds()]


def deal(rng: Rng, s: MapState, options: Mapping[str, Any], cells: Sequence[str]) -> None:
    """Lay random tiles on `cells`, which are face down, and the fixed tiles on all others.

    The cells of a level get one copy per home of each tile with contents of that level, and random
    empty tiles for the rest. If the option `deal` is "by_sector", each home's sector gets one of
    these copies. Level 3 has no sectors, so its tiles are dealt to the whole level.
    """
    board, by_sector = s.board, options["deal"] == "by_sector"
    tile_at = {cell: _OPEN[mark[0]] for cell, mark in board.mark.items() if mark[0] in _OPEN}
    for level in (1, 2, 3):
        of_level = [cell for cell in cells if board.level[cell] == level]
        with_contents = [
            kind for kind, tile in TILES.items() if tile.level == level and not tile.empty
        ]
        spare = empties(level, board)
        rng.shuffle(spare)
        for part in sectors(board, of_level) if by_sector and level < 3 else [of_level]:
            kinds = with_contents * (1 if by_sector and level < 3 else len(s.homes))
            kinds += [spare.pop() for _ in range(len(part) - len(kinds))]
            rng.shuffle(kinds)
            tile_at |= dict(zip(part, kinds, strict=True))
    lay(s, tile_at)


def lay(s: MapState, tile_at: Mapping[str, str]) -> None:
    """Store the kind of the tile on each cell, given by `tile_at`.

    Raise KeyError if a cell is missing.
    """
    s.kinds = "".join(TILES[tile_at[cell]].code for cell in s.board.cells)


def empties(level: int, board: Board) -> list[str]:
    """Return the ids of all empty tiles of a level, one for each copy."""
    return [
        kind
        for kind, tile in TILES.items()
        if tile.level == level and tile.empty
        for _ in range(copies(tile, board.supplement))
    ]


def copies(tile: Tile, supplement: bool) -> int:
    """Return how many tiles of a kind there are.

    `supplement`: with the further tiles of the full map for six (ruling R6).
    """
    return tile.copies + (tile.supplement if supplement else 0)


def sectors(board: Board, cells: Iterable[str]) -> list[list[str]]:
    """Return the cells of each sector (rules 3.3), in the order of the numbers of the homes."""
    found: dict[str, list[str]] = {}
    for cell in cells:
        found.setdefault(board.sector[cell], []).append(cell)
    return [found[name] for name in sorted(found)]


def orient(rng: Rng, s: MapState, cells: Iterable[str], *, mend: bool = True) -> None:
    """Turn tiles with red sides among `cells` at random so that no cell is cut off.

    See rules 4.5. If `RULES.draws` attempts fail and `mend` is set, no tile is turned. Instead
    cells that are cut off and their neighbors become breaches: their red sides do not count.
    Without `mend` the tiles stay as the last attempt turned them, even if cells are cut off. `mend`
    is False for guesses about face-down tiles, which must not make breaches in visible ones.
    """
    board = s.board
    kinds = {cell: s.kind(cell) for cell in cells}
    to_turn = [cell for cell, kind in kinds.items() if TILES[kind].closed]
    fixed = [cell for cell in board.cells if cell not in kinds and TILES[s.kind(cell)].closed]
    closed = {cell: s.red(cell) for cell in fixed}
    rotations = list(s.turned)
    for cell in cells:
        rotations[board.at[cell]] = "0"
    for _ in range(RULES.draws):
        for cell in to_turn:
            turned = rng.below(4)
            rotations[board.at[cell]], closed[cell] = str(turned), red(kinds[cell], turned)
        if connected(board, closed):
            s.turned = "".join(rotations)
            return
    if not mend:
        s.turned = "".join(rotations)
        return
    for cell in to_turn:
        rotations[board.at[cell]], closed[cell] = "0", red(kinds[cell], 0)
    s.turned = "".join(rotations)
    while (reached := flood(board, closed)) != board.grid:
        cut_off = [cell for cell in board.cells if not board.bit[cell] & reached]
        neighbors = (near for cell in cut_off for near in board.orthogonal[cell])
        s.breaches = reading(board, {*s.breaches, *cut_off, *neighbors})
        for cell in s.breaches:
            closed.pop(cell, None)
