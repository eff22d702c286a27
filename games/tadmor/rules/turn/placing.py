"""PLACEMENT: one piece at a time in turn order, until no seat can place (rules 4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType, field
from msgspec.structs import replace

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import (
    DisabledOption,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
)
from games.core.text.messages import Msg, Path, Seat, listed, msg, seat_name
from games.tadmor.model.catalog import PIECES, RESOURCES, SPACES, Space, spaces_for_piece
from games.tadmor.model.events import AllPlaced, PiecePlaced
from games.tadmor.model.names import (
    PIECE_NAMES,
    REGION_NAMES,
    SPACE_MARKS,
    SPACE_NAMES,
    amounts,
    name_with_mark,
    number_of,
    place_name,
    upgrade_name,
)
from games.tadmor.model.state import PlacedPiece, Player, TadmorState
from games.tadmor.rules.goods.costs import tower_prices
from games.tadmor.rules.goods.gains import goods_gathered
from games.tadmor.rules.goods.hints import (
    Hint,
    describe_hint,
    name_with_hint,
    price_of_hint,
    short_gain,
    space_hint,
    tile_hint,
)
from games.tadmor.rules.goods.purse import (
    ZERO,
    Purse,
    Vec,
    exchange_rates,
    lacking,
    needed_trades,
    plus,
    vec,
)
from games.tadmor.rules.missions import missions
from games.tadmor.rules.missions.benefits import MultiPlace
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.free import rates
from games.tadmor.rules.turn.kingdom import tax_to_come
from games.tadmor.rules.turn.raid import threat

SEVERAL = "several"  # key that chooses places for several pieces
_MIN_TOGETHER = 2  # places that one answer proposes at least
_ANY_TIME = ("any_time",)
_AT_START = ("any_time", "placement_turn")


class Placement(Frame[TadmorState], tag="placement"):
    """Frame of the phase.

    `at` is the index, in the turn order, of the next seat to place. `queued` has, by seat, the keys
    of the places chosen in advance (`SEVERAL`), in order. It is unset if there are none, so that
    stored positions stay as they are.
    """

    at: int = 0
    queued: list[list[str]] | UnsetType = UNSET

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
        for seat in order:
            _sum_up(ctx, seat)

    def queue_of(self, seat: Seat) -> list[str]:
        """Return the keys of the places that the seat has chosen in advance."""
        return [] if self.queued is UNSET else self.queued[seat]

    def set_queue(self, seat: Seat, keys: list[str], n: int) -> None:
        """Store the places that one of `n` seats has chosen in advance."""
        queued = [keys if other == seat else self.queue_of(other) for other in range(n)]
        self.queued = queued if any(queued) else UNSET

    def keep_only(self, seat: Seat | None) -> None:
        """Forget the places chosen in advance by all seats except `seat`.

        With None, the places of all seats are forgotten.
        """
        if self.queued is not UNSET:
            queued = [keys if seat == at else [] for at, keys in enumerate(self.queued)]
            self.queued = queued if any(queued) else UNSET


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
        """Ask for a space; ask a seat without pieces for a mission to give back.

        A path is `("place", key)` with a key of `place_key`, or `("place", SEVERAL, keys)` for
        several pieces in order. Stored games also have `("place", piece, space)`, which stays
        legal.
        """
        match path:
            case () if seat != self.seat:
                return SelectPrompt(
                    missions.offer(ctx, seat, _ANY_TIME, ()), _LATE_PROMPT, ask_single=True
                )
            case ():
                return self._verbs(ctx, seat)
            case ("stop",):
                return _stop_ready(ctx.state, seat)
            case ("return", *_):
                return missions.ask(
                    ctx, seat, path, self._windows() if seat == self.seat else _ANY_TIME
                )
            case (_,):
                return _spaces_prompt(
                    ctx.state, seat, self._asks_where(ctx.state, seat), _lost_places(ctx, seat)
                )
            case (_, "several"):
                return _several_prompt(ctx.state, seat)
            case (_, "several", list(keys)):
                return _several_ready(ctx.state, seat, keys)
            case (_, str(piece)) if piece in PIECES:
                return _place_prompt(ctx.state, seat, piece)
        return _placing_ready(ctx.state, seat, *piece_and_place(path))

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
        several = path[-1]
        if isinstance(several, list):
            path = (path[0], several[0])
            if placement := placement_of(ctx):
                placement.set_queue(seat, several, ctx.n)
        piece, at = piece_and_place(path)
        if at in s.board:
            s.board[at].append(PlacedPiece(seat, piece))
        else:
            s.players[seat].placed[at] = piece
        ctx.emit(PiecePlaced(seat, piece, at))
        self.places_taken.append(at)
        _drop_from_queue(ctx, seat, place_key(piece, at))
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
        return SelectPrompt(
            (_PLACE, *mission_options, *stop),
            self._asks_where(ctx.state, seat),
            default="place",
            lines=_warnings(ctx.state, seat),
        )

    def _asks_where(self, s: TadmorState, seat: Seat) -> Msg:
        """Return the question for a place.

        If a mission allows several pieces, the question names the number left. If an attack is
        coming, the question has a message key of its own, because the help for newcomers depends on
        the key.
        """
        if self.march_mission:
            return msg("tad.place.more", n=self.pieces_left)
        return msg("tad.place.before_raid" if threat(s, seat) else "tad.place.prompt")


def _warnings(s: TadmorState, seat: Seat) -> tuple[Msg, ...]:
    """Return the sentence on the attack to come; () if none comes."""
    coming = threat(s, seat)
    return (coming.warning(),) if coming else ()


def _tax_warning(s: TadmorState, seat: Seat) -> tuple[Msg, ...]:
    """Return a sentence on this turn's tax; () if the seat owes none.

    It is shown only if there are no other warnings, because a phone has no room for both. The
    construction step repeats it.
    """
    gold, points = tax_to_come(s, seat)
    return (msg("tad.tax.warning", n=gold, m=points),) if gold else ()


def _sum_up(ctx: StepContext[TadmorState], seat: Seat) -> None:
    """Emit a summary of a seat's placement; the seat itself does not need it."""
    s = ctx.state
    placed = [(space.id, piece) for space, piece in s.spaces_and_pieces_of(seat)]
    placed += s.players[seat].placed.items()
    if not placed:
        return
    placed.sort(key=lambda one: one[0] in SPACES and SPACES[one[0]].action == "gather")
    kinds = [piece for _, piece in placed]
    places = [at for at, _ in placed]
    summary = AllPlaced(seat, kinds.count("camel"), kinds.count("boat"), places)
    ctx.emit(summary, secret={seat: AllPlaced(seat)})


