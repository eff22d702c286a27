"""Gains shared by several phases: gathering, rare goods, temples, towers, missions."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping

from games.core.cards.decks import draw
from games.core.engine.context import StepContext
from games.core.text.messages import Seat
from games.tadmor.model.catalog import COLORS, PARTS, RARE, RESOURCES, RULES, Space, class_of
from games.tadmor.model.events import (
    BuiltTemple,
    Climbed,
    Dealt,
    Destroyed,
    FreeLevel,
    Gathered,
    Gifted,
    NewPiece,
    TookRare,
)
from games.tadmor.model.state import Player, TadmorState, colors_of


def goods_gathered(s: TadmorState, player: Player, space: Space, piece: str) -> int:
    """Return how many goods a piece of this kind gathers on a space in this Era (rules 6.5)."""
    return RULES.gather[piece][class_of(space.resource)][s.era] + player.powers.gather.get(
        (piece, space.resource), 0
    )


def gift_points(s: TadmorState, player: Player, space: Space) -> int:
    """Return the points that peace gifts on a space bring the player in this Era."""
    return RULES.gifts[space.piece][s.era] * player.powers.gifts_factor


def gather(ctx: StepContext[TadmorState], seat: Seat, space: Space, *, quiet: bool = False) -> int:
    """Take a piece off a gathering space and add its goods; return their number.

    With `quiet`, the event is not narrated by itself: a `Harvested` event tells it.
    """
    s, player = ctx.state, ctx.state.players[seat]
    n = goods_gathered(s, player, space, s.take_back(seat, space.id).piece)
    player.store[space.resource] += n
    ctx.emit(Gathered(seat, space.id, space.resource, n, quiet))
    return n


def receive_gifts(
    ctx: StepContext[TadmorState], seat: Seat, space: Space, *, quiet: bool = False
) -> int:
    """Take a piece off a peace-gifts space and score it; return the points.

    With `quiet`, the event is not narrated by itself: a `Harvested` event tells it.
    """
    s, player = ctx.state, ctx.state.players[seat]
    n = gift_points(s, player, space)
    s.take_back(seat, space.id)
    player.add_points("gifts", n)
    ctx.emit(Gifted(seat, space.id, n, quiet))
    return n


def take_rare(
    ctx: StepContext[TadmorState],
    seat: Seat,
    good: str,
    paid: Mapping[str, int],
    points_paid: int,
    by_action: bool,
) -> None:
    """Give a player the tile `good` of its pile and draw a new top tile from the rest.

    `paid` are the goods and `points_paid` the points (I9) that pay for the tile. `by_action`
    decides which bonus of the player's upgrades applies.
    """
    s, player, color = ctx.state, ctx.state.players[seat], RARE[good]
    rest = s.pile_tiles(color)
    rest.remove(good)
    s.piles[color] = sorted(rest)
    s.tops[color] = ctx.rng.draw(s.piles[color]) if rest else ""
    insort(player.rare, good)
    points = player.powers.rare_action if by_action else player.powers.rare_free
    player.add_points("favours", -points_paid)
    player.add_points("rare", points)
    ctx.emit(TookRare(seat, good, dict(paid), points_paid, points, s.tops[color]))


def open_piles(s: TadmorState) -> list[str]:
    """Return the colors that have tiles left, in the order of `COLORS`."""
    return [color for color in COLORS if s.tops[color]]


def temple_sites(s: TadmorState, player: Player, *, parallel: bool = False) -> list[int]:
    """Return the indices of the temples that may get a part (rules 6.2; ruling R34).

    The index of a new temple is the number of the player's temples. Unfinished temples must be
    finished before a new one is begun. With `parallel`, the part must begin a new temple.
    """
    unfinished = [] if parallel else player.unfinished
    sites = unfinished or [len(player.temples)]
    return [at for at in sites if s.parts_left(parts_of(player, at) + 1)]


def parts_of(player: Player, at: int) -> int:
    """Return the number of parts of the temple with the index `at`; 0 for a new temple."""
    return player.temples[at] if at < len(player.temples) else 0


def add_part(
    ctx: StepContext[TadmorState], seat: Seat, at: int, paid: Mapping[str, int], points: int = 0
) -> int:
    """Build the next part of the temple `at`; return how many rare goods are due.

    Rare goods are due for the first completed temples (`completion_goods`). The caller takes the
    goods in `paid`; here they are only reported. `points` is the bonus of a private tile.
    """
    s, player = ctx.state, ctx.state.players[seat]
    if at == len(player.temples):
        player.temples.append(0)
    player.temples[at] += 1
    player.add_points("private", points)
    goods = completion_goods(s, seat, player.temples[at])
    rank = 0  # among the players who have completed a temple; 0 without a reward
    if _earns_completion(s, seat, player.temples[at]):
        s.completed.append(seat)
        rank = len(s.completed)
    ctx.emit(BuiltTemple(seat, PARTS[player.temples[at] - 1], dict(paid), points, rank))
    return goods


def completion_goods(s: TadmorState, seat: Seat, parts: int) -> int:
    """Return how many rare goods a seat gets when a temple reaches `parts` parts.

    Only the first two players to complete a temple get rare goods, each of them once.
    """
    is_rewarded = _earns_completion(s, seat, parts) and open_piles(s)
    return RULES.completion[len(s.completed)] if is_rewarded else 0


def _earns_completion(s: TadmorState, seat: Seat, parts: int) -> bool:
    """Return whether a temple that reaches `parts` parts is one of the first completed ones."""
    return (
        parts == len(PARTS) and seat not in s.completed and len(s.completed) < len(RULES.completion)
    )


def climb(ctx: StepContext[TadmorState], seat: Seat, height: int, paid: Mapping[str, int]) -> None:
    """Raise a tower to `height`; the caller has taken the goods in `paid`."""
    player = ctx.state.players[seat]
    before, player.tower = player.tower, height
    ctx.emit(Climbed(seat, before, height, dict(paid)))


def destroy(ctx: StepContext[TadmorState], seat: Seat, victim: Seat, n: int) -> None:
    """Lower an opponent's tower by `n` levels, to 0 at least."""
    player = ctx.state.players[victim]
    before, player.tower = player.tower, max(0, player.tower - n)
    ctx.emit(Destroyed(seat, victim, before, player.tower))


