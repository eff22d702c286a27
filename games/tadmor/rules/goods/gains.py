"""What several moments of the game do alike: take a rare good, build a temple part, raise and lower towers, draw missions."""

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


def gathers(s: TadmorState, player: Player, space: Space, piece: str) -> int:
    """How many goods a piece gathers on a space now (rules 6.5)."""
    return RULES.gather[piece][class_of(space.resource)][s.era] + player.powers.gather.get(
        (piece, space.resource), 0
    )


def gifts(s: TadmorState, player: Player, space: Space) -> int:
    """The points of peace gifts on a space now."""
    return RULES.gifts[space.piece][s.era] * player.powers.gifts


def gather(t: StepContext[TadmorState], seat: Seat, space: Space, *, quiet: bool = False) -> int:
    """Resolve a piece on a gathering space; it goes back to its owner. Returns how much it brought."""
    s, player = t.state, t.state.players[seat]
    n = gathers(s, player, space, s.take_back(seat, space.id).piece)
    player.store[space.resource] += n
    t.emit(Gathered(seat, space.id, space.resource, n, quiet))
    return n


def receive_gifts(
    t: StepContext[TadmorState], seat: Seat, space: Space, *, quiet: bool = False
) -> int:
    """Resolve a piece on a peace-gifts space. Returns the points."""
    s, player = t.state, t.state.players[seat]
    n = gifts(s, player, space)
    s.take_back(seat, space.id)
    player.score("gifts", n)
    t.emit(Gifted(seat, space.id, n, quiet))
    return n


def take_rare(
    t: StepContext[TadmorState],
    seat: Seat,
    good: str,
    paid: Mapping[str, int],
    favour: int,
    by_action: bool,
) -> None:
    """A tile of a pile, the top one or a chosen one; what is left is shuffled, its next top tile comes up by lot."""
    s, player, color = t.state, t.state.players[seat], RARE[good]
    rest = s.pile(color)
    rest.remove(good)
    s.piles[color] = sorted(rest)
    s.tops[color] = t.rng.draw(s.piles[color]) if rest else ""
    insort(player.rare, good)
    points = player.powers.rare_action if by_action else player.powers.rare_free
    player.score("favours", -favour)
    player.score("rare", points)
    t.emit(TookRare(seat, good, dict(paid), favour, points, s.tops[color]))


def open_piles(s: TadmorState) -> list[str]:
    """The colours of which there are tiles, in the order of `COLORS`."""
    return [color for color in COLORS if s.tops[color]]


def temple_sites(s: TadmorState, player: Player, *, parallel: bool = False) -> list[int]:
    """The own temples (by place) that may get their next part, the number of temples for a new one; `parallel` asks for a new
    one even while others are unfinished (rules 6.2; ruling R34)."""
    unfinished = [] if parallel else player.unfinished
    sites = unfinished or [len(player.temples)]
    return [at for at in sites if s.stack(parts_of(player, at) + 1)]


def parts_of(player: Player, at: int) -> int:
    """How many parts the temple in a place has."""
    return player.temples[at] if at < len(player.temples) else 0


def add_part(
    t: StepContext[TadmorState], seat: Seat, at: int, paid: Mapping[str, int], points: int = 0
) -> int:
    """The next part of the temple at that place; returns how many rare goods its completion brings."""
    s, player = t.state, t.state.players[seat]
    if at == len(player.temples):
        player.temples.append(0)
    player.temples[at] += 1
    player.score("private", points)
    first, goods = 0, spoils(s, seat, player.temples[at])
    if (
        player.temples[at] == len(PARTS)
        and seat not in s.completed
        and len(s.completed) < len(RULES.completion)
    ):
        s.completed.append(seat)
        first = len(s.completed)
    t.emit(BuiltTemple(seat, PARTS[player.temples[at] - 1], dict(paid), points, first))
    return goods


