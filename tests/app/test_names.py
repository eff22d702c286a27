"""User names: never empty, and updated with the next click."""

from __future__ import annotations

import unicodedata

import pytest

from app.people.users import BLANK, IGNORABLE, clean_name
from tests.app.harness import PEOPLE, AppHarness

ANA, BRUNO = PEOPLE[:2]
GUILD = 1

INVISIBLE = [
    "\u3164",
    "\u115f\u1160",
    "\uffa0",
    "\u2800\u2800",
    "\u00ad",
    "\u034f",
    "\u17b4\u17b5",
    "\u180b\u180e\u180f",
    "\u200b\u200c\u200d",
    "\u2060\u2064\u206f",
    "\ufe0f",
    "\ufeff",
    "\U000e0041\U000e0042",
    "\U000e0100",
    "\U0001d159",
    "\u3164 \u2800\u200b",
    "\ufff0",
]


@pytest.mark.parametrize("name", INVISIBLE)
def test_a_name_of_which_nothing_would_be_seen_is_none(name: str) -> None:
    assert clean_name(name) == ""


@pytest.mark.parametrize(
    "name", ["Ana", "ㅤAna", "👩‍👩‍👧", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "می‌خواهم", "한글", "⠁⠃", "😀", "é", "☃️", "ن", "-"]
)
def test_one_of_which_something_is_seen_stays_as_it_is(name: str) -> None:
    assert clean_name(name) == name


def test_every_sign_that_unicode_lets_programs_ignore_is_nothing_by_itself() -> None:
    assert [
        hex(one)
        for first, last in IGNORABLE
        for one in range(first, last + 1)
        if clean_name(chr(one))
    ] == []
    assert [one for one in BLANK if clean_name(one)] == []
    formats = [chr(one) for one in range(0x20, 0x20000) if unicodedata.category(chr(one)) == "Cf"]
    assert [one for one in formats if clean_name(one)] == []


async def test_who_has_an_invisible_name_is_called_by_their_id(harness: AppHarness) -> None:
    person = await harness.app.users.get(7, "\u3164", guild=GUILD, own="\u2800")
    assert (person.name, person.own_name) == ("7", "")


async def called(harness: AppHarness, match: str) -> tuple[str, ...]:
    return (await harness.app.lobby.get(match)).names


async def test_a_new_nickname_is_followed_in_its_server_in_lobbies_and_running_games(
    harness: AppHarness,
) -> None:
    running, lobby = await harness.table(2), await harness.table(2, start=False)
    other = await harness.app.lobby.create(ANA, "cellar", guild=9, channel=90)
    over = await harness.finish(await harness.table(1, 1, "eight_minute_empire"))
    version = (await harness.app.lobby.get(running.id)).version
    await harness.app.users.get(ANA.id, "Anita la Reina", guild=GUILD, own="Ana")
    assert await called(harness, running.id) == ("Anita la Reina", "Bruno")
    assert await called(harness, lobby.id) == ("Anita la Reina", "Bruno")
    assert await called(harness, other.id) == ("Ana",), "a nickname is of one server"
    assert (await called(harness, over.id))[0] == "Ana", "what is over keeps the name of that time"
    assert (await harness.app.lobby.get(running.id)).version == version, (
        "its messages follow with the next change"
    )


async def test_another_name_of_ones_own_is_followed_wherever_no_nickname_hides_it(
    harness: AppHarness,
) -> None:
    await harness.app.users.get(ANA.id, "Ana", guild=GUILD, own="Ana")
    here = await harness.table(2)
    reina = await harness.app.users.get(ANA.id, "Reina", guild=9, own="Ana")
    there = await harness.app.lobby.create(reina, "cellar", guild=9, channel=9)
    await harness.app.users.get(ANA.id, "Anita", own="Anita")  # in a direct message
    assert (await called(harness, here.id))[0] == "Anita"
    assert await called(harness, there.id) == ("Reina",)


async def test_a_nickname_that_is_given_back_is_followed_though_the_name_was_heard_elsewhere(
    harness: AppHarness,
) -> None:
    await harness.app.users.get(ANA.id, "Ana", guild=GUILD, own="Ana")
    match = await harness.table(2)
    for guild, name in ((GUILD, "Anita"), (9, "Ana"), (GUILD, "Ana")):
        await harness.app.users.get(ANA.id, name, guild=guild, own="Ana")
    assert (await called(harness, match.id))[0] == "Ana"


async def test_a_step_that_was_under_way_brings_no_old_name_back(harness: AppHarness) -> None:
    match = await harness.table(2)
    async with harness.app.locks(match.id):
        held = await harness.app.lobby.get(match.id)
        await harness.app.users.get(ANA.id, "Anita", guild=GUILD)
        await harness.app.moves.save(held)
    assert (await called(harness, match.id))[0] == "Anita"


async def test_seats_that_change_their_person_change_their_name(harness: AppHarness) -> None:
    match = await harness.table(2, start=False)
    await harness.app.users.get(BRUNO.id, "Brunito", guild=GUILD)
    await harness.app.lobby.leave(match.id, ANA)  # Bruno moves up to the first seat
    assert await called(harness, match.id) == ("Brunito",)
    await harness.app.lobby.add_computer(match.id, BRUNO)
    await harness.app.lobby.start(match.id, BRUNO)
    await harness.app.substitutes.offer(match.id, BRUNO)
    await harness.app.substitutes.take_seat(match.id, ANA, 0)
    assert (await called(harness, match.id))[0] == "Ana"
    await harness.app.privacy.erase(ANA)
    assert (await called(harness, match.id))[0] == "Alguien"


async def test_who_is_called_like_a_computer_player_leaves_it_its_name_and_the_next_gets_another(
    harness: AppHarness,
) -> None:
    match = await harness.table(1, 1, start=False)
    bot = (await called(harness, match.id))[1]
    await harness.app.users.get(ANA.id, bot, guild=GUILD)
    assert await called(harness, match.id) == (bot, bot)
    await harness.app.lobby.add_computer(match.id, ANA)
    names = await called(harness, match.id)
    assert names[2] not in names[:2]
