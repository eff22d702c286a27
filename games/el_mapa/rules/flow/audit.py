"""Checks of the invariants of a position (rules 16), and determinization (rules 11)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.core.cards.decks import redeal, sort_in
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Seat
from games.el_mapa.model.catalog import (
    BELOW,
    BUILDINGS,
    DECKS,
    LEVELS,
    RULES,
    TECHS,
    TILES,
    TROOPS,
    WONDERS,
    fits_row,
)
from games.el_mapa.model.holdings import attack_origins, origins, tower_reveals, trade_limit
from games.el_mapa.model.state import MapState
from games.el_mapa.rules.battle.strikes import Exchange
from games.el_mapa.rules.flow.setup import copies, empties, lay, orient, sectors
from games.el_mapa.rules.flow.turns import TurnActions
from games.el_mapa.rules.strength import strength
from games.el_mapa.rules.trade import deals
from games.el_mapa.rules.trade.offers import Offer

Pos = Position[MapState, Any]


def audit(pos: Pos) -> list[str]:
    """Return a description of each broken invariant."""
    return [
        *_tile_errors(pos),
        *_troop_errors(pos),
        *_goods_errors(pos),
        *_castle_errors(pos),
        *_card_errors(pos),
        *_turn_errors(pos),
        *_marker_errors(pos),
    ]


def _tile_errors(pos: Pos) -> list[str]:
    """Check the number of tiles of each kind, the points for revealed tiles, and contents.

    Nothing may be on face-down tiles.
    """
    s, wrong = pos.state, []
    board = s.board
    if not len(s.kinds) == len(s.turned) == len(s.up) == len(board.cells):
        return ["the map is not complete"]
    for kind, n in Counter(s.kind(cell) for cell in board.cells).items():
        if n > copies(TILES[kind], board.supplement):
            wrong.append(f"{n} tiles {kind}")
    shown = set(s.shown())
    flipped = sum(board.level[cell] > 0 for cell in shown)
    if sum(player.tiles for player in s.players) != flipped:
        wrong.append(f"{flipped} tiles are turned up, points for another number")
    if any(TILES[s.kind(cell)].level != board.level[cell] for cell in board.cells):
        wrong.append("a tile lies on a cell of another level")
    if not shown >= s.garrisons.keys() | s.chests.keys() | s.owners.keys() | s.castles.keys():
        wrong.append("something lies on a face-down tile")
    for cell, n in s.chests.items():
        if not 0 < n <= TILES[s.kind(cell)].treasures:
            wrong.append(f"{cell}: {n} treasures")
    return wrong


def _troop_errors(pos: Pos) -> list[str]:
    s, wrong = pos.state, []
    holders: Counter[str] = Counter(s.garrisons.keys())
    for seat, player in enumerate(s.players):
        holders.update(player.stacks.keys())
        for cell, some in player.stacks.items():
            if not some or min(some.values()) < 1 or not some.keys() <= TROOPS.keys():
                wrong.append(f"seat {seat}: troops {some} in {cell}")
            if not s.open(cell) or not all(s.open(other) for other in s.board.around[cell]):
                wrong.append(f"seat {seat}: a face-down tile beside the troops in {cell}")
    for cell, n in holders.items():
        if n > 2 or (n > 1 and cell not in s.turn.entries):
            wrong.append(f"{cell}: troops of {n} owners")
    for cell, some in s.garrisons.items():
        if any(n > TILES[s.kind(cell)].garrison.get(kind, 0) or n < 1 for kind, n in some.items()):
            wrong.append(f"{cell}: a garrison {some}")
    return wrong


def _goods_errors(pos: Pos) -> list[str]:
    wrong = []
    for seat, player in enumerate(pos.state.players):
        if min(player.goods.values()) < 0 or player.tiles < 0 or player.fights < 0:
            wrong.append(f"seat {seat}: negative goods or points")
        if len(player.posts) > RULES.posts or any(post.times < 1 for post in player.posts):
            wrong.append(f"seat {seat}: standing offers")
        if player.aim is not None and not any(isinstance(frame, Exchange) for frame in pos.stack):
            wrong.append(f"seat {seat}: damage is divided, but no strike is open")
    return wrong


def _castle_errors(pos: Pos) -> list[str]:
    s, wrong = pos.state, []
    if len(s.castles) > RULES.castles:
        wrong.append(f"{len(s.castles)} castles")
    for cell, castle in s.castles.items():
        taken = castle.spaces
        if len(set(taken.values())) < len(taken):
            wrong.append(f"{cell}: a building twice")
        if any(
            not fits_row(name, space) or not all(below in taken for below in BELOW[space])
            for space, name in taken.items()
        ):
            wrong.append(f"{cell}: a building in a wrong space")
        late = any(not 0 < n < TROOPS[kind].time for kind, n in castle.progress.items())
        if late or any(n < 1 for n in castle.reserve.values()):
            wrong.append(f"{cell}: training")
        if s.owners.get(cell) != castle.owner or not TILES[s.kind(cell)].village:
            wrong.append(f"{cell}: a castle without its village")
        if castle.built > int(pos.options["build_limit"]):
            wrong.append(f"{cell}: {castle.built} built in a turn")
    built = Counter(
        name
        for castle in s.castles.values()
        for name in castle.spaces.values()
        if BUILDINGS[name].wonder
    )
    wrong += [
        f"{name}: {built[name]} built, {s.supply[name]} left"
        for name in WONDERS
        if not 0 <= built[name] <= RULES.wonders - s.supply[name]
    ]
    if s.raised != sum(RULES.wonders - n for n in s.supply.values()):
        wrong.append(f"{s.raised} wonders built")
    return wrong


def _card_errors(pos: Pos) -> list[str]:
    s, wrong = pos.state, []
    for level in LEVELS:
        cards = [*s.decks[level], *s.discards[level]]
        for player in s.players:
            cards += [
                card
                for card in (*player.hand, *player.buried, *player.lasting)
                if str(TECHS[card].level) == level
            ]
        if sorted(cards) != list(DECKS[level]):
            wrong.append(f"the cards of level {level} are not complete")
    if any(len(set(player.lasting)) < len(player.lasting) for player in s.players):
        wrong.append("a lasting copy twice")
    return wrong


def _turn_errors(pos: Pos) -> list[str]:
    """Check the limits of a turn, only during its actions.

    Later the player may have lost the buildings on which the limits depend.
    """
    s, turn, wrong = pos.state, pos.state.turn, []
    if not pos.stack or not isinstance(pos.stack[-1], TurnActions):
        return []
    if len(turn.origins) > origins(s, turn.seat) or len(turn.attacks) > attack_origins(
        s, turn.seat
    ):
        wrong.append("troops have left too many cells")
    if (
        turn.traded > max(trade_limit(s, turn.seat), 0)
        or turn.looks > tower_reveals(s, turn.seat)
        or turn.offers > RULES.offers
    ):
        wrong.append("more trades, offers or tower reveals than allowed")
    if s.moving is not None or s.battle is not None:
        wrong.append("a group or a battle is left over")
    return wrong


def _marker_errors(pos: Pos) -> list[str]:
    s, wrong = pos.state, []
    for cell, owner in s.owners.items():
        if not TILES[s.kind(cell)].claimable or s.players[owner].out:
            wrong.append(f"{cell}: a marker of seat {owner}")
    for seat, player in enumerate(s.players):
        fell = any(seat in group for group in s.fallen)
        if bool(player.out) != fell or (
            player.out and (player.stacks or player.hand or s.villages(seat))
        ):
            wrong.append(f"seat {seat}: eliminated, but it still has pieces or cards")
    return wrong


def determinize(pos: Pos, seat: Seat | None, rng: Rng) -> None:
    """Replace all that a seat cannot know by a random guess.

    The face-down tiles are dealt again together with the tiles left in the box. The hands and
    buried cards of other seats are dealt again together with the decks. Secret divisions of damage
    by other seats are replaced by random ones. `seat` is None for a spectator, who knows no hand.
    """
    s = pos.state
    others = [player for other, player in enumerate(s.players) if other != seat]
    offer = pos.stack[-1] if pos.stack and isinstance(pos.stack[-1], Offer) else None
    shown = _take_shown(s, offer, seat)
    _redeal_tiles(pos, rng)
    for level in LEVELS:
        hands = [
            [card for card in player.hand if str(TECHS[card].level) == level] for player in others
        ]
        buried = [
            [card for card in player.buried if str(TECHS[card].level) == level] for player in others
        ]
        redeal(rng, s.decks[level], *hands, *buried)
        for at, player in enumerate(others):
            player.hand = sorted(
                [card for card in player.hand if str(TECHS[card].level) != level] + hands[at]
            )
            player.buried = sorted(
                [card for card in player.buried if str(TECHS[card].level) != level] + buried[at]
            )
    if offer is not None and seat != offer.by:
        sort_in(s.players[offer.by].hand, *shown)
        if seat != offer.to:
            offer.give = deals.name_cards(s.players[offer.by], deals.by_level(offer.give))
    _redeal_aims(pos, seat, rng)


def _take_shown(s: MapState, offer: Offer | None, seat: Seat | None) -> list[str]:
    """Take the cards of an open offer to `seat` out of its maker's hand; return the cards.

    The receiver knows that these cards are in the maker's hand, so they are not dealt again.
    Without such an offer return no cards.
    """
    if offer is None or seat != offer.to:
        return []
    hand = s.players[offer.by].hand
    shown = [
        card
        for card, n in offer.give.items()
        if card in TECHS
        for _ in range(min(n, hand.count(card)))
    ]
    for card in shown:
        hand.remove(card)
    return shown


def _redeal_tiles(pos: Pos, rng: Rng) -> None:
    """Deal the face-down tiles again and turn them at random."""
    s = pos.state
    board = s.board
    face_down = s.hidden()
    if not face_down:
        return
    tile_at = {cell: s.kind(cell) for cell in board.cells}
    for level in (1, 2, 3):
        cells = [cell for cell in face_down if board.level[cell] == level]
        shown = Counter(
            s.kind(cell) for cell in board.cells if board.level[cell] == level and s.open(cell)
        )
        spare = list((Counter(empties(level, board)) - shown).elements())
        rng.shuffle(spare)
        for part in (
            sectors(board, cells) if pos.options["deal"] == "by_sector" and level < 3 else [cells]
        ):
            # Sort the tiles and put empties last: the guess must not depend on the
            # hidden tiles, not even through the order of random draws.
            kinds = sorted(kind for kind in map(s.kind, part) if not TILES[kind].empty)
            kinds += [spare.pop() for _ in range(len(part) - len(kinds))]
            rng.shuffle(kinds)
            tile_at |= dict(zip(part, kinds, strict=True))
    lay(s, tile_at)
    orient(rng, s, face_down, mend=False)


def _redeal_aims(pos: Pos, seat: Seat | None, rng: Rng) -> None:
    """Replace the secret divisions of damage by other seats by random legal ones."""
    s = pos.state
    battle = s.battle
    for other, player in enumerate(s.players):
        if other == seat or player.aim is None or battle is None:
            continue
        side = 0 if battle.sides[0].seat == other else 1
        one = battle.sides[side]
        damage = strength.strike(
            one, battle.step, strength.support(s, one.seat, battle.cell, pos.options)
        )[0]
        targets = list(strength.ranks(battle.sides[1 - side]))
        rng.shuffle(targets)
        player.aim = dict(sorted(next(strength.maximal_divisions(damage, tuple(targets))).items()))
