"""The closed vocabulary of what a King's mission does when it is given back.

Each op asks for what must be chosen (None: nothing more), and does it. A return must have an effect (rules 9).
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from games.core.engine.context import StepContext
from games.core.prompts.prompt import DistributePrompt, Option, Prompt, SelectPrompt, Slot
from games.core.text.messages import Msg, Path, Seat, msg
from games.tadmor.model.catalog import ADVANCED, CHARTER, PIECES, RESOURCES, RULES
from games.tadmor.model.events import Bought, Gained, Redirected, Swapped
from games.tadmor.model.names import GOODS, PIECE_NAMES, REGION_NAMES
from games.tadmor.model.state import MissionStanding, TadmorState
from games.tadmor.rules.goods.costs import settle
from games.tadmor.rules.goods.gains import (
    add_part,
    climb,
    destroy,
    draw_missions,
    exchange,
    new_piece,
    open_piles,
    take_rare,
    temple_sites,
)
from games.tadmor.rules.goods.picks import (
    SWAP,
    pick_pile,
    pick_temple,
    pick_tile,
    pick_unshown,
    pick_victim,
    seat_of,
    swaps,
    take_tile,
    temple_at,
    tile_option,
    told_tile,
    unshown,
)
from games.tadmor.rules.goods.rare_goods import Spoils

T = StepContext[TadmorState]


class _BenefitOp(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op"):
    """Base of the ops."""

    def hindrance(self, t: T, seat: Seat) -> Msg | None:
        """Why it would have no effect now; None when it has."""
        return None

    def prompt(self, t: T, seat: Seat, where: Path) -> Prompt | None:
        """The next choice after the card; None when there is none left."""
        return None

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """Do it."""
        raise NotImplementedError

    def brings(self, where: Path) -> tuple[Msg, ...]:
        """What was chosen, by name, where nothing else says so before it counts."""
        return ()

    def describe(self) -> Msg:
        """What the card says."""
        raise NotImplementedError


class TakeRareGood(_BenefitOp, frozen=True, tag="take_rare_good"):
    """A pile, and any tile of it, for nothing (K1, K2)."""

    def hindrance(self, t: T, seat: Seat) -> Msg | None:
        """All piles are empty."""
        return None if open_piles(t.state) else msg("tad.why.no_piles")

    def prompt(self, t: T, seat: Seat, where: Path) -> Prompt | None:
        """Colour, then tile."""
        if not where:
            return pick_pile(t.state)
        return pick_tile(t.state, str(where[0])) if len(where) == 1 else None

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """Take it free: for I8 and I27 that is no action (ruling R27)."""
        take_rare(t, seat, str(where[1]), {}, 0, by_action=False)

    def describe(self) -> Msg:
        """What the card says."""
        return msg("tad.benefit.rare")


class AdvanceTemple(_BenefitOp, frozen=True, tag="advance_temple"):
    """The next part of an unfinished temple, else a basement."""

    n: int = 1

    def hindrance(self, t: T, seat: Seat) -> Msg | None:
        """No card is left of any part that could come next (ruling R34)."""
        return None if temple_sites(t.state, t.state.players[seat]) else msg("tad.why.no_part")

    def prompt(self, t: T, seat: Seat, where: Path) -> Prompt | None:
        """Which temple."""
        return None if where else pick_temple(t.state, t.state.players[seat])

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """Build it, with the spoils of a first completion."""
        build_part(t, seat, temple_at(where[0]), {})

    def describe(self) -> Msg:
        """What the card says."""
        return msg("tad.benefit.temple")


class NewTemple(_BenefitOp, frozen=True, tag="new_temple"):
    """The basement of a further temple, even while another is unfinished."""

    def hindrance(self, t: T, seat: Seat) -> Msg | None:
        """No basement is left in its stack (ruling R34)."""
        return None if t.state.stack(1) else msg("tad.why.no_part")

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """Lay it."""
        add_part(t, seat, len(t.state.players[seat].temples), {})

    def describe(self) -> Msg:
        """What the card says."""
        return msg("tad.benefit.second")


class GainPiece(_BenefitOp, frozen=True, tag="gain_piece"):
    """The next camel or boat, without its requirement."""

    piece: str

    def hindrance(self, t: T, seat: Seat) -> Msg | None:
        """As many are owned already as one may own (rules 9)."""
        most = RULES.pieces[self.piece].most
        full = t.state.players[seat].own[self.piece] >= most
        return msg("tad.why.most", n=most) if full else None

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """Into the reserve."""
        new_piece(t, seat, self.piece)

    def describe(self) -> Msg:
        """What the card says."""
        return msg("tad.benefit.piece", piece=PIECE_NAMES[self.piece])


class BuildTowerFree(_BenefitOp, frozen=True, tag="build_tower_free"):
    """Levels at no cost; those that are free anyway come on top (K7, K8)."""

    n: int

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """One after the other: free multiples come on top."""
        player = t.state.players[seat]
        height = player.tower
        for _ in range(self.n):
            height = settle(height + 1, player.powers)
        climb(t, seat, height, {})

    def describe(self) -> Msg:
        """What the card says."""
        return msg("tad.benefit.tower", n=self.n)


class DestroyTower(_BenefitOp, frozen=True, tag="destroy_tower"):
    """Levels of one opponent fall, whatever the heights."""

    n: int

    def hindrance(self, t: T, seat: Seat) -> Msg | None:
        """Nobody else has a level."""
        return None if self._victims(t, seat) else msg("tad.why.no_tower")

    def prompt(self, t: T, seat: Seat, where: Path) -> Prompt | None:
        """Whose."""
        return None if where else pick_victim(t, self._victims(t, seat), self.n)

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """Down they come."""
        destroy(t, seat, seat_of(where[0]), self.n)

    def describe(self) -> Msg:
        """What the card says."""
        return msg("tad.benefit.destroy", n=self.n)

    def _victims(self, t: T, seat: Seat) -> list[Seat]:
        return [other for other, one in enumerate(t.state.players) if other != seat and one.tower]


class ChangeRegion(_BenefitOp, frozen=True, tag="change_attacked_region"):
    """Another card of the marauder deck instead of the one turned up (ruling R18)."""

    def prompt(self, t: T, seat: Seat, where: Path) -> Prompt | None:
        """Which region, of those whose cards are in the deck."""
        return (
            None
            if where
            else SelectPrompt(
                tuple(_region(region) for region in t.state.marauder_deck()),
                msg("tad.ask.redirect"),
            )
        )

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """The card turned up before goes into the deck."""
        before, t.state.raid = t.state.raid, str(where[0])
        t.emit(Redirected(seat, before, t.state.raid))

    def describe(self) -> Msg:
        """What the card says."""
        return msg("tad.benefit.redirect")


class SwapPieces(_BenefitOp, frozen=True, tag="swap_pieces"):
    """An own piece and an opponent's of the same kind change places (ruling R20)."""

    def hindrance(self, t: T, seat: Seat) -> Msg | None:
        """No such pair."""
        return None if swaps(t.state, seat).rows else msg("tad.why.no_swap")

    def prompt(self, t: T, seat: Seat, where: Path) -> Prompt | None:
        """Own space, kind, other space, whose."""
        return None if len(where) == len(SWAP) else swaps(t.state, seat).choose(*where)

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """Each takes the place of the other."""
        own, piece, at, other = (str(key) for key in where)
        here, there = t.state.board[own], t.state.board[at]
        a, b = (
            here.index(MissionStanding(seat, piece)),
            there.index(MissionStanding(seat_of(other), piece)),
        )
        here[a], there[b] = there[b], here[a]
        t.emit(Swapped(seat, seat_of(other), piece, own, at))

    def describe(self) -> Msg:
        """What the card says."""
        return msg("tad.benefit.swap")