def spoils(s: TadmorState, seat: Seat, parts: int) -> int:
    """How many rare goods it brings that a player's temple now has so many parts: two players have them, once each."""
    first = (
        parts == len(PARTS) and seat not in s.completed and len(s.completed) < len(RULES.completion)
    )
    return RULES.completion[len(s.completed)] if first and open_piles(s) else 0


def climb(t: StepContext[TadmorState], seat: Seat, height: int, paid: Mapping[str, int]) -> None:
    """A tower grows to `height`; `paid` is told alone: who calls has taken it."""
    player = t.state.players[seat]
    before, player.tower = player.tower, height
    t.emit(Climbed(seat, before, height, dict(paid)))


def destroy(t: StepContext[TadmorState], seat: Seat, victim: Seat, n: int) -> None:
    """Levels of an opponent's tower fall, not below the ground."""
    player = t.state.players[victim]
    before, player.tower = player.tower, max(0, player.tower - n)
    t.emit(Destroyed(seat, victim, before, player.tower))


def draw_missions(t: StepContext[TadmorState], seat: Seat, n: int) -> None:
    """Cards by lot into a hand; an empty deck is made of the discards, and when both are empty nothing is drawn (rules 6.5)."""
    s = t.state
    drawn = (draw(t.rng, s.deck, s.discard) for _ in range(n))
    cards = [card for card in drawn if card]
    player = s.players[seat]
    player.hand = sorted([*player.hand, *cards], key=card_number)
    if cards:
        t.emit(Dealt(seat, len(cards)), secret={seat: Dealt(seat, len(cards), cards)})


def card_number(card: str) -> int:
    """The number in an id such as `k7`."""
    return int(card[1:])


def caravan_open(
    player: Player, tower: int | None = None, missions: int | None = None, ahead: int = 0
) -> bool:
    """True when a caravan would bring a camel now, or with such a tower and so many missions (rules 6.5); `ahead` camels come
    first, of own pieces on other caravans."""
    tower, missions = (
        player.tower if tower is None else tower,
        player.missions if missions is None else missions,
    )
    needs = RULES.caravan.get(player.own["camel"] + 1 + ahead, ())
    return any(tower >= need.tower and missions >= need.missions for need in needs)


def shipyard_open(player: Player, more: str = "", ahead: int = 0) -> bool:
    """True when a shipyard would bring a boat now, or with one `more` rare good; `ahead` boats come first, of own pieces on
    other shipyards."""
    each, have = RULES.shipyard.get(player.own["boat"] + 1 + ahead), colors_of(player)
    if more:
        have[RARE[more]] += 1
    return each is not None and min(have[color] for color in COLORS) >= each


def new_piece(t: StepContext[TadmorState], seat: Seat, piece: str, at: str = "") -> None:
    """A further camel or boat into the reserve."""
    t.state.players[seat].own[piece] += 1
    t.emit(NewPiece(seat, piece, at))


def always(t: StepContext[TadmorState]) -> None:
    """State rules: free levels at once, caravans and shipyards as soon as they may during Resolution (rulings R8, R12)."""
    s = t.state
    for seat, player in enumerate(s.players):
        multiple = player.powers.multiple
        if multiple and (player.tower + 1) % multiple == 0:
            player.tower += 1
            t.emit(FreeLevel(seat, player.tower))
    if not s.resolving:
        return
    for name in ("caravan_1", "caravan_2", "shipyard_1", "shipyard_2"):
        for one in tuple(s.board.get(name, ())):
            player = s.players[one.seat]
            if caravan_open(player) if one.piece == "camel" else shipyard_open(player):
                s.take_back(one.seat, name)
                new_piece(t, one.seat, one.piece, name)


def exchange(player: Player, goods: Mapping[str, int]) -> None:
    """Goods come into the traded area; what was given for them is not taken here (rules 6.5)."""
    for what in RESOURCES:
        player.traded[what] += goods.get(what, 0)
