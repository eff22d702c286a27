"""What is deleted with its time, on a clock of the tests: a server's data after it sent the bot away, ended games by setting."""

import pytest

from app.background.clock_check import MAX_SKEW_S, ClockCheck
from app.background.retention import GUILD_DELETE_AFTER_S
from app.model.match import UserError
from app.model.time_control import DAY, HOUR, PACES, restart_clocks
from app.people.guild_settings import RATED
from app.ports.store import Follower, ReminderMessage
from tests.app.kit import PEOPLE

ANA, BRUNO, CARLA, _, _ = PEOPLE
HERE = 1  # the server of the kit's tables


async def counted(house, table: str) -> int:
    return (await house.app.repo._db.fetch_one(f"SELECT COUNT(*) FROM {table}"))[0]


async def lived(house) -> list[str]:
    """Tables of all statuses on the server, with all that can belong to them; and people known."""
    for person in PEOPLE:
        await house.app.people.get(person.id, person.name, "es-ES")
    running = await house.table(2)
    await house.say(running, ANA, "throw")
    lobby = await house.table(2, start=False)
    ended = await house.table(1, 1, "eight_minute_empire")
    await house.finish(ended)
    halted = await house.table(2)
    async with house.app.locks(halted.id):
        await house.app.moves.halt(halted.id, ["a coin is missing"])
    closed = await house.table(1, start=False)
    await house.app.lobby.leave(closed.id, ANA)
    await house.app.repo.save_follower(Follower(running.id, CARLA.id, house.clock.at))
    await house.app.repo.save_letter(ReminderMessage(BRUNO.id, 5, 6, [running.id]))
    await house.app.servers.choose(HERE, ANA, RATED, True)
    await house.settle()
    made = [running.id, lobby.id, ended.id, halted.id, closed.id]
    statuses = [(await house.app.lobby.get(one)).status for one in made]
    assert statuses == ["running", "lobby", "ended", "halted", "closed"]
    return made


async def test_a_server_that_sent_the_bot_away_is_forgotten_after_30_days_and_its_organisers_are_told_before(
    house,
):
    made = await lived(house)
    elsewhere = await house.app.lobby.create(BRUNO, "cellar", guild=7, channel=70)
    await house.app.retention.on_guild_removed(HERE)
    await house.settle()
    ((host, told, until),) = house.edge.farewells
    assert (host, set(told), until) == (
        ANA.id,
        set(made[:4]),
        house.clock.at + GUILD_DELETE_AFTER_S,
    ), "closed ones are nobody's any more"
    await house.later(GUILD_DELETE_AFTER_S - DAY)
    assert len(house.edge.farewells) == 1, "once is enough"
    await house.later(1.5 * DAY)
    assert await counted(house, "matches") == 6, (
        "it is too old by one look; the next one, a day later, deletes it"
    )
    await house.later(DAY)
    for one in made:
        with pytest.raises(UserError):
            await house.app.lobby.get(one)
    for table in (
        "seats",
        "actions",
        "checkpoints",
        "drafts",
        "results",
        "ranks",
        "followers",
        "letters",
        "guilds",
        "departures",
    ):
        rows = await house.app.repo._db.fetch_all(f"SELECT * FROM {table}")
        kept = [row for row in rows if table != "seats" or row["match"] != elsewhere.id]
        assert kept == [], table
    people = [row["id"] for row in await house.app.repo._db.fetch_all("SELECT id FROM users")]
    assert people == [BRUNO.id], "who has nothing left here but settings goes, too"
    assert (await house.app.lobby.get(elsewhere.id)).id == elsewhere.id


async def test_invited_again_in_time_all_goes_on(house):
    made = await lived(house)
    await house.app.retention.on_guild_removed(HERE)
    await house.later(GUILD_DELETE_AFTER_S - DAY)
    await house.app.retention.on_guild_joined(HERE)
    await house.later(5 * DAY)
    assert [(await house.app.lobby.get(one)).id for one in made] == made
    assert await house.app.repo.departures() == []