class MarketAccess(_BenefitOp, frozen=True, tag="market_access"):
    """Palmyra's market until the end of this Resolution (ruling R32)."""

    def hindrance(self, t: T, seat: Seat) -> Msg | None:
        """It is open already."""
        return msg("tad.why.market_open") if CHARTER in t.state.markets(seat) else None

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """Open it."""
        t.state.players[seat].charter = True

    def describe(self) -> Msg:
        """What the card says."""
        return msg("tad.benefit.market")


class FreeUpgrades(_BenefitOp, frozen=True, tag="free_upgrades"):
    """Displayed tiles for nothing, up to `n` (ruling R49)."""

    n: int

    def hindrance(self, t: T, seat: Seat) -> Msg | None:
        """Nothing lies there."""
        return None if any(t.state.display) else msg("tad.why.no_tiles")

    def prompt(self, t: T, seat: Seat, where: Path) -> Prompt | None:
        """Which tiles: one at least, `n` at most."""
        if where:
            return None
        options = tuple(tile_option(tile) for tile in t.state.display if tile)
        return SelectPrompt(
            options,
            msg("tad.ask.free_tiles", n=self.n),
            max=min(self.n, len(options)),
            layout="menu",
        )

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """Private ones get no piece (ruling R31)."""
        for tile in _chosen(where):
            take_tile(t.state, seat, tile)
            t.emit(Bought(seat, tile, {}))

    def brings(self, where: Path) -> tuple[Msg, ...]:
        """The tiles."""
        return tuple(map(told_tile, _chosen(where)))

    def describe(self) -> Msg:
        """What the card says."""
        return msg("tad.benefit.tiles", n=self.n)