def placement_of(ctx: StepContext[TadmorState]) -> Placement | None:
    """Return the frame of the phase; None outside it."""
    return next((frame for frame in ctx.stack if isinstance(frame, Placement)), None)


def queued_place(s: TadmorState, placement: Placement, seat: Seat) -> str:
    """Return the key of the next place chosen in advance that the seat can still take, or ""."""
    return next((key for key in placement.queue_of(seat) if _is_open(s, seat, key)), "")


def _lost_places(ctx: StepContext[TadmorState], seat: Seat) -> dict[Seat, list[str]]:
    """Return the spaces that the seat chose in advance and lost, by rival."""
    placement, lost = placement_of(ctx), dict[Seat, list[str]]()
    for key in placement.queue_of(seat) if placement else ():
        _, at = piece_and_place(("place", key))
        here = ctx.state.board.get(at)
        if here and here[0].seat != seat:
            lost.setdefault(here[0].seat, []).append(at)
    return lost


def _drop_from_queue(ctx: StepContext[TadmorState], seat: Seat, placed: str) -> None:
    """Drop the place just taken from those that the seat has chosen in advance.

    `placed` is the key of the place. If the seat had not chosen it in advance, drop the places that
    are no longer open as well.
    """
    placement = placement_of(ctx)
    if placement is None:
        return
    queue = placement.queue_of(seat)
    kept = [
        key
        for key in queue
        if key != placed and (placed in queue or _is_open(ctx.state, seat, key))
    ]
    placement.set_queue(seat, kept, ctx.n)


