"""A lobby without a free seat: its organizer hears of it once, and it does not wait for them for ever."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.model.match import Match, UserError
from app.model.time_control import DAY, HOUR
from tests.app.kit import PEOPLE, STRANGER, House

ANA, BRUNO, CARLA = PEOPLE[:3]


async def filled(house: House) -> Match:
    """Bruno takes the last seat at Ana's table, a quarter of an hour after she has opened it."""
    match = await house.app.lobby.create(ANA, "cellar", guild=1, channel=2, size=2)
    await house.app.calls.record_activity(match.id, ANA)
    await house.later(900)
    await house.app.lobby.join(match.id, BRUNO)
    await house.settle()
    return await house.app.lobby.get(match.id)


async def test_whose_table_is_full_is_called_once(house: House) -> None:
    match = await filled(house)
    assert house.edge.pings == [[0]]
    await house.reopen()
    await house.later(3 * DAY)
    assert house.edge.pings == [[0]]
    assert match.status == "lobby"


async def test_not_within_two_minutes_of_their_own_tap(house: House) -> None:
    house.app.publisher._lull = 120.0
    match = await house.app.lobby.create(ANA, "cellar", guild=1, channel=2, size=2)
    await house.later(900)
    await house.app.calls.record_activity(match.id, ANA)
    await house.later(60)
    await house.app.lobby.join(match.id, BRUNO)
    await house.later(59)
    assert house.edge.pings == []
    await house.later(1)
    assert house.edge.pings == [[0]]


async def test_nor_who_has_filled_it_themselves(house: House) -> None:
    match = await house.app.lobby.create(ANA, "cellar", guild=1, channel=2, size=2)
    await house.later(900)
    await house.app.lobby.add_computer(match.id, ANA)
    await house.later(DAY)
    assert house.edge.pings == []


async def test_nor_in_their_quiet_hours_and_no_restart_forgets_it(house: House) -> None:
    ana = await house.app.people.get(ANA.id, ANA.name)
    await house.app.people.set(ana, quiet=[22, 8])
    house.clock.at = datetime(2026, 5, 1, 23, 0, tzinfo=UTC).timestamp()
    await house.app.repo.save_heartbeat(house.clock.at)
    await filled(house)
    await house.reopen()
    await house.later(8 * HOUR)
    assert house.edge.pings == []
    await house.later(HOUR)
    assert house.edge.pings == [[0]]


async def test_who_comes_and_goes_calls_nobody_again_for_a_day(house: House) -> None:
    match = await filled(house)
    for _ in range(5):
        await house.app.lobby.leave(match.id, BRUNO)
        await house.later(600)
        await house.app.lobby.join(match.id, BRUNO)
        await house.later(600)
    assert house.edge.pings == [[0]]
    await house.app.lobby.leave(match.id, BRUNO)
    await house.later(DAY)
    await house.app.lobby.join(match.id, BRUNO)
    await house.settle()
    assert house.edge.pings == [[0], [0]]


async def test_a_player_may_start_it_after_a_day_and_is_told_when_before(house: House) -> None:
    match = await filled(house)
    with pytest.raises(UserError) as refused:
        await house.app.lobby.start(match.id, BRUNO)
    assert (refused.value.what.key, refused.value.what.args["n"]) == (
        "host.trouble.start_later",
        24,
    )
    await house.later(DAY - HOUR)
    with pytest.raises(UserError) as refused:
        await house.app.lobby.start(match.id, BRUNO)
    assert refused.value.what.args["n"] == 1
    with pytest.raises(UserError) as refused:
        await house.app.lobby.start(match.id, STRANGER)
    assert refused.value.what.key == "host.trouble.not_host"
    await house.later(HOUR)
    with pytest.raises(UserError) as refused:
        await house.app.lobby.start(match.id, STRANGER)
    assert refused.value.what.key == "host.trouble.not_host", "who does not sit there never may"
    assert (await house.app.lobby.start(match.id, BRUNO)).status == "running"


async def test_the_day_begins_anew_when_somebody_has_left_meanwhile(house: House) -> None:
    match = await filled(house)
    await house.later(DAY / 2)
    await house.app.lobby.leave(match.id, BRUNO)
    await house.app.lobby.join(match.id, CARLA)
    await house.later(DAY / 2)
    with pytest.raises(UserError):
        await house.app.lobby.start(match.id, CARLA)
    await house.later(DAY / 2)
    assert (await house.app.lobby.start(match.id, CARLA)).status == "running"


async def test_other_settings_of_the_table_stay_its_organizers(house: House) -> None:
    match = await filled(house)
    await house.later(2 * DAY)
    for work in (
        house.app.lobby.close(match.id, BRUNO),
        house.app.lobby.kick(match.id, BRUNO, ANA.id),
    ):
        with pytest.raises(UserError) as refused:
            await work
        assert refused.value.what.key == "host.trouble.not_host"


async def test_a_table_that_is_full_with_computers_from_the_start_of_a_rematch_calls_nobody(
    house: House,
) -> None:
    match = await house.finish(await house.table(1, 1, "eight_minute_empire"))
    new = await house.app.lobby.rematch(match.id, ANA)
    await house.later(DAY)
    assert (await house.app.lobby.get(new.id)).full_at > 0
    assert [newly for one, _, _, newly in house.edge.shown if one == new.id and newly] == []
