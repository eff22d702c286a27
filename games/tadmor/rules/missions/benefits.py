"""Ops for the benefits of King's missions that are given back (rules 9).

`prompt` asks for the choices of an op and returns None once they are complete; `apply` applies
them. A mission can only be given back if its op would have an effect.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from games.core.engine.context import StepContext
from games.core.prompts.prompt import DistributePrompt, Prompt, SelectPrompt, Slot
from games.core.text.messages import Msg, Path, Seat, msg
from games.tadmor.model.catalog import ADVANCED, CHARTER, PIECES, RESOURCES, RULES
from games.tadmor.model.events import Bought, Gained, Redirected, Swapped
from games.tadmor.model.names import GOODS, PART_NAMES, PIECE_NAMES, RARE_NAMES
from games.tadmor.model.state import PlacedPiece, TadmorState
from games.tadmor.rules.goods.costs import including_free_level
from games.tadmor.rules.goods.gains import (
    add_part,
    add_traded,
    climb,
    completion_goods,
    destroy,
    draw_missions,
    new_piece,
    open_piles,
    parts_of,
    take_rare,
    temple_sites,
)
from games.tadmor.rules.goods.hints import rare_gain
from games.tadmor.rules.goods.picks import (
    SWAP,
    fetchable_upgrades,
    part_worth,
    pick_pile,
    pick_temple,
    pick_tile,
    pick_unshown,
    pick_victim,
    region_option,
    seat_of,
    swaps,
    take_tile,
    temple_at,
    tile_option,
    tile_with_effect,
)
from games.tadmor.rules.goods.rare_goods import Spoils

Context = StepContext[TadmorState]


class _BenefitOp(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op"):
    """Base of the ops for the benefits of missions."""

    def hindrance(self, ctx: Context, seat: Seat) -> Msg | None:
        """Return why the benefit would have no effect now; None if it would have one."""
        return None

    def prompt(self, ctx: Context, seat: Seat, where: Path) -> Prompt | None:
        """Return the next question after the answers in `where`; None if the choice is complete."""
        return None

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Apply the benefit with the answers in `where`."""
        raise NotImplementedError

    def gains(self, ctx: Context, seat: Seat, where: Path) -> tuple[Msg, ...]:
        """Describe what the answers in `where` bring, if that says more than `describe`."""
        return ()

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        raise NotImplementedError


class TakeRareGood(_BenefitOp, frozen=True, tag="take_rare_good"):
    """Op: take any tile of a pile for free (K1, K2)."""

    def hindrance(self, ctx: Context, seat: Seat) -> Msg | None:
        """Return a reason if all piles are empty."""
        return None if open_piles(ctx.state) else msg("tad.why.no_piles")

    def prompt(self, ctx: Context, seat: Seat, where: Path) -> Prompt | None:
        """Ask for the color, then the tile."""
        if not where:
            return pick_pile(ctx.state)
        if len(where) > 1:
            return None
        return pick_tile(ctx.state, ctx.state.players[seat], str(where[0]))

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Take the tile for free, which is no action for I8 and I27 (R27)."""
        take_rare(ctx, seat, str(where[1]), {}, 0, by_action=False)

    def gains(self, ctx: Context, seat: Seat, where: Path) -> tuple[Msg, ...]:
        """Describe the tile and its points."""
        player, good = ctx.state.players[seat], str(where[1])
        worth = msg("tad.rare.worth", n=rare_gain(player, good))
        return msg("tad.rare.free", what=RARE_NAMES[good]), worth

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        return msg("tad.benefit.rare")


class AdvanceTemple(_BenefitOp, frozen=True, tag="advance_temple"):
    """Op: build the next part of an unfinished temple, else the basement of a new one."""

    n: int = 1

    def hindrance(self, ctx: Context, seat: Seat) -> Msg | None:
        """Return a reason if no card of a possible next part is left (ruling R34)."""
        return None if temple_sites(ctx.state, ctx.state.players[seat]) else msg("tad.why.no_part")

    def prompt(self, ctx: Context, seat: Seat, where: Path) -> Prompt | None:
        """Ask for the temple."""
        return None if where else pick_temple(ctx.state, ctx.state.players[seat])

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Build the part; a first completion also brings rare goods."""
        build_part(ctx, seat, temple_at(where[0]), {})

    def gains(self, ctx: Context, seat: Seat, where: Path) -> tuple[Msg, ...]:
        """Describe the part, its points and the rare goods of a first completion."""
        built = parts_of(ctx.state.players[seat], temple_at(where[0]))
        goods = completion_goods(ctx.state, seat, built + 1)
        spoils = (msg("tad.temple.spoils", n=goods),) if goods else ()
        return (_free_part(built), part_worth(built), *spoils)

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        return msg("tad.benefit.temple")


