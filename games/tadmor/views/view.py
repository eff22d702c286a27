"""View of one viewer, built by whitelist; images and texts use only the view."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from games.core.engine import walk
from games.core.state.position import Position
from games.core.state.score import Scoreboard
from games.core.text.messages import Seat
from games.core.views.view_helpers import QuestionView, Status, view_question, view_status
from games.tadmor.model.catalog import (
    COLORS,
    PARTS,
    PIECES,
    REGIONS,
    RULES,
    Space,
    class_of,
    spaces,
)
from games.tadmor.model.effects import UPGRADES
from games.tadmor.model.state import Player, TadmorState
from games.tadmor.rules.flow.scoring import mission_points, rare_points, score, temple_points
from games.tadmor.rules.flow.setup import Bonus, Bonuses, StartTile
from games.tadmor.rules.goods.costs import missing_goods, without_reduction
from games.tadmor.rules.goods.picks import fetchable_upgrades
from games.tadmor.rules.goods.rare_goods import Spoils
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.buying import Buy, Grants
from games.tadmor.rules.turn.construction import Build
from games.tadmor.rules.turn.kingdom import (
    Court,
    Duties,
    FirstKingdomWork,
    GiveUp,
    Kingdom,
    KingdomEnd,
    Storage,
    Tax,
    War,
)
from games.tadmor.rules.turn.placing import PlacePiece
from games.tadmor.rules.turn.raid import Hire, Reaction

Phase = Literal[
    "setup", "placement", "marauders", "upgrades", "construction", "kingdom", "storage", "end"
]


class SpaceView(Struct, frozen=True):
    """Action space.

    `pieces` are pairs (seat, kind of piece), the oldest first. `basic_amount` is the number that
    the space has in this Era: goods gathered, points of peace gifts, price of an upgrade, levels of
    a Traitor or gold of the tax; else 0.
    """

    id: str
    region: str
    piece: str
    action: str
    resource: str
    color: str
    order: int
    basic_amount: int = field(name="brings")
    pieces: tuple[tuple[int, str], ...]


class MatView(Struct, frozen=True):
    """Mat of one player.

    `own` and `reserve` count pieces by kind; `placed` are the pieces on private tiles, by tile.
    `hand` is the number of missions in hand. `points` is the score so far, `earned` the points by
    source. `total` is the score if the match ended now, including `mission_points`, `temple_points`
    and `rare_points`. `hired`: a chosen marauder card lies in front of the player. `status` tells
    only whether the seat has finished a parallel step.
    """

    store: dict[str, int]
    traded: dict[str, int]
    storage: int
    tower: int
    own: dict[str, int]
    reserve: dict[str, int]
    tiles: tuple[str, ...]
    placed: dict[str, str]
    hand: int
    face_up: tuple[str, ...] = field(name="done")
    returned: tuple[str, ...]
    rare: tuple[str, ...]
    temples: tuple[int, ...]
    points: int
    earned: dict[str, int]
    total: int
    mission_points: int
    temple_points: int
    rare_points: int
    hired: bool
    waived: tuple[str, ...]
    status: Status


class GoodsHand(Struct, frozen=True):
    """Private things of the viewer: hand missions, and the chosen marauder card.

    `marauders` is "" if no card is chosen. `missing` has, by mission in hand, the goods that it
    still needs; the mapping is empty if it needs none.
    """

    missions: tuple[str, ...] = ()
    marauders: str = ""
    missing: dict[str, dict[str, int]] = {}


class GameView(Struct, frozen=True):
    """Position as `viewer` (None: a spectator) knows it. Eras count from 1.

    - `spaces` are those of this board, in the order of the data. `display` are the tiles by slot,
      "" where a tile was taken.
    - `attacked` is the card on the attacked-region space, `raid` the region under attack now.
    - `marauders` and `deck` are the sizes of the marauder and mission decks; `discard` are the
      discarded missions.
    - `stacks` counts the temple cards left, by part. `tops` are the top rare goods by color,
      `piles` the number of tiles by color, `contents` the number by color and kind (public by
      deduction).
    - `archive` are the upgrades that K25 and K26 could fetch.
    """

    game: str
    viewer: int | None
    n: int
    turn: int
    turns: int
    era: int
    phase: Phase
    actors: tuple[int, ...]
    first: int
    order: tuple[int, ...]
    spaces: tuple[SpaceView, ...]
    display: tuple[str, ...]
    attacked: str
    raid: str
    marauders: int
    deck: int
    discard: tuple[str, ...]
    stacks: dict[str, int]
    tops: dict[str, str]
    piles: dict[str, int]
    contents: dict[str, dict[str, int]]
    completed: tuple[int, ...]
    mats: tuple[MatView, ...]
    hand: GoodsHand | None
    archive: tuple[str, ...]
    question: QuestionView
    scoreboard: Scoreboard | None = None


Pos = Position[TadmorState, Any]


def view(pos: Pos, viewer: Seat | None) -> GameView:
    """Return the position for one viewer.

    Hidden are hands, decks, the order of the piles below the top, and chosen marauder cards.
    """
    s, n = pos.state, pos.n
    board = score(pos)
    cards_in_use = sum(bool(card) for card in (s.attacked, s.raid)) + sum(
        bool(player.chosen) for player in s.players
    )
    return GameView(
        game=pos.game,
        viewer=viewer,
        n=n,
        turn=max(1, s.turn),
        turns=RULES.turns,
        era=s.era + 1,
        phase=phase(pos),
        actors=walk.actors(pos),
        first=s.first,
        order=tuple(s.order),
        spaces=_spaces(s, n),
        display=tuple(s.display),
        attacked=s.attacked,
        raid=s.raid,
        marauders=len(REGIONS) - cards_in_use,
        deck=len(s.deck),
        discard=tuple(s.discard),
        stacks={part: s.parts_left(at) for at, part in enumerate(PARTS, 1)},
        tops=dict(s.tops),
        piles={color: len(s.pile_tiles(color)) for color in COLORS},
        contents={
            color: {good: s.pile_tiles(color).count(good) for good in RULES.rare[color].goods}
            for color in COLORS
        },
        completed=tuple(s.completed),
        mats=tuple(_mat(pos, seat, board) for seat in range(n)),
        hand=None if viewer is None else _hand(s.players[viewer]),
        archive=tuple(fetchable_upgrades(s, pos.options["expert_start"])),
        question=view_question(pos),
        scoreboard=board if pos.outcome is not None else None,
    )


def panel_picture(view: GameView, spots: tuple[str, ...]) -> str:
    """Return the name of the image for the viewer's question.

    `spots` are the places or previews that the question marks.
    """
    if view.viewer is None:
        return "board"
    if view.phase == "end":
        return "end"
    if view.viewer not in view.actors:
        return "mat"
    names = {spot.partition("=")[0] for spot in spots}
    regions = {space.region for space in view.spaces if space.id in names}
    if regions:
        return "region" if len(regions) == 1 else "board"
    if names & MISSIONS.keys() or (not names and _asks_for_archive(view)):
        return "missions"
    if names & UPGRADES.keys():
        return "mat" if names <= {*view.mats[view.viewer].tiles} else "display"
    if names:
        own = {f"{what}{view.viewer}" for what in ("tower", "temple", "rare", "left")}
        return "mat" if names <= own else "board"
    return {"placement": "board", "marauders": "board", "upgrades": "display"}.get(
        view.phase, "mat"
    )


def _asks_for_archive(view: GameView) -> bool:
    """Return whether the viewer may take free upgrades, but none on display."""
    if view.question.kind != "grants" or view.viewer is None:
        return False
    windows = {MISSIONS[card].window for card in view.mats[view.viewer].face_up}
    return "upgrades_end" not in windows or not any(view.display)


def own_picture(view: GameView) -> str:
    """Return the name of the viewer's private picture: `missions`, or "" if there is none.

    Spectators have none, nor does a player during setup or after the end.
    """
    return "missions" if view.viewer is not None and view.phase not in ("setup", "end") else ""


def phase(pos: Pos) -> Phase:
    """Return the phase of the turn, derived from the top frame of the stack."""
    match pos.stack[-1] if pos.stack else None:
        case None:
            return "end"
        case Bonuses() | Bonus() | StartTile():
            return "setup"
        case PlacePiece():
            return "placement"
        case Reaction() | Hire():
            return "marauders"
        case Buy() | Grants():
            return "upgrades"
        case Build() | Spoils():
            return "construction"
        case Kingdom() | Court() | Duties() | Tax() | War() | FirstKingdomWork() | KingdomEnd():
            return "kingdom"
        case Storage() | GiveUp():
            return "storage"
    return "placement"


def _spaces(s: TadmorState, n: int) -> tuple[SpaceView, ...]:
    return tuple(
        SpaceView(
            id=space.id,
            region=space.region,
            piece=space.piece,
            action=space.action,
            resource=space.resource,
            color=space.color,
            order=space.order,
            basic_amount=basic_amount(s, space),
            pieces=tuple((one.seat, one.piece) for one in s.board[space.id]),
        )
        for space in spaces(n)
    )


def basic_amount(s: TadmorState, space: Space) -> int:
    """Return a space's number in this Era: goods, points, price, levels or gold; else 0."""
    era = RULES.eras[s.era]
    match space.action:
        case "gather":
            return RULES.gather[space.piece][class_of(space.resource)][s.era]
        case "peace_gifts":
            return RULES.gifts[space.piece][s.era]
        case "upgrade":
            return era.upgrade
        case "traitor":
            return era.traitor
        case "tax_collector":
            return era.tax
    return 0


def _hand(player: Player) -> GoodsHand:
    reduction = player.powers.reduction.get("mission", 0)
    missing = {
        card: without_reduction(missing_goods(player, MISSIONS[card].cost), reduction)
        for card in player.hand
    }
    return GoodsHand(tuple(player.hand), player.chosen, missing)


def _mat(pos: Pos, seat: Seat, board: Scoreboard) -> MatView:
    s, player = pos.state, pos.state.players[seat]
    return MatView(
        store=dict(player.store),
        traded=dict(player.traded),
        storage=player.powers.storage_limit,
        tower=player.tower,
        own=dict(player.own),
        reserve={piece: s.reserve(seat, piece) for piece in PIECES},
        tiles=tuple(player.tiles),
        placed=dict(player.placed),
        hand=len(player.hand),
        face_up=tuple(player.face_up),
        returned=tuple(player.returned),
        rare=tuple(player.rare),
        temples=tuple(player.temples),
        points=player.points,
        earned=dict(player.earned),
        total=board.total[seat],
        mission_points=mission_points(player),
        temple_points=temple_points(player),
        rare_points=rare_points(player),
        hired=bool(player.chosen),
        waived=tuple(sorted(player.powers.waived_resources)),
        status=view_status(pos, seat),
    )
