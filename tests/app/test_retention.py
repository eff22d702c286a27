"""Deletion of expired data: of guilds without the bot, and of ended matches by setting."""

import pytest
from msgspec.structs import replace

from app.background.clock_check import MAX_SKEW_S, ClockCheck
from app.background.retention import GUILD_DELETE_AFTER_S
from app.model.match import UserError
from app.model.time_control import DAY, HOUR, PACES, restart_clocks
from app.people.guild_settings import RATED
from app.ports.repo import ReminderMessage, Spectator
from tests.app.harness import PEOPLE
from tests.database import database_of

ANA, BRUNO, CARLA, _, _ = PEOPLE
HERE = 1  # the server of the kit's tables


async def counted(harness, table: str) -> int:
    ((number,),) = await database_of(harness.app.repo).fetch_all(f"SELECT COUNT(*) FROM {table}")
    return int(number)


async def lived(harness) -> list[str]:
    """Create tables of all statuses in a guild, with all related data; return their ids."""
    for person in PEOPLE:
        await harness.app.users.get(person.id, person.name, "es-ES")
    running = await harness.table(2)
    await harness.say(running, ANA, "throw")
    lobby = await harness.table(2, start=False)
    ended = await harness.table(1, 1, "eight_minute_empire")
    await harness.finish(ended)
    halted = await harness.table(2)
    async with harness.app.locks(halted.id):
        await harness.app.moves.halt(halted.id, ["a coin is missing"])
    closed = await harness.table(1, start=False)
    await harness.app.lobby.leave(closed.id, ANA)
    await harness.app.repo.spectators.save(Spectator(running.id, CARLA.id, harness.clock.at))
    await harness.app.repo.reminders.save(ReminderMessage(BRUNO.id, 5, 6, [running.id]))
    await harness.app.guild_settings.choose(HERE, ANA, RATED, True)
    await harness.settle()
    made = [running.id, lobby.id, ended.id, halted.id, closed.id]
    statuses = [(await harness.app.lobby.get(one)).status for one in made]
    assert statuses == ["running", "lobby", "ended", "halted", "closed"]
    return made


async def test_a_server_that_sent_the_bot_away_is_forgotten_after_30_days_and_its_organisers_are_told_before(
    harness,
):
    made = await lived(harness)
    elsewhere = await harness.app.lobby.create(BRUNO, "cellar", guild=7, channel=70)
    await harness.app.retention.on_guild_removed(HERE)
    await harness.settle()
    ((host, told, until),) = harness.notifier.farewells
    assert (host, set(told), until) == (
        ANA.id,
        set(made[:4]),
        harness.clock.at + GUILD_DELETE_AFTER_S,
    ), "closed ones are nobody's any more"
    await harness.later(GUILD_DELETE_AFTER_S - DAY)
    assert len(harness.notifier.farewells) == 1, "once is enough"
    await harness.later(1.5 * DAY)
    assert await counted(harness, "matches") == 6, (
        "it is too old by one look; the next one, a day later, deletes it"
    )
    await harness.later(DAY)
    for one in made:
        with pytest.raises(UserError):
            await harness.app.lobby.get(one)
    for table in (
        "seats",
        "actions",
        "checkpoints",
        "drafts",
        "results",
        "ranks",
        "followers",
        "notes",
        "letters",
        "guilds",
        "departures",
    ):
        rows = await database_of(harness.app.repo).fetch_all(f"SELECT * FROM {table}")
        kept = [row for row in rows if table != "seats" or row["match"] != elsewhere.id]
        assert kept == [], table
    people = [
        row["id"] for row in await database_of(harness.app.repo).fetch_all("SELECT id FROM users")
    ]
    assert people == [BRUNO.id], "who has nothing left here but settings goes, too"
    assert (await harness.app.lobby.get(elsewhere.id)).id == elsewhere.id


async def test_invited_again_in_time_all_goes_on(harness):
    made = await lived(harness)
    await harness.app.retention.on_guild_removed(HERE)
    await harness.later(GUILD_DELETE_AFTER_S - DAY)
    await harness.app.retention.on_guild_joined(HERE)
    await harness.later(5 * DAY)
    assert [(await harness.app.lobby.get(one)).id for one in made] == made
    assert await harness.app.repo.retention.removed_guilds() == []


