"""A guild's choices for new tables, and the audit log of its admins."""

from __future__ import annotations

import asyncio

import pytest

from app.background.retention import AUDIT_RETENTION_S
from app.match.ballots import vote_id
from app.model.match import Match, UserError
from app.model.time_control import DAY, PACES
from app.model.votes import VoteKind
from app.people.guild_settings import RATED, GuildSettings, TableCreator
from tests.app.harness import PEOPLE, AppHarness
from tests.database import database_of

ANA, BRUNO, CARLA = PEOPLE[:3]
HERE, ELSEWHERE, POST, HOSTS = 2, 5, 6, 40


async def opened(
    harness: AppHarness,
    channel: int = HERE,
    opener: TableCreator = TableCreator(),  # noqa: B008
    guild: int = 1,
) -> Match:
    return await harness.app.lobby.create(
        BRUNO, "cellar", guild=guild, channel=channel, lang="en", creator=opener
    )


async def refused(
    harness: AppHarness,
    channel: int = HERE,
    opener: TableCreator = TableCreator(),  # noqa: B008
) -> str:
    with pytest.raises(UserError) as trouble:
        await opened(harness, channel, opener)
    return trouble.value.what.key.removeprefix("host.trouble.")


async def told(harness: AppHarness, guild: int = 1) -> list[str]:
    """What was done there, the oldest first, as `who what`."""
    return [
        f"{one.name or '?'} {one.entry.what}"
        for one in (await harness.app.repo.audit_log.page(guild, 0, 100))[::-1]
    ]


async def test_new_tables_begin_as_chosen_and_those_that_there_are_keep_what_they_have(
    harness: AppHarness,
) -> None:
    servers, before = harness.app.guild_settings, await opened(harness)
    await servers.choose(1, ANA, "lang", "es")
    await servers.choose(1, ANA, "pace", "week")
    await servers.choose(1, ANA, RATED, True)
    assert await servers.get(1) == GuildSettings(lang="es", pace="week", rated=True), (
        "one choice leaves the others"
    )
    after, other = await opened(harness), await opened(harness, guild=9)
    assert (after.lang, after.pace) == ("es", PACES["week"])
    assert (other.lang, other.pace) == (before.lang, before.pace) == ("en", PACES["calm"])
    kept = await harness.app.lobby.get(before.id)
    assert (kept.lang, kept.pace) == (before.lang, before.pace)
    await harness.reopen()
    assert (await harness.app.guild_settings.get(1)).pace == "week"
    await harness.app.guild_settings.choose(1, ANA, "lang", None)
    assert (await opened(harness)).lang == "en"


async def test_tables_are_opened_in_the_chosen_channels_and_their_threads_alone(
    harness: AppHarness,
) -> None:
    table = await opened(harness)
    await harness.app.guild_settings.choose(1, ANA, "channels", [ELSEWHERE])
    assert (
        await refused(harness)
        == await refused(harness, HERE, TableCreator(manages=True))
        == "elsewhere"
    )
    await opened(harness, ELSEWHERE)
    await opened(harness, POST, TableCreator(parent=ELSEWHERE))
    with pytest.raises(UserError) as trouble:
        await harness.app.lobby.move(table.id, BRUNO, 1, 7)
    assert trouble.value.what.key == "host.trouble.not_here"
    assert (await harness.app.lobby.get(table.id)).places.channel == HERE
    assert (
        await harness.app.lobby.move(table.id, BRUNO, 1, POST, parent=ELSEWHERE)
    ).places.channel == POST
    await harness.app.tutorials.start_or_resume(CARLA, "eight_minute_empire")


