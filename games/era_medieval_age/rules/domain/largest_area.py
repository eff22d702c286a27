"""Holders of the largest walled area, and the event that tells of new holders (rules 6.4)."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.engine.context import StepContext
from games.core.text.messages import Seat
from games.era_medieval_age.model.catalog import RULES
from games.era_medieval_age.model.events import LargestArea
from games.era_medieval_age.model.state import EraState


def walled_areas(s: EraState) -> list[int]:
    """Return the number of walled cells, one per seat."""
    return [town.land.area for town in s.towns]


def areas_after(s: EraState, seat: Seat, grown: int) -> list[int]:
    """Return the numbers of walled cells, one per seat, after `seat` has `grown` cells more."""
    return [area + grown * (at == seat) for at, area in enumerate(walled_areas(s))]


def area_holders(areas: Sequence[int]) -> list[Seat]:
    """Return the seats with the most walled cells; empty if nobody has any."""
    most = max(areas)
    return [seat for seat, area in enumerate(areas) if area == most > 0]


def emit_new_holders(t: StepContext[EraState], areas_before: Sequence[int]) -> None:
    """Emit `LargestArea` if the largest walled area has other holders than before.

    `areas_before` has the former number of walled cells of each seat.
    """
    areas = walled_areas(t.state)
    before, holders = area_holders(areas_before), area_holders(areas)
    if holders != before:
        losers = [seat for seat in before if seat not in holders]
        t.emit(LargestArea(holders, losers, max(areas), RULES.area))