async def test_what_happened_while_the_bot_was_off_is_seen_at_the_start_and_no_restart_forgets_it(
    harness,
):
    made = await lived(harness)
    await harness.app.retention.sync_guilds({55})
    await harness.settle()
    assert len(harness.notifier.farewells) == 1
    await harness.reopen()
    await harness.app.retention.sync_guilds({55})
    for _ in range(2):
        await harness.later(GUILD_DELETE_AFTER_S + DAY)
    assert len(harness.notifier.farewells) == 1, "nor is anybody told twice"
    with pytest.raises(UserError):
        await harness.app.lobby.get(made[0])


async def test_where_the_bot_is_again_at_the_start_nothing_is_deleted(harness):
    made = await lived(harness)
    await harness.app.retention.on_guild_removed(HERE)
    await harness.reopen()
    await harness.app.retention.sync_guilds({HERE})
    await harness.later(2 * GUILD_DELETE_AFTER_S)
    assert [(await harness.app.lobby.get(one)).id for one in made] == made


async def test_a_long_rest_deletes_nothing_before_discord_has_said_where_the_bot_is(harness):
    made = await lived(harness)
    await harness.app.retention.on_guild_removed(HERE)
    await harness.settle()
    await harness.app.stop()
    harness.clock.at += GUILD_DELETE_AFTER_S + DAY  # meanwhile it was invited again
    await harness.open()
    await harness.app.retention.idle()
    await harness.app.retention.sync_guilds({HERE})
    await harness.later(2 * GUILD_DELETE_AFTER_S)
    assert [(await harness.app.lobby.get(one)).id for one in made] == made
    assert await harness.app.repo.retention.removed_guilds() == []


async def test_several_servers_at_once_tell_everybody_once(harness):
    await lived(harness)
    await harness.app.lobby.create(ANA, "cellar", guild=7, channel=70)
    await harness.app.retention.sync_guilds({55})
    await harness.app.retention.on_guild_removed(HERE)
    await harness.settle()
    assert len(harness.notifier.farewells) == 2, "one for each server"


async def test_a_server_of_which_nothing_is_kept_leaves_no_trace(harness):
    await harness.app.retention.on_guild_removed(4242)
    assert await harness.app.repo.retention.removed_guilds() == []


@pytest.mark.parametrize("days", [0, 90])
async def test_ended_and_closed_tables_are_kept_as_long_as_is_set(harness, days: int):
    harness.settings = replace(harness.settings, keep_finished=days)
    await harness.reopen()
    made = await lived(harness)
    await harness.later(89 * DAY)
    assert await counted(harness, "matches") == 5
    for _ in range(2):
        await harness.later(1.5 * DAY)
    left = {
        row["id"]
        for row in await database_of(harness.app.repo).fetch_all(
            "SELECT id FROM matches WHERE status NOT IN ('ended', 'closed')"
        )
    }
    assert {made[0], made[3]} <= left
    ended = await database_of(harness.app.repo).fetch_all(
        "SELECT id FROM matches WHERE status = 'ended'"
    )
    assert bool(ended) == (not days)


YEARS = 14 * 365 * DAY


class Steady:
    """Monotonic clock."""

    def __init__(self) -> None:
        self.at = 5.0

    def __call__(self) -> float:
        return self.at


def dated(harness, steady: Steady, *, skew: float = 0.0) -> ClockCheck:
    """Set up a check of the app's clock, which is ahead of Discord's by `skew`."""
    check = ClockCheck(harness.clock.now, steady)
    check.set_discord_time(harness.clock.at - skew)
    harness.app.clock_check = harness.app.retention._clock_check = check
    return check


async def passes(harness, steady: Steady, seconds: float) -> None:
    """Let time pass on both clocks."""
    steady.at += seconds
    await harness.later(seconds)


async def set_right(harness, steady: Steady) -> None:
    """Correct the machine's clock and restart."""
    harness.clock.at -= YEARS
    await harness.reopen()
    dated(harness, steady)
    await harness.app.retention.sync_guilds(set())


