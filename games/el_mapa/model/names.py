"""Names and amounts of things as messages, built once and cached."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.core.text.messages import Msg, listed, literal, msg
from games.el_mapa.model.catalog import BUILDINGS, KINDS, LEVELS, RESOURCES, TECHS, TILES, Tile

GOODS: dict[str, Msg] = {what: msg(f"map.good.{what}") for what in RESOURCES}
TROOP_NAMES: dict[str, Msg] = {kind: msg(f"map.troop.{kind}") for kind in KINDS}
BUILDING_NAMES: dict[str, Msg] = {name: msg(f"map.building.{name}") for name in BUILDINGS}
# Names of buildings in sentences: `un Almacén`, `unas Cuadras`.
BUILDINGS_WITH_ARTICLE: dict[str, Msg] = {name: msg(f"map.a.{name}") for name in BUILDINGS}
TECH_NAMES: dict[str, Msg] = {name: msg(f"map.tech.{name}") for name in TECHS}
NOTHING = msg("map.nothing")


@lru_cache(4096)
def cell_name(cell: str) -> Msg:
    """Return the name of a cell (`c7`) for users: `C7`."""
    return literal(cell.upper())


@lru_cache(4096)
def space_name(space: str) -> Msg:
    """Return the name of a castle space (`2-3`: row, place from the left) for users: `2.3`."""
    return literal(space.replace("-", "."))


@lru_cache(4096)
def troop_amount(kind: str, n: int) -> Msg:
    """Return one kind of troops with its number: `2 soldados`."""
    return msg(f"map.troops.{kind}", n=n)


@lru_cache(4096)
def good_amount(what: str, n: int) -> Msg:
    """Return one kind of goods with its number: `2 de madera`."""
    return msg("map.amount", n=n, what=GOODS[what])


@lru_cache(4096)
def card_amount(level: str, n: int) -> Msg:
    """Return the number of cards of a level (`1`, `2`, `3`): `2 cartas de nivel I`."""
    return msg("map.cards", n=n, level=msg(f"map.level.{level}"))


@lru_cache(64)
def level_cards(level: str) -> Msg:
    """Return the name of a level's cards, without how many there are: `Cartas de nivel II`."""
    return msg("map.level_cards", level=msg(f"map.level.{level}"))


def troops(some: Mapping[str, int]) -> Msg:
    """Return troops by kind: `2 soldados y 1 leva`."""
    parts = _troops(some)
    return listed(parts) if parts else NOTHING


def in_short(some: Mapping[str, int]) -> Msg:
    """Return troops for a prompt: by kind, or as a total of more than two kinds."""
    return troops(some) if len(some) < 3 else msg("map.many_troops", n=sum(some.values()))


def _troops(some: Mapping[str, int]) -> list[Msg]:
    return [troop_amount(kind, some[kind]) for kind in KINDS if some.get(kind)]


def fallen(some: Mapping[str, int]) -> Msg:
    """Return dead troops by kind: `caen 2 levas`, or `no cae nadie`."""
    n = sum(some.values())
    return msg("map.fall", n=n, what=troops(some)) if n else msg("map.nobody_falls")


def amounts(some: Mapping[str, int]) -> Msg:
    """Return goods by kind: `2 de madera y 1 de oro`, or `nada`."""
    parts = [good_amount(what, some[what]) for what in RESOURCES if some.get(what)]
    return listed(parts) if parts else NOTHING


def missing(lack: Mapping[str, int]) -> Msg:
    """Return which goods or cards are missing for a payment: `faltan 2 de oro`."""
    return msg("map.why.short", n=sum(lack.values()), what=things(lack))


@lru_cache(4096)
def _short(what: str, n: int) -> Msg:
    return msg("map.short", n=n, what=GOODS[what])


def short_amounts(some: Mapping[str, int]) -> Msg:
    """Return goods in the short form of labels: `2 madera y 1 oro`."""
    parts = [_short(what, some[what]) for what in RESOURCES if some.get(what)]
    return listed(parts) if parts else NOTHING


def things(some: Mapping[str, int]) -> Msg:
    """Return goods and cards together.

    Cards are given by level (`cards1`, as in an upkeep) or by kind (`vision`, as in a deal).
    """
    parts = [good_amount(what, some[what]) for what in RESOURCES if some.get(what)]
    parts += [
        card_amount(level, some[f"cards{level}"]) for level in LEVELS if some.get(f"cards{level}")
    ]
    parts += _cards(some)
    return listed(parts) if parts else NOTHING