class NewTemple(_BenefitOp, frozen=True, tag="new_temple"):
    """Op: build the basement of a new temple, even while another is unfinished."""

    def hindrance(self, ctx: Context, seat: Seat) -> Msg | None:
        """Return a reason if no basement is left (ruling R34)."""
        return None if ctx.state.parts_left(1) else msg("tad.why.no_part")

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Build the basement."""
        add_part(ctx, seat, len(ctx.state.players[seat].temples), {})

    def gains(self, ctx: Context, seat: Seat, where: Path) -> tuple[Msg, ...]:
        """Describe the points of the basement."""
        return (part_worth(0),)

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        return msg("tad.benefit.second")


class GainPiece(_BenefitOp, frozen=True, tag="gain_piece"):
    """Op: gain the next camel or boat without its condition."""

    piece: str

    def hindrance(self, ctx: Context, seat: Seat) -> Msg | None:
        """Return a reason if the player owns the maximum (rules 9)."""
        most = RULES.pieces[self.piece].most
        full = ctx.state.players[seat].own[self.piece] >= most
        return msg("tad.why.most", n=most) if full else None

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Add the piece to the reserve."""
        new_piece(ctx, seat, self.piece)

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        return msg("tad.benefit.piece", piece=PIECE_NAMES[self.piece])


class BuildTowerFree(_BenefitOp, frozen=True, tag="build_tower_free"):
    """Op: build `n` tower levels for free (K7, K8).

    Levels that the player's tiles make free come on top.
    """

    n: int

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Build the levels one at a time."""
        climb(ctx, seat, self._new_height(ctx, seat), {})

    def gains(self, ctx: Context, seat: Seat, where: Path) -> tuple[Msg, ...]:
        """Describe the new height and its points."""
        height = self._new_height(ctx, seat)
        return msg("tad.tower.reaches", n=height), tower_worth(ctx, seat, height)

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        return msg("tad.benefit.tower", n=self.n)

    def _new_height(self, ctx: Context, seat: Seat) -> int:
        player = ctx.state.players[seat]
        height = player.tower
        for _ in range(self.n):
            height = including_free_level(height + 1, player.powers)
        return height


class DestroyTower(_BenefitOp, frozen=True, tag="destroy_tower"):
    """Op: destroy `n` levels of any opponent's tower."""

    n: int

    def hindrance(self, ctx: Context, seat: Seat) -> Msg | None:
        """Return a reason if no opponent has a level."""
        return None if self._victims(ctx, seat) else msg("tad.why.no_tower")

    def prompt(self, ctx: Context, seat: Seat, where: Path) -> Prompt | None:
        """Ask for the opponent."""
        return None if where else pick_victim(ctx, self._victims(ctx, seat), self.n)

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Destroy the levels."""
        destroy(ctx, seat, seat_of(where[0]), self.n)

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        return msg("tad.benefit.destroy", n=self.n)

    def _victims(self, ctx: Context, seat: Seat) -> list[Seat]:
        return [other for other, one in enumerate(ctx.state.players) if other != seat and one.tower]


class ChangeRegion(_BenefitOp, frozen=True, tag="change_attacked_region"):
    """Op: replace the revealed marauder card by another of the deck (ruling R18)."""

    def prompt(self, ctx: Context, seat: Seat, where: Path) -> Prompt | None:
        """Ask for a region whose card is in the deck."""
        return (
            None
            if where
            else SelectPrompt(
                tuple(region_option(region) for region in ctx.state.marauder_deck()),
                msg("tad.ask.redirect"),
            )
        )

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Replace the card; the replaced card goes back into the deck."""
        before, ctx.state.raid = ctx.state.raid, str(where[0])
        ctx.emit(Redirected(seat, before, ctx.state.raid))

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        return msg("tad.benefit.redirect")


