"""PLACEMENT: one piece at a time in turn order, until no seat can place (rules 4.1)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import field

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import DisabledOption, MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Path, Seat, msg, seat_name
from games.tadmor.model.catalog import PIECES, SPACES, fitting
from games.tadmor.model.events import PiecePlaced
from games.tadmor.model.names import (
    PIECE_NAMES,
    REGION_NAMES,
    SPACE_NAMES,
    amounts,
    place_name,
    upgrade_name,
)
from games.tadmor.model.state import PlacedPiece, TadmorState
from games.tadmor.rules.goods.costs import missing_goods
from games.tadmor.rules.goods.hints import (
    Hint,
    describe_hint,
    name_with_hint,
    price_of_hint,
    space_hint,
    tile_hint,
)
from games.tadmor.rules.missions import missions
from games.tadmor.rules.missions.benefits import MultiPlace
from games.tadmor.rules.missions.missions import MISSIONS

_ANY_TIME = ("any_time",)
_AT_START = ("any_time", "placement_turn")


class Placement(Frame[TadmorState], tag="placement"):
    """Frame of the phase; `at` is the index, in the turn order, of the next seat to place."""

    at: int = 0

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Push the turn of the next seat that can place a piece; end the phase if none can."""
        order = ctx.state.order
        for step in range(len(order)):
            seat = order[(self.at + step) % len(order)]
            if can_place(ctx.state, seat):
                self.at = (self.at + step + 1) % len(order)
                ctx.push(PlacePiece(seat))
                return
        ctx.pop()


class PlacePiece(Frame[TadmorState], tag="place"):
    """Placement turn of a seat.

    `pieces_left` pieces may still be placed; `places_taken` are the places taken so far.
    `march_mission` is the returned mission that allows several pieces (ruling R48), else "".
    """

    seat: int
    pieces_left: int = field(default=1, name="left")
    places_taken: list[str] = field(default_factory=list, name="put")
    march_mission: str = field(default="", name="march")

    def optional_actors(self, ctx: StepContext[TadmorState]) -> tuple[Seat, ...]:
        """Return other seats without pieces that may give a mission back for one (ruling R37)."""
        s = ctx.state
        idle = [
            seat
            for seat in s.order
            if seat != self.seat and not any(s.reserve(seat, piece) for piece in PIECES)
        ]
        return tuple(seat for seat in idle if missions.offer(ctx, seat, _ANY_TIME))

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Ask for a piece and a space; ask a seat without pieces for a mission to give back."""
        match path:
            case () if seat != self.seat:
                return SelectPrompt(
                    missions.offer(ctx, seat, _ANY_TIME, ()), _LATE_PROMPT, ask_single=True
                )
            case ():
                return self._verbs(ctx, seat)
            case ("stop",):
                return MoveReady(msg("tad.place.stop"))
            case ("return", *_):
                return missions.ask(
                    ctx, seat, path, self._windows() if seat == self.seat else _ANY_TIME
                )
            case (_,):
                return _piece_prompt(
                    tuple((piece, ctx.state.reserve(seat, piece)) for piece in PIECES)
                )
            case (_, piece):
                return _place_prompt(ctx.state, seat, str(piece))
        return _placing_ready(ctx.state, seat, path)

    def apply(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """Place the piece, give a mission back, or stop; nothing is resolved yet."""
        s = ctx.state
        if path[0] == "stop":
            ctx.pop()
            return
        if path[0] == "return":
            card = str(path[1])
            benefit = MISSIONS[card].benefit
            if isinstance(benefit, MultiPlace):
                self.pieces_left, self.march_mission = benefit.n, card
            missions.give_back(ctx, seat, card, tuple(path[2:]))
            return
        piece, at = str(path[1]), str(path[2])
        if at in s.board:
            s.board[at].append(PlacedPiece(seat, piece))
        else:
            s.players[seat].placed[at] = piece
        ctx.emit(PiecePlaced(seat, piece, at))
        self.places_taken.append(at)
        self.pieces_left -= 1
        if not self.pieces_left or not can_place(s, seat):
            ctx.pop()

    def _windows(self) -> tuple[str, ...]:
        """Return the open mission windows; there are none once a piece was placed."""
        if self.places_taken:
            return ()
        return _ANY_TIME if self.march_mission else _AT_START

    def _verbs(self, ctx: StepContext[TadmorState], seat: Seat) -> SelectPrompt:
        mission_options = missions.offer(ctx, seat, self._windows(), ())
        stop = (_STOP,) if self.places_taken else ()
        prompt = (
            msg("tad.place.more", n=self.pieces_left)
            if self.march_mission
            else msg("tad.place.prompt")
        )
        return SelectPrompt((_PLACE, *mission_options, *stop), prompt, default="place")


def can_place(s: TadmorState, seat: Seat) -> bool:
    """Return whether one of the seat's pieces in reserve fits on a free place."""
    board, n = s.board, len(s.players)
    for piece in PIECES:
        if s.reserve(seat, piece) and (
            any(not board[space.id] for space in fitting(n, piece)) or open_tiles(s, seat)
        ):
            return True
    return False