def short_things(some: Mapping[str, int]) -> Msg:
    """Return goods and cards in a shorter form: `2 de oro, 1 carta de nivel I y 2 de nivel II`."""
    parts = [good_amount(what, some[what]) for what in RESOURCES if some.get(what)]
    first, *others = [level for level in LEVELS if some.get(f"cards{level}")] or [""]
    if first:
        parts.append(card_amount(first, some[f"cards{first}"]))
    parts += [
        msg("map.further_cards", n=some[f"cards{level}"], level=msg(f"map.level.{level}"))
        for level in others
    ]
    parts += _cards(some)
    return listed(parts) if parts else NOTHING


def cells(some: Iterable[str]) -> Msg:
    """Return a list of cells in the order given: `B2, C2 y D2`."""
    return listed([cell_name(cell) for cell in some])


def cards(some: Mapping[str, int]) -> Msg:
    """Return cards by kind: `2 Regateador y 1 Visión`."""
    parts = _cards(some)
    return listed(parts) if parts else NOTHING


def _cards(some: Mapping[str, int]) -> list[Msg]:
    return [
        msg("map.cards_of", n=n, card=TECH_NAMES[name])
        for name, n in some.items()
        if n and name in TECH_NAMES
    ]


def by_level(some: Mapping[str, int]) -> Msg:
    """Return cards by level, as other players see them: `2 cartas de nivel I`."""
    parts = [card_amount(level, some[level]) for level in LEVELS if some.get(level)]
    return listed(parts) if parts else NOTHING


def squad_name(kind: str, n: int, name: str) -> Msg:
    """Return `n` troops of a squad in words; a squad split off by Speed is called fast."""
    return msg("map.quick", who=troop_amount(kind, n)) if "-" in name else troop_amount(kind, n)


def building_option(name: str) -> str:
    """Return the option that changes the text of a building; "" if there is none."""
    house = BUILDINGS[name]
    if house.wonder:
        return "wonder_bonus"
    if house.looks:
        return "watchtower"
    return "training_increment" if house.trains else ""


def tech_option(name: str) -> str:
    """Return the option that changes the text of a technology; "" if there is none."""
    return _TECH_OPTIONS.get(name, "")


def building_effect(name: str, options: Mapping[str, Any]) -> Msg:
    """Return what a building does under these options."""
    return _building_text(_worded(name, options.get(building_option(name))))


def tech_effect(name: str, options: Mapping[str, Any]) -> Msg:
    """Return what a technology does under these options."""
    return _tech_text(_worded(name, options.get(tech_option(name))))


def lasting_effect(name: str, options: Mapping[str, Any]) -> Msg:
    """Return what a lasting technology does under these options."""
    return msg(f"map.lasts.{_worded(name, options.get(tech_option(name)))}")


def _worded(name: str, value: object) -> str:
    """Return the key of the text of a building or card, for the `value` of its option.

    A value other than the default has a text of its own.
    """
    return f"{name}_{value}" if value in _OTHER_VALUES else name


@lru_cache(4096)
def _building_text(name: str) -> Msg:
    return msg(f"map.does.{name}")


@lru_cache(4096)
def _tech_text(name: str) -> Msg:
    return msg(f"map.tech_does.{name}")


_TECH_OPTIONS = {"speed": "speed_scope", "shield": "shield_scope"}
# Values of these options that are not the default.
_OTHER_VALUES = ("production", "stock", "rotate", "castle", "squad")


def features(tile: Tile) -> list[Msg]:
    """Return what can be claimed on a tile, by name: village, mine or tower.

    The list is empty or has one name.
    """
    if tile.village:
        return [msg("map.feature.village")]
    if tile.mine:
        return [msg(f"map.feature.{tile.mine}")]
    return [msg(f"map.feature.tower_{tile.tower}")] if tile.tower else []


def chests(n: int) -> Msg:
    """Return a number of treasures: `2 tesoros`."""
    return msg("map.chests", n=n)


@lru_cache(4096)
def _contents(kind: str) -> Msg | None:
    """Return the contents of a revealed tile; None for an empty one."""
    tile = TILES[kind]
    parts = features(tile)
    if tile.treasures:
        parts = [*parts, chests(tile.treasures)]
    return listed([*parts, *_troops(tile.garrison)]) if parts or tile.garrison else None


def findings(some: Sequence[str], kinds: Sequence[str]) -> list[Msg]:
    """Return the contents of revealed tiles, one message per tile: `D3 (1 tesoro y 1 leva)`.

    `some` are the cells and `kinds` the ids of their tiles. Empty tiles are left out. Tiles with a
    mine, tower or village come first.
    """
    found = [
        (cell, kind, what)
        for cell, kind in zip(some, kinds, strict=True)
        if (what := _contents(kind)) is not None
    ]
    found.sort(key=lambda one: not TILES[one[1]].claimable)
    return [msg("map.tile_at", what=what, at=cell_name(cell)) for cell, _, what in found]