async def test_what_happened_while_the_bot_was_off_is_seen_at_the_start_and_no_restart_forgets_it(
    house,
):
    made = await lived(house)
    await house.app.retention.sync_guilds({55})
    await house.settle()
    assert len(house.edge.farewells) == 1
    await house.reopen()
    await house.app.retention.sync_guilds({55})
    for _ in range(2):
        await house.later(GUILD_DELETE_AFTER_S + DAY)
    assert len(house.edge.farewells) == 1, "nor is anybody told twice"
    with pytest.raises(UserError):
        await house.app.lobby.get(made[0])


async def test_where_the_bot_is_again_at_the_start_nothing_is_deleted(house):
    made = await lived(house)
    await house.app.retention.on_guild_removed(HERE)
    await house.reopen()
    await house.app.retention.sync_guilds({HERE})
    await house.later(2 * GUILD_DELETE_AFTER_S)
    assert [(await house.app.lobby.get(one)).id for one in made] == made


async def test_a_long_rest_deletes_nothing_before_discord_has_said_where_the_bot_is(house):
    made = await lived(house)
    await house.app.retention.on_guild_removed(HERE)
    await house.settle()
    await house.app.stop()
    house.clock.at += GUILD_DELETE_AFTER_S + DAY  # meanwhile it was invited again
    await house.open()
    await house.app.retention.idle()
    await house.app.retention.sync_guilds({HERE})
    await house.later(2 * GUILD_DELETE_AFTER_S)
    assert [(await house.app.lobby.get(one)).id for one in made] == made
    assert await house.app.repo.departures() == []


async def test_several_servers_at_once_tell_everybody_once(house):
    await lived(house)
    await house.app.lobby.create(ANA, "cellar", guild=7, channel=70)
    await house.app.retention.sync_guilds({55})
    await house.app.retention.on_guild_removed(HERE)
    await house.settle()
    assert len(house.edge.farewells) == 2, "one for each server"


async def test_a_server_of_which_nothing_is_kept_leaves_no_trace(house):
    await house.app.retention.on_guild_removed(4242)
    assert await house.app.repo.departures() == []


@pytest.mark.parametrize("days", [0, 90])
async def test_ended_and_closed_tables_are_kept_as_long_as_is_set(house, days: int):
    made = await lived(house)
    house.app.retention._keep = days
    await house.later(89 * DAY)
    assert await counted(house, "matches") == 5
    for _ in range(2):
        await house.later(1.5 * DAY)
    left = {
        row["id"]
        for row in await house.app.repo._db.fetch_all(
            "SELECT id FROM matches WHERE status NOT IN ('ended', 'closed')"
        )
    }
    assert {made[0], made[3]} <= left
    ended = await house.app.repo._db.fetch_all("SELECT id FROM matches WHERE status = 'ended'")
    assert bool(ended) == (not days)


YEARS = 14 * 365 * DAY


class Steady:
    """A clock that goes on with the machine's, and does not jump with it."""

    def __init__(self) -> None:
        self.at = 5.0

    def __call__(self) -> float:
        return self.at


def dated(house, steady: Steady, *, skew: float = 0.0) -> ClockCheck:
    """The house's clock beside Discord's, which it is ahead of."""
    check = ClockCheck(house.clock.now, steady)
    check.heard(house.clock.at - skew)
    house.app.clock_check = house.app.retention._clock_check = check
    return check


async def passes(house, steady: Steady, seconds: float) -> None:
    """Time passes, for everybody."""
    steady.at += seconds
    await house.later(seconds)


async def set_right(house, steady: Steady) -> None:
    """The machine's clock is right again; timers of these tests follow it only from a start on."""
    house.clock.at -= YEARS
    await house.reopen()
    dated(house, steady)
    house.app.retention._keep = 30
    await house.app.retention.sync_guilds(set())


