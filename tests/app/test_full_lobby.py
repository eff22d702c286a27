"""A full lobby: its organizer is pinged once, and it does not wait forever."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.model.match import Match, UserError
from app.model.time_control import DAY, HOUR
from tests.app.harness import PEOPLE, STRANGER, AppHarness

ANA, BRUNO, CARLA = PEOPLE[:3]


async def filled(harness: AppHarness) -> Match:
    """Bruno takes the last seat at Ana's table, a quarter of an hour after she has opened it."""
    match = await harness.app.lobby.create(ANA, "cellar", guild=1, channel=2, size=2)
    await harness.app.pings.record_activity(match.id, ANA)
    await harness.later(900)
    await harness.app.lobby.join(match.id, BRUNO)
    await harness.settle()
    return await harness.app.lobby.get(match.id)


async def test_whose_table_is_full_is_called_once(harness: AppHarness) -> None:
    match = await filled(harness)
    assert harness.notifier.pings == [[0]]
    await harness.reopen()
    await harness.later(3 * DAY)
    assert harness.notifier.pings == [[0]]
    assert match.status == "lobby"


async def test_not_within_two_minutes_of_their_own_tap(harness: AppHarness) -> None:
    assert harness.app.settings.recent_click_s == 120.0
    match = await harness.app.lobby.create(ANA, "cellar", guild=1, channel=2, size=2)
    await harness.later(900)
    await harness.app.pings.record_activity(match.id, ANA)
    await harness.later(60)
    await harness.app.lobby.join(match.id, BRUNO)
    await harness.later(59)
    assert harness.notifier.pings == []
    await harness.later(1)
    assert harness.notifier.pings == [[0]]


async def test_nor_who_has_filled_it_themselves(harness: AppHarness) -> None:
    match = await harness.app.lobby.create(ANA, "cellar", guild=1, channel=2, size=2)
    await harness.later(900)
    await harness.app.lobby.add_computer(match.id, ANA)
    await harness.later(DAY)
    assert harness.notifier.pings == []


async def test_nor_in_their_quiet_hours_and_no_restart_forgets_it(harness: AppHarness) -> None:
    ana = await harness.app.users.get(ANA.id, ANA.name)
    await harness.app.users.set(ana, quiet=[22, 8])
    harness.clock.at = datetime(2026, 5, 1, 23, 0, tzinfo=UTC).timestamp()
    await harness.app.repo.deadlines.save_heartbeat(harness.clock.at)
    await filled(harness)
    await harness.reopen()
    await harness.later(8 * HOUR)
    assert harness.notifier.pings == []
    await harness.later(HOUR)
    assert harness.notifier.pings == [[0]]


async def test_who_comes_and_goes_calls_nobody_again_for_a_day(harness: AppHarness) -> None:
    match = await filled(harness)
    for _ in range(5):
        await harness.app.lobby.leave(match.id, BRUNO)
        await harness.later(600)
        await harness.app.lobby.join(match.id, BRUNO)
        await harness.later(600)
    assert harness.notifier.pings == [[0]]
    await harness.app.lobby.leave(match.id, BRUNO)
    await harness.later(DAY)
    await harness.app.lobby.join(match.id, BRUNO)
    await harness.settle()
    assert harness.notifier.pings == [[0], [0]]


async def test_a_player_may_start_it_after_a_day_and_is_told_when_before(
    harness: AppHarness,
) -> None:
    match = await filled(harness)
    with pytest.raises(UserError) as refused:
        await harness.app.lobby.start(match.id, BRUNO)
    assert (refused.value.what.key, refused.value.what.args["n"]) == (
        "host.trouble.start_later",
        24,
    )
    await harness.later(DAY - HOUR)
    with pytest.raises(UserError) as refused:
        await harness.app.lobby.start(match.id, BRUNO)
    assert refused.value.what.args["n"] == 1
    with pytest.raises(UserError) as refused:
        await harness.app.lobby.start(match.id, STRANGER)
    assert refused.value.what.key == "host.trouble.not_host"
    await harness.later(HOUR)
    with pytest.raises(UserError) as refused:
        await harness.app.lobby.start(match.id, STRANGER)
    assert refused.value.what.key == "host.trouble.not_host", "who does not sit there never may"
    assert (await harness.app.lobby.start(match.id, BRUNO)).status == "running"


async def test_the_day_begins_anew_when_somebody_has_left_meanwhile(harness: AppHarness) -> None:
    match = await filled(harness)
    await harness.later(DAY / 2)
    await harness.app.lobby.leave(match.id, BRUNO)
    await harness.app.lobby.join(match.id, CARLA)
    await harness.later(DAY / 2)
    with pytest.raises(UserError):
        await harness.app.lobby.start(match.id, CARLA)
    await harness.later(DAY / 2)
    assert (await harness.app.lobby.start(match.id, CARLA)).status == "running"


async def test_other_settings_of_the_table_stay_its_organizers(harness: AppHarness) -> None:
    match = await filled(harness)
    await harness.later(2 * DAY)
    for work in (
        harness.app.lobby.close(match.id, BRUNO),
        harness.app.lobby.kick(match.id, BRUNO, ANA.id),
    ):
        with pytest.raises(UserError) as refused:
            await work
        assert refused.value.what.key == "host.trouble.not_host"


async def test_a_table_that_is_full_with_computers_from_the_start_of_a_rematch_calls_nobody(
    harness: AppHarness,
) -> None:
    match = await harness.finish(await harness.table(1, 1, "eight_minute_empire"))
    new = await harness.app.lobby.rematch(match.id, ANA)
    await harness.later(DAY)
    assert (await harness.app.lobby.get(new.id)).full_at > 0
    assert [
        to_ping for one, _, _, to_ping in harness.notifier.shown if one == new.id and to_ping
    ] == []
