"""View of a position for one viewer (`view.GameView`); it copies only what is not hidden."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.core.engine import walk
from games.core.prompts.option_table import cell_at
from games.core.state.position import Position
from games.core.state.score import Scoreboard
from games.core.text.messages import Seat
from games.core.views.view_helpers import QuestionView, view_question
from games.el_mapa.model.catalog import KIND_OF, LEVELS, SPACES, TILES, TROOPS, WONDERS
from games.el_mapa.model.holdings import (
    attack_origins,
    can_pay,
    castle_income,
    hand_levels,
    income,
    origins,
    recruits,
    trade_limit,
    villages,
)
from games.el_mapa.model.options import limit_of
from games.el_mapa.model.state import Castle, MapState, Report, Side, Troops, add, ordered
from games.el_mapa.model.terrain import OPEN, RED, board, reading, red, sides
from games.el_mapa.rules.battle.battles import Battles
from games.el_mapa.rules.battle.decisions import Decide
from games.el_mapa.rules.battle.outcomes import Return
from games.el_mapa.rules.battle.strikes import Allocate, Exchange
from games.el_mapa.rules.castles.building import free_spaces
from games.el_mapa.rules.ending.scoring import score
from games.el_mapa.rules.moving.paths import unmoved_troops
from games.el_mapa.rules.strength import strength
from games.el_mapa.rules.trade import deals
from games.el_mapa.rules.trade.offers import Offer
from games.el_mapa.views.view import (
    ArmyView,
    BattleView,
    BlowView,
    CastleView,
    GameView,
    GroupView,
    HandView,
    OfferView,
    Phase,
    PostView,
    ReportView,
    SeatView,
    SideView,
    SquadView,
    TileView,
    TrainingView,
    TurnView,
)

Pos = Position[MapState, Any]
CLOSEUP_SIZE = 7  # rows and columns of a closeup


def view(pos: Pos, viewer: Seat | None) -> GameView:
    """Return the position as one viewer knows it.

    Face-down tiles, decks, hands and cards spent face down are hidden. The way others divide damage
    is hidden until all have done so.
    """
    s, n = pos.state, pos.n
    top = pos.stack[-1] if pos.stack else None
    board = score(pos)
    seats = range(n)
    buried = hand_levels([card for player in s.players for card in player.buried])
    return GameView(
        game=pos.game,
        viewer=viewer,
        n=n,
        round=max(1, s.round),
        limit=limit_of(pos.options),
        ending=s.ending,
        phase=phase(pos),
        actors=walk.actors(pos),
        first=s.first,
        order=tuple((s.first + at) % n for at in seats),
        active=s.turn.seat,
        layout=s.layout,
        size=s.board.size,
        homes=tuple(s.homes),
        tiles=_tiles(s),
        walls=_walls(s),
        armies=_armies(s),
        castles=tuple(_castle(pos, cell, s.castles[cell]) for cell in reading(s.board, s.castles)),
        seats=tuple(_seat(pos, seat, board) for seat in seats),
        hand=None
        if viewer is None
        else HandView(tuple(s.players[viewer].hand), _own_aim(s, viewer)),
        hidden=s.up.count("0"),
        raised=s.raised,
        needed=n,
        supply=dict(s.supply),
        decks={level: len(s.decks[level]) for level in LEVELS},
        discards={level: len(s.discards[level]) + buried[level] for level in LEVELS},
        turn=TurnView(
            s.turn.seat,
            tuple(s.turn.origins),
            tuple(s.turn.attacks),
            s.turn.traded,
            s.turn.offers,
            s.turn.looks,
            tuple(s.turn.used),
        ),
        moving=_group(s, top),
        battle=_battle(pos),
        reports=tuple(_report(one) for one in s.reports),
        offer=_offer(top, viewer),
        question=_question(pos),
        options=dict(pos.options),
        scoreboard=board if pos.outcome is not None else None,
    )


def phase(pos: Pos) -> Phase:
    """Return the phase of a turn: `actions` or `battles`; `end` if the game is over."""
    if pos.outcome is not None:
        return "end"
    return "battles" if any(isinstance(frame, Battles) for frame in pos.stack) else "actions"


def _own_aim(s: MapState, seat: Seat) -> dict[str, int] | None:
    aim = s.players[seat].aim
    return None if aim is None else dict(aim)


def _tiles(s: MapState) -> tuple[TileView, ...]:
    """Return the views of all tiles, in the order of the board's cells.

    Red sides of a breached cell do not count, so its tile is shown unturned and without them.
    """
    board, found = s.board, []
    for at, cell in enumerate(board.cells):
        if s.up[at] == "0":
            found.append(_hidden(cell, board.level[cell]))
            continue
        kind = KIND_OF[s.kinds[at]]
        turned = int(s.turned[at]) if TILES[kind].closed and cell not in s.breaches else 0
        garrison = s.garrisons.get(cell)
        found.append(
            _tile(
                cell,
                kind,
                turned,
                cell in s.breaches,
                s.owners.get(cell),
                s.chests.get(cell, 0),
                tuple(ordered(garrison).items()) if garrison else (),
                cell in s.homes,
            )
        )
    return tuple(found)


@lru_cache(1024)
def _hidden(cell: str, level: int) -> TileView:
    return TileView(cell, level)


@lru_cache(16384)
def _tile(
    cell: str,
    kind: str,
    turned: int,
    breached: bool,
    owner: int | None,
    chests: int,
    garrison: tuple[tuple[str, int], ...],
    home: bool,
) -> TileView:
    tile = TILES[kind]
    closed = () if breached else sides(red(kind, turned))
    return TileView(
        cell,
        tile.level,
        True,
        kind,
        tile.land,
        turned,
        closed,
        tile.mine,
        tile.tower,
        tile.village,
        home,
        owner,
        chests,
        garrison,
    )


def _walls(s: MapState) -> tuple[str, ...]:
    """Return the red lines of face-up tiles, each border once, as `GameView.walls`."""
    return _cached_walls(s.layout, s.kinds, s.turned, s.up, tuple(s.breaches))


@lru_cache(256)
def _cached_walls(
    layout: str, kinds: str, turned: str, up: str, breaches: tuple[str, ...]
) -> tuple[str, ...]:
    where, walls = board(layout), []
    for at, cell in enumerate(where.cells):
        red_sides = RED[kinds[at]]
        if up[at] == "0" or red_sides is OPEN or cell in breaches:
            continue
        for side in sides(red_sides[int(turned[at])]):
            other = where.beside[cell].get(side)
            if other is None or side in "es":
                walls.append(f"{cell}{side}")
            else:
                walls.append(f"{other}{'s' if side == 'n' else 'e'}")
    return tuple(dict.fromkeys(walls))


def _armies(s: MapState) -> tuple[ArmyView, ...]:
    found = []
    for seat, player in enumerate(s.players):
        for cell in reading(s.board, player.stacks):
            some = player.stacks[cell]
            ready = (
                dict(ordered(unmoved_troops(s, seat, cell)))
                if seat == s.turn.seat and cell not in s.turn.entries
                else {}
            )
            found.append(ArmyView(cell, seat, ordered(some), ready, cell in s.turn.entries))
    return tuple(found)


def _castle(pos: Pos, cell: str, castle: Castle) -> CastleView:
    taken = castle.spaces
    free = {
        space
        for name in ("statue", "theatre", "coliseum", "pyramid")
        for space in free_spaces(castle, name)
    }
    adds = recruits(castle, pos.options)
    training = tuple(
        TrainingView(kind, castle.progress.get(kind, 0), TROOPS[kind].time, n)
        for kind, n in adds.items()
    )
    return CastleView(
        cell,
        castle.owner,
        {space: taken.get(space, "") for space in SPACES},
        tuple(space for space in SPACES if space in free),
        ordered(castle.reserve),
        training,
        castle_income(castle),
        castle.built,
    )


def _seat(pos: Pos, seat: Seat, board: Scoreboard) -> SeatView:
    s = pos.state
    player = s.players[seat]
    tiles = [TILES[s.kind(cell)] for cell in s.owned(seat)]
    mines = [tile.mine for tile in tiles if tile.mine]
    on_map: Troops = {}
    for some in player.stacks.values():
        add(on_map, some)
    if s.moving is not None and s.turn.seat == seat:
        add(on_map, s.moving.troops)
    for side in s.battle.sides if s.battle is not None else ():
        if side.seat == seat:
            add(on_map, strength.troops(side))
    reserve: Troops = {}
    for cell in s.villages(seat):
        add(reserve, s.castles[cell].reserve)
    return SeatView(
        goods=dict(player.goods),
        hand=hand_levels(player.hand),
        lasting=tuple(player.lasting),
        income=income(s, seat),
        villages=villages(s, seat),
        mines={what: mines.count(what) for what in ("wood", "stone", "gold")},
        towers=tuple(sorted(tile.tower for tile in tiles if tile.tower)),
        wonders=tuple(name for name in WONDERS for _ in range(s.castles_with(seat, name))),
        troops=ordered(on_map),
        reserve=ordered(reserve),
        tiles=player.tiles,
        fights=player.fights,
        total=board.total[seat],
        origins=origins(s, seat),
        fighting=attack_origins(s, seat),
        trade=trade_limit(s, seat),
        posts=tuple(
            PostView(
                one.id, dict(one.give), dict(one.get), one.times, can_pay(player.goods, one.give)
            )
            for one in player.posts
        ),
        out=player.out,
        gone=pos.gone[seat],
    )


def _group(s: MapState, top: Any) -> GroupView | None:
    """Return the troops on the move, or those that go back after a standoff."""
    if isinstance(top, Return):
        return GroupView(top.seat, ordered(top.troops), top.cell, top.cell, 0)
    group = s.moving
    return (
        None
        if group is None
        else GroupView(s.turn.seat, ordered(group.troops), group.origin, group.at, group.points)
    )


def _battle(pos: Pos) -> BattleView | None:
    s = pos.state
    battle = s.battle
    if battle is None:
        return None
    waiting = {frame.side for lane in pos.lanes for frame in lane if isinstance(frame, Allocate)}
    helpers = [strength.support(s, side.seat, battle.cell, pos.options) for side in battle.sides]
    step = battle.step if pos.stack and isinstance(pos.stack[-1], Exchange) else 0
    one, other = (_side(side, helpers[at], at in waiting) for at, side in enumerate(battle.sides))
    strikes = [
        strength.strike(side, step, helpers[at])[0] if step else 0
        for at, side in enumerate(battle.sides)
    ]
    left = None
    if not step:
        after = strength.outlook(s, battle, pos.options).sides
        left = strength.alive(after[0]), strength.alive(after[1])
    return BattleView(battle.cell, battle.round, step, (one, other), (strikes[0], strikes[1]), left)


def _side(side: Side, helpers: int, waiting: bool) -> SideView:
    squads = tuple(
        SquadView(one.id, one.kind, one.n, one.hp, one.initiative, TROOPS[one.kind].damage)
        for one in side.squads
        if one.n
    )
    return SideView(side.seat, squads, ordered(side.dead), tuple(side.cards), helpers, waiting)


def _report(one: Report) -> ReportView:
    blows = tuple(
        BlowView(
            blow.round,
            blow.step,
            (blow.strikes[0], blow.strikes[1]),
            (ordered(blow.dead[0]), ordered(blow.dead[1])),
        )
        for blow in one.blows
    )
    return ReportView(
        one.cell,
        (one.seats[0], one.seats[1]),
        (dict(one.before[0]), dict(one.before[1])),
        (tuple(one.cards[0]), tuple(one.cards[1])),
        blows,
        one.end,
        one.winner,
        one.points,
    )


def _offer(top: Any, viewer: Seat | None) -> OfferView | None:
    """Return the open offer; only its two players see its cards, others their levels."""
    if not isinstance(top, Offer):
        return None
    give = dict(top.give) if viewer in (top.by, top.to) else deals.by_level(top.give)
    return OfferView(top.by, top.to, give, dict(top.get), top.counter)


def _question(pos: Pos) -> QuestionView:
    """Return the kind of the current question and the seat that it asks."""
    match pos.stack[-1] if pos.stack else None:
        case Decide() as top:
            return QuestionView("defend" if top.side else "attack", top.seat)
        case Offer() as top:
            return QuestionView("offer", top.to)
        case Exchange():
            return QuestionView("strike")
    return view_question(pos)


def _fits(cells: set[str]) -> bool:
    """Return whether cells are near enough to each other for one closeup."""
    places = [cell_at(cell) for cell in cells]
    return all(max(line) - min(line) < CLOSEUP_SIZE for line in zip(*places, strict=True))


def own_picture(view: GameView) -> str:
    """Return the kind of the picture of *My hand*: `cards`; "" for spectators and at the end."""
    return "cards" if view.hand is not None and view.phase != "end" else ""


def panel_picture(view: GameView, spots: tuple[str, ...]) -> str:
    """Return the kind of the picture for the viewer's question.

    `spots` are the marked places, or the `ghost` of a finished move. If a cell is among them, the
    picture is the map, even if a card is marked too, because users must see the cells from which
    they choose.
    """
    if view.phase == "end":
        return "end"
    if view.viewer is None:
        return "board"
    names = {spot.partition("=")[0] for spot in spots}
    kind = view.question.kind
    squads = any(name.startswith(("att.", "def.")) for name in names)
    ground = {
        cell
        for name in names
        if "." not in name and not name.startswith("seat")
        for cell in name.split(">")
    }
    if ground:
        return "crop" if _fits(ground) else "board"
    if any(name.startswith(("card.", "lasting.")) for name in names):
        return "cards"
    if squads or (kind in ("defend", "attack", "strike", "pursue") and view.battle and not names):
        return "battle"
    if any(name.startswith("seat") for name in names):
        return "board"
    if any("." in name for name in names):
        return "castle"
    own = view.viewer in view.actors and kind in ("turn", "move", "luck", "order", "back")
    # On a small map a closeup would be hardly smaller than the whole map.
    return "crop" if own and view.size > CLOSEUP_SIZE + 1 else "board"