async def test_a_clock_that_jumps_deletes_nothing_and_is_told_once(
    house, caplog: pytest.LogCaptureFixture
):
    made, steady = await lived(house), Steady()
    house.app.retention._keep = 30
    dated(house, steady)
    await house.app.retention.on_guild_removed(HERE)
    await house.settle()
    house.clock.at += YEARS  # the machine's alone
    for _ in range(5):
        await passes(house, steady, DAY)
    assert await counted(house, "matches") == len(made)
    assert [
        one.getMessage().split(" is ")[0]
        for one in caplog.records
        if "ahead of Discord's" in one.getMessage()
    ] == ["the machine's clock"]
    await set_right(house, steady)
    await passes(house, steady, 24 * DAY)
    assert [(await house.app.lobby.get(one)).id for one in made] == made, (
        "its thirty days are not over"
    )
    for _ in range(4):
        await passes(house, steady, DAY)
    assert await counted(house, "matches") == 0


async def test_nothing_is_deleted_at_once_where_discord_tells_no_time(
    house, caplog: pytest.LogCaptureFixture
):
    """A clock that is years ahead at the start, beside what the bot noted when it last ran."""
    made = await lived(house)
    await house.app.retention.on_guild_removed(HERE)
    await house.settle()
    await house.app.stop()
    house.clock.at += YEARS
    await house.open()
    house.app.retention._keep = 30
    await house.app.retention.sync_guilds({55})
    for _ in range(3):
        await house.later(DAY)
    assert await counted(house, "matches") == len(made)
    assert any("nothing is deleted" in one.getMessage() for one in caplog.records)
    house.clock.at -= YEARS
    await house.reopen()
    await house.app.retention.sync_guilds({HERE})
    for _ in range(3):
        await house.later(DAY)
    assert [(await house.app.lobby.get(one)).id for one in made] == made


async def test_after_a_long_rest_it_goes_on_once_discord_agrees(house):
    await lived(house)
    await house.app.retention.on_guild_removed(HERE)
    await house.settle()
    await house.app.stop()
    house.clock.at += GUILD_DELETE_AFTER_S + 10 * DAY
    await house.open()
    await house.app.retention.sync_guilds({55})
    steady = Steady()
    dated(house, steady, skew=MAX_SKEW_S / 2)
    for _ in range(3):
        await passes(house, steady, DAY)
    assert await counted(house, "matches") == 0


async def test_a_server_that_left_while_the_clock_was_wrong_has_its_thirty_days(house):
    made, steady, right = await lived(house), Steady(), house.clock.at
    house.clock.at = right - YEARS
    dated(house, steady, skew=-YEARS)
    await house.app.retention.on_guild_removed(HERE)
    await house.settle()
    assert [one.at for one in await house.app.repo.departures()] == [right]
    house.clock.at = right
    for _ in range(5):
        await passes(house, steady, 5 * DAY)
    assert await counted(house, "matches") == len(made)


async def test_a_backup_is_taken_before_anything_is_deleted_and_without_one_nothing_is(
    house, caplog: pytest.LogCaptureFixture
):
    made = await lived(house)
    answers, there = [False, True], list[int]()

    async def secure() -> bool:
        there.append(await counted(house, "matches"))
        return answers.pop(0)

    house.app.retention.secure = secure
    await house.app.retention.on_guild_removed(HERE)
    await house.later(GUILD_DELETE_AFTER_S + DAY)
    await house.later(DAY)
    assert (there, await counted(house, "matches")) == ([len(made)], len(made))
    assert any("no sound backup" in one.getMessage() for one in caplog.records)
    await house.later(DAY / 4)
    assert there == [len(made)], "it is not tried with every look"
    await house.later(DAY)
    assert (there, await counted(house, "matches")) == ([len(made)] * 2, 0)
    for _ in range(3):
        await house.later(DAY)
    assert len(there) == 2, "nor taken where nothing is too old"


