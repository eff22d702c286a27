"""Invariants of the state (rules 15), and determinization (rules 10)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.core.cards.decks import redeal
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Seat
from games.tadmor.model.catalog import COLORS, PARTS, PIECES, REGIONS, RULES, SPACES, spaces
from games.tadmor.model.effects import UPGRADES
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.goods.gains import card_number
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.kingdom import Storage, excess
from games.tadmor.rules.turn.placing import Placement, PlacePiece

Pos = Position[TadmorState, Any]


def audit(pos: Pos) -> list[str]:
    """Return the broken invariants in plain words; empty if all hold."""
    return [
        *_card_errors(pos),
        *_rare_errors(pos),
        *_piece_errors(pos),
        *_goods_errors(pos),
        *_marauder_errors(pos),
        *_turn_errors(pos),
    ]


def _card_errors(pos: Pos) -> list[str]:
    """Check that each tile and each mission is in exactly one place."""
    s, wrong = pos.state, []
    tiles = [
        *s.later,
        *s.box,
        *(tile for tile in s.display if tile),
        *(tile for player in s.players for tile in player.tiles),
    ]
    if sorted(tiles) != sorted(UPGRADES):
        wrong.append("the upgrades are not 48, each once")
    cards = [
        *s.deck,
        *s.discard,
        *(card for p in s.players for card in (*p.hand, *p.face_up, *p.returned)),
    ]
    if sorted(cards) != sorted(MISSIONS):
        wrong.append("the missions are not complete, each once")
    return wrong + [
        f"too many cards of temple part {at}"
        for at in range(1, len(PARTS) + 1)
        if s.parts_left(at) < 0
    ]


def _rare_errors(pos: Pos) -> list[str]:
    s, wrong = pos.state, []
    for color in COLORS:
        facts = RULES.rare[color].goods
        here = Counter(s.pile_tiles(color)) + Counter(
            good for player in s.players for good in player.rare if good in facts
        )
        if here != Counter(dict.fromkeys(facts, RULES.copies[pos.n])):
            wrong.append(f"the {color} rare goods don't tally")
    if len(set(s.completed)) != len(s.completed) or len(s.completed) > len(RULES.completion):
        wrong.append("completion bonuses")
    return wrong


def _piece_errors(pos: Pos) -> list[str]:
    s, wrong = pos.state, []
    for seat, player in enumerate(s.players):
        for piece in PIECES:
            facts = RULES.pieces[piece]
            if (
                not facts.start <= player.own[piece] <= facts.most
                or not 0 <= s.reserve(seat, piece) <= player.own[piece]
            ):
                wrong.append(
                    f"seat {seat}: {player.own[piece]} {piece}s, {s.reserve(seat, piece)} of them in reserve"
                )
        if any(tile not in player.powers.private for tile in player.placed):
            wrong.append(f"seat {seat}: a piece on a tile that takes none")
    for name, here in s.board.items():
        if len(here) > 1 or any(not SPACES[name].takes(one.piece) for one in here):
            wrong.append(f"{name}: {len(here)} pieces")
    if _cleared(pos) and (any(s.board.values()) or any(player.placed for player in s.players)):
        wrong.append("pieces are left after Resolution")
    if set(s.board) != {space.id for space in spaces(pos.n)}:
        wrong.append("spaces of another board")
    return wrong


def _cleared(pos: Pos) -> bool:
    """Return whether all pieces must be in reserve: before the first turn, after Resolution."""
    setup = pos.state.turn == 0
    return (
        setup or pos.outcome is not None or (bool(pos.stack) and isinstance(pos.stack[-1], Storage))
    )


def _goods_errors(pos: Pos) -> list[str]:
    s, wrong = pos.state, []
    placing = bool(pos.stack) and isinstance(pos.stack[-1], PlacePiece)
    for seat, player in enumerate(s.players):
        if min(*player.store.values(), *player.traded.values()) < 0:
            wrong.append(f"seat {seat}: fewer than no goods")
        if placing and excess(player) and s.turn > 1:
            wrong.append(f"seat {seat}: more goods than the warehouse holds")
        if not s.resolving and any(player.traded.values()):
            wrong.append(f"seat {seat}: traded goods outside Resolution")
        multiple = player.powers.free_level_multiple
        if player.tower < 0 or (multiple and player.tower % multiple == multiple - 1):
            wrong.append(f"seat {seat}: a tower of {player.tower}")
    return wrong


def _marauder_errors(pos: Pos) -> list[str]:
    s, wrong = pos.state, []
    chosen = [player.chosen for player in s.players if player.chosen]
    if bool(s.raid) != (s.revealer is not None) or (s.raid and s.resolving):
        wrong.append(f"{s.raid} under attack by {s.revealer}")
    held = [*chosen, *(card for card in (s.attacked, s.raid) if card)]
    if len(chosen) > 1 or len(set(held)) != len(held) or not set(held) <= set(REGIONS):
        wrong.append(f"marauder cards {held}")
    return wrong


def _turn_errors(pos: Pos) -> list[str]:
    s, wrong = pos.state, []
    if not 0 <= s.turn <= RULES.turns or sorted(s.order) != list(range(pos.n)):
        wrong.append(f"turn {s.turn} with the order {s.order}")
    if pos.outcome is not None and s.turn != RULES.turns:
        wrong.append("it ended before its time")
    if not s.resolving and any(
        player.charter or player.credit or player.favours for player in s.players
    ):
        wrong.append("something of this Resolution is left")
    return wrong


def determinize(pos: Pos, seat: Seat | None, rng: Rng) -> None:
    """Redeal what the seat can't know: other hands and other marauder cards.

    With `seat` None, all hands and chosen cards are hidden. A chosen marauder card becomes any card
    that is not face up. Places that others have chosen in advance are forgotten.
    """
    s = pos.state
    for frame in pos.stack:
        if isinstance(frame, Placement):
            frame.keep_only(seat)
    redeal(rng, s.deck, *(player.hand for other, player in enumerate(s.players) if other != seat))
    for player in s.players:
        player.hand.sort(key=card_number)
    for other, player in enumerate(s.players):
        if other != seat and player.chosen:
            player.chosen = rng.pick(
                [region for region in REGIONS if region not in (s.attacked, s.raid)]
            )