async def test_tables_are_opened_by_the_chosen_roles_and_by_who_manages_the_server(
    harness: AppHarness,
) -> None:
    table = await opened(harness)
    await harness.app.guild_settings.choose(1, ANA, "roles", [HOSTS])
    assert (
        await refused(harness)
        == await refused(harness, opener=TableCreator(roles=(41,)))
        == "no_role"
    )
    await opened(harness, opener=TableCreator(roles=(41, HOSTS)))
    await opened(harness, opener=TableCreator(manages=True))
    await harness.app.lobby.join(table.id, CARLA)  # everybody plays
    await harness.app.lobby.start(table.id, BRUNO)  # and whose table it is goes on with it


async def test_a_rematch_is_a_new_table(harness: AppHarness) -> None:
    table = await harness.table(1, 1, "eight_minute_empire")
    await harness.finish(table)
    await harness.app.guild_settings.choose(1, ANA, "roles", [HOSTS])
    with pytest.raises(UserError) as trouble:
        await harness.app.lobby.rematch(table.id, ANA)
    assert trouble.value.what.key == "host.trouble.no_role"
    new = await harness.app.lobby.rematch(table.id, ANA, creator=TableCreator(roles=(HOSTS,)))
    assert new.status == "lobby"


@pytest.mark.parametrize(
    ("name", "value"),
    [("lang", "fr"), ("pace", "never"), ("channels", ["x"]), ("roles", [*range(30)])],
)
async def test_what_can_not_be_chosen_is_refused_and_what_is_stored_of_another_version_is_as_if_it_were_not(
    harness: AppHarness, name: str, value: object
) -> None:
    with pytest.raises(UserError):
        await harness.app.guild_settings.choose(1, ANA, name, value)
    assert await told(harness) == []
    await harness.app.repo.guilds.save_prefs(1, {name: value, "new": 3})
    chosen = await harness.app.guild_settings.get(1)
    assert (chosen.lang, chosen.pace) == (None, "calm")
    await harness.app.guild_settings.choose(1, ANA, RATED, True)
    assert (await harness.app.repo.guilds.prefs(1))["new"] == 3


async def test_two_who_choose_at_once_lose_neither_choice(harness: AppHarness) -> None:
    choose = harness.app.guild_settings.choose
    await asyncio.gather(
        choose(1, ANA, "lang", "es"),
        choose(1, BRUNO, "pace", "week"),
        choose(1, CARLA, "roles", [HOSTS]),
    )
    assert await harness.app.guild_settings.get(1) == GuildSettings(
        lang="es", pace="week", roles=(HOSTS,)
    )


async def done_by_all(harness: AppHarness) -> Match:
    """Somebody of each kind does something; time passes between."""
    for person in PEOPLE:
        await harness.app.users.get(person.id, person.name)
    lobby, table = (
        harness.app.lobby,
        await harness.table(3, game="eight_minute_empire", start=False),
    )
    steps = (
        lambda: lobby.kick(table.id, ANA, CARLA.id),
        lambda: lobby.add_computer(table.id, ANA),
        lambda: lobby.remove_computer(table.id, ANA),
        lambda: lobby.set_pace(table.id, ANA, "week"),
        lambda: lobby.set_size(table.id, ANA, 2),
        lambda: lobby.start(table.id, ANA),
        lambda: harness.app.lobby.move(table.id, ANA, 1, 77),
        lambda: harness.app.guild_settings.choose(1, CARLA, "lang", "es"),
    )
    for step in steps:
        harness.clock.advance(1)
        await step()
    return table


async def test_who_did_what_is_noted_with_it_and_only_once(harness: AppHarness) -> None:
    table = await done_by_all(harness)
    assert await told(harness) == [
        "Ana opened",
        "Ana kicked",
        "Ana computer",
        "Ana no_computer",
        "Ana pace",
        "Ana size",
        "Ana started",
        "Ana moved",
        "Carla chose_lang",
    ]
    assert await told(harness, 9) == [], "each server reads its own"
    with pytest.raises(UserError):
        await harness.app.lobby.set_size(table.id, ANA, 3)
    await harness.app.guild_settings.choose(1, CARLA, "lang", "es")
    assert len(await told(harness)) == 9, "what was refused, or changed nothing, was not done"
    harness.clock.advance(1)
    lobby = await harness.app.lobby.create(BRUNO, "cellar", guild=1, channel=2, click="tap")
    for _ in range(2):
        harness.clock.advance(1)
        await harness.app.lobby.close(lobby.id, BRUNO, "close")
    assert (await told(harness))[9:].count("Bruno closed") == 1
    lessons = await harness.app.tutorials.start_or_resume(CARLA, "eight_minute_empire")
    assert lessons.places.guild == 0
    assert await told(harness, 0) == [], "a lesson is nobody's affair"