async def test_who_did_what_goes_after_ninety_days_and_a_jump_takes_none_of_it(house):
    steady = Steady()
    await lived(house)
    before = await counted(house, "doings")
    assert before
    dated(house, steady)
    house.clock.at += YEARS
    for _ in range(3):
        await passes(house, steady, DAY)
    assert await counted(house, "doings") == before
    await set_right(house, steady)
    await passes(house, steady, 88 * DAY)
    for _ in range(2):
        await passes(house, steady, 1.5 * DAY)
    assert await counted(house, "doings") == 0


async def test_the_time_without_the_bot_is_given_back_and_nobody_is_late_meanwhile(house):
    """Twelve hours for each decision; the bot is gone for ten, and for twenty."""
    match = await house.table(2)
    async with house.app.locks(match.id):
        table = await house.app.lobby.get(match.id)
        table.pace = PACES["hours12"]
        restart_clocks(table, house.clock.at)
        await house.app.moves.save(table)
    await house.later(HOUR)
    before = await house.app.lobby.get(match.id)
    for gone, said in (
        (10 * HOUR, "host.away_hours"),
        (20 * HOUR, "host.away_hours"),
        (3 * DAY, "host.away_days"),
    ):
        await house.app.retention.on_guild_removed(HERE)
        await house.later(gone)
        late = await house.app.lobby.get(match.id)
        assert [(one.minded, one.strikes) for one in late.seats] == [(False, 0)] * 2
        assert house.edge.reminders == []
        pings = len(house.edge.pings)
        await house.app.retention.on_guild_joined(HERE)
        await house.later(0)
        after = await house.app.lobby.get(match.id)
        assert [one.due for one in after.seats] == [one.due + gone for one in before.seats]
        assert [one.nudge for one in after.seats] == [one.nudge + gone for one in before.seats]
        assert [one.since for one in after.seats] == [one.since + gone for one in before.seats], (
            "half of it is over no sooner"
        )
        assert after.notices[-1].what.key == said
        assert len(house.edge.pings) == pings, "nor is anybody reminded at once"
        assert after.wake == min(one.nudge for one in after.seats)
        before = after
    await house.later(11 * HOUR - 1)
    assert not any(one.minded for one in (await house.app.lobby.get(match.id)).seats)
    await house.later(2)
    assert any(one.minded for one in (await house.app.lobby.get(match.id)).seats)


async def test_what_began_while_the_bot_was_gone_is_later_by_the_rest_alone_and_an_outage_counts_once(
    house,
):
    match = await house.table(2)
    await house.to_turns(match)
    elsewhere = await house.app.lobby.create(ANA, "cellar", guild=7, channel=70)
    await house.app.lobby.join(elsewhere.id, BRUNO)
    await house.app.lobby.start(elsewhere.id, ANA)
    await house.app.retention.on_guild_removed(HERE)
    await house.later(5 * HOUR)
    await house.say(match, ANA, "stop")  # from a private screen
    due = (await house.app.lobby.get(match.id)).seats[1].due
    assert due == house.clock.at + DAY
    other = (await house.app.lobby.get(elsewhere.id)).seats[0].due
    house.app.time.compensate_downtime(2 * HOUR)  # the machine slept
    await house.settle()
    assert (await house.app.lobby.get(elsewhere.id)).seats[0].due == other + 2 * HOUR
    await house.later(3 * HOUR)
    await house.app.retention.sync_guilds({HERE, 7})
    await house.settle()
    assert (await house.app.lobby.get(match.id)).seats[1].due == due + 3 * HOUR
    assert (await house.app.lobby.get(elsewhere.id)).seats[0].due == other + 2 * HOUR


async def test_a_lobby_is_not_closed_for_the_time_without_the_bot(house):
    lobby = await house.table(1, start=False)
    await house.later(5 * DAY)
    await house.app.retention.on_guild_removed(HERE)
    await house.later(10 * DAY)
    await house.app.retention.on_guild_joined(HERE)
    await house.settle()
    assert (await house.app.lobby.get(lobby.id)).status == "lobby"
    assert house.edge.warnings == []
    await house.later(DAY + 1)
    assert house.edge.warnings == [lobby.id]