def draw_missions(ctx: StepContext[TadmorState], seat: Seat, n: int) -> None:
    """Draw `n` missions into a hand (rules 6.5).

    The discards refill an empty deck. If no cards are left, fewer missions are drawn.
    """
    s = ctx.state
    drawn = (draw(ctx.rng, s.deck, s.discard) for _ in range(n))
    cards = [card for card in drawn if card]
    player = s.players[seat]
    player.hand = sorted([*player.hand, *cards], key=card_number)
    if cards:
        ctx.emit(Dealt(seat, len(cards)), secret={seat: Dealt(seat, len(cards), cards)})


def card_number(card: str) -> int:
    """Return the number in the id of a tile or mission, such as 7 for `k7`."""
    return int(card[1:])


def caravan_open(
    player: Player, tower: int | None = None, missions: int | None = None, ahead: int = 0
) -> bool:
    """Return whether a caravan would bring a camel (rules 6.5).

    `tower` and `missions` default to the player's present ones. `ahead` counts the player's
    pieces on other caravans, whose camels come first.
    """
    tower, missions = (
        player.tower if tower is None else tower,
        player.missions if missions is None else missions,
    )
    needs = RULES.caravan.get(player.own["camel"] + 1 + ahead, ())
    return any(tower >= need.tower and missions >= need.missions for need in needs)


def shipyard_open(player: Player, more: str = "", ahead: int = 0) -> bool:
    """Return whether a shipyard would bring a boat, optionally with the rare good `more`.

    `ahead` counts the player's pieces on other shipyards, whose boats come first.
    """
    needed, by_color = RULES.shipyard.get(player.own["boat"] + 1 + ahead), colors_of(player)
    if more:
        by_color[RARE[more]] += 1
    return needed is not None and min(by_color[color] for color in COLORS) >= needed


def new_piece(ctx: StepContext[TadmorState], seat: Seat, piece: str, at: str = "") -> None:
    """Add a camel or boat to a seat's supply.

    `at` is the caravan or shipyard that brought the piece, "" for a mission.
    """
    ctx.state.players[seat].own[piece] += 1
    ctx.emit(NewPiece(seat, piece, at))


def apply_automatic_gains(ctx: StepContext[TadmorState]) -> None:
    """Apply all free tower levels; during Resolution also caravans and shipyards.

    Rulings R8 and R12.
    """
    s = ctx.state
    for seat, player in enumerate(s.players):
        multiple = player.powers.free_level_multiple
        if multiple and (player.tower + 1) % multiple == 0:
            player.tower += 1
            ctx.emit(FreeLevel(seat, player.tower))
    if not s.resolving:
        return
    for name in ("caravan_1", "caravan_2", "shipyard_1", "shipyard_2"):
        for piece in tuple(s.board.get(name, ())):
            player = s.players[piece.seat]
            if caravan_open(player) if piece.piece == "camel" else shipyard_open(player):
                s.take_back(piece.seat, name)
                new_piece(ctx, piece.seat, piece.piece, name)


def add_traded(player: Player, goods: Mapping[str, int]) -> None:
    """Add goods to the traded area; the caller takes their price (rules 6.5)."""
    for what in RESOURCES:
        player.traded[what] += goods.get(what, 0)