async def test_a_clock_that_jumps_deletes_nothing_and_is_told_once(
    harness, caplog: pytest.LogCaptureFixture
):
    harness.settings = replace(harness.settings, keep_finished=30)
    await harness.reopen()
    made, steady = await lived(harness), Steady()
    dated(harness, steady)
    await harness.app.retention.on_guild_removed(HERE)
    await harness.settle()
    harness.clock.at += YEARS  # the machine's alone
    for _ in range(5):
        await passes(harness, steady, DAY)
    assert await counted(harness, "matches") == len(made)
    assert [
        one.getMessage().split(" is ")[0]
        for one in caplog.records
        if "ahead of Discord's" in one.getMessage()
    ] == ["system clock"]
    await set_right(harness, steady)
    await passes(harness, steady, 24 * DAY)
    assert [(await harness.app.lobby.get(one)).id for one in made] == made, (
        "its thirty days are not over"
    )
    for _ in range(4):
        await passes(harness, steady, DAY)
    assert await counted(harness, "matches") == 0


async def test_nothing_is_deleted_at_once_where_discord_tells_no_time(
    harness, caplog: pytest.LogCaptureFixture
):
    """A clock that is years ahead at the start, beside what the bot noted when it last ran."""
    made = await lived(harness)
    await harness.app.retention.on_guild_removed(HERE)
    await harness.settle()
    await harness.app.stop()
    harness.clock.at += YEARS
    harness.settings = replace(harness.settings, keep_finished=30)
    await harness.open()
    await harness.app.retention.sync_guilds({55})
    for _ in range(3):
        await harness.later(DAY)
    assert await counted(harness, "matches") == len(made)
    assert any(
        "deletion of expired data is suspended" in one.getMessage() for one in caplog.records
    )
    harness.clock.at -= YEARS
    await harness.reopen()
    await harness.app.retention.sync_guilds({HERE})
    for _ in range(3):
        await harness.later(DAY)
    assert [(await harness.app.lobby.get(one)).id for one in made] == made


async def test_after_a_long_rest_it_goes_on_once_discord_agrees(harness):
    await lived(harness)
    await harness.app.retention.on_guild_removed(HERE)
    await harness.settle()
    await harness.app.stop()
    harness.clock.at += GUILD_DELETE_AFTER_S + 10 * DAY
    await harness.open()
    await harness.app.retention.sync_guilds({55})
    steady = Steady()
    dated(harness, steady, skew=MAX_SKEW_S / 2)
    for _ in range(3):
        await passes(harness, steady, DAY)
    assert await counted(harness, "matches") == 0


async def test_a_server_that_left_while_the_clock_was_wrong_has_its_thirty_days(harness):
    made, steady, right = await lived(harness), Steady(), harness.clock.at
    harness.clock.at = right - YEARS
    dated(harness, steady, skew=-YEARS)
    await harness.app.retention.on_guild_removed(HERE)
    await harness.settle()
    assert [one.at for one in await harness.app.repo.retention.removed_guilds()] == [right]
    harness.clock.at = right
    for _ in range(5):
        await passes(harness, steady, 5 * DAY)
    assert await counted(harness, "matches") == len(made)


async def test_a_backup_is_taken_before_anything_is_deleted_and_without_one_nothing_is(
    harness, caplog: pytest.LogCaptureFixture
):
    made = await lived(harness)
    answers, there = [False, True], list[int]()

    async def secure() -> bool:
        there.append(await counted(harness, "matches"))
        return answers.pop(0)

    harness.app.retention.back_up = secure
    await harness.app.retention.on_guild_removed(HERE)
    await harness.later(GUILD_DELETE_AFTER_S + DAY)
    await harness.later(DAY)
    assert (there, await counted(harness, "matches")) == ([len(made)], len(made))
    assert any("no verified backup" in one.getMessage() for one in caplog.records)
    await harness.later(DAY / 4)
    assert there == [len(made)], "it is not tried with every look"
    await harness.later(DAY)
    assert (there, await counted(harness, "matches")) == ([len(made)] * 2, 0)
    for _ in range(3):
        await harness.later(DAY)
    assert len(there) == 2, "nor taken where nothing is too old"


