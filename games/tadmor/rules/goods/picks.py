"""Prompts shared by several phases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from msgspec.structs import replace

from games.core.engine.context import StepContext
from games.core.prompts.option_table import Field, OptionTable
from games.core.prompts.prompt import DisabledOption, Option, SelectPrompt
from games.core.text.messages import Msg, Seat, msg, seat_name
from games.tadmor.model.catalog import RULES, SPACES
from games.tadmor.model.effects import STARTING, UPGRADES, effect_text, tiles_of_era
from games.tadmor.model.names import (
    COLOR_NAMES,
    PART_NAMES,
    PIECE_NAMES,
    PILE_MARKS,
    RARE_NAMES,
    REGION_LETTERS,
    REGION_NAMES,
    SPACE_MARKS,
    lettered_region,
    name_with_mark,
    number_of,
    short_amounts,
    short_price,
    upgrade_name,
)
from games.tadmor.model.state import Player, TadmorState
from games.tadmor.rules.goods.gains import open_piles, parts_of, temple_sites
from games.tadmor.rules.goods.hints import part_gain, rare_gain

_LAST_FETCHED_ERA = 2  # K25 and K26 fetch tiles of the Eras up to this one (from 1)


def fetchable_upgrades(s: TadmorState, expert: bool) -> list[str]:
    """Return the upgrades that K25 and K26 may fetch (ruling R36).

    In Era I these are the tiles of Era I that were not displayed. I1 to I4 count only with the
    `expert` start. From Era II on these are all tiles of Eras I and II that are out of the
    game. Tiles not used with two players are never offered.
    """
    eras = range(1, min(s.era + 1, _LAST_FETCHED_ERA) + 1)
    first_era = s.era == 0
    pool = {
        tile
        for era in eras
        for tile in tiles_of_era(len(s.players), era)
        if expert or not first_era or tile not in STARTING
    }
    return sorted(pool.intersection(s.box), key=lambda tile: int(tile[1:]))


def pick_unshown(tiles: Iterable[str]) -> SelectPrompt:
    """Ask for one of `tiles`, grouped by Era."""
    return SelectPrompt(tuple(map(_unshown_option, tiles)), msg("tad.ask.unshown"), layout="menu")


@lru_cache(64)
def _unshown_option(tile: str) -> Option:
    """Return the option for a tile that is not on display, grouped by Era."""
    return replace(tile_option(tile), group=msg(f"tad.era.{UPGRADES[tile].era}"))


@lru_cache(256)
def tile_option(tile: str) -> Option:
    """Return an upgrade as an option."""
    return Option(
        tile,
        name_with_mark(tile),
        effect_text(tile),
        spot=tile,
        art=tile,
        rule="upgrades",
        mark=number_of(tile),
        name=upgrade_name(tile),
    )


@lru_cache(256)
def tile_with_effect(tile: str) -> Msg:
    """Describe an upgrade by its name and effect."""
    return msg("tad.return.tile", tile=upgrade_name(tile), what=effect_text(tile))


@lru_cache(16)
def region_option(region: str) -> Option:
    """Return the option for a region that the marauders may attack."""
    letter = REGION_LETTERS[region]
    return Option(region, lettered_region(region), spot=region, rule="marauders", mark=letter)


def seat_of(key: object) -> Seat:
    """Return the seat that a key such as `p2` names."""
    return int(str(key)[1:])


def temple_at(key: object) -> int:
    """Return the index of the temple that a key such as `t0` names."""
    return int(str(key)[1:])


def pick_victim(ctx: StepContext[TadmorState], victims: list[Seat], n: int) -> SelectPrompt:
    """Ask which of the seats `victims` loses `n` tower levels."""
    return SelectPrompt(
        tuple(_victim_option(who, ctx.state.players[who].tower, n) for who in victims),
        msg("tad.ask.victim", n=n),
    )


@lru_cache(256)
def _victim_option(victim: Seat, height: int, n: int) -> Option:
    falls = msg("tad.tower.falls", n=height, m=max(0, height - n))
    label = msg("tad.hint.at", at=seat_name(victim), what=falls)
    return Option(f"p{victim}", label, spot=f"tower{victim}", rule="traitor")


def pick_temple(
    s: TadmorState, player: Player, whys: Mapping[int, Msg | None] = MappingProxyType({})
) -> SelectPrompt:
    """Ask which temple gets its next part.

    `whys` has, by index of the temple, the reason why it can't be chosen, or None. With `whys`, the
    labels show the prices.
    """
    options, disabled = [], []
    for at in temple_sites(s, player):
        built = parts_of(player, at)
        part = RULES.temple[built]
        label = msg("tad.temple.next", n=at + 1, part=PART_NAMES[part.id])
        if whys:
            label = msg(
                "tad.hint.at",
                at=label,
                what=short_price(part.cost, player.powers.reduction.get("temple", 0)),
            )
        if why := whys.get(at):
            disabled.append(DisabledOption(f"t{at}", label, why, "temple", art=part.id))
        else:
            options.append(Option(f"t{at}", label, part_worth(built), art=part.id, rule="temple"))
    return SelectPrompt(tuple(options), msg("tad.ask.temple"), tuple(disabled))


@lru_cache(8)
def part_worth(built: int) -> Msg:
    """Describe the points that the next part adds to a temple of `built` parts at the end."""
    return msg("tad.temple.worth", gain=part_gain(built), n=RULES.temple[built].points)


def pick_pile(
    s: TadmorState,
    whys: Mapping[str, Msg | None] | None = None,
    prices: Mapping[str, Mapping[str, int]] = MappingProxyType({}),
    prompt: Msg | None = None,
    taker: Player | None = None,
) -> SelectPrompt:
    """Ask for a color of rare goods.

    `whys` has, by color, the reason why it can't be chosen, or None. If `whys` itself is None, all
    colors that have tiles are offered. `prices` are shown by color. `prompt` replaces the default
    question. `taker` is the player who will take the top tile: with it, each option shows the
    points that the tile adds.
    """
    asked = dict.fromkeys(open_piles(s)) if whys is None else whys
    options = tuple(
        _pile_option(color, s, prices.get(color, {}), taker)
        for color, why in asked.items()
        if why is None
    )
    disabled = tuple(
        DisabledOption(color, COLOR_NAMES[color], why, "rare_good", f"pile_{color}")
        for color, why in asked.items()
        if why
    )
    return SelectPrompt(options, prompt or msg("tad.ask.pile"), disabled)


def pick_tile(s: TadmorState, player: Player, color: str) -> SelectPrompt:
    """Ask for a kind of tile in the pile of `color`, showing the points that it adds (R28)."""
    pile = s.pile_tiles(color)
    kinds = sorted(set(pile), key=list(RARE_NAMES).index)
    return SelectPrompt(
        tuple(_rare_tile_option(good, pile.count(good), rare_gain(player, good)) for good in kinds),
        msg("tad.ask.tile"),
        default=s.tops[color],
    )


def _pile_option(
    color: str, s: TadmorState, price: Mapping[str, int], taker: Player | None
) -> Option:
    name = msg("tad.rare.pile", color=COLOR_NAMES[color], top=RARE_NAMES[s.tops[color]])
    label = msg("tad.hint.at", at=name, what=short_amounts(price)) if price else name
    return Option(
        color,
        msg("tad.marked", what=label, mark=PILE_MARKS[color]),
        msg("tad.rare.gain", n=rare_gain(taker, s.tops[color])) if taker else None,
        spot=f"pile_{color}",
        rule="rare_good",
        mark=PILE_MARKS[color],
        name=name,
    )


@lru_cache(64)
def _rare_tile_option(good: str, n: int, gain: int) -> Option:
    detail = msg("tad.rare.in_pile", n=n, gain=gain)
    return Option(good, RARE_NAMES[good], detail, art=good, rule="rare_good")


def take_tile(s: TadmorState, seat: Seat, tile: str) -> None:
    """Move a displayed tile to a player; its slot stays empty."""
    s.display[s.display.index(tile)] = ""
    s.players[seat].tiles.append(tile)


def swaps(s: TadmorState, seat: Seat) -> OptionTable:
    """Return a table of possible swaps, one per row (R20).

    A swap exchanges one of the seat's pieces with an opponent's piece of the same kind. A row has
    the seat's space, the kind, the other space, and the opponent.
    """
    rows = []
    for own_space, own_pieces in s.spaces_with_pieces():
        for piece in dict.fromkeys(one.piece for one in own_pieces if one.seat == seat):
            for other_space, other_pieces in s.spaces_with_pieces():
                if other_space != own_space:
                    others = sorted(
                        {
                            one.seat
                            for one in other_pieces
                            if one.seat != seat and one.piece == piece
                        }
                    )
                    rows += [(own_space.id, piece, other_space.id, f"p{other}") for other in others]
    return OptionTable(rows, SWAP)


def _space_option(space: str) -> Option:
    return Option(
        space,
        name_with_mark(space),
        group=REGION_NAMES[SPACES[space].region],
        spot=space,
        rule="marauders",
        mark=SPACE_MARKS[space],
    )


SWAP = (
    Field(msg("tad.ask.swap_own"), lambda key, _rows: _space_option(key)),
    Field(msg("tad.ask.piece"), lambda key, _rows: Option(key, PIECE_NAMES[key])),
    Field(msg("tad.ask.swap_other"), lambda key, _rows: _space_option(key)),
    Field(msg("tad.ask.victim_swap"), lambda key, _rows: Option(key, seat_name(seat_of(key)))),
)
