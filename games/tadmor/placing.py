"""PLACEMENT: one piece at a time, round and round, until nobody can place (rules 4.1)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import field

from games.core.forms import Answer, Blocked, Done, Option, Pick
from games.core.frame import Frame
from games.core.messages import Path, Seat, msg
from games.core.table import Table
from games.tadmor import missions
from games.tadmor.benefits import MultiPlace, ShareSpace
from games.tadmor.catalog import MARAUDERS, PIECES, SPACES, fitting, spaces
from games.tadmor.events import Placed
from games.tadmor.missions import MISSIONS
from games.tadmor.names import PIECE_NAMES, REGION_NAMES, SPACE_NAMES, mission_name, place_name, upgrade_name
from games.tadmor.prospects import hinted, outlook, prospect, tile_prospect, words
from games.tadmor.state import Standing, TadmorState

_ANY_TIME = ("any_time",)
_AT_START = ("any_time", "placement_turn")


class Placement(Frame[TadmorState], tag="placement"):
    """The script of the phase; `at` is the place in the order that comes next."""

    at: int = 0

    def run(self, t: Table[TadmorState]) -> None:
        """The next seat with a piece and a space for it; none: the phase is over."""
        order = t.state.order
        for step in range(len(order)):
            seat = order[(self.at + step) % len(order)]
            if can_place(t.state, seat):
                self.at = (self.at + step + 1) % len(order)
                t.push(Place(seat))
                return
        t.pop()


class Place(Frame[TadmorState], tag="place"):
    """A placement turn. `left` pieces may still be placed, `put` are the places taken; `march` is the mission that allows
    several (ruling R48)."""

    seat: int
    left: int = 1
    put: list[str] = field(default_factory=list)
    march: str = ""

    def ask(self, t: Table[TadmorState], seat: Seat, path: Path) -> Answer:
        """A piece, a space; with K25 or K26 an occupied one."""
        match path:
            case ():
                return self._verbs(t, seat)
            case ("stop",):
                return Done(msg("tad.place.stop"))
            case ("return", *_):
                return missions.ask(t, seat, path, self._windows())
            case (_, ):
                return _pieces(tuple((piece, t.state.reserve(seat, piece)) for piece in PIECES))
            case (_, piece):
                return _where(t.state, seat, str(piece))
            case (_, piece, at) if taken(t.state, str(at)):
                return Pick(tuple(missions.card_option(card) for card in passes(t.state, seat)), msg("tad.ask.share"))
        return _sure(t.state, seat, path)

    def play(self, t: Table[TadmorState], seat: Seat, path: Path) -> None:
        """The piece stands there; nothing is resolved yet."""
        s = t.state
        if path[0] == "stop":
            t.pop()
            return
        if path[0] == "return":
            card = str(path[1])
            benefit = MISSIONS[card].benefit
            if isinstance(benefit, MultiPlace):
                self.left, self.march = benefit.n, card
            missions.play(t, seat, card, tuple(path[2:]))
            return
        piece, at = str(path[1]), str(path[2])
        card = str(path[3]) if len(path) > 3 else ""
        if card:
            missions.play(t, seat, card)
        if at in s.board:
            s.board[at].append(Standing(seat, piece))
        else:
            s.players[seat].placed[at] = piece
        t.emit(Placed(seat, piece, at, card))
        self.put.append(at)
        self.left -= 1
        if not self.left or not can_place(s, seat):
            t.pop()

    def _windows(self) -> tuple[str, ...]:
        """Missions are given back at the start of the placement turn only."""
        if self.put:
            return ()
        return _ANY_TIME if self.march else _AT_START

    def _verbs(self, t: Table[TadmorState], seat: Seat) -> Pick:
        again = missions.offer(t, seat, self._windows(), ())
        stop = (_STOP,) if self.put else ()
        prompt = msg("tad.place.more", n=self.left) if self.march else msg("tad.place.prompt")
        return Pick((_PLACE, *again, *stop), prompt, default="place")


def can_place(s: TadmorState, seat: Seat) -> bool:
    """True when a piece in reserve has a free space."""
    board, n = s.board, len(s.players)
    for piece in PIECES:
        if s.reserve(seat, piece) and (any(not board[space.id] for space in fitting(n, piece)) or open_tiles(s, seat)):
            return True
    return False


def open_places(s: TadmorState, seat: Seat, piece: str) -> list[str]:
    """The free spaces and own empty private tiles for a kind of piece, in the order of the board."""
    board = s.board
    return [space.id for space in fitting(len(s.players), piece) if not board[space.id]] + open_tiles(s, seat)


def open_tiles(s: TadmorState, seat: Seat) -> list[str]:
    """The own private tiles on which nothing stands."""
    player = s.players[seat]
    private = player.powers.private
    return [tile for tile in private if tile not in player.placed] if private else []


def taken(s: TadmorState, at: str) -> bool:
    """True for an occupied space of the board."""
    return bool(s.board.get(at))


def passes(s: TadmorState, seat: Seat) -> list[str]:
    """The missions in front of a player that let a piece share a space."""
    return [card for card in s.players[seat].done if isinstance(MISSIONS[card].benefit, ShareSpace)]


def _where(s: TadmorState, seat: Seat, piece: str) -> Pick:
    """Every space for this kind of piece, by region; occupied ones with K25 or K26."""
    player, shares = s.players[seat], passes(s, seat)
    options, shut = [], []
    for space in fitting(len(s.players), piece):
        here = s.board[space.id]
        if not here:
            options.append(_space_option(space.id, False, *outlook(s, seat, space, piece)))
        elif shares and len(here) == 1 and space.id != MARAUDERS:
            options.append(_space_option(space.id, True, *outlook(s, seat, space, piece)))
        else:
            shut.append(_taken_option(space.id))
    if len(options) > _FEW:
        shut += _others(len(s.players), piece)
    for tile in player.tiles:
        power = player.powers.private.get(tile)
        if power and tile not in player.placed:
            options.append(Option(tile, upgrade_name(tile), tile_prospect(power), group=_OWN, spot=tile, rule="private"))
    return Pick(tuple(options), msg("tad.place.where", piece=PIECE_NAMES[piece]), tuple(shut), default=_default(s, seat, piece))


def _default(s: TadmorState, seat: Seat, piece: str) -> str:
    """The first free gathering space, else the first free one (rules 13)."""
    free = open_places(s, seat, piece)
    return next((name for name in free if name in SPACES and SPACES[name].action == "gather"), free[0] if free else "")


def _sure(s: TadmorState, seat: Seat, path: Path) -> Done:
    piece, at = str(path[1]), str(path[2])
    effects = []
    if at in SPACES:
        effects.append(msg("tad.place.brings", what=prospect(s, seat, SPACES[at], piece)))
    else:
        effects.append(msg("tad.place.brings", what=tile_prospect(s.players[seat].powers.private[at])))
    if len(path) > 3:
        effects.append(msg("tad.place.with", card=mission_name(str(path[3]))))
    done = msg(f"tad.place.{piece}", at=place_name(at))
    return Done(done, effects=tuple(effects), label=place_name(at), ghost=(f"{at}={piece}",))


@lru_cache(64)
def _pieces(reserve: tuple[tuple[str, int], ...]) -> Pick:
    options = tuple(Option(piece, msg(f"tad.place.pick_{piece}", n=n), art=piece, rule="placement") for piece, n in reserve if n)
    return Pick(options, msg("tad.ask.piece"))


@lru_cache(4096)
def _space_option(name: str, shared: bool, kind: str, n: int, what: str) -> Option:
    detail = words(name, kind, n, what)
    return Option(name, hinted(name, kind, n), msg("tad.place.shared", what=detail) if shared else detail,
                  group=REGION_NAMES[SPACES[name].region], spot=name, rule=_RULE.get(SPACES[name].action, SPACES[name].action))


@lru_cache(64)
def _taken_option(name: str) -> Blocked:
    return Blocked(name, SPACE_NAMES[name], msg("tad.why.taken"), "placement", group=REGION_NAMES[SPACES[name].region])


@lru_cache(16)
def _others(n: int, piece: str) -> tuple[Blocked, ...]:
    """The spaces for the other kind of piece."""
    return tuple(
        Blocked(one.id, SPACE_NAMES[one.id], msg(f"tad.why.only_{one.piece}"), "placement", group=REGION_NAMES[one.region])
        for one in spaces(n) if not one.takes(piece)
    )


_PLACE = Option("place", msg("tad.verb.place"), tone="main", rule="placement")
_STOP = Option("stop", msg("tad.verb.stop"), tone="finish", rule="placement")
_OWN = msg("tad.own_tiles")
_FEW = 10   # so few are shown side by side, not by region: among them spaces for the other kind of piece would only be noise
_RULE = {"upgrade": "upgrades", "mission": "missions", "tower_single": "tower", "tower_double": "tower"}  # chapters by action