def _is_open(s: TadmorState, seat: Seat, key: str) -> bool:
    """Return whether the seat can take the place with this key."""
    piece, at = piece_and_place(("place", key))
    return s.reserve(seat, piece) > 0 and at in open_places(s, seat, piece)


def _stop_ready(s: TadmorState, seat: Seat) -> MoveReady:
    """Return the move that stops placing; it lists the pieces that are left for later turns."""
    left = [
        msg(f"tad.count.{piece}", n=count) for piece in PIECES if (count := s.reserve(seat, piece))
    ]
    return MoveReady(
        msg("tad.place.stop"),
        effects=(msg("tad.place.left", what=listed(left)),) if left else (),
        advice=msg("tad.place.advice_stop"),
    )


def can_place(s: TadmorState, seat: Seat) -> bool:
    """Return whether one of the seat's pieces in reserve fits on a free place."""
    board, n = s.board, len(s.players)
    for piece in PIECES:
        if s.reserve(seat, piece) and (
            any(not board[space.id] for space in spaces_for_piece(n, piece)) or open_tiles(s, seat)
        ):
            return True
    return False


def open_places(s: TadmorState, seat: Seat, piece: str) -> list[str]:
    """Return the free spaces for a kind of piece in board order, then the free private tiles."""
    board = s.board
    return [
        space.id for space in spaces_for_piece(len(s.players), piece) if not board[space.id]
    ] + open_tiles(s, seat)


def open_tiles(s: TadmorState, seat: Seat) -> list[str]:
    """Return the seat's private tiles that hold no piece."""
    player = s.players[seat]
    private = player.powers.private
    return [tile for tile in private if tile not in player.placed] if private else []


def place_key(piece: str, at: str) -> str:
    """Return the key that places a piece: the space, with the kind of piece if both kinds fit."""
    return at if at in SPACES and SPACES[at].piece != "either" else f"{at}-{piece}"


def listed_key(s: TadmorState, piece: str, at: str) -> str:
    """Return the key of the option that stands for the free place `at` and all places like it."""
    if at not in SPACES:
        return place_key(piece, at)
    alike = _likeness_key(SPACES[at])
    here = (space.id for space in spaces_for_piece(len(s.players), piece) if not s.board[space.id])
    return place_key(piece, next(name for name in here if _likeness_key(SPACES[name]) == alike))


def piece_and_place(path: Path) -> tuple[str, str]:
    """Return the kind of piece and the place that a path names; older paths are read too."""
    if len(path) > 2:
        return str(path[1]), str(path[2])
    at, _, piece = str(path[1]).partition("-")
    return piece or SPACES[at].piece, at


def _spaces_prompt(
    s: TadmorState, seat: Seat, question: Msg, lost: Mapping[Seat, list[str]]
) -> SelectPrompt:
    """Ask for a place for any piece in reserve.

    There is a menu for each kind of piece, and buttons for proposals. Of spaces that are alike
    (`_likeness_key`), only the first free one is listed. Proposals are the useful places that AI
    players choose most often in this Era (`_PROPOSED`). If two or more of them can be used
    together, the first button takes them all. `lost` has the seat's chosen places that rivals took
    (`_lost_places`).
    """
    menus: list[Option] = []
    blocked: list[DisabledOption] = []
    every: list[tuple[int, Option]] = []
    unlisted: list[str] = list(PIECES)
    for piece in PIECES:
        if not (left := s.reserve(seat, piece)):
            unlisted.remove(piece)
            continue
        offered, alike = _options_for(s, seat, piece, left)
        unlisted += alike
        every += offered
        lines = [option for _, option in offered]
        menus += lines[:_MENU_OPTIONS]
        blocked += _taken_options(s, piece, left)[: max(0, _MENU_OPTIONS - len(lines))]
    proposals = _best_first(every)
    is_first = not any(s.spaces_and_pieces_of(seat)) and not s.players[seat].placed
    warnings = (
        *(
            msg("tad.place.lost", seat=seat_name(rival), at=listed(map(place_name, places)))
            for rival, places in lost.items()
        ),
        *_warnings(s, seat),
    ) or (_tax_warning(s, seat) if is_first else ())
    several = len(_places_together(s, seat, proposals))
    at_once = (_several_option(several),) if several >= _MIN_TOGETHER else ()
    buttons = (*at_once, *(option for _, option in proposals))
    most = _PROPOSALS_AFTER_SETUP if is_first and s.turn == 1 else _PROPOSALS
    if warnings:  # a phone has no room for all of them below the warning
        most = min(most, _PROPOSALS_WARNED)
    return SelectPrompt(
        (*menus, *at_once),
        question,
        tuple(blocked),
        default=_default_key(s, seat),
        layout="menus",
        proposed=tuple(option.key for option in buttons[:most]),
        unlisted_keys=(*unlisted, SEVERAL),
        lines=warnings,
    )


