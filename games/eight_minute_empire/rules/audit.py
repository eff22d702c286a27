"""Checks of the invariants of a position (rules 17), and determinization."""

from __future__ import annotations

from typing import Any

from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Seat
from games.eight_minute_empire.model.catalog import RULES, deck
from games.eight_minute_empire.model.state import Empire
from games.eight_minute_empire.rules.scoring import tally
from games.eight_minute_empire.rules.turns import TakeCard, total_turns


def audit(pos: Position[Empire, Any]) -> list[str]:
    """Return a description of each broken invariant."""
    s, n = pos.state, pos.n
    return [
        *_piece_errors(s, n),
        *_coin_errors(s, n),
        *_card_errors(s, n),
        *_order_errors(pos, n),
        *_score_errors(s),
    ]


def _piece_errors(s: Empire, n: int) -> list[str]:
    wrong = []
    if set(s.armies) != set(s.map.regions) or set(s.cities) != set(s.map.regions):
        wrong.append("the regions are not those of the side")
    for seat in range(n):
        on_board = sum(by_owner[seat] for by_owner in s.armies.values())
        if s.reserve[seat] + on_board + s.lost[seat] != RULES.armies:
            wrong.append(f"seat {seat} does not have {RULES.armies} armies")
        if (
            s.city_reserve[seat] + sum(by_owner[seat] for by_owner in s.cities.values())
            != RULES.cities
        ):
            wrong.append(f"seat {seat} does not have {RULES.cities} cities")
    if (
        min(
            *s.reserve,
            *s.lost,
            *s.city_reserve,
            *(n for by_owner in (*s.armies.values(), *s.cities.values()) for n in by_owner),
        )
        < 0
    ):
        wrong.append("a negative number of pieces")
    if sum(by_owner[n] for by_owner in s.armies.values()) > RULES.neutral:
        wrong.append("too many neutral armies")
    return wrong


def _coin_errors(s: Empire, n: int) -> list[str]:
    most = RULES.by_players[n].coins
    return [
        f"seat {seat} has {coins} coins"
        for seat, coins in enumerate(s.coins)
        if not 0 <= coins <= most
    ]


def _card_errors(s: Empire, n: int) -> list[str]:
    """Return a description of each broken invariant of the cards.

    Each card is in one place, the row is full, and no seat has too many cards. The card that the
    seat to move has taken (`s.taken`, counted from 1) is in the row as well as with the seat until
    the turn ends.
    """
    wrong = []
    taken = [card for cards in s.cards for card in cards]
    row = [card for at, card in enumerate(s.row, 1) if at != s.taken]
    if sorted([*s.deck, *row, *taken]) != deck(n):
        wrong.append("the cards are not those of the deck, each once")
    if s.taken is not None and s.row[s.taken - 1] not in taken:
        wrong.append("no seat has the card taken")
    if s.deck != sorted(s.deck):
        wrong.append("the deck is not sorted")
    if s.turn < total_turns(n) and len(s.row) != len(RULES.prices):
        wrong.append("the row is not full")
    held = [len(cards) for cards in s.cards]
    if max(held) - min(held) > 1 or max(held) > RULES.by_players[n].cards:
        wrong.append("a seat has too many cards")
    if sum(held) != s.turn + (s.taken is not None):
        wrong.append("the number of cards taken does not match the turns")
    return wrong


def _order_errors(pos: Position[Empire, Any], n: int) -> list[str]:
    s = pos.state
    wrong = []
    if s.order and sorted(s.order) != list(range(n)):
        wrong.append("the turn order does not name each seat once")
    if s.bids and (
        len(s.bids) != n
        or any(bid is not None and not 0 <= bid <= s.coins[seat] for seat, bid in enumerate(s.bids))
    ):
        wrong.append("a bid is more than the seat has")
    top = pos.stack[-1] if pos.stack else None
    if isinstance(top, TakeCard) and (s.taken is not None or top.seat != s.order[s.turn % n]):
        wrong.append("a seat takes a card out of turn")
    return wrong


def _score_errors(s: Empire) -> list[str]:
    tallies = tally(s)
    wrong = []
    if sum(one.regions for one in tallies) > len(s.map.regions):
        wrong.append("more regions are held than there are")
    if sum(one.continents for one in tallies) > len(s.map.continents):
        wrong.append("more continents are held than there are")
    if any(sum(one.assigned.values()) > one.wilds for one in tallies):
        wrong.append("more wilds are assigned than there are")
    return wrong


def determinize(pos: Position[Empire, Any], seat: Seat | None, rng: Rng) -> None:
    """Replace the secret bids of other seats by random ones.

    Nothing else is hidden: the deck has no order, and the engine replaces the random streams.
    """
    s = pos.state
    for other, bid in enumerate(s.bids):
        if bid is not None and other != seat:
            s.bids[other] = rng.below(s.coins[other] + 1)
