"""A whole position in words, for people who don't look at the picture, and its summary in one line."""

from __future__ import annotations

from games.core.messages import Msg, listed, literal, msg, seat_name
from games.el_mapa.catalog import LEVELS
from games.el_mapa.names import (
    HOUSE_NAMES,
    TECH_NAMES,
    TILE_NAMES,
    TROOP_NAMES,
    amounts,
    card_amount,
    cell_name,
    gains,
    space_name,
    squad_name,
    troops,
)
from games.el_mapa.view import BattleView, CastleView, GameView, ReportView, SeatView, TileView
from games.el_mapa.words import who

_ON_A_LINE = 6           # so many tiles or armies stand on one line


def summary(view: GameView) -> Msg:
    """Round, turn, phase."""
    if view.phase == "end":
        return msg("map.status.end", n=view.round)
    if view.active < 0:
        return msg("map.status.round", n=view.round)
    if view.battle is not None:
        return msg("map.status.battle", n=view.round, seat=seat_name(view.active), at=cell_name(view.battle.cell))
    if view.offer is not None:
        return msg("map.status.offer", n=view.round, seat=seat_name(view.offer.by), other=seat_name(view.offer.to))
    return msg(f"map.status.{view.phase}", n=view.round, seat=seat_name(view.active))


def describe(view: GameView) -> list[Msg]:
    """The status first, then the course of the game, the map, every player, the battle, the viewer's hand."""
    lines = [summary(view), _course(view)]
    if view.ending:
        lines.append(msg(f"map.log.last_{view.ending}"))
    if view.hand is not None:
        lines += _hand(view)
    if view.moving is not None:
        group = view.moving
        lines.append(msg("map.view.moving", seat=seat_name(group.seat), who=troops(group.troops), at=cell_name(group.at),
                         n=group.points))
    if view.battle is not None:
        lines += _battle(view.battle)
    for seat, one in enumerate(view.seats):
        lines += _player(view, seat, one)
    lines += _tiles(view)
    lines += [_report(one) for one in view.reports if one.end]
    return lines


def _course(view: GameView) -> Msg:
    return msg("map.view.course", n=view.hidden, raised=view.raised, needed=view.needed, seat=seat_name(view.first))


def _hand(view: GameView) -> list[Msg]:
    if view.hand is None or not view.hand.cards:
        return [msg("map.view.no_cards")]
    kinds = dict.fromkeys(view.hand.cards)
    held = [msg("map.cards_of", n=view.hand.cards.count(card), card=TECH_NAMES[card]) for card in kinds]
    return [msg("map.view.hand", what=listed(held))]


def _player(view: GameView, seat: int, one: SeatView) -> list[Msg]:
    name = seat_name(seat)
    if one.out:
        return [msg("map.view.out", seat=name, n=one.total, round=one.out)]
    held = [card_amount(level, one.hand[level]) for level in LEVELS if one.hand[level]]
    hand = listed(held) if held else msg("map.nothing")
    lines = [
        msg("map.view.player", seat=name, n=one.total, goods=amounts(one.goods), cards=hand),
        msg("map.view.income", seat=name, what=gains(one.income)),
    ]
    armies = [msg("map.army_at", at=cell_name(army.cell), what=troops(army.troops)) for army in view.armies if army.seat == seat]
    lines += [msg("map.view.armies", seat=name, what=listed(some)) for some in _lines(armies)]
    if one.lasting:
        lines.append(msg("map.view.lasting", seat=name, what=listed([TECH_NAMES[card] for card in one.lasting])))
    lines += [_castle(castle) for castle in view.castles if castle.owner == seat]
    lines += [msg("map.view.post", seat=name, give=amounts(post.give), get=amounts(post.get), n=post.times) for post in one.posts]
    return lines


def _castle(castle: CastleView) -> Msg:
    filled = [(space, name) for space, name in castle.spaces.items() if name]
    built = [msg("map.view.space", space=space_name(space), what=HOUSE_NAMES[name]) for space, name in filled]
    clocks = [
        msg("map.view.clock", what=TROOP_NAMES[one.kind], n=one.progress, of=one.time, adds=one.adds) for one in castle.training
    ]
    return msg("map.view.castle", at=cell_name(castle.cell), what=listed(built) if built else msg("map.nothing"),
               reserve=troops(castle.reserve), clocks=listed(clocks))


def _told(tile: TileView) -> bool:
    """True for a tile with something on it."""
    return tile.up and bool(tile.mine or tile.tower or tile.village or tile.treasures or tile.garrison)


def _tiles(view: GameView) -> list[Msg]:
    """What lies open and is of use, and the red lines that are known."""
    told = [_tile(tile) for tile in view.tiles if _told(tile)]
    lines = [msg("map.view.tiles", what=listed(some)) for some in _lines(told)]
    walls = [literal(wall.upper()) for wall in view.walls]
    lines += [msg("map.view.walls", what=listed(some)) for some in _lines(walls, 2 * _ON_A_LINE)]
    return lines


def _tile(tile: TileView) -> Msg:
    parts = [] if tile.owner is None else [seat_name(tile.owner)]
    if tile.treasures:
        parts.append(msg("map.view.treasures", n=tile.treasures))
    if tile.garrison:
        parts.append(troops(dict(tile.garrison)))
    name = msg("map.tile_at", what=TILE_NAMES[tile.kind], at=cell_name(tile.cell))
    return msg("map.view.tile", tile=name, what=listed(parts)) if parts else name


def _battle(battle: BattleView) -> list[Msg]:
    lines = [msg("map.view.battle", at=cell_name(battle.cell), n=battle.round)]
    for side in battle.sides:
        squads = [
            msg("map.view.squad", who=squad_name(one.kind, one.n, one.id), hp=one.hp, step=one.initiative) for one in side.squads
        ]
        what = listed(squads) if squads else msg("map.nothing")
        lines.append(msg("map.view.side", seat=who(side.seat), what=what, n=side.support))
    return lines


def _report(one: ReportView) -> Msg:
    sides = {"seat": who(one.seats[0]), "who": troops(one.before[0]), "other": who(one.seats[1]), "whom": troops(one.before[1])}
    return msg(f"map.report.{one.end}" if one.winner < 0 else f"map.report.{one.end}_{'ad'[one.winner]}", at=cell_name(one.cell),
               n=one.points, **sides)


def _lines(parts: list[Msg], n: int = _ON_A_LINE) -> list[list[Msg]]:
    return [parts[at:at + n] for at in range(0, len(parts), n)]
