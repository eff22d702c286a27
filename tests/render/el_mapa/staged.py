"""Views of El Mapa for pictures: random crowded games and built ones."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from msgspec import structs

from games.core.engine import walk
from games.core.state.rng import Rng
from games.core.views.scene import Mark
from games.el_mapa import GAME
from games.el_mapa.model.catalog import BUILDINGS, SPACES
from games.el_mapa.views.view import (
    ArmyView,
    BattleView,
    BlowView,
    CastleView,
    GameView,
    ReportView,
    SideView,
    SquadView,
)
from tests.games.el_mapa import busy_player

TABLES = (
    (2, "6"),
    (3, "6"),
    (4, "6"),
    (5, "6"),
    (6, "6"),
    (6, "6_boxed"),
)  # players and the map for six
STAGES = ("start", "full", "late", "end")


@functools.lru_cache(maxsize=32)
def played(n: int, stage: str, layout: str = "6", seed: int = 0) -> Any:
    """Return a random game at a stage: start, crowded, some turns later, end."""
    options = {"round_limit": "8", **({"six_player_map": layout} if n == 6 else {})}
    if stage == "start":
        return walk.start(GAME, options, n, f"pictures {n} {seed}")
    pos = busy_player.crowded(seed, n, **options)
    for at, (seat, path) in enumerate(
        busy_player.game(pos, Rng.of(n + 10 * seed), 1 if stage == "end" else 4)
    ):
        if stage == "full" or (
            stage == "late" and at > 60 and not pos.lanes[seat] and pos.state.moving is None
        ):
            break
        walk.apply(pos, seat, path)
    return pos


def steps(**cells: int) -> tuple[Mark, ...]:
    """Return the costs of entering cells."""
    return tuple(Mark(cell, str(n)) for cell, n in cells.items())


def army(cell: str, seat: int, contested: bool = False, **troops: int) -> ArmyView:
    """Return troops in a cell."""
    return ArmyView(cell, seat, troops, {}, contested)


def open_map(n: int = 2) -> GameView:
    """Return a map that is all face up, without armies and garrisons."""
    pos = GAME.codec.clone(played(n, "start"))
    s = pos.state
    s.up, s.garrisons = "1" * len(s.up), {}
    for player in s.players:
        player.stacks = {}
    return GAME.view(pos, 0)


def castle(view: GameView, seat: int, houses: Mapping[str, str], **more: Any) -> GameView:
    """Return the view with these buildings in a player's first castle.

    `more` are other fields.
    """

    def filled(one: CastleView) -> CastleView:
        spaces = {space: houses.get(space, "") for space in SPACES}
        return structs.replace(one, spaces=spaces, **more)

    first = next(one for one in view.castles if one.owner == seat)
    return structs.replace(
        view, castles=tuple(filled(one) if one is first else one for one in view.castles)
    )


def rich(view: GameView, n: int = 40) -> GameView:
    """Return the view with the same amount of every good for everybody."""
    goods = {"gold": n, "wood": n, "stone": n}
    return structs.replace(
        view, seats=tuple(structs.replace(one, goods=goods) for one in view.seats)
    )


def squads(side: str, *some: tuple[str, int]) -> tuple[SquadView, ...]:
    """Return squads by kind and size; the second of a kind has been made faster."""
    met: dict[str, int] = {}
    found = []
    for kind, n in some:
        extra = met[kind] = met.get(kind, -1) + 1
        found.append(SquadView(f"{kind}-{extra}" if extra else kind, kind, n, 2, 1 + extra, 2))
    return tuple(found)


def many_squads() -> tuple[SquadView, ...]:
    """Return six squads of an attacker, of all kinds and two of them twice."""
    return squads(
        "att",
        ("levy", 12),
        ("soldier", 9),
        ("archer", 99),
        ("cavalry", 5),
        ("soldier", 1),
        ("cavalry", 1),
    )


def fought(
    view: GameView,
    mine: tuple[SquadView, ...],
    theirs: tuple[SquadView, ...],
    blows: int = 0,
    other: int = 1,
    end: str = "",
) -> GameView:
    """Return a battle in d4 against another player (-1: neutral troops) after some blows."""
    kinds = ({"levy": 3, "cavalry": 2}, {"soldier": 4})
    told = tuple(BlowView(1 + at // 2, 2 - at % 2, (4 + at, 12), kinds) for at in range(blows))
    report = ReportView(
        "d4", (0, other), kinds, ((), ()), told, end, 0 if end else -1, 7 if end else 0
    )
    sides = (
        SideView(0, mine, {}, ("shield", "marksmanship", "speed", "bloodlust"), 3),
        SideView(other, theirs, {}, (), 0, other >= 0),
    )
    battle = None if end else BattleView("d4", 2, 1, sides, (12, 7))
    return structs.replace(view, battle=battle, reports=(report,))


def houses(n: int) -> dict[str, str]:
    """Return the first `n` spaces filled with buildings that may stand there."""
    left = dict.fromkeys(BUILDINGS)
    found: dict[str, str] = {}
    for space in SPACES[:n]:
        row = int(space[0])
        name = next(
            one
            for one in left
            if (BUILDINGS[one].wonder if row == 4 else BUILDINGS[one].level <= row)
        )
        found[space] = name
        left.pop(name)
    return found
