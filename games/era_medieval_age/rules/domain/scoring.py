"""Scores: buildings, bonuses, culture, largest area, calamity; tie-breakers (rules 6)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.core.state.position import Position
from games.core.state.score import Criterion, Scoreboard, ScoreRow, rank
from games.core.text.messages import Msg, Seat, msg
from games.era_medieval_age.model.catalog import (
    BUILDINGS,
    KEEP,
    PIECES,
    RESOURCES,
    RULES,
    peg,
    rank_of,
)
from games.era_medieval_age.model.events import Decided
from games.era_medieval_age.model.land import Land, land, market_cells
from games.era_medieval_age.model.names import GOODS, KINDS
from games.era_medieval_age.model.state import EraState, Town
from games.era_medieval_age.rules.domain.layout import CENTER_KEEP

BONUSES = tuple(kind for kind in BUILDINGS if PIECES[kind].bonus)


class DomainScore(Struct, frozen=True):
    """Score of one seat before the comparisons with other seats.

    `points`, `copies`, `walled` and `bonus` are by kind of building; `walled` counts walled copies.
    `culture` and `calamity` are the totals, `area` the number of walled cells.
    """

    points: dict[str, int]
    copies: dict[str, int]
    walled: dict[str, int]
    bonus: dict[str, int]
    culture: int
    area: int
    calamity: int

    @property
    def alone(self) -> int:
        """Return the points that do not depend on other seats.

        These are all points except those for the most culture and the largest area.
        """
        return sum(self.points.values()) + sum(self.bonus.values()) + self.culture - self.calamity


def tally(town: Town, domain: Land, *, wraps: bool) -> DomainScore:
    """Score a domain and its tracks.

    With `wraps`, a university counts all culture, not only that after the last wrap (ruling R6).
    """
    points, walled, bonus = (
        dict.fromkeys(BUILDINGS, 0),
        dict.fromkeys(BUILDINGS, 0),
        dict.fromkeys(BONUSES, 0),
    )
    for one in domain.buildings:
        double = domain.walled(one)
        points[one.kind] += PIECES[one.kind].points * (RULES.walled if double else 1)
        walled[one.kind] += double
        match PIECES[one.kind].bonus:
            case "free_orthogonal_neighbour":
                bonus[one.kind] += market_cells(one, domain.free)
            case "stored_resource":
                bonus[one.kind] += sum(town.stock.values())
            case "culture":
                bonus[one.kind] += town.culture if wraps else peg(town.culture)[0]
            case "die_owned":
                bonus[one.kind] += sum(domain.dice.values())
    copies = {kind: domain.counts[kind] for kind in BUILDINGS}
    return DomainScore(points, copies, walled, bonus, town.culture, domain.area, town.calamity)


def tallies(s: EraState, options: dict[str, Any]) -> list[DomainScore]:
    """Score all seats by public information: until layouts are revealed, only the keeps."""
    wraps = options["university_counts_wrapped_culture"]
    return [
        tally(town, town.land if s.layouts_revealed else land([CENTER_KEEP]), wraps=wraps)
        for town in s.towns
    ]


def majority_points(values: list[int], points: int) -> list[int]:
    """Return, per seat, `points` if its value is the highest and at least 1, else 0.

    Rules 6.3, 6.4; rulings R20, R34.
    """
    top = max(values)
    return [points if value == top and value >= 1 else 0 for value in values]


def score(pos: Position[EraState, Any]) -> Scoreboard:
    """Return the scoreboard: a row per kind, per bonus, and for culture, area and calamity."""
    s: EraState = pos.state
    found = tallies(s, pos.options)
    rows = [
        ScoreRow(
            kind,
            KINDS[kind],
            tuple(one.points[kind] for one in found),
            tuple(_copies(one, kind) for one in found),
        )
        for kind in BUILDINGS
    ]
    rows += [
        ScoreRow(
            f"bonus_{kind}",
            msg("era.score.bonus", piece=KINDS[kind]),
            tuple(one.bonus[kind] for one in found),
        )
        for kind in BONUSES
    ]
    culture, areas = [one.culture for one in found], [one.area for one in found]
    rows += [
        ScoreRow("culture", msg("era.score.culture"), tuple(culture)),
        ScoreRow(
            "most_culture",
            msg("era.score.most_culture"),
            tuple(majority_points(culture, RULES.culture)),
        ),
        ScoreRow(
            "largest_area",
            msg("era.score.largest_area"),
            tuple(majority_points(areas, RULES.area)),
            tuple(msg("era.score.cells", n=area) for area in areas),
        ),
        ScoreRow("calamity", msg("era.score.calamity"), tuple(-one.calamity for one in found)),
    ]
    total = tuple(sum(row.values[seat] for row in rows) for seat in range(pos.n))
    stock = [
        Criterion(what, GOODS[what], tuple(town.stock[what] for town in s.towns))
        for what in RESOURCES
    ]
    ranking = rank([Criterion("total", msg("era.score.total"), total), *stock])
    apart = tuple(ScoreRow(one.id, one.label, one.values) for one in stock)
    if pos.n == 1:
        grade = (msg(f"era.rank.{rank_of(total[0])}"),)
        apart += (ScoreRow("rank", msg("era.score.rank"), total, grade),)
    return Scoreboard(tuple(rows), total, ranking, apart)


def decided_by(board: Scoreboard) -> Decided | None:
    """Return what decided the game; None for a solo game, a tie or a tie-breaker."""
    ranking = sorted(board.ranking, key=lambda one: one.place)
    if len(ranking) < 2 or board.total[ranking[0].seat] == board.total[ranking[1].seat]:
        return None
    first, second = (one.seat for one in ranking[:2])
    found = sources(board)
    leads = [source for source, points in found.items() if points[first] > points[second]]
    leads.sort(key=lambda source: found[source][second] - found[source][first])
    return Decided(
        first,
        second,
        leads,
        [found[source][first] for source in leads],
        [found[source][second] for source in leads],
    )


def sources(board: Scoreboard) -> dict[str, list[int]]:
    """Return the points by source, one number per seat.

    The sources add up to the totals.
    """
    found: dict[str, list[int]] = {}
    for row in board.rows:
        source = "buildings" if row.id in BUILDINGS else _SOURCES.get(row.id, "bonuses")
        before = found.get(source, [0] * len(row.values))
        found[source] = [a + b for a, b in zip(before, row.values, strict=True)]
    return found


_SOURCES = {
    "culture": "culture",
    "most_culture": "culture",
    "largest_area": "area",
    "calamity": "calamity",
}  # by row of the scoreboard; all other rows are buildings and their bonuses


def standing(s: EraState, options: dict[str, Any]) -> list[int]:
    """Return the current points, one number per seat."""
    found = tallies(s, options)
    culture = majority_points([one.culture for one in found], RULES.culture)
    area = majority_points([one.area for one in found], RULES.area)
    return [found[seat].alone + culture[seat] + area[seat] for seat in range(len(found))]


def _copies(one: DomainScore, kind: str) -> Msg | None:
    # every keep counts as walled, so the number behind walls would say nothing
    n, double = one.copies[kind], 0 if kind == KEEP else one.walled[kind]
    if not n:
        return None
    return (
        msg("era.score.some_walled", copies=n, n=double) if double else msg("era.score.copies", n=n)
    )


def points_of(s: EraState, options: dict[str, Any], seat: Seat) -> int:
    """Return one seat's score if the game ended now (rules 6).

    The score may be negative.
    """
    return standing(s, options)[seat]