class SwapPieces(_BenefitOp, frozen=True, tag="swap_pieces"):
    """Op: swap a piece with an opponent's piece of the same kind (ruling R20)."""

    def hindrance(self, ctx: Context, seat: Seat) -> Msg | None:
        """Return a reason if no two pieces can be swapped."""
        return None if swaps(ctx.state, seat).rows else msg("tad.why.no_swap")

    def prompt(self, ctx: Context, seat: Seat, where: Path) -> Prompt | None:
        """Ask for the seat's space, the kind, the other space and the opponent."""
        return None if len(where) == len(SWAP) else swaps(ctx.state, seat).choose(*where)

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Swap the pieces."""
        own, piece, at, other = (str(key) for key in where)
        own_pieces, other_pieces = ctx.state.board[own], ctx.state.board[at]
        own_index, other_index = (
            own_pieces.index(PlacedPiece(seat, piece)),
            other_pieces.index(PlacedPiece(seat_of(other), piece)),
        )
        own_pieces[own_index], other_pieces[other_index] = (
            other_pieces[other_index],
            own_pieces[own_index],
        )
        ctx.emit(Swapped(seat, seat_of(other), piece, own, at))

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        return msg("tad.benefit.swap")


class MarketAccess(_BenefitOp, frozen=True, tag="market_access"):
    """Op: open Palmyra's market until the end of this Resolution (ruling R32)."""

    def hindrance(self, ctx: Context, seat: Seat) -> Msg | None:
        """Return a reason if the market is already open."""
        return msg("tad.why.market_open") if CHARTER in ctx.state.markets(seat) else None

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Open the market."""
        ctx.state.players[seat].charter = True

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        return msg("tad.benefit.market")


class FreeUpgrades(_BenefitOp, frozen=True, tag="free_upgrades"):
    """Op: take up to `n` displayed tiles for free (ruling R49)."""

    n: int

    def hindrance(self, ctx: Context, seat: Seat) -> Msg | None:
        """Return a reason if the display is empty."""
        return None if any(ctx.state.display) else msg("tad.why.no_tiles")

    def prompt(self, ctx: Context, seat: Seat, where: Path) -> Prompt | None:
        """Ask for one to `n` tiles."""
        if where:
            return None
        options = tuple(tile_option(tile) for tile in ctx.state.display if tile)
        return SelectPrompt(
            options,
            msg("tad.ask.free_tiles", n=self.n),
            max=min(self.n, len(options)),
            layout="menu",
        )

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Take the tiles; private ones get no piece (ruling R31)."""
        for tile in _chosen_tiles(where):
            take_tile(ctx.state, seat, tile)
            ctx.emit(Bought(seat, tile, {}))

    def gains(self, ctx: Context, seat: Seat, where: Path) -> tuple[Msg, ...]:
        """Describe the chosen tiles."""
        return tuple(map(tile_with_effect, _chosen_tiles(where)))

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        return msg("tad.benefit.tiles", n=self.n)


class GainAny(_BenefitOp, frozen=True, tag="gain_any"):
    """Op: gain `n` goods of any kinds into the traded area."""

    n: int

    def prompt(self, ctx: Context, seat: Seat, where: Path) -> Prompt | None:
        """Ask for the mix; the default is advanced goods in equal parts."""
        if where:
            return None
        slots = tuple(Slot(what, GOODS[what], self.n, art=what) for what in RESOURCES)
        half, rest = divmod(self.n, len(ADVANCED))
        default = {what: half + (at < rest) for at, what in enumerate(ADVANCED)}
        return DistributePrompt(
            slots,
            self.n,
            self.n,
            msg("tad.ask.gain", n=self.n),
            default=default,
            unit=msg("tad.unit.goods"),
        )

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Add the goods to the traded area."""
        goods = where[0]
        assert isinstance(goods, dict)  # noqa: S101 - for the type checker: the prompt was a DistributePrompt
        add_traded(ctx.state.players[seat], goods)
        ctx.emit(Gained(seat, dict(goods)))

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        return msg("tad.benefit.gain", n=self.n)


class DrawMissions(_BenefitOp, frozen=True, tag="draw_missions"):
    """Op: draw `n` missions (K21, K22), fewer if too few are left."""

    n: int

    def hindrance(self, ctx: Context, seat: Seat) -> Msg | None:
        """Return a reason if deck and discards are empty."""
        return None if ctx.state.deck or ctx.state.discard else msg("tad.why.no_cards")

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Draw the missions; only the owner sees which."""
        draw_missions(ctx, seat, self.n)

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        return msg("tad.benefit.draw", n=self.n)


