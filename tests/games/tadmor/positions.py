"""Positions for one test each: goods, towers, tiles, missions, pieces, and the prompting frame."""

from __future__ import annotations

from bisect import insort
from typing import Any

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.state.events import Event
from games.core.state.position import Position
from games.core.text.messages import Path
from games.tadmor import GAME
from games.tadmor.model.catalog import PARTS, RARE, RESOURCES, SPACES
from games.tadmor.model.state import PlacedPiece, Player, TadmorState
from games.tadmor.rules.flow.setup import TurnOrder, display_tiles
from games.tadmor.rules.goods.gains import card_number
from games.tadmor.rules.turn.construction import Build
from games.tadmor.rules.turn.kingdom import Kingdom, Storage
from tests.games.asking import public_events
from tests.games.wording import speaker

Pos = Position[TadmorState, Any]
say = speaker(GAME)


def begin(n: int = 2, turn: int = 1, seed: str = "worlds", **options: Any) -> Pos:
    """Return a position after setup in a given turn; nobody has anything, seat 0 is first."""
    pos = walk.start(GAME, options, n, seed)
    while pos.state.turn == 0:
        seat = walk.actors(pos)[0]
        pos = walk.submit(pos, seat, walk.default_path(pos, seat)).pos
    s = pos.state
    for s.turn in (4, 7):
        if turn >= s.turn:
            display_tiles(StepContext(GAME, pos))
    s.turn, s.first, s.order = turn, 0, list(range(n))
    for player in s.players:
        s.deck = sorted([*s.deck, *player.hand])
        s.box = sorted([*s.box, *player.tiles])
        player.hand, player.tiles, player.earned = [], [], {}
        player.store = dict.fromkeys(RESOURCES, 0)
    return pos


def who(pos: Pos, seat: int = 0) -> Player:
    """Return a player."""
    return pos.state.players[seat]


def goods(player: Player) -> dict[str, int]:
    """Return the goods of a player in both areas, without zeros."""
    return {what: n for what, n in player.goods.items() if n}


def stock(pos: Pos, seat: int = 0, /, **have: int) -> Pos:
    """Set exactly these goods in the warehouse and empty the traded area."""
    who(pos, seat).store = {what: have.get(what, 0) for what in RESOURCES}
    who(pos, seat).traded = dict.fromkeys(RESOURCES, 0)
    return pos


def tiles(pos: Pos, seat: int, *names: str) -> Pos:
    """Give a player these upgrades, from wherever they are."""
    s = pos.state
    for tile in names:
        for bag in (s.later, s.box, *(player.tiles for player in s.players)):
            if tile in bag:
                bag.remove(tile)
        s.display = ["" if one == tile else one for one in s.display]
        who(pos, seat).tiles.append(tile)
    return pos


def show(pos: Pos, *names: str) -> Pos:
    """Put these upgrades into the first slots of the display."""
    s = pos.state
    for at, tile in enumerate(names):
        if tile in s.display:
            s.display[s.display.index(tile)] = ""
        for bag in (s.later, s.box):
            if tile in bag:
                bag.remove(tile)
        if s.display[at]:
            insort(s.box, s.display[at])
        s.display[at] = tile
    return pos


def cards(pos: Pos, seat: int, *names: str, to: str = "face_up") -> Pos:
    """Give a player these missions as `face_up`, `returned` or `hand`."""
    s = pos.state
    for card in names:
        for bag in (s.deck, s.discard):
            if card in bag:
                bag.remove(card)
        pile: list[str] = getattr(who(pos, seat), to)
        pile.append(card)
        if to == "hand":
            pile.sort(key=card_number)
    return pos


def rare(pos: Pos, seat: int, *names: str) -> Pos:
    """Give a player these rare goods from their piles."""
    s = pos.state
    for good in names:
        color = RARE[good]
        if good in s.piles[color]:
            s.piles[color].remove(good)
        else:
            s.tops[color] = s.piles[color].pop() if s.piles[color] else ""
        insort(who(pos, seat).rare, good)
    return pos


def top(pos: Pos, good: str) -> Pos:
    """Put this tile on top of its pile."""
    s, color = pos.state, RARE[good]
    if s.tops[color] != good:
        s.piles[color].remove(good)
        insort(s.piles[color], s.tops[color])
        s.tops[color] = good
    return pos


def put(pos: Pos, seat: int, *places: str, piece: str = "") -> Pos:
    """Put a player's pieces on spaces and private tiles; missing pieces are added."""
    s, player = pos.state, who(pos, seat)
    for at in places:
        kind = piece or (
            SPACES[at].piece if at in SPACES and SPACES[at].piece != "either" else "camel"
        )
        if s.reserve(seat, kind) < 1:
            player.own[kind] += 1
        if at in SPACES:
            s.board[at].append(PlacedPiece(seat, kind))
        else:
            player.placed[at] = kind
    return pos


def towers(pos: Pos, *heights: int) -> Pos:
    """Set the tower heights of the first seats."""
    for seat, height in enumerate(heights):
        who(pos, seat).tower = height
    return pos


def temple(pos: Pos, seat: int, *parts: str) -> Pos:
    """Set a player's temples by their last part."""
    who(pos, seat).temples = [PARTS.index(part) + 1 for part in parts]
    return pos


def points(pos: Pos, seat: int, n: int) -> Pos:
    """Set a score."""
    who(pos, seat).earned = {"start": n}
    return pos


def stage(pos: Pos, *frames: Frame[TadmorState], resolving: bool = True) -> list[Event]:
    """Put these frames on the stack (first on top), run automatic ones; return public events."""
    pos.lanes = [[] for _ in range(pos.n)]
    pos.stack = [TurnOrder(), *reversed(frames)]
    pos.state.resolving = resolving
    t = StepContext(GAME, pos)
    GAME.check_state(t)
    walk.run_automatic(GAME, pos, t)
    return public_events(t.events)


def build(pos: Pos, seat: int = 0) -> Pos:
    """Start a player's construction."""
    stage(pos, Build(seat))
    return pos


def kingdom(pos: Pos) -> list[Event]:
    """Start the kingdom phase, then the storage phase."""
    return stage(pos, Kingdom(), Storage())


def go(pos: Pos, *paths: Path, seat: int | None = None) -> Pos:
    """Return the position after the first acting seat has played these paths."""
    for path in paths:
        pos = walk.submit(pos, walk.actors(pos)[0] if seat is None else seat, path).pos
        assert GAME.audit(pos) == [], path
    return pos
