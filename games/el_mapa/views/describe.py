"""Description of a position in words, for users who do not look at the picture.

`describe` returns the whole position; closeups use its parts (`..._words`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import groupby

from games.core.text.messages import Msg, listed, literal, msg, seat_name
from games.el_mapa.model.catalog import LEVELS, TILES, WONDERS
from games.el_mapa.model.names import (
    BUILDING_NAMES,
    TECH_NAMES,
    TROOP_NAMES,
    amounts,
    card_amount,
    cell_name,
    chests,
    features,
    space_name,
    squad_name,
    things,
    troops,
)
from games.el_mapa.model.options import ends_at_once
from games.el_mapa.model.state import NEUTRAL
from games.el_mapa.model.terrain import board
from games.el_mapa.views.narrate import who
from games.el_mapa.views.view import (
    BattleView,
    CastleView,
    GameView,
    PostView,
    ReportView,
    SeatView,
    SideView,
    TileView,
)

_ITEMS_PER_LINE = 12  # armies, borders or battles


def summary(view: GameView) -> Msg:
    """Return the status line: the round and its limit, the active player, the phase."""
    if view.phase == "end":
        return msg("map.status.end", n=view.round)
    current_round = (
        msg("map.round_of", n=view.round, of=view.limit)
        if view.limit
        else msg("map.round", n=view.round)
    )
    if view.active < 0:
        return current_round
    seat = seat_name(view.active)
    if view.battle is not None:
        at = cell_name(view.battle.cell)
        return msg("map.status.battle", round=current_round, seat=seat, at=at)
    if view.offer is not None:
        return msg(
            "map.status.offer",
            round=current_round,
            seat=seat_name(view.offer.by),
            other=seat_name(view.offer.to),
        )
    return msg(f"map.status.{view.phase}", round=current_round, seat=seat)


def describe(view: GameView) -> list[Msg]:
    """Return the whole position in words.

    The order is: status, the viewer's hand, what happens now, the players, the map row by row,
    supplies and turn order.
    """
    lines = [summary(view)]
    if view.ending and view.phase != "end":
        at_once = ends_at_once(view.options) and view.ending != "rounds"
        lines.append(
            msg(f"map.log.last_{view.ending}_now" if at_once else f"map.log.last_{view.ending}")
        )
    if view.hand is not None:
        lines.append(own_cards(view))
    if view.moving is not None:
        group = view.moving
        lines.append(
            msg(
                "map.view.moving",
                seat=seat_name(group.seat),
                who=troops(group.troops),
                at=cell_name(group.at),
                n=group.points,
            )
        )
    if view.offer is not None:
        one = view.offer
        lines.append(
            msg(
                "map.log.offered",
                seat=seat_name(one.by),
                other=seat_name(one.to),
                give=things(one.give),
                get=things(one.get),
            )
        )
    if view.battle is not None:
        lines += _battle(view.battle)
    lines += [_report(one) for one in view.reports if one.end]
    for seat, player in enumerate(view.seats):
        lines += _player(view, seat, player)
    return [*lines, *_map(view), *_supplies(view)]


def own_cards(view: GameView) -> Msg:
    """Return the technologies in the viewer's hand, or a sentence that there are none."""
    if view.hand is None or not view.hand.cards:
        return msg("map.view.no_cards")
    kinds = dict.fromkeys(view.hand.cards)
    return msg(
        "map.view.hand",
        what=listed(
            [
                msg("map.cards_of", n=view.hand.cards.count(card), card=TECH_NAMES[card])
                for card in kinds
            ]
        ),
    )


def _supplies(view: GameView) -> list[Msg]:
    """Return the numbers of hidden tiles, wonders and cards, and the turn order."""
    supply = listed(
        [
            msg("map.view.count", what=BUILDING_NAMES[name], n=view.supply.get(name, 0))
            for name in WONDERS
        ]
    )
    lines = [
        msg(
            "map.view.course_now" if ends_at_once(view.options) else "map.view.course",
            n=view.hidden,
            raised=view.raised,
            needed=view.needed,
        ),
        msg("map.view.supply", what=supply),
        msg(
            "map.view.decks",
            what=_chain(
                msg(
                    "map.view.deck",
                    level=msg(f"map.level.{level}"),
                    n=view.decks[level],
                    gone=view.discards[level],
                )
                for level in LEVELS
            ),
        ),
    ]
    left = [seat for seat in view.order if not view.seats[seat].out]
    return [
        *lines,
        msg(
            "map.view.order",
            seats=listed([seat_name(seat) for seat in left]),
            first=seat_name(view.first),
        ),
    ]