class MultiPlace(_BenefitOp, frozen=True, tag="multi_place"):
    """Op: place up to `n` pieces in this placement turn (ruling R48).

    `PlacePiece` counts them.
    """

    n: int

    def hindrance(self, ctx: Context, seat: Seat) -> Msg | None:
        """Return a reason if there is no second piece to place."""
        return (
            None
            if sum(ctx.state.reserve(seat, piece) for piece in PIECES) > 1
            else msg("tad.why.one_piece")
        )

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Do nothing: `PlacePiece` recognizes the mission given back."""

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        return msg("tad.benefit.march", n=self.n)


class TakeUnshown(_BenefitOp, frozen=True, tag="take_unshown_upgrade"):
    """Op: take for free an upgrade that is neither displayed nor owned (ruling R36)."""

    def hindrance(self, ctx: Context, seat: Seat) -> Msg | None:
        """Return a reason if there is no such tile."""
        return None if self._tiles(ctx) else msg("tad.why.no_unshown")

    def prompt(self, ctx: Context, seat: Seat, where: Path) -> Prompt | None:
        """Ask for the tile, grouped by Era."""
        return None if where else pick_unshown(self._tiles(ctx))

    def apply(self, ctx: Context, seat: Seat, where: Path) -> None:
        """Take the tile out of the box; a private one gets no piece (ruling R31)."""
        tile = str(where[0])
        ctx.state.box.remove(tile)
        ctx.state.players[seat].tiles.append(tile)
        ctx.emit(Bought(seat, tile, {}))

    def gains(self, ctx: Context, seat: Seat, where: Path) -> tuple[Msg, ...]:
        """Describe the chosen tile."""
        return (tile_with_effect(str(where[0])),)

    def describe(self) -> Msg:
        """Describe the benefit for the card's text."""
        return msg("tad.benefit.unshown")

    def _tiles(self, ctx: Context) -> list[str]:
        return fetchable_upgrades(ctx.state, ctx.options["expert_start"])


Op = (
    TakeRareGood
    | AdvanceTemple
    | NewTemple
    | GainPiece
    | BuildTowerFree
    | DestroyTower
    | ChangeRegion
    | SwapPieces
    | MarketAccess
    | FreeUpgrades
    | GainAny
    | DrawMissions
    | MultiPlace
    | TakeUnshown
)


def build_part(ctx: Context, seat: Seat, at: int, paid: dict[str, int], points: int = 0) -> None:
    """Build the next part of the temple `at`, with the goods of a first completion.

    The caller takes the goods in `paid`; here they are only reported. `points` is the bonus of a
    private tile. The first completed temples also bring rare goods.
    """
    goods = add_part(ctx, seat, at, paid, points)
    if goods:
        ctx.push(Spoils(seat, goods))


def tower_worth(ctx: Context, seat: Seat, height: int) -> Msg:
    """Describe the points that a tower of `height` adds in the remaining Eras."""
    return msg(
        "tad.tower.points",
        n=len(RULES.eras) - ctx.state.era,
        points=RULES.level * (height - ctx.state.players[seat].tower),
    )


@lru_cache(8)
def _free_part(built: int) -> Msg:
    return msg("tad.temple.free", part=PART_NAMES[RULES.temple[built].id])


def _chosen_tiles(where: Path) -> list[str]:
    """Return the tiles in the answer `where`, which holds a list or a single tile."""
    return [str(tile) for tile in where[0]] if isinstance(where[0], list) else [str(where[0])]