class _PlacesInAdvance(Struct, frozen=True):
    """Set of the legal choices of places for several pieces, which are chosen at once.

    A choice is a tuple of keys of `place_key`. All free places stay legal, because stored games may
    contain places that are no longer proposed. `free` has, for each free place, its key, the kind
    of piece and the space. `reserve` has the number of the seat's pieces by kind.
    """

    free: tuple[tuple[str, str, str], ...]
    reserve: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, s: TadmorState, seat: Seat) -> _PlacesInAdvance:
        """Return the choices of a seat: all places where it can place a piece now."""
        free = (
            (place_key(piece, at), piece, at)
            for piece in PIECES
            for at in open_places(s, seat, piece)
        )
        return cls(tuple(free), tuple((piece, s.reserve(seat, piece)) for piece in PIECES))

    def __contains__(self, keys: object) -> bool:
        """Return whether the places are different and free, and the seat has the pieces."""
        if not isinstance(keys, tuple) or not keys:
            return False
        free = {key: (piece, at) for key, piece, at in self.free}
        if not free.keys() >= set(keys):
            return False
        places = [free[key] for key in keys]
        kinds, reserve = Counter(piece for piece, _ in places), dict(self.reserve)
        return len({at for _, at in places}) == len(places) and all(
            count <= reserve[piece] for piece, count in kinds.items()
        )


def _several_prompt(s: TadmorState, seat: Seat) -> SelectPrompt | IllegalPath:
    """Ask for places to take one after the other; only the proposal is listed.

    If fewer than two places are proposed, other listed places fill up the answer. Other choices of
    free places stay legal but unlisted, because stored games may contain them.
    """
    offered = [
        one
        for piece in PIECES
        if (left := s.reserve(seat, piece))
        for one in _options_for(s, seat, piece, left)[0]
    ]
    options = {option.key: option for _, option in offered}
    together, legal = _places_together(s, seat, _best_first(offered)), _PlacesInAdvance.of(s, seat)
    for key in options:
        if len(together) < _MIN_TOGETHER and (*together, key) in legal:
            together.append(key)
    if len(together) < _MIN_TOGETHER:
        return IllegalPath(msg("core.refused.option"))
    return SelectPrompt(
        tuple(options[key] for key in together),
        min=len(together),
        max=len(together),
        unlisted_keys=legal,
    )


def _several_ready(s: TadmorState, seat: Seat, keys: list[str]) -> MoveReady:
    """Return the move that places the first of several pieces and chooses the others' places.

    It only counts the others, because the line of the answers so far names their places.
    """
    player, goods = s.players[seat], Counter[str]()
    places = [piece_and_place(("place", key)) for key in keys]
    for piece, at in places:
        if at in SPACES and SPACES[at].action == "gather":
            goods[SPACES[at].resource] += goods_gathered(s, player, SPACES[at], piece)
    (first_piece, first_at), *planned = places
    done = msg(f"tad.place.{first_piece}", at=place_name(first_at))
    if planned:
        done = msg(
            f"tad.place.several_{first_piece}",
            at=place_name(first_at),
            n=len(planned),
        )
    return MoveReady(
        done,
        takeback=True,
        effects=(
            *([msg("tad.place.several_goods", what=amounts(goods))] if goods else []),
            msg("tad.place.several_how"),
        ),
        ghost=tuple(f"{at}={piece}" for piece, at in places),
    )