def _player(view: GameView, seat: int, one: SeatView) -> Iterator[Msg]:
    name = seat_name(seat)
    if one.out:
        yield msg("map.view.out", seat=name, n=one.total, round=one.out)
        return
    by_level = [card_amount(level, one.hand[level]) for level in LEVELS if one.hand[level]]
    cards = listed(by_level) if by_level else msg("map.nothing")
    if view.phase == "end":
        yield msg(
            "map.view.player_end", seat=name, n=one.total, goods=amounts(one.goods), cards=cards
        )
    else:
        yield msg(
            "map.view.player",
            seat=name,
            n=one.total,
            goods=amounts(one.goods),
            cards=cards,
            income=things(one.income),
        )
    yield msg(
        "map.view.limits",
        n=one.origins,
        fights=one.fighting,
        trade=one.trade,
        tiles=one.tiles,
        won=one.fights,
    )
    if seat == view.turn.seat and view.phase != "end":
        turn = view.turn
        yield msg(
            "map.view.used",
            n=len(turn.origins),
            fights=len(turn.attacks),
            traded=turn.traded,
            offers=turn.offers,
            looks=turn.looks,
        )
    yield from army_words(view, seat)
    if one.lasting:
        yield msg("map.view.lasting", what=listed([TECH_NAMES[card] for card in one.lasting]))
    yield from (castle_words(castle) for castle in view.castles if castle.owner == seat)
    yield from (_post(post) for post in one.posts)


def army_words(view: GameView, seat: int) -> Iterator[Msg]:
    """Yield lines about a player's armies, several armies in each line."""
    armies = [
        msg("map.army_at", at=cell_name(army.cell), what=troops(army.troops))
        for army in view.armies
        if army.seat == seat
    ]
    for some in _lines(armies):
        yield msg("map.view.armies", what=listed(some))


def land_words(view: GameView, seat: int) -> Iterator[Msg]:
    """Yield lines about the tiles with a player's marker."""
    owned = [
        msg("map.view.part", at=cell_name(tile.cell), what=listed(features(TILES[tile.kind])))
        for tile in view.tiles
        if tile.owner == seat
    ]
    for some in _lines(owned):
        yield msg("map.near.owned", what=listed(some))


