"""View of a position for one viewer; it copies only what this viewer may know.

Pictures, texts and AI players use it.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, structs

from games.core.engine import walk
from games.core.state.position import Position
from games.core.state.score import Scoreboard
from games.core.text.messages import Seat
from games.eight_minute_empire.model.board import SIDES, holders, rulers
from games.eight_minute_empire.model.catalog import CARDS, GOODS, RULES, WILD
from games.eight_minute_empire.model.options import game_count
from games.eight_minute_empire.model.state import Empire, FinalBoard, Played
from games.eight_minute_empire.rules.bidding import ChooseFirstPlayer, Neutral
from games.eight_minute_empire.rules.ending import Settle
from games.eight_minute_empire.rules.scoring import score, score_of, tally
from games.eight_minute_empire.rules.turns import Act, TakeCard, action_of, total_turns

Phase = Literal["neutral", "bid", "first", "take", "action", "wilds", "end"]


class SeatView(Struct, frozen=True):
    """Visible data of one seat.

    - `reserve`, `cities`: armies and cities that are not on the board; `armies`: armies on the board.
    - `cards`: ids in the order in which they were taken; `goods`: their symbols by good, also `wild`.
    - `points`: score if the game ended now.
    - `bid_in`: whether the seat has made its bid.
    """

    coins: int
    reserve: int
    cities: int
    armies: int
    cards: tuple[str, ...]
    goods: dict[str, int]
    regions: int
    continents: int
    points: int
    bid_in: bool


class Left(Struct, frozen=True):
    """Number of uses left of each op of an action.

    `sea`: moves may go over sea routes. `join` is `or` while the seat can still choose between two
    ops, `and` if both can be used, else empty.
    """

    place: int = 0
    move: int = 0
    sea: bool = False
    city: int = 0
    destroy: int = 0
    join: str = ""


class PastView(Struct, frozen=True):
    """Finished game number `game` of a campaign: final board and its own scoreboard."""

    game: int
    side: str
    armies: dict[str, tuple[int, ...]]
    cities: dict[str, tuple[int, ...]]
    tokens: dict[str, str]
    control: dict[str, int]
    continents: dict[str, int]
    scoreboard: Scoreboard


class GameView(Struct, frozen=True):
    """Position as `viewer` knows it (None: spectators).

    - `game`: package id of the game. In a campaign, `game_no` is the number of the current game, from
      1, and `games` the number of all games.
    - `start`: start region. `english`: whether cards have the actions of the English printing.
    - `row`: card ids from left to right; `prices`: their prices; `taken`: the place (1 to 6) of the
      card taken this turn, which stays in the row until the refill.
    - `armies`: by region, a number per seat and a last one for the neutral color; `cities`: by region,
      a number per seat; `tokens`: by region, the good of its token.
    - `control`, `continents`: holder of each region and continent that has one (`n`: neutral).
    - `left`: uses left of the current action; `my_bid`: the viewer's own bid, during the bids.
    - `sums`: points of each seat in the games before the current one; `past`: all finished games whose
      board is stored.
    - `scoreboard`: set when the match is over.
    """

    game: str
    viewer: int | None
    n: int
    side: str
    game_no: int
    games: int
    turn: int
    turns: int
    phase: Phase
    actors: tuple[int, ...]
    order: tuple[int, ...]
    row: tuple[str, ...]
    prices: tuple[int, ...]
    deck: int
    armies: dict[str, tuple[int, ...]]
    cities: dict[str, tuple[int, ...]]
    tokens: dict[str, str]
    control: dict[str, int]
    continents: dict[str, int]
    seats: tuple[SeatView, ...]
    taken: int | None
    left: Left | None
    my_bid: int | None
    sums: tuple[int, ...]
    start: str
    english: bool
    neutral_left: int
    scoreboard: Scoreboard | None = None
    past: tuple[PastView, ...] = ()


def view(pos: Position[Empire, Any], viewer: Seat | None) -> GameView:
    """Build the view for one viewer.

    Only the bids of other seats are hidden, until all bids are made. The deck hides nothing: its
    cards are drawn at random, so it has no order.
    """
    s, n = pos.state, pos.n
    held = holders(s.armies, s.cities)
    tallies = tally(s)
    bidding = bool(s.bids)
    over = pos.outcome is not None
    top = pos.stack[-1] if pos.stack else None
    return GameView(
        game=pos.game,
        viewer=viewer,
        n=n,
        side=s.side,
        game_no=s.game,
        games=game_count(pos.options),
        turn=min(s.turn + 1, total_turns(n)),
        turns=total_turns(n),
        phase=_phase(pos),
        actors=walk.actors(pos),
        order=tuple(s.order),
        row=tuple(s.row),
        prices=RULES.prices,
        deck=len(s.deck),
        armies={region: tuple(by_owner) for region, by_owner in s.armies.items()},
        cities={region: tuple(by_owner) for region, by_owner in s.cities.items()},
        tokens=dict(s.tokens),
        control=held,
        continents=rulers(s.map, held),
        seats=tuple(
            SeatView(
                coins=s.coins[seat],
                reserve=s.reserve[seat],
                cities=s.city_reserve[seat],
                armies=one.armies,
                cards=tuple(s.cards[seat]),
                goods=_symbols(s.cards[seat]),
                regions=one.regions,
                continents=one.continents,
                points=one.total,
                bid_in=bidding and s.bids[seat] is not None,
            )
            for seat, one in enumerate(tallies)
        ),
        taken=s.taken,
        left=_left(top, pos) if isinstance(top, Act) else None,
        my_bid=s.bids[viewer] if bidding and viewer is not None else None,
        sums=tuple(
            sum(played.totals[seat] for played in s.past[: s.game - 1]) for seat in range(n)
        ),
        start=s.map.start,
        english=pos.options["ore_card"] == "english_printing",
        neutral_left=top.left if isinstance(top, Neutral) else 0,
        scoreboard=score(pos) if over else None,
        past=tuple(
            _past(at, one, one.board) for at, one in enumerate(s.past, 1) if one.board is not None
        ),
    )


def _past(game: int, played: Played, board: FinalBoard) -> PastView:
    held, n = holders(board.armies, board.cities), len(played.totals)
    return PastView(
        game,
        board.side,
        {region: tuple(board.armies.get(region, (0,) * (n + 1))) for region in board.map.regions},
        {region: tuple(board.cities.get(region, (0,) * n)) for region in board.map.regions},
        dict(board.tokens),
        held,
        rulers(board.map, held),
        score_of(played, board),
    )


def view_of_past_game(view: GameView, game: int) -> GameView:
    """Return the view at the end of an earlier game of a campaign: its map and points.

    Raises `KeyError` if the board of that game is not stored.
    """
    one = {past.game: past for past in view.past}[game]
    return structs.replace(
        view,
        side=one.side,
        start=SIDES[one.side].start,
        game_no=game,
        phase="end",
        actors=(),
        row=(),
        taken=None,
        left=None,
        armies=one.armies,
        cities=one.cities,
        tokens=one.tokens,
        control=one.control,
        continents=one.continents,
        scoreboard=one.scoreboard,
    )


def own_picture(view: GameView) -> str:
    """Return the kind of the picture with the viewer's coins, goods, pieces and cards.

    Returns "" for spectators and at the end of the match or of an earlier game.
    """
    return "private" if view.viewer is not None and view.phase != "end" else ""


def panel_picture(view: GameView, spots: tuple[str, ...]) -> str:
    """Return the kind of the picture for the viewer's prompt; `spots` are the marked places."""
    if view.phase == "end":
        return "end"
    if view.viewer is None:
        return "board"
    if view.phase in ("bid", "wilds") or view.viewer not in view.actors:
        return "private"
    if view.phase in ("take", "first"):
        return "take"
    return "crop" if spots else "map"


def _symbols(cards: list[str]) -> dict[str, int]:
    counts = dict.fromkeys((*GOODS, WILD), 0)
    for card in cards:
        counts[CARDS[card].good] += CARDS[card].symbols
    return counts


def _phase(pos: Position[Empire, Any]) -> Phase:
    match pos.stack[-1] if pos.stack else None:
        case Neutral():
            return "neutral"
        case ChooseFirstPlayer():
            return "first"
        case TakeCard():
            return "take"
        case Act():
            return "action"
        case Settle():
            return "wilds"
        case None:
            return "end"
    return "bid"


def _left(frame: Act, pos: Position[Empire, Any]) -> Left:
    action = action_of(pos.state.cards[frame.seat][-1], pos.options)
    counts: dict[str, Any] = {"join": action.join if frame.side is None else ""}
    for at, op in enumerate(action.ops):
        if frame.side in (None, at):
            counts[op.verb] = frame.left[at]
            counts["sea"] = counts.get("sea", False) or op.text_key == "sail"
    return Left(**counts)