def open_places(s: TadmorState, seat: Seat, piece: str) -> list[str]:
    """Return the free spaces for a kind of piece in board order, then the free private tiles."""
    board = s.board
    return [
        space.id for space in fitting(len(s.players), piece) if not board[space.id]
    ] + open_tiles(s, seat)


def open_tiles(s: TadmorState, seat: Seat) -> list[str]:
    """Return the seat's private tiles that hold no piece."""
    player = s.players[seat]
    private = player.powers.private
    return [tile for tile in private if tile not in player.placed] if private else []


def _place_prompt(s: TadmorState, seat: Seat, piece: str) -> SelectPrompt:
    """Ask for a free place; spaces that are of no use now come last.

    Taken spaces name their occupant and only fill up the first page of the menu.
    """
    player = s.players[seat]
    options: list[Option] = []
    unused: list[Option] = []
    disabled: list[DisabledOption] = []
    for space in fitting(len(s.players), piece):
        if here := s.board[space.id]:
            disabled.append(_taken_option(space.id, here[0].seat))
        else:
            hint = space_hint(s, seat, space, piece)
            (unused if hint.idle else options).append(_space_option(space.id, hint))
    for tile in player.tiles:
        power = player.powers.private.get(tile)
        if power and tile not in player.placed:
            options.append(
                Option(tile, upgrade_name(tile), tile_hint(power), spot=tile, rule="private")
            )
    options += unused
    if len(options) <= _MENU_OPTIONS:
        del disabled[_MENU_OPTIONS - len(options) :]
    return SelectPrompt(
        tuple(options),
        msg("tad.place.where", piece=PIECE_NAMES[piece]),
        tuple(disabled),
        default=_default(s, seat, piece),
        layout="menu",
        more_label=_MORE_SPACES_LABEL,
    )


def _default(s: TadmorState, seat: Seat, piece: str) -> str:
    """Return the first free gathering space, else the first free place (rules 13)."""
    free = open_places(s, seat, piece)
    return next(
        (name for name in free if name in SPACES and SPACES[name].action == "gather"),
        free[0] if free else "",
    )


def _placing_ready(s: TadmorState, seat: Seat, path: Path) -> MoveReady:
    piece, at = str(path[1]), str(path[2])
    player, lack = s.players[seat], dict[str, int]()
    if at in SPACES:
        hint = space_hint(s, seat, SPACES[at], piece)
        brings = describe_hint(at, hint)
        lack = missing_goods(player, price_of_hint(player, at, hint))
    else:
        brings = tile_hint(player.powers.private[at])
    effects = [msg("tad.place.brings", what=brings)]
    if lack:
        effects.append(msg("tad.place.lack", n=sum(lack.values()), what=amounts(lack)))
    done = msg(f"tad.place.{piece}", at=place_name(at))
    return MoveReady(done, effects=tuple(effects), label=place_name(at), ghost=(f"{at}={piece}",))


@lru_cache(64)
def _piece_prompt(reserve: tuple[tuple[str, int], ...]) -> SelectPrompt:
    options = tuple(
        Option(piece, msg(f"tad.place.pick_{piece}", n=n), art=piece, rule="placement")
        for piece, n in reserve
        if n
    )
    return SelectPrompt(options, msg("tad.ask.place_piece"))


@lru_cache(4096)
def _space_option(name: str, hint: Hint) -> Option:
    space = SPACES[name]
    detail = msg(
        "tad.place.there", region=REGION_NAMES[space.region], what=describe_hint(name, hint)
    )
    return Option(
        name,
        name_with_hint(name, hint),
        detail,
        spot=name,
        rule=_HELP_CHAPTERS.get(space.action, space.action),
    )


@lru_cache(256)
def _taken_option(name: str, by: Seat) -> DisabledOption:
    return DisabledOption(
        name, SPACE_NAMES[name], msg("tad.why.taken", seat=seat_name(by)), "placement"
    )


_PLACE = Option("place", msg("tad.verb.place"), tone="main", rule="placement")
_STOP = Option("stop", msg("tad.verb.stop"), tone="finish", rule="placement")
_LATE_PROMPT = msg("tad.place.late")
_MORE_SPACES_LABEL = msg("tad.place.more_spaces")
_MENU_OPTIONS = 25  # options per page of a menu
# help chapters by action
_HELP_CHAPTERS = {
    "upgrade": "upgrades",
    "mission": "missions",
    "tower_single": "tower",
    "tower_double": "tower",
}