def near_words(view: GameView, seat: int) -> Iterator[Msg]:
    """Yield lines about the cells around those of a player: their tiles and troops."""
    own = {army.cell for army in view.armies if army.seat == seat} | {
        tile.cell for tile in view.tiles if tile.owner == seat
    }
    near = {other for cell in own for other in board(view.layout).around[cell]} - own
    armies = {army.cell: army.seat for army in view.armies}
    found = [
        msg(
            "map.near.stands",
            at=cell_name(tile.cell),
            what=_contents(tile, armies, contested=False),
        )
        for tile in view.tiles
        if tile.cell in near and tile.up
        if _features(tile) or tile.garrison or tile.cell in armies
    ]
    for part in _lines(found, _ITEMS_PER_LINE // 2):
        yield msg("map.near.around", what=_chain(part))


def _post(post: PostView) -> Msg:
    key = "map.view.post" if post.covered else "map.view.post_blocked"
    return msg(key, give=amounts(post.give), get=amounts(post.get), n=post.times)


def castle_words(castle: CastleView) -> Msg:
    """Return a castle in words: buildings, reserve and training."""
    filled = [(space, name) for space, name in castle.spaces.items() if name]
    built = [
        msg("map.view.space", space=space_name(space), what=BUILDING_NAMES[name])
        for space, name in filled
    ]
    trainings = [
        msg(
            "map.view.clock", what=TROOP_NAMES[one.kind], n=one.progress, of=one.time, adds=one.adds
        )
        for one in castle.training
    ]
    return msg(
        "map.view.castle",
        at=cell_name(castle.cell),
        what=listed(built) if built else msg("map.view.unbuilt"),
        reserve=troops(castle.reserve),
        clocks=listed(trainings),
    )


def _map(view: GameView) -> list[Msg]:
    """Return the rows of the map from west to east, then the known red lines."""
    walls = [border for wall in view.walls if (border := _border(wall, view.size)) is not None]
    return [
        *row_words(view, view.tiles),
        *(msg("map.view.walls", what=listed(some)) for some in _lines(walls)),
    ]


def row_words(view: GameView, tiles: Iterable[TileView]) -> Iterator[Msg]:
    """Yield the tiles row by row, from west to east."""
    rows: dict[int, list[TileView]] = {}
    for tile in tiles:
        rows.setdefault(int(tile.cell[1:]), []).append(tile)
    for n, some in rows.items():
        yield msg("map.view.row", n=n, what=_chain(_row(view, some)))


def _row(view: GameView, tiles: list[TileView]) -> Iterator[Msg]:
    """Yield the tiles of a row; empty and face-down neighbors are grouped: `A-C vacías`."""
    armies = {army.cell: army.seat for army in view.armies}
    contested = {army.cell for army in view.armies if army.contested}

    def group_key(tile: TileView) -> tuple[str, int]:
        """Return the key by which neighboring tiles of a row are grouped.

        Face-down tiles of a level share a key, and so do empty tiles. Each other tile has its own
        key.
        """
        if not tile.up:
            return "hidden", tile.level
        alone = _features(tile) or tile.garrison or tile.cell in armies
        return ("tile", ord(tile.cell[0])) if alone else ("empty", 0)

    for (kind, level), group in groupby(tiles, group_key):
        some = list(group)
        if kind == "tile":
            yield _tile(some[0], armies, some[0].cell in contested)
            continue
        first, last = (literal(tile.cell[0].upper()) for tile in (some[0], some[-1]))
        at = first if len(some) == 1 else msg("map.view.run", first=first, last=last)
        words = (
            {"n": len(some)}
            if kind == "empty"
            else {"n": len(some), "level": msg(f"map.level.{level}")}
        )
        yield msg("map.view.part", at=at, what=msg(f"map.view.{kind}", **words))


def _features(tile: TileView) -> list[Msg]:
    """Return what a tile has: a village, mine or tower with its owner, and treasures."""
    parts = features(TILES[tile.kind])
    if tile.owner is not None and parts:
        parts = [msg("map.view.owned", what=parts[0], seat=seat_name(tile.owner))]
    return [*parts, chests(tile.treasures)] if tile.treasures else parts


def _tile(tile: TileView, armies: Mapping[str, int], contested: bool) -> Msg:
    """Return the column of a tile and its contents."""
    return msg(
        "map.view.part", at=literal(tile.cell[0].upper()), what=_contents(tile, armies, contested)
    )


def _contents(tile: TileView, armies: Mapping[str, int], contested: bool) -> Msg:
    """Return what a tile has, and whose troops are there; `armies` are seats by cell."""
    features, forces = _features(tile), []
    if tile.garrison:
        forces.append(
            msg(
                "map.view.garrison",
                n=sum(n for _, n in tile.garrison),
                what=troops(dict(tile.garrison)),
            )
        )
    if tile.cell in armies:
        forces.append(
            msg(
                "map.view.contested" if contested else "map.view.army",
                seat=seat_name(armies[tile.cell]),
            )
        )
    return reduce(_with, [*([listed(features)] if features else []), *forces])


def _with(what: Msg, who: Msg) -> Msg:
    return msg("map.view.with", what=what, who=who)


def _border(wall: str, size: int) -> Msg | None:
    """Return `C7-D7` for the red line `c7e`; None at the edge of the map."""
    cell, side = wall[:-1], wall[-1]
    column, row = ord(cell[0]) - ord("a"), int(cell[1:])
    column, row = column + (side == "e") - (side == "w"), row + (side == "s") - (side == "n")
    if not (0 <= column < size and 1 <= row <= size):
        return None
    return literal(f"{cell.upper()}-{chr(ord('A') + column)}{row}")


def _battle(battle: BattleView) -> Iterator[Msg]:
    yield msg("map.view.battle", at=cell_name(battle.cell), n=battle.round)
    yield from (_side(side) for side in battle.sides)
    if battle.step:
        yield msg("map.view.step", n=battle.step, hits=battle.strikes[0], blows=battle.strikes[1])
    if battle.left is not None:
        yield msg("map.view.odds", n=battle.left[0], m=battle.left[1])


def _side(side: SideView) -> Msg:
    squads = [
        msg(
            "map.view.squad",
            who=squad_name(one.kind, one.n, one.id),
            hp=one.hp,
            step=one.initiative,
            damage=one.damage,
        )
        for one in side.squads
    ]
    name = msg("map.neutral") if side.seat == NEUTRAL else seat_name(side.seat)
    return msg(
        "map.view.side",
        seat=name,
        what=listed(squads) if squads else msg("map.nothing"),
        n=side.support,
        dead=troops(side.dead) if side.dead else msg("map.none"),
    )


def _report(one: ReportView) -> Msg:
    sides = {
        "seat": who(one.seats[0]),
        "who": troops(one.before[0]),
        "other": who(one.seats[1]),
        "whom": troops(one.before[1]),
    }
    return msg(
        f"map.report.{one.end}" if one.winner < 0 else f"map.report.{one.end}_{'ad'[one.winner]}",
        at=cell_name(one.cell),
        n=one.points,
        **sides,
    )


def _chain(parts: Iterable[Msg]) -> Msg:
    """Return `A; B; C`, for items that may be lists themselves."""
    return reduce(lambda a, b: msg("map.view.then", a=a, b=b), parts)


def _lines(parts: list[Msg], n: int = _ITEMS_PER_LINE) -> list[list[Msg]]:
    return [parts[at : at + n] for at in range(0, len(parts), n)]
