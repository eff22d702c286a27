"""Unused days off are given back."""

from __future__ import annotations

import pytest

from app.model.time_control import DAY, HOUR
from tests.app.harness import PEOPLE, AppHarness
from tests.app.test_time import on_turns


@pytest.mark.parametrize(
    ("hours", "back"), [(0, 3), (12, 2), (26, 1), (24.5, 2), (71, 0), (100, 0)]
)
async def test_days_off_that_have_not_begun_are_given_back(
    harness: AppHarness, hours: float, back: int
) -> None:
    await on_turns(harness)
    by, vacations = (
        await harness.app.users.get(PEOPLE[0].id, PEOPLE[0].name),
        harness.app.vacations,
    )
    await vacations.begin(by, 3)
    assert vacations.left(by) == 27
    await harness.later(hours * HOUR)
    await vacations.end(by)
    assert vacations.left(by) == 27 + back
    await vacations.end(by)
    assert vacations.left(by) == 27 + back, "once"


async def test_days_off_given_back_may_be_taken_again_and_another_year_has_its_own(
    harness: AppHarness,
) -> None:
    by, vacations = (
        await harness.app.users.get(PEOPLE[0].id, PEOPLE[0].name),
        harness.app.vacations,
    )
    await vacations.begin(by, 14)
    await harness.later(2 * DAY)
    await vacations.begin(by, 14)  # in place of the twelve that are left
    assert vacations.left(by) == 30 - 2 - 14
    await harness.later(360 * DAY)
    assert vacations.left(by) == 30
    await vacations.end(by)
    assert vacations.left(by) == 30