class GainAny(_BenefitOp, frozen=True, tag="gain_any"):
    """Goods of any kinds into the traded area."""

    n: int

    def prompt(self, t: T, seat: Seat, where: Path) -> Prompt | None:
        """Which mix; by default advanced goods, evenly."""
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

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """Into the traded area."""
        goods = where[0]
        assert isinstance(goods, dict)  # noqa: S101 - for the type checker: the form was an Allot
        exchange(t.state.players[seat], goods)
        t.emit(Gained(seat, dict(goods)))

    def describe(self) -> Msg:
        """What the card says."""
        return msg("tad.benefit.gain", n=self.n)


class DrawMissions(_BenefitOp, frozen=True, tag="draw_missions"):
    """Cards into the hand (K21, K22); fewer where too few are left."""

    n: int

    def hindrance(self, t: T, seat: Seat) -> Msg | None:
        """Deck and discards are empty."""
        return None if t.state.deck or t.state.discard else msg("tad.why.no_cards")

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """By lot: what comes is told to the owner alone."""
        draw_missions(t, seat, self.n)

    def describe(self) -> Msg:
        """What the card says."""
        return msg("tad.benefit.draw", n=self.n)


class MultiPlace(_BenefitOp, frozen=True, tag="multi_place"):
    """Up to `n` pieces in this placement turn; the placement turn itself counts them (ruling R48)."""

    n: int

    def hindrance(self, t: T, seat: Seat) -> Msg | None:
        """There is no second piece to place."""
        return (
            None
            if sum(t.state.reserve(seat, piece) for piece in PIECES) > 1
            else msg("tad.why.one_piece")
        )

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """Nothing: the placement turn sees which card was given back."""

    def describe(self) -> Msg:
        """What the card says."""
        return msg("tad.benefit.march", n=self.n)


class TakeUnshown(_BenefitOp, frozen=True, tag="take_unshown_upgrade"):
    """For nothing, an upgrade that is neither on display nor anybody's (ruling R36)."""

    def hindrance(self, t: T, seat: Seat) -> Msg | None:
        """There is none."""
        return None if self._tiles(t) else msg("tad.why.no_unshown")

    def prompt(self, t: T, seat: Seat, where: Path) -> Prompt | None:
        """Which tile, by Era where there are many."""
        return None if where else pick_unshown(self._tiles(t))

    def apply(self, t: T, seat: Seat, where: Path) -> None:
        """Out of the box; a private one gets no piece (ruling R31)."""
        tile = str(where[0])
        t.state.box.remove(tile)
        t.state.players[seat].tiles.append(tile)
        t.emit(Bought(seat, tile, {}))

    def brings(self, where: Path) -> tuple[Msg, ...]:
        """The tile."""
        return (told_tile(str(where[0])),)

    def describe(self) -> Msg:
        """What the card says."""
        return msg("tad.benefit.unshown")

    def _tiles(self, t: T) -> list[str]:
        return unshown(t.state, t.options["expert_start"])


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


def build_part(t: T, seat: Seat, at: int, paid: dict[str, int], points: int = 0) -> None:
    """A temple part, and the rare goods of a first completion, at once."""
    goods = add_part(t, seat, at, paid, points)
    if goods:
        t.push(Spoils(seat, goods))


def _chosen(where: Path) -> list[str]:
    """The tiles of an answer: several, or the one."""
    return [str(tile) for tile in where[0]] if isinstance(where[0], list) else [str(where[0])]


@lru_cache(16)
def _region(region: str) -> Option:
    return Option(region, REGION_NAMES[region], spot=region, rule="marauders")
