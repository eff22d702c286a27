"""Expensive actions are counted per user; a refusal says when to try again."""

import pytest

from app.app import catalogue
from app.model.match import UserError
from app.people.rate_limits import HOURLY, Limits
from tests.app.harness import PEOPLE, ManualClock

ANA, BRUNO, *_ = PEOPLE


@pytest.mark.parametrize("what", HOURLY)
def test_who_asks_too_often_reads_when_again(what: str):
    clock = ManualClock()
    limits = Limits(clock)
    for _ in range(HOURLY[what]):
        limits.count_request(ANA, what)
        clock.at += 60
    with pytest.raises(UserError) as trouble:
        limits.count_request(ANA, what)
    left = 60 - HOURLY[what]
    assert trouble.value.what.args == {"times": HOURLY[what], "n": left}
    for lang in ("es", "en"):
        assert f"{left} min" in catalogue(lang).say(trouble.value.what)
    limits.count_request(BRUNO, what)
    clock.at += 60 * left
    limits.count_request(ANA, what)
    with pytest.raises(UserError):
        limits.count_request(ANA, what)


async def test_a_lesson_that_is_begun_anew_is_a_table_too(harness):
    lessons = harness.app.tutorials
    for _ in range(HOURLY["open"]):
        table = await lessons.start_or_resume(ANA, "eight_minute_empire")
        assert (await lessons.start_or_resume(ANA, "eight_minute_empire")).id == table.id, (
            "to go on costs nothing"
        )
        await lessons.leave(table.id, ANA)
    with pytest.raises(UserError, match="too_often"):
        await lessons.start_or_resume(ANA, "eight_minute_empire")