def _places_together(s: TadmorState, seat: Seat, proposals: list[tuple[int, Option]]) -> list[str]:
    """Return the keys of proposed places that the seat can use together, in order of their ranks.

    There are at most as many as the seat has pieces, and what they cost can be paid with what they
    gather, tax included: boats come first in this calculation, because they gather most. What
    missions would give when returned or discarded is not counted, because they lose points. Of
    towers only one is chosen, and no space that the seat's own marauders will empty.
    """
    coming, budget = threat(s, seat), _Budget(_purse(s, seat)).with_tax(s, seat)
    chosen = dict[str, str]()  # key by place
    for piece in reversed(PIECES):
        left = s.reserve(seat, piece)
        for _, option in proposals:
            kind, at = piece_and_place(("place", option.key))
            if kind != piece or at in chosen or not left:
                continue
            if at in SPACES:
                if coming and coming.mark(SPACES[at].region) == "target":
                    continue
                after = budget.with_space(s, seat, SPACES[at], piece)
                if after is None:
                    continue
                budget = after
            chosen[at], left = option.key, left - 1
    keys = set(chosen.values())
    return [option.key for _, option in proposals if option.key in keys]


class _Budget(NamedTuple):
    """Means of payment of a seat, and what the spaces chosen so far cost.

    `cost` are goods of given kinds, `any_goods` a number of goods of any kind. `has_tower` is True
    once a tower space is chosen.
    """

    purse: Purse
    cost: Vec = ZERO
    any_goods: int = 0
    has_tower: bool = False

    def with_tax(self, s: TadmorState, seat: Seat) -> _Budget:
        """Return the budget that keeps gold for this turn's tax, if there will be enough.

        It keeps the gold even if Tax collector is then chosen too, which would spare the seat the
        tax: a rival may take that space first.
        """
        tax = plus(self.cost, vec({"gold": tax_to_come(s, seat)[0]}))
        return self if needed_trades(self.purse, tax) is None else self._replace(cost=tax)

    def with_space(self, s: TadmorState, seat: Seat, space: Space, piece: str) -> _Budget | None:
        """Return the budget with one more space; None if it can't be used with the others."""
        player, hint = s.players[seat], _hint(s, seat, space, piece)
        is_tower = space.action in _TOWER_RANKS
        if is_tower and self.has_tower:
            return None
        cost = plus(self.cost, vec(_price_here(player, space, hint)))
        any_goods = self.any_goods + (hint.n if hint.kind == "upgrade" else 0)
        if not self._can_pay(cost, any_goods):
            if hint.kind != "mission":
                return None
            cost = self.cost  # a mission can be drawn for free instead
        purse = self.purse
        if space.action == "gather":
            goods = {space.resource: goods_gathered(s, player, space, piece)}
            purse = purse._replace(store=plus(purse.store, vec(goods)))
        return _Budget(purse, cost, any_goods, self.has_tower or is_tower)

    def _can_pay(self, cost: Vec, any_goods: int) -> bool:
        trades = needed_trades(self.purse, cost)
        return trades is not None and self.purse.total - sum(cost) >= any_goods


def _price_here(player: Player, space: Space, hint: Hint) -> Mapping[str, int]:
    """Return the least that using a space costs.

    For a mission space this is the cost of the mission that the hint names. Drawing a mission is
    free.
    """
    if space.action in _TOWER_RANKS:
        return tower_prices(player, space.action == "tower_double", 1)[0][1]
    if hint.kind == "mission":
        return MISSIONS[hint.what].cost
    return price_of_hint(player, space.id, hint)


def _best_first(offered: list[tuple[int, Option]]) -> list[tuple[int, Option]]:
    """Return the options to propose to the player, best first.

    `offered` are all options that are listed, as pairs (rank, option). A lower rank is better;
    options with the rank `_NOT_PROPOSED` are left out.
    """
    proposals = [(rank, option) for rank, option in offered if rank < _NOT_PROPOSED]
    return sorted(proposals, key=lambda proposal: proposal[0])


