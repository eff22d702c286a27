"""Scoring of regions, continents and goods with wilds; scoreboard and tie-breakers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from msgspec import Struct

from games.core.state.position import Position
from games.core.state.score import Criterion, Scoreboard, ScoreRow, rank
from games.core.text.messages import Msg, Seat, msg
from games.eight_minute_empire.model.board import holders, rulers
from games.eight_minute_empire.model.catalog import CARDS, GOODS, WILD
from games.eight_minute_empire.model.options import game_count
from games.eight_minute_empire.model.state import Empire, FinalBoard, Played

KINDS = tuple(GOODS)


class ScoreTally(Struct, frozen=True):
    """Score of one seat in one game.

    `symbols` counts the symbols of cards and tokens by good; `assigned` counts the `wilds` by the
    good that they count as; `points` are the points by good. `armies` on the board break ties.
    """

    regions: int
    continents: int
    symbols: dict[str, int]
    wilds: int
    assigned: dict[str, int]
    points: dict[str, int]
    armies: int

    @property
    def total(self) -> int:
        """Return the points for regions, continents and goods (rules 11, step 6)."""
        return self.regions + self.continents + sum(self.points.values())


def symbols(s: Empire | FinalBoard, seat: Seat, held: dict[str, int]) -> dict[str, int]:
    """Return the number of symbols of a seat by good, and of `wild` ones (R26).

    They are the symbols of its cards and of the tokens in regions that it holds (`held`: region to
    holder).
    """
    counts = dict.fromkeys((*KINDS, WILD), 0)
    for card in s.cards[seat]:
        counts[CARDS[card].good] += CARDS[card].symbols
    for region, good in s.tokens.items():
        if held.get(region) == seat:
            counts[good] += 1
    return counts


def best_wilds(counts: dict[str, int], wilds: int) -> dict[str, int]:
    """Return how many of the `wilds` to add to each owned good for the best score.

    See rules 11, step 4. Among equal assignments, the goods that come first in `KINDS` get more
    wilds. `counts` has the number of the other symbols of each good.
    """
    assigned = _best_assignment(tuple(counts[good] for good in KINDS), wilds)
    return {good: n for good, n in zip(KINDS, assigned, strict=True) if n}


def gain_of(s: Empire, seat: Seat, cards: Sequence[str]) -> list[int]:
    """Return one number per card: the points that its good adds if the seat takes it now.

    Wilds count where they score most, as in `tally`.
    """
    counts = symbols(s, seat, holders(s.armies, s.cities) if s.tokens else {})
    now = _goods_points(tuple(counts[good] for good in KINDS), counts[WILD])
    gains = []
    for card in cards:
        facts = CARDS[card]
        after = counts | {facts.good: counts[facts.good] + facts.symbols}
        gains.append(_goods_points(tuple(after[good] for good in KINDS), after[WILD]) - now)
    return gains


@lru_cache(20_000)
def _goods_points(counts: tuple[int, ...], wilds: int) -> int:
    """Return the most points for the symbols `counts`, by good, and `wilds` wilds."""
    added = _best_assignment(counts, wilds)
    return sum(
        _points(at, n + more) for at, (n, more) in enumerate(zip(counts, added, strict=True))
    )


@lru_cache(20_000)
def _best_assignment(counts: tuple[int, ...], wilds: int) -> tuple[int, ...]:
    """Return the best number of wilds for each good; `counts` are the other symbols by good."""
    owned = [at for at, n in enumerate(counts) if n]
    best, most_points = [0] * len(counts), -1
    for goods in combinations_with_replacement(owned, wilds if owned else 0):
        assigned = [goods.count(at) for at in range(len(counts))]
        points = sum(
            _points(at, n + added)
            for at, (n, added) in enumerate(zip(counts, assigned, strict=True))
        )
        if points > most_points:
            best, most_points = assigned, points
    return tuple(best)


@lru_cache(256)
def _points(kind: int, n: int) -> int:
    return GOODS[KINDS[kind]].points(n)


def tally(s: Empire | FinalBoard) -> list[ScoreTally]:
    """Return the score of each seat on a board, one per seat.

    Wilds that a seat has not assigned count where they score most.
    """
    held = holders(s.armies, s.cities)
    continent_rulers = list(rulers(s.map, held).values())
    region_holders = list(held.values())
    tallies = []
    for seat in range(len(s.cards)):
        counts = symbols(s, seat, held)
        wilds = counts.pop(WILD)
        chosen = s.wilds[seat]
        assigned = best_wilds(counts, wilds) if chosen is None else chosen
        points = {good: GOODS[good].points(n + assigned.get(good, 0)) for good, n in counts.items()}
        armies = sum(by_owner[seat] for by_owner in s.armies.values())
        tallies.append(
            ScoreTally(
                region_holders.count(seat),
                continent_rulers.count(seat),
                counts,
                wilds,
                assigned,
                points,
                armies,
            )
        )
    return tallies


def score(pos: Position[Empire, Any]) -> Scoreboard:
    """Build the scoreboard of the match; its first rows are the earlier games of a campaign."""
    s: Empire = pos.state
    tallies = tally(s)
    earlier = s.past[: s.game - 1]
    rows = [
        ScoreRow(f"game{at}", msg("eme.score.game", n=at), tuple(played.totals))
        for at, played in enumerate(earlier, 1)
    ]
    rows += _rows(tallies)
    total = tuple(sum(row.values[seat] for row in rows) for seat in range(pos.n))
    now = [one.total for one in tallies]
    criteria = (
        campaign_criteria(s, tallies, total)
        if game_count(pos.options) > 1
        else single_criteria(now, s.coins, tallies)
    )
    return _board(rows, total, criteria)


def score_of(played: Played, board: FinalBoard) -> Scoreboard:
    """Build the scoreboard of one finished game of a campaign."""
    tallies = tally(board)
    return _board(
        _rows(tallies), tuple(played.totals), single_criteria(played.totals, played.coins, tallies)
    )


def _rows(tallies: list[ScoreTally]) -> list[ScoreRow]:
    rows = [
        ScoreRow("regions", msg("eme.score.regions"), tuple(one.regions for one in tallies)),
        ScoreRow(
            "continents", msg("eme.score.continents"), tuple(one.continents for one in tallies)
        ),
    ]
    for good in KINDS:
        detail = tuple(_symbols_words(one, good) for one in tallies)
        rows.append(
            ScoreRow(
                good, msg(f"eme.goods.{good}"), tuple(one.points[good] for one in tallies), detail
            )
        )
    return rows


def _board(rows: list[ScoreRow], total: tuple[int, ...], criteria: list[Criterion]) -> Scoreboard:
    # "third", the place in the last (third) game, means nothing to users as a number.
    apart = tuple(
        ScoreRow(one.id, one.label, one.values) for one in criteria[1:] if one.id != "third"
    )
    return Scoreboard(tuple(rows), total, rank(criteria), apart)


def single_criteria(
    totals: list[int], coins: list[int], tallies: list[ScoreTally]
) -> list[Criterion]:
    """Return the ranking criteria of one game (rules 12).

    Points, coins left, armies on the board, controlled regions.
    """
    return [
        Criterion("total", msg("eme.score.total"), tuple(totals)),
        Criterion("coins", msg("eme.score.coins"), tuple(coins)),
        Criterion("armies", msg("eme.score.armies"), tuple(one.armies for one in tallies)),
        Criterion("held", msg("eme.score.held"), tuple(one.regions for one in tallies)),
    ]


def campaign_criteria(
    s: Empire, tallies: list[ScoreTally], total: tuple[int, ...]
) -> list[Criterion]:
    """Return the ranking criteria of a campaign (ruling R20).

    Total points, games won, coins left in all games, place in the last game. The higher value is
    better for each, so the last one (id `third`) is the number of seats with a worse place.
    """
    last_game = rank(single_criteria([one.total for one in tallies], s.coins, tallies))
    place = {one.seat: one.place for one in last_game}
    earlier = s.past[: s.game - 1]
    seats = range(len(s.coins))
    wins = tuple(
        sum(played.places[seat] == 1 for played in earlier) + (place[seat] == 1) for seat in seats
    )
    coins = tuple(sum(played.coins[seat] for played in earlier) + s.coins[seat] for seat in seats)
    return [
        Criterion("total", msg("eme.score.total"), total),
        Criterion("wins", msg("eme.score.wins"), wins),
        Criterion("coins", msg("eme.score.coins"), coins),
        Criterion(
            "third", msg("eme.score.third"), tuple(len(place) - place[seat] for seat in seats)
        ),
    ]


def _symbols_words(one: ScoreTally, good: str) -> Msg | None:
    n, wilds = one.symbols[good], one.assigned.get(good, 0)
    if wilds:
        return msg("eme.score.symbols_wild", count=n, n=wilds)
    return msg("eme.score.symbols", n=n) if n else None