async def test_pages_are_cut_where_they_are_asked_for(harness: AppHarness) -> None:
    await done_by_all(harness)
    first, second = (
        await harness.app.repo.audit_log.page(1, 0, 5),
        await harness.app.repo.audit_log.page(1, 5, 5),
    )
    assert await harness.app.repo.audit_log.count(1) == len(first) + len(second) == 9
    times = [one.entry.at for one in (*first, *second)]
    assert times == sorted(times, reverse=True)


async def test_a_rewind_is_told_with_who_did_it_and_a_decision_of_the_table_with_nobody(
    harness: AppHarness,
) -> None:
    match = await harness.table(2)
    await harness.to_turns(match)
    await harness.app.users.get(CARLA.id, CARLA.name)
    harness.clock.advance(1)
    await harness.app.moderation.rewind(
        match.id, CARLA, 1, await harness.app.replays.last_step(match.id), click="x"
    )
    proposals: tuple[tuple[VoteKind, str], ...] = (("pace", "week"), ("pause", ""), ("end", ""))
    for what, arg in proposals:
        harness.clock.advance(1)
        await harness.app.votes.propose(match.id, ANA, what, arg)
        vote = (await harness.app.lobby.get(match.id)).vote
        assert vote is not None
        await harness.app.votes.cast(match.id, BRUNO, True, vote_id(vote))
    assert (await told(harness))[-4:] == [
        "Carla rewound",
        "? voted_pace",
        "? voted_pause",
        "? voted_end",
    ]
    rewound, paced = [one.entry for one in (await harness.app.repo.audit_log.page(1, 0, 4))[:1:-1]]
    assert rewound.args == {"n": 1}, (
        "a step as everybody counts them, and nothing of what was played"
    )
    assert paced.args == {"pace": "week"}


async def test_it_is_kept_for_90_days_and_goes_with_its_server(harness: AppHarness) -> None:
    await done_by_all(harness)
    assert AUDIT_RETENTION_S == 90 * DAY
    await harness.later(AUDIT_RETENTION_S - DAY)
    assert len(await told(harness)) == 9
    for _ in range(2):  # too old in one look, gone with the next, a day later
        await harness.later(1.5 * DAY)
    assert await told(harness) == []
    await harness.app.guild_settings.choose(1, CARLA, "lang", "en")
    await harness.app.guild_settings.choose(9, CARLA, "lang", "en")
    await harness.app.retention.on_guild_removed(1)
    for _ in range(2):
        await harness.later(31 * DAY)
    assert await told(harness) == []
    assert await told(harness, 9) == ["Carla chose_lang"], (
        "and who is named elsewhere is still known there"
    )


async def test_who_is_erased_is_somebody_and_takes_their_own_part_along(
    harness: AppHarness,
) -> None:
    await done_by_all(harness)
    export = (await harness.app.privacy.export(ANA)).decode()
    assert '"what": "kicked"' in export
    assert str(CARLA.id) not in export, "of others it says nothing"
    before = len(await told(harness))
    await harness.app.privacy.erase(ANA)
    await harness.app.privacy.erase(CARLA)
    rows = [
        tuple(row) for row in await database_of(harness.app.repo).fetch_all("SELECT * FROM doings")
    ]
    assert len(rows) >= before
    assert not any(person in row for row in rows for person in (ANA.id, CARLA.id))
    assert set(await told(harness)) >= {"? kicked", "? chose_lang"}
