"""256-color palettes of PNG images, one per game, from a gallery of positions.

    python -m tools.art palette

The gallery images are halved and pasted together before quantization.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from PIL import Image

from games import el_mapa, era_medieval_age, imperial_settlers, tadmor
from games.core.engine.game import Game
from games.core.engine.walk import actors, random_move, start, submit
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.views.scene import Mark, Palette, Scene
from games.eight_minute_empire import GAME
from render.base.theme import dark
from render.el_mapa.pieces import style
from render.pictures import drawing

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Eva", "Fran")
EMPIRE: tuple[tuple[str, int, int, Palette], ...] = (
    ("side_a", 4, 12, "default"),
    ("side_b", 5, 150, "default"),
    ("side_a", 5, 120, "default"),
    ("side_b", 2, 90, "default"),
    ("side_a", 3, 400, "contrast"),
    ("side_b", 4, 60, "contrast"),
)
ERA: tuple[tuple[str, int, int, Palette], ...] = (
    ("domain", 4, 150, "default"),
    ("dice", 4, 150, "default"),
    ("board", 4, 170, "default"),
    ("board", 2, 90, "contrast"),
    ("domain", 3, 110, "contrast"),
    ("dice", 3, 60, "default"),
    ("layouts", 3, 0, "default"),
)

PALMYRA: tuple[tuple[str, int, int, Palette], ...] = (
    ("board", 4, 130, "default"),
    ("board", 3, 260, "contrast"),
    ("board", 2, 60, "default"),
    ("region", 4, 150, "contrast"),
    ("mat", 4, 200, "default"),
    ("mat", 4, 203, "default"),
    ("display", 4, 150, "default"),
    ("missions", 3, 140, "default"),
)
SETTLERS: tuple[tuple[str, int, int, Palette], ...] = (
    ("board", 4, 150, "default"),
    ("board", 3, 90, "contrast"),
    ("board", 2, 130, "default"),
    ("board", 1, 60, "default"),
    ("empire0", 4, 210, "default"),
    ("empire1", 4, 210, "contrast"),
    ("empire2", 4, 180, "default"),
    ("empire3", 4, 190, "default"),
)

MAPA: tuple[tuple[str, int, int, Palette], ...] = (
    ("board", 4, 260, "default"),
    ("board", 6, 320, "contrast"),
    ("board", 3, 200, "default"),
    ("crop", 4, 200, "default"),
    ("crop", 5, 300, "default"),
    ("crop", 2, 120, "contrast"),
    ("castle", 4, 180, "default"),
    ("castle", 6, 120, "default"),
    ("cards", 3, 260, "default"),
)


def played(
    game: Game[Any, Any], options: dict[str, Any], players: int, steps: int, seed: str
) -> Position[Any, Any]:
    """Return a position after `steps` random moves, or at the end of the game."""
    pos, rng = start(game, options, players, seed), Rng([steps], 0)
    for _ in range(steps):
        waiting = actors(pos)
        if not waiting:
            break
        pos = submit(pos, waiting[0], random_move(pos, waiting[0], rng)).pos
    return pos


def empire() -> Iterator[Scene]:
    """Yield boards of Eight-Minute Empire with markers and highlights of every kind."""
    for side, players, steps, palette in EMPIRE:
        pos = played(
            GAME,
            {"map_side": side, "goods_tokens": True},
            players,
            steps,
            f"palette {side} {players}",
        )
        spots = sorted(pos.state.armies)
        marks = tuple(
            Mark(spot, "ABCDEF"[i], ("legal", "chosen", "blocked")[i % 3])
            for i, spot in enumerate(spots[:6])
        )
        yield Scene(
            GAME.id,
            "board",
            GAME.view(pos, None),
            NAMES[:players],
            "es",
            marks,
            tuple(spots[6:9]),
            ghost=(spots[9],),
            palette=palette,
        )


def era() -> Iterator[Scene]:
    """Yield domains, dice and tables of Era, with marked and highlighted pieces."""
    game = era_medieval_age.GAME
    for kind, players, steps, palette in ERA:
        pos = played(game, {}, players, steps, f"palette {kind} {players}")
        seat = (actors(pos) or [0])[0]
        seen = game.view(pos, None if kind == "board" else seat)
        pieces = seen.towns[seat].pieces
        marks = tuple(
            Mark(spot, "ABC"[i], ("legal", "chosen", "blocked")[i % 3])
            for i, spot in enumerate(pieces[:3])
        )
        glowing = tuple(f"{seat}/{piece}" for piece in pieces[3:5])
        yield Scene(game.id, kind, seen, NAMES[:players], "es", marks, glowing, palette=palette)


def palmyra() -> Iterator[Scene]:
    """Yield boards, regions, mats, upgrades and missions of Tadmor, with marked places."""
    game = tadmor.GAME
    for kind, players, steps, palette in PALMYRA:
        pos = played(game, {}, players, steps, f"palette {kind} {players}")
        seen = game.view(pos, None if kind == "board" else (actors(pos) or [0])[0])
        spots = [space.id for space in seen.spaces if space.region == "damascus"]
        marks = tuple(
            Mark(spot, "ABC"[i], ("legal", "chosen", "blocked")[i % 3])
            for i, spot in enumerate(spots[:3])
        )
        yield Scene(
            game.id, kind, seen, NAMES[:players], "es", marks, tuple(spots[3:]), palette=palette
        )


def settlers() -> Iterator[Scene]:
    """Yield scenes of Imperial Settlers: the table and single empires.

    They are drawn for the first active seat. The first three Locations are marked (legal, chosen,
    blocked), and the next two are highlighted as changed.
    """
    game = imperial_settlers.GAME
    for kind, players, steps, palette in SETTLERS:
        pos = played(game, {"factions": "random"}, players, steps, f"palette {kind} {players}")
        seen = game.view(pos, (actors(pos) or [0])[0])
        cards = [location.card for empire in seen.empires for location in empire.locations]
        marks = tuple(
            Mark(card, "ABC"[i], ("legal", "chosen", "blocked")[i % 3])
            for i, card in enumerate(cards[:3])
        )
        yield Scene(
            game.id, kind, seen, NAMES[:players], "es", marks, tuple(cards[3:5]), palette=palette
        )


def mapa() -> Iterator[Scene]:
    """Yield scenes of El Mapa: maps, map sections and castles, with marked cells and steps."""
    game = el_mapa.GAME
    for kind, players, steps, palette in MAPA:
        pos = played(game, {"start_package": "rich"}, players, steps, f"palette {kind} {players}")
        seen = game.view(pos, (actors(pos) or [0])[0])
        cells = (
            [army.cell for army in seen.armies][:1]
            if kind == "castle"
            else [tile.cell for tile in seen.tiles if tile.up]
        )
        marks = tuple(
            Mark(cell, "A1B2C3"[i], ("legal", "chosen", "blocked")[i % 3])
            for i, cell in enumerate(cells[:6])
        )
        yield Scene(
            game.id, kind, seen, NAMES[:players], "es", marks, tuple(cells[6:9]), palette=palette
        )


GALLERIES: dict[str, Callable[[], Iterator[Scene]]] = {
    GAME.id: empire,
    era_medieval_age.GAME.id: era,
    tadmor.GAME.id: palmyra,
    imperial_settlers.GAME.id: settlers,
    el_mapa.GAME.id: mapa,
}


def reserved(game: str) -> list[int]:
    """Return colors that quantization would lose, as R, G, B, R, G, B and so on.

    Only El Mapa has some: its parchment of unknown land, by level, in several shades.
    """
    if game != el_mapa.GAME.id:
        return []
    return [
        level
        for tint in style.FOG.values()
        for share in (-0.05, 0.0, 0.05, 0.1)
        for level in dark(tint, share)
    ]


def chosen(scenes: Iterator[Scene], kept: list[int]) -> list[int]:
    """Return the palette of these scenes: R, G and B of 256 colors, in a flat list.

    `kept` has the colors that must be in it, in the same form.
    """
    sheets = [drawing.paint(scene).sheet for scene in scenes]
    montage = Image.new(
        "RGB", (sum(s.width for s in sheets) // 2, max(s.height for s in sheets) // 2)
    )
    x = 0
    for sheet in sheets:
        montage.paste(
            sheet.resize((sheet.width // 2, sheet.height // 2), Image.Resampling.BOX), (x, 0)
        )
        x += sheet.width // 2
    free = 256 - len(kept) // 3
    return [
        *(montage.quantize(free, Image.Quantize.MAXCOVERAGE, kmeans=3).getpalette() or [])[
            : 3 * free
        ],
        *kept,
    ]


def build() -> None:
    """Write each game's palette as an image of 16 x 16 pixels."""
    for game, gallery in GALLERIES.items():
        out = Image.new("P", (16, 16))
        out.putpalette(chosen(gallery(), reserved(game)))
        out.putdata(list(range(256)))
        out.save(drawing.palette_path(game))
