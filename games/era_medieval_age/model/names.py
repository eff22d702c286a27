"""Names of components as messages, and cached phrases built from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce

from games.core.prompts.grid import Rotation
from games.core.prompts.option_table import cell_name
from games.core.text.messages import Msg, listed, msg
from games.era_medieval_age.model.catalog import FACES, PIECES, RESOURCES
from games.era_medieval_age.model.land import GRID, TURNS, placed

KINDS: dict[str, Msg] = {kind: msg(f"era.piece.{kind}") for kind in PIECES}
THE: dict[str, Msg] = {kind: msg(f"era.the.{kind}") for kind in PIECES}
GOODS: dict[str, Msg] = {what: msg(f"era.good.{what}") for what in (*RESOURCES, "culture")}


def cell_label(row: int, col: int) -> str:
    """Return the display name of a cell (row, column from 0): (6, 6) is `G7`."""
    return cell_name(row, col).upper()


@lru_cache(4096)
def where(piece: str) -> str:
    """Return a piece's displayed place: the first cell that it covers, row by row.

    Buttons, pictures and log name a place by this cell. Paths of moves and ids have the top left
    cell of the bounding box instead, which some crooked pieces leave empty.
    """
    return cell_label(*next(iter(GRID.cells(placed(piece).cells))))


@lru_cache(4096)
def covered_cells(piece: str) -> str:
    """Return all cells of a piece: `D7–E8` if it fills its bounding box, else `D7 D8 E8`."""
    one = placed(piece)
    cells = [cell_label(row, col) for row, col in GRID.cells(one.cells)]
    turn = TURNS[one.kind][one.turn]
    return f"{cells[0]}–{cells[-1]}" if len(cells) == turn.height * turn.width else " ".join(cells)


@lru_cache(4096)
def piece_at(piece: str) -> Msg:
    """Name a piece with the indefinite article: `una iglesia en G7`."""
    one = placed(piece)
    return msg("era.piece_at", piece=msg(f"era.a.{one.kind}"), at=where(piece))


@lru_cache(4096)
def piece_advice(verb: str, piece: str) -> Msg:
    """Return the instruction to `place` or `build` a piece, such as for a hint.

    `verb` is one of these two words. The symbol of the rotation is appended, if there is one.
    """
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


@lru_cache(64)
def short_cost(kind: str) -> Msg:
    """Return the cost of a piece for a line with little room: `1 mercancía y 1 piedra`."""
    return listed([msg(f"era.dice.{what}", n=n) for what, n in PIECES[kind].cost.items()])


@lru_cache(4096)
def face(name: str) -> Msg:
    """Describe a die face (by id): `2 de comida o 1 de piedra`."""
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


def die_label(die: str) -> str:
    """Return the display name of a die: `P1`."""
    return die.upper()


@lru_cache(4096)
def die_shows(die: str, name: str) -> Msg:
    """Describe a die and the face (by id) it shows: `P1 (3 de comida)`."""
    return msg("era.die_shows", die=die_label(die), face=face(name))


def dice_words(dice: Sequence[tuple[str, str]]) -> Msg:
    """Name dice, given as (id, face id), in a line: `P1 P3 2 hammers · N1 2 swords`.

    Dice with the same face stand together. To keep the line short, many different faces are shown
    with signs instead of words. With still more dice, the line tells only what all of them give
    together.
    """
    codes: dict[str, list[str]] = {}
    for die, shown in dice:
        codes.setdefault(shown, []).append(die_label(die))
    if len(dice) > _MAX_DICE_WITH_CODES:
        return reduce(_beside, _totals([shown for _, shown in dice]))
    describe = face if len(codes) <= _MAX_FACES_IN_WORDS else _short_face
    return reduce(
        _beside,
        (
            msg("era.dice.shows", die=" ".join(names), face=describe(shown))
            for shown, names in codes.items()
        ),
    )


def _beside(a: Msg, b: Msg) -> Msg:
    return msg("era.dice.then", a=a, b=b)


def _totals(faces: Sequence[str]) -> list[Msg]:
    """Add up what faces give: resources, culture and symbols.

    Faces with a choice or a quill are counted instead.
    """
    gain, signs, open_faces = Counter[str](), Counter[str](), Counter[str]()
    for name in faces:
        one = FACES[name]
        gain.update(one.gain)
        signs.update({sign: getattr(one, sign) for sign in _SIGNS})
        if one.choose or one.quill:
            open_faces[name] += 1
    parts = [msg(f"era.dice.{what}", n=gain[what]) for what in GOODS if gain[what]]
    parts += [
        msg("era.dice.times", n=n, face=_short_face(name)) if n > 1 else _short_face(name)
        for name, n in open_faces.items()
    ]
    parts += [msg(f"era.{sign}", n=n) for sign, n in signs.items() if n]
    return parts


@lru_cache(64)
def _short_face(name: str) -> Msg:
    """Describe a die face with signs: `1 wood 🔨1 💀1`."""
    one = FACES[name]
    if one.choose:
        a, b = (msg(f"era.dice.{what}", n=n) for gain in one.choose for what, n in gain.items())
        return msg("era.dice.either", a=a, b=b)
    parts = [msg(f"era.dice.{what}", n=n) for what, n in one.gain.items()]
    parts += [msg(f"era.{sign}", n=getattr(one, sign)) for sign in _SIGNS if getattr(one, sign)]
    return reduce(lambda a, b: msg("era.signs", a=a, b=b), parts) if parts else face(name)


_SIGNS = ("hammers", "swords", "shields", "skulls")
_MAX_FACES_IN_WORDS = 3
_MAX_DICE_WITH_CODES = 6


@lru_cache(4096)
def shape(kind: str, degrees: int) -> Msg:
    """Describe a rotation: lying or standing, else its degrees (the image shows the shape)."""
    turn = TURNS[kind][degrees]
    if _is_oblong(turn):
        return msg("era.turn.lying" if turn.width > turn.height else "era.turn.standing")
    return msg(f"era.turn.by_{degrees}")


def shape_sign(kind: str, degrees: int) -> str:
    """Return the symbol of a rotation; "" if the piece shows no rotation.

    A piece that is neither oblong nor rotated shows none.
    """
    turn = TURNS[kind][degrees]
    if _is_oblong(turn):
        return "▬" if turn.width > turn.height else "▮"
    return {90: "↻", 180: "⇅", 270: "↺"}.get(degrees, "")


def _is_oblong(turn: Rotation) -> bool:
    return len(turn.cells) == turn.height * turn.width and turn.height != turn.width