async def test_who_did_what_goes_after_ninety_days_and_a_jump_takes_none_of_it(harness):
    steady = Steady()
    await lived(harness)
    before = await counted(harness, "doings")
    assert before
    dated(harness, steady)
    harness.clock.at += YEARS
    for _ in range(3):
        await passes(harness, steady, DAY)
    assert await counted(harness, "doings") == before
    await set_right(harness, steady)
    await passes(harness, steady, 88 * DAY)
    for _ in range(2):
        await passes(harness, steady, 1.5 * DAY)
    assert await counted(harness, "doings") == 0


async def test_the_time_without_the_bot_is_given_back_and_nobody_is_late_meanwhile(harness):
    """Twelve hours for each decision; the bot is gone for ten, and for twenty."""
    match = await harness.table(2)
    async with harness.app.locks(match.id):
        table = await harness.app.lobby.get(match.id)
        table.pace = PACES["hours12"]
        restart_clocks(table, harness.clock.at)
        await harness.app.moves.save(table)
    await harness.later(HOUR)
    before = await harness.app.lobby.get(match.id)
    for gone, said in (
        (10 * HOUR, "host.away_hours"),
        (20 * HOUR, "host.away_hours"),
        (3 * DAY, "host.away_days"),
    ):
        await harness.app.retention.on_guild_removed(HERE)
        await harness.later(gone)
        late = await harness.app.lobby.get(match.id)
        assert [(one.has_caretaker, one.missed_deadlines) for one in late.seats] == [(False, 0)] * 2
        assert harness.notifier.reminders == []
        pings = len(harness.notifier.pings)
        await harness.app.retention.on_guild_joined(HERE)
        await harness.later(0)
        after = await harness.app.lobby.get(match.id)
        assert [one.deadline for one in after.seats] == [
            one.deadline + gone for one in before.seats
        ]
        assert [one.next_reminder_at for one in after.seats] == [
            one.next_reminder_at + gone for one in before.seats
        ]
        assert [one.waiting_since for one in after.seats] == [
            one.waiting_since + gone for one in before.seats
        ], "half of it is over no sooner"
        assert after.notices[-1].what.key == said
        assert len(harness.notifier.pings) == pings, "nor is anybody reminded at once"
        assert after.check_at == min(one.next_reminder_at for one in after.seats)
        before = after
    await harness.later(11 * HOUR - 1)
    assert not any(one.has_caretaker for one in (await harness.app.lobby.get(match.id)).seats)
    await harness.later(2)
    assert any(one.has_caretaker for one in (await harness.app.lobby.get(match.id)).seats)


async def test_what_began_while_the_bot_was_gone_is_later_by_the_rest_alone_and_an_outage_counts_once(
    harness,
):
    match = await harness.table(2)
    await harness.to_turns(match)
    elsewhere = await harness.app.lobby.create(ANA, "cellar", guild=7, channel=70)
    await harness.app.lobby.join(elsewhere.id, BRUNO)
    await harness.app.lobby.start(elsewhere.id, ANA)
    await harness.app.retention.on_guild_removed(HERE)
    await harness.later(5 * HOUR)
    await harness.say(match, ANA, "stop")  # from a private screen
    due = (await harness.app.lobby.get(match.id)).seats[1].deadline
    assert due == harness.clock.at + DAY
    other = (await harness.app.lobby.get(elsewhere.id)).seats[0].deadline
    harness.app.deadlines.compensate_downtime(2 * HOUR)  # the machine slept
    await harness.settle()
    assert (await harness.app.lobby.get(elsewhere.id)).seats[0].deadline == other + 2 * HOUR
    await harness.later(3 * HOUR)
    await harness.app.retention.sync_guilds({HERE, 7})
    await harness.settle()
    assert (await harness.app.lobby.get(match.id)).seats[1].deadline == due + 3 * HOUR
    assert (await harness.app.lobby.get(elsewhere.id)).seats[0].deadline == other + 2 * HOUR


async def test_a_lobby_is_not_closed_for_the_time_without_the_bot(harness):
    lobby = await harness.table(1, start=False)
    await harness.later(5 * DAY)
    await harness.app.retention.on_guild_removed(HERE)
    await harness.later(10 * DAY)
    await harness.app.retention.on_guild_joined(HERE)
    await harness.settle()
    assert (await harness.app.lobby.get(lobby.id)).status == "lobby"
    assert harness.notifier.warnings == []
    await harness.later(DAY + 1)
    assert harness.notifier.warnings == [lobby.id]