def _options_for(
    s: TadmorState, seat: Seat, piece: str, left: int
) -> tuple[list[tuple[int, Option]], list[str]]:
    """Return the options for a kind of piece with their ranks, and keys left out.

    The options are pairs (rank, option). A lower rank is a better proposal; options of no use now
    come last. The keys left out are spaces like a listed one. `left` is the number of pieces of the
    kind in reserve.
    """
    player, coming, purse = s.players[seat], threat(s, seat), _purse(s, seat)
    useful: list[tuple[int, Option]] = []
    unused: list[tuple[int, Option]] = []
    seen, left_out = set[tuple[str, ...]](), list[str]()
    for at in open_places(s, seat, piece):
        if at not in SPACES:
            power = player.powers.private[at]
            useful.append((0, _tile_option(at, piece, tile_hint(power), left)))
            continue
        space = SPACES[at]
        if (alike := _likeness_key(space)) in seen:
            left_out.append(at)
            continue
        seen.add(alike)
        hint = _hint(s, seat, space, piece)
        danger = coming.mark(space.region) if coming and not hint.idle else ""
        # regions at risk have no remark: the warning above the menu says which they are
        remark = danger if danger in ("target", "safe") else ""
        option = _menu_option(at, piece, hint, left, remark)
        if hint.idle:
            unused.append((_NOT_PROPOSED, option))
        else:
            useful.append((_rank(s, seat, space, piece, hint, purse), option))
    best_of_kind = set[int]()
    for index, (rank, option) in enumerate(useful):
        if rank in best_of_kind and rank:
            useful[index] = _NOT_PROPOSED, option
        best_of_kind.add(rank)
    return [*useful, *unused], left_out


def _likeness_key(space: Space) -> tuple[str, ...]:
    """Return what makes spaces alike: spaces with the same value are listed only once."""
    return space.region, space.action, space.resource, space.color, space.piece


def _rank(s: TadmorState, seat: Seat, space: Space, piece: str, hint: Hint, purse: Purse) -> int:
    """Return a space's rank among the proposals: lower is better.

    A space that brings no points now, or that the seat could not pay for this turn, is not proposed
    (`_NOT_PROPOSED`); a tower still is if other pieces may bring the goods. A tower that can rise
    by several levels comes first.
    """
    if hint.kind in ("war", "points") and hint.n <= 0:
        return _NOT_PROPOSED
    if space.action in _TOWER_RANKS:
        levels = _payable_levels(s.players[seat], purse, double=space.action == "tower_double")
        if levels >= _MANY_LEVELS:
            return _TOWER_RANKS[space.action]
        # with other pieces left to place, the goods may still come
        if not levels and sum(s.reserve(seat, kind) for kind in PIECES) < _PIECES_FOR_TOWER:
            return _NOT_PROPOSED
    elif hint.kind == "upgrade":
        if purse.total < hint.n:
            return _NOT_PROPOSED
    elif needed_trades(purse, vec(price_of_hint(s.players[seat], space.id, hint))) is None:
        return _NOT_PROPOSED
    kind = f"{space.resource or space.action} {piece}"
    return _RANKS[s.era].get(kind, _NOT_PROPOSED)


def _payable_levels(player: Player, purse: Purse, *, double: bool) -> int:
    """Return how many tower levels a player could pay for with a purse."""
    rich = replace(player, store=dict.fromkeys(player.store, _PLENTY))
    payable = [
        height
        for height, cost in tower_prices(rich, double, _MANY_LEVELS)
        if needed_trades(purse, vec(cost)) is not None
    ]
    return max(payable, default=player.tower) - player.tower


def _purse(s: TadmorState, seat: Seat) -> Purse:
    """Return what the seat can pay with this turn.

    These are its goods, what its pieces on the board will gather, and its trades.
    """
    player = s.players[seat]
    store = dict(player.store)
    for space, piece in s.spaces_and_pieces_of(seat):
        if space.action == "gather":
            store[space.resource] += goods_gathered(s, player, space, piece)
    return Purse(vec(store), vec(player.traded), exchange_rates(rates(s, seat)))


def _taken_options(s: TadmorState, piece: str, left: int) -> list[DisabledOption]:
    """Return disabled options for the taken spaces that a kind of piece fits.

    A taken space is left out if there is a free space like it (`_likeness_key`).
    """
    here = spaces_for_piece(len(s.players), piece)
    free = {_likeness_key(space) for space in here if not s.board[space.id]}
    return [
        replace(
            _taken_option(space.id, pieces[0].seat),
            key=place_key(piece, space.id),
            group=_menu_label(piece, left),
        )
        for space in here
        if (pieces := s.board[space.id]) and _likeness_key(space) not in free
    ]


