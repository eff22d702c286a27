"""Names of components as messages, and cached phrases built from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, reduce

from games.core.prompts.grid import Rotation
from games.core.prompts.option_table import cell_name
from games.core.text.messages import Msg, listed, msg
from games.era_medieval_age.model.catalog import FACES, PIECES, RESOURCES
from games.era_medieval_age.model.land import GRID, TURNS, placed

KINDS: dict[str, Msg] = {kind: msg(f"era.piece.{kind}") for kind in PIECES}
THE: dict[str, Msg] = {kind: msg(f"era.the.{kind}") for kind in PIECES}
GOODS: dict[str, Msg] = {what: msg(f"era.good.{what}") for what in (*RESOURCES, "culture")}


def code(row: int, col: int) -> str:
    """Return the display name of a cell (row, column from 0): (6, 6) is `G7`."""
    return cell_name(row, col).upper()


@lru_cache(4096)
def where(piece: str) -> str:
    """Return a piece's displayed place: the top left cell of its bounding box.

    Paths of moves, buttons, log, rules and `/play` name a place by this cell, too. A few irregular
    pieces do not cover it.
    """
    one = placed(piece)
    return code(one.row, one.col)


@lru_cache(4096)
def covered_cells(piece: str) -> str:
    """Return all cells of a piece: `D7–E8` if it fills its bounding box, else `D7 D8 E8`."""
    one = placed(piece)
    cells = [code(row, col) for row, col in GRID.cells(one.cells)]
    turn = TURNS[one.kind][one.turn]
    return f"{cells[0]}–{cells[-1]}" if len(cells) == turn.height * turn.width else " ".join(cells)


@lru_cache(4096)
def piece_at(piece: str) -> Msg:
    """Name a piece with the indefinite article: `una iglesia en G7`."""
    one = placed(piece)
    return msg("era.piece_at", piece=msg(f"era.a.{one.kind}"), at=where(piece))


@lru_cache(4096)
def piece_advice(verb: str, piece: str) -> Msg:
    """Return the order to `place` or `build` a piece, with the sign of its rotation."""
    one = placed(piece)
    what, sign = msg(f"era.advice.{verb}", piece=piece_at(piece)), shape_sign(one.kind, one.turn)
    return msg("era.advice.turned", what=what, sign=sign) if sign else what


@lru_cache(4096)
def the_piece(piece: str) -> Msg:
    """Name a piece with the definite article: `la iglesia de G7`."""
    return msg("era.the_at", piece=THE[placed(piece).kind], at=where(piece))


@lru_cache(4096)
def short_piece(piece: str) -> Msg:
    """Name a piece on a button: `Iglesia G7`."""
    return msg("era.short_at", piece=KINDS[placed(piece).kind], at=where(piece))


def amount(what: str, n: int) -> Msg:
    """Return an amount of a resource or culture: `2 de madera`, `1 mercancía`."""
    return msg(f"era.amount.{what}", n=n)


def amounts(goods: Mapping[str, int]) -> Msg:
    """Return amounts of resources and culture in words, in the order of the tracks."""
    return listed([amount(what, goods[what]) for what in GOODS if goods.get(what)])


@lru_cache(4096)
def cost(kind: str) -> Msg:
    """Return the cost of a piece: `1 mercancía y 1 de piedra`."""
    return listed([amount(what, n) for what, n in PIECES[kind].cost.items()])


@lru_cache(4096)
def face(name: str) -> Msg:
    """Describe a die face: `2 de comida o 1 de piedra`, `1 de madera + calavera`."""
    one = FACES[name]
    if one.choose:
        a, b = (listed([amount(what, n) for what, n in gain.items()]) for gain in one.choose)
        return msg("era.face.either", a=a, b=b)
    parts = [amount(what, n) for what, n in one.gain.items()]
    parts += [
        msg(f"era.face.{what}", n=getattr(one, what))
        for what in ("hammers", "swords", "shields")
        if getattr(one, what)
    ]
    if one.quill:
        parts.append(msg("era.face.quill"))
    if one.skulls:
        parts.append(msg("era.face.skull"))
    return reduce(lambda a, b: msg("era.face.plus", a=a, b=b), parts)


def die_code(die: str) -> str:
    """Return the display name of a die: `P1`."""
    return die.upper()


@lru_cache(4096)
def die_shows(die: str, name: str) -> Msg:
    """Describe a die and the face (by id) it shows: `P1 (3 de comida)`."""
    return msg("era.die_shows", die=die_code(die), face=face(name))


@lru_cache(4096)
def shape(kind: str, degrees: int) -> Msg:
    """Describe a rotation: lying or standing, else its degrees (the image shows the shape)."""
    turn = TURNS[kind][degrees]
    if _is_oblong(turn):
        return msg("era.turn.lying" if turn.width > turn.height else "era.turn.standing")
    return msg(f"era.turn.by_{degrees}")


def shape_sign(kind: str, degrees: int) -> str:
    """Return the sign of a rotation, as at the end of `shape`; "" if not rotated."""
    turn = TURNS[kind][degrees]
    if _is_oblong(turn):
        return "▬" if turn.width > turn.height else "▮"
    return {90: "↻", 180: "⇅", 270: "↺"}.get(degrees, "")


def _is_oblong(turn: Rotation) -> bool:
    return len(turn.cells) == turn.height * turn.width and turn.height != turn.width
