"""Logins to the gateway never exceed the daily limit of Discord."""

from __future__ import annotations

import pytest

from app.ports.errors import StorageUnavailableError
from app.ports.logins import AT_ONCE_A_DAY, DAY_S, MAX_A_DAY, MIN_INTERVAL_S, Logins
from app.runtime.login_budget import LoginBudget
from tests.app.harness import ManualClock

LIMIT = 1000  # a day, says Discord


class Repo:
    """A store that may be away."""

    def __init__(self) -> None:
        self.logins, self.away = Logins(), False

    async def add_login(self, now: float) -> Logins:
        if self.away:
            raise StorageUnavailableError
        self.logins = self.logins.with_next(now)
        return self.logins


def most_within_a_day(times: list[float]) -> int:
    first = most = 0
    for n, at in enumerate(times):
        while times[first] <= at - DAY_S:
            first += 1
        most = max(most, n - first + 1)
    return most


@pytest.mark.parametrize(("restarts", "away"), [(False, False), (True, False), (False, True)])
async def test_a_session_that_ends_again_and_again_costs_no_more_than_discord_takes(
    restarts: bool, away: bool
):
    clock, repo = ManualClock(1_790_000_000.0), Repo()
    repo.away = away
    budget, times, end = LoginBudget(repo, clock), list[float](), clock.at + 3 * DAY_S
    while clock.at < end:
        if restarts:
            budget = LoginBudget(repo, clock)
        clock.at += 5.0  # Discord ends the session
        while wait := await budget.take(0):
            assert wait <= MIN_INTERVAL_S + 1e-6
            assert budget.wait_s(0) == budget.wait_s() == wait
            clock.at += wait
        times.append(clock.at)
    assert AT_ONCE_A_DAY < most_within_a_day(times) <= MAX_A_DAY + 25 < LIMIT


async def test_processes_that_share_a_store_share_its_logins():
    clock, repo, times = ManualClock(1_790_000_000.0), Repo(), list[float]()
    budgets = [LoginBudget(repo, clock) for _ in range(4)]
    end, ready = clock.at + 2 * DAY_S, dict.fromkeys(range(4), 0.0)
    while clock.at < end:
        for shard, budget in enumerate(budgets):
            if ready[shard] <= clock.at:
                wait = await budget.take(shard)
                ready[shard] = clock.at + (wait or 5.0)
                if not wait:
                    times.append(clock.at)
        clock.at = min(ready.values())
    assert AT_ONCE_A_DAY < most_within_a_day(times) <= MAX_A_DAY + 25


async def test_a_few_logins_wait_for_nothing_and_a_slow_bot_says_why_once(
    caplog: pytest.LogCaptureFixture,
):
    clock = ManualClock(1_790_000_000.0)
    budget = LoginBudget(Repo(), clock)
    assert [await budget.take(0) for _ in range(AT_ONCE_A_DAY)] == [0.0] * AT_ONCE_A_DAY
    assert not caplog.records
    for _ in range(3):
        clock.at += await budget.take(0)
        assert await budget.take(0) == 0.0
    assert [one.levelname for one in caplog.records] == ["WARNING"]
    clock.at += 2 * DAY_S
    assert await budget.take(0) == 0.0


@pytest.mark.parametrize("jump", [-4000 * DAY_S, 4000 * DAY_S])
async def test_a_clock_that_jumps_locks_nobody_out(jump: float):
    clock, repo = ManualClock(1_790_000_000.0), Repo()
    budget = LoginBudget(repo, clock)
    for _ in range(AT_ONCE_A_DAY + 5):
        await budget.take(0)
    clock.at += jump
    assert await LoginBudget(repo, clock).take(0) == 0.0