def _default_key(s: TadmorState, seat: Seat) -> str:
    piece = next(
        piece for piece in PIECES if s.reserve(seat, piece) and open_places(s, seat, piece)
    )
    return place_key(piece, _default(s, seat, piece))


def _hint(s: TadmorState, seat: Seat, space: Space, piece: str) -> Hint:
    """Return what a space would bring the seat if it placed a piece of this kind there.

    For a mission space, the hint names the best mission that the seat could complete.
    """
    hint = space_hint(s, seat, space, piece)
    if hint.kind != "mission":
        return hint
    card = _completable_mission(s, seat)
    return Hint("mission", MISSIONS[card].points, card) if card else _ONLY_DRAW


def _completable_mission(s: TadmorState, seat: Seat) -> str:
    """Return the hand mission with most points that the seat could pay for this turn, or "".

    The seat may pay with goods that its pieces on the board will gather, and with trades.
    """
    player = s.players[seat]
    purse = _purse(s, seat)._replace(wild=player.powers.reduction.get("mission", 0))
    payable = [
        card for card in player.hand if needed_trades(purse, vec(MISSIONS[card].cost)) is not None
    ]
    return max(payable, key=lambda card: MISSIONS[card].points, default="")


def _place_prompt(s: TadmorState, seat: Seat, piece: str) -> SelectPrompt:
    """Ask for a free place for a piece of the kind `piece`.

    Only stored games ask this, because the kind is a step of its own in their paths. Taken spaces
    name their occupant and only fill up the first page of the menu.
    """
    player = s.players[seat]
    options: list[Option] = []
    unused: list[Option] = []
    disabled: list[DisabledOption] = []
    for space in spaces_for_piece(len(s.players), piece):
        if here := s.board[space.id]:
            disabled.append(_taken_option(space.id, here[0].seat))
        else:
            hint = _hint(s, seat, space, piece)
            (unused if hint.idle else options).append(_space_option(space.id, hint))
    for tile in player.tiles:
        power = player.powers.private.get(tile)
        if power and tile not in player.placed:
            options.append(
                Option(
                    tile,
                    name_with_mark(tile),
                    tile_hint(power),
                    spot=tile,
                    rule="private",
                    mark=number_of(tile),
                )
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


def _placing_ready(s: TadmorState, seat: Seat, piece: str, at: str) -> MoveReady:
    player, lack = s.players[seat], dict[str, int]()
    if at in SPACES:
        hint = _hint(s, seat, SPACES[at], piece)
        brings = describe_hint(at, hint)
        price = vec(price_of_hint(player, at, hint))
        lack = dict(zip(RESOURCES, lacking(_purse(s, seat), price), strict=True))
    else:
        brings = tile_hint(player.powers.private[at])
    effects = [msg("tad.place.brings", what=brings)]
    coming = threat(s, seat)
    if coming and at in SPACES and coming.mark(SPACES[at].region) not in ("", "safe"):
        effects.append(msg("tad.place.raided", region=REGION_NAMES[SPACES[at].region]))
    if any(lack.values()):
        effects.append(msg("tad.place.lack", n=sum(lack.values()), what=amounts(lack)))
    done = msg(f"tad.place.{piece}", at=place_name(at))
    return MoveReady(
        done,
        instant=True,
        takeback=True,
        effects=tuple(effects),
        label=place_name(at),
        ghost=(f"{at}={piece}",),
        advice=msg(f"tad.place.advice_{piece}", at=name_with_mark(at)),
    )


@lru_cache(64)
def _menu_label(piece: str, left: int) -> Msg:
    return msg(f"tad.place.menu_{piece}", n=left)


@lru_cache(8192)
def _menu_option(at: str, piece: str, hint: Hint, left: int, remark: str) -> Option:
    plain, mark = _space_option(at, hint, remark), SPACE_MARKS[at]
    return replace(
        plain,
        key=place_key(piece, at),
        label=msg(f"tad.place.with_{piece}", at=plain.label, mark=mark),
        group=_menu_label(piece, left),
        mark=mark,
        short=msg(f"tad.place.short_{piece}", at=short_gain(at, hint), mark=mark),
    )


def _tile_option(tile: str, piece: str, brings: Msg, left: int) -> Option:
    mark = number_of(tile)
    return Option(
        place_key(piece, tile),
        msg(f"tad.place.with_{piece}", at=upgrade_name(tile), mark=mark),
        brings,
        spot=tile,
        rule="private",
        group=_menu_label(piece, left),
        mark=mark,
    )


@lru_cache(4096)
def _space_option(name: str, hint: Hint, remark: str = "") -> Option:
    space = SPACES[name]
    region = REGION_NAMES[space.region]
    if remark:
        region = msg(f"tad.raid.at_{remark}", region=region)
    detail = msg(
        "tad.place.there_either" if space.piece == "either" else "tad.place.there",
        region=region,
        what=describe_hint(name, hint),
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


@lru_cache(16)
def _several_option(n: int) -> Option:
    return Option(SEVERAL, msg("tad.place.several", n=n), tone="main", rule="placement")


_PLACE = Option("place", msg("tad.verb.place"), tone="main", rule="placement")
_STOP = Option("stop", msg("tad.verb.stop"), tone="finish", rule="placement")
_ONLY_DRAW = Hint("only_draw")
_LATE_PROMPT = msg("tad.place.late")
_MORE_SPACES_LABEL = msg("tad.place.more_spaces")
_MENU_OPTIONS = 25  # options per page of a menu
# Buttons of proposals: as many as fit into three rows of a phone, but after the setup, which the
# panel sums up, into one.
_PROPOSALS, _PROPOSALS_AFTER_SETUP, _PROPOSALS_WARNED = 6, 2, 4
# Kinds of space by how often computer players take them when free, one line per Era: an action, or a
# resource to gather, with the kind of piece. The caravan and the private tiles, which are always
# worth a piece when they are of use, come first.
_PROPOSED: tuple[tuple[str, ...], ...] = (
    (
        "tile",
        "caravan camel",
        "tower_single camel",
        "tower_double camel",
        "stone boat",
        "wood boat",
        "upgrade camel",
        "marble boat",
        "mission camel",
        "wood camel",
        "rare_good boat",
        "gold boat",
        "stone camel",
        "marble camel",
        "market camel",
        "war_supplies camel",
        "marauders camel",
        "first_player camel",
        "gold camel",
    ),
    (
        "tile",
        "caravan camel",
        "mission camel",
        "stone boat",
        "tower_double camel",
        "wood boat",
        "tower_single camel",
        "stone camel",
        "wood camel",
        "temple camel",
        "rare_good boat",
        "gold camel",
        "war_supplies camel",
        "first_player camel",
        "marble boat",
        "marble camel",
        "market camel",
        "gold boat",
        "marauders camel",
        "upgrade camel",
        "tax_collector camel",
    ),
    (
        "tile",
        "caravan camel",
        "temple camel",
        "rare_good boat",
        "tax_collector camel",
        "wood boat",
        "upgrade camel",
        "stone boat",
        "mission camel",
        "stone camel",
        "wood camel",
        "market camel",
        "gold boat",
        "peace_gifts boat",
        "gold camel",
        "marauders camel",
        "marble camel",
        "peace_gifts camel",
        "first_player camel",
        "war_supplies boat",
        "marble boat",
        "traitor camel",
        "tower_double camel",
    ),
)
_RANKS = tuple({kind: rank for rank, kind in enumerate(kinds)} for kinds in _PROPOSED)
_NOT_PROPOSED = max(map(len, _PROPOSED))  # rank of the other kinds
# Ranks before all others, for towers that can rise by `_MANY_LEVELS`; `_PLENTY` pays for any tower.
_TOWER_RANKS = {"tower_double": -2, "tower_single": -1}
_MANY_LEVELS, _PIECES_FOR_TOWER, _PLENTY = 2, 2, 99
# help chapters by action
_HELP_CHAPTERS = {
    "upgrade": "upgrades",
    "mission": "missions",
    "tower_single": "tower",
    "tower_double": "tower",
}
