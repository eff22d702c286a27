"""Questions that several moments of the game ask alike."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from games.core.forms import Blocked, Option, Pick
from games.core.messages import Msg, Seat, msg, seat_name
from games.core.table import Table
from games.tadmor.catalog import PARTS
from games.tadmor.effects import says
from games.tadmor.gains import open_piles, parts_of, temple_sites
from games.tadmor.names import COLOR_NAMES, PART_NAMES, RARE_NAMES, upgrade_name
from games.tadmor.state import Player, TadmorState


@lru_cache(256)
def tile_option(tile: str) -> Option:
    """An upgrade as an option."""
    return Option(tile, upgrade_name(tile), says(tile), spot=tile, art=tile, rule="upgrades")


def seat_of(key: object) -> Seat:
    """The seat in a key such as `p2`."""
    return int(str(key)[1:])


def temple_at(key: object) -> int:
    """The place in a key such as `t0`."""
    return int(str(key)[1:])


def pick_victim(t: Table[TadmorState], victims: list[Seat], n: int) -> Pick:
    """Whose tower."""
    return Pick(tuple(_victim(who, t.state.players[who].tower, n) for who in victims), msg("tad.ask.victim", n=n))


@lru_cache(256)
def _victim(who: Seat, height: int, n: int) -> Option:
    falls = msg("tad.tower.falls", n=height, m=max(0, height - n))
    return Option(f"p{who}", seat_name(who), falls, spot=f"tower{who}", rule="traitor")


def pick_temple(s: TadmorState, player: Player, whys: Mapping[int, Msg | None] = MappingProxyType({})) -> Pick:
    """Which temple gets its next part; `whys` tells of places what stands in the way."""
    options, shut = [], []
    for at in temple_sites(s, player):
        part = PARTS[parts_of(player, at)]
        label = msg("tad.temple.next", n=at + 1, part=PART_NAMES[part])
        if why := whys.get(at):
            shut.append(Blocked(f"t{at}", label, why, "temple", art=part))
        else:
            options.append(Option(f"t{at}", label, art=part, rule="temple"))
    return Pick(tuple(options), msg("tad.ask.temple"), tuple(shut))


def pick_pile(s: TadmorState, whys: Mapping[str, Msg | None] | None = None) -> Pick:
    """Which colour of rare goods: those that `whys` has and nothing stands in the way of, else all that have tiles."""
    asked = dict.fromkeys(open_piles(s)) if whys is None else whys
    options = tuple(_pile(color, s.tops[color]) for color, why in asked.items() if why is None)
    shut = tuple(Blocked(color, COLOR_NAMES[color], why, "rare_good", f"pile_{color}") for color, why in asked.items() if why)
    return Pick(options, msg("tad.ask.pile"), shut)


def pick_tile(s: TadmorState, color: str) -> Pick:
    """Which tile of a pile: every kind that is in it (ruling R28)."""
    pile = s.pile(color)
    kinds = sorted(set(pile), key=list(RARE_NAMES).index)
    return Pick(tuple(_tile(good, pile.count(good)) for good in kinds), msg("tad.ask.tile"), default=s.tops[color])


@lru_cache(64)
def _pile(color: str, top: str) -> Option:
    return Option(color, COLOR_NAMES[color], msg("tad.rare.top", what=RARE_NAMES[top]), spot=f"pile_{color}", rule="rare_good")


@lru_cache(64)
def _tile(good: str, n: int) -> Option:
    return Option(good, RARE_NAMES[good], msg("tad.rare.in_pile", n=n), art=good, rule="rare_good")


def take_tile(s: TadmorState, seat: Seat, tile: str) -> None:
    """A displayed tile to a player; its slot stays empty."""
    s.display[s.display.index(tile)] = ""
    s.players[seat].tiles.append(tile)
