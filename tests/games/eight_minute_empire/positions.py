"""Positions for one test each: a row of cards, a board, coins.

All pieces are accounted for.
"""

from __future__ import annotations

from typing import Any

from games.core.engine import walk
from games.core.prompts.prompt import SelectPrompt
from games.core.state.position import Position
from games.core.text.messages import Path
from games.eight_minute_empire import GAME
from games.eight_minute_empire.model.catalog import CARDS, RULES
from games.eight_minute_empire.model.state import Empire
from games.eight_minute_empire.rules.turns import TakeCard, total_turns
from tests.games.wording import speaker

Pos = Position[Empire, Any]
say = speaker(GAME)


def begin(n: int = 2, side: str = "a", first: int = 0, **options: Any) -> Pos:
    """Return a game after bids of 0; seat `first` must take a card."""
    order = [first, *(seat for seat in range(n) if seat != first)]
    pos = walk.start(GAME, {"map_side": f"side_{side}", "age_order": order} | options, n, "worlds")
    while (
        isinstance(walk.ask(pos, walk.actors(pos)[0]), SelectPrompt)
        and walk.actors(pos)
        and not isinstance(pos.stack[-1], TakeCard)
    ):
        seat = walk.actors(pos)[0]
        pos = go(pos, walk.default_path(pos, seat), seat=seat)
    return pos


def row(pos: Pos, *cards: str) -> Pos:
    """Put these cards first into the row; they come from the deck or the row."""
    s = pos.state
    pool = s.deck + s.row
    for card in cards:
        pool.remove(card)
    s.row = [*cards, *(card for card in s.row if card not in cards)][: len(RULES.prices)]
    s.deck = sorted(card for card in [*pool, *cards] if card not in s.row)
    return checked(pos)


def board(
    pos: Pos, armies: dict[str, dict[int, int]], cities: dict[str, dict[int, int]] | None = None
) -> Pos:
    """Place exactly these pieces, by region and seat (`n` is neutral); reserves are adjusted."""
    s, n = pos.state, pos.n
    for region in s.armies:
        s.armies[region] = [armies.get(region, {}).get(who, 0) for who in range(n + 1)]
        s.cities[region] = [(cities or {}).get(region, {}).get(who, 0) for who in range(n)]
    s.reserve = [
        RULES.armies - s.lost[seat] - sum(here[seat] for here in s.armies.values())
        for seat in range(n)
    ]
    s.city_reserve = [
        RULES.cities - sum(here[seat] for here in s.cities.values()) for seat in range(n)
    ]
    return checked(pos)


def last_turns(pos: Pos, hands: list[list[str]], left: int = 1) -> Pos:
    """Give each seat these cards, filled up to the limit, so that `left` turns remain."""
    s, n = pos.state, pos.n
    most = RULES.by_players[n].cards
    s.turn = total_turns(n) - left
    short = {s.order[turn % n] for turn in range(s.turn, total_turns(n))}
    everything = sorted(s.deck + s.row)
    for hand in hands:
        for card in hand:
            everything.remove(card)
    s.cards = [list(hand) for hand in hands]
    for seat, hand in enumerate(s.cards):
        while len(hand) < most - (seat in short):
            hand.append(everything.pop())
    s.row, s.deck = everything[:6], everything[6:]
    pos.stack[-1] = TakeCard(s.order[s.turn % n])
    return checked(pos)


def hands(pos: Pos, *cards: list[str]) -> Pos:
    """Give the seats these cards without playing; the number of turns is wrong then."""
    pos.state.cards = [list(hand) for hand in cards]
    return pos


def pick_cards(**goods: int) -> list[str]:
    """Return ids of cards of all games that have this many symbols of each good."""
    found: list[str] = []
    for good, n in goods.items():
        some = sorted(
            (c for c in CARDS.values() if c.good == good and not c.five_players_only),
            key=lambda c: (-c.symbols, c.id),
        )
        for card in some:
            if n >= card.symbols:
                found.append(card.id)
                n -= card.symbols
        assert n == 0, good
    return found


def checked(pos: Pos) -> Pos:
    """Return `pos` after checking that its pieces and cards are complete."""
    assert GAME.audit(pos) == []
    return pos


def go(pos: Pos, *paths: Path, seat: int | None = None) -> Pos:
    """Return the position after the first acting seat has played these paths."""
    for path in paths:
        pos = checked(walk.submit(pos, walk.actors(pos)[0] if seat is None else seat, path).pos)
    return pos


def armies(pos: Pos, seat: int) -> dict[str, int]:
    """Return the number of a seat's armies by region."""
    return {region: here[seat] for region, here in pos.state.armies.items() if here[seat]}


def bids(n: int, amounts: list[int], **options: Any) -> walk.MoveResult:
    """Return the move that reveals the bids."""
    pos = walk.start(GAME, options, n, 5)
    for seat, amount in enumerate(amounts):
        step = walk.submit(pos, seat, ("bid", amount))
        pos = step.pos
    return step
