import asyncio

from host.model import Match, Places, SeatRow
from host.publisher import newly
from tests.host.kit import PEOPLE

ANA, BRUNO, CARLA = PEOPLE[:3]


def seat(n: int, **how) -> SeatRow:
    return SeatRow(n, 100 + n, str(n), **how)


async def test_who_is_awaited_is_pinged_once_and_never_who_acted(house):
    match = await house.table(3)
    await house.settle()
    assert house.edge.pings == [[0, 1, 2]]
    await house.to_turns(match)
    await house.settle()
    assert house.edge.pings == [[0, 1, 2], [0]]
    await house.say(match, ANA, "buy", {"oil": 1})
    await house.settle()
    await house.say(match, ANA, "stop")
    await house.settle()
    assert house.edge.pings[2:] == [[1]]


def test_newly_leaves_out_who_acted_who_was_told_and_computers():
    match = Match("AAA", "cellar", "x", "es", 1, {}, 4, "running", [
        seat(0, awaited=True), seat(1, awaited=True, pinged=True), seat(2, awaited=True, computer="game"), seat(3, awaited=True),
    ], Places(), 0, 0)
    assert newly(match, None) == [0, 3]
    assert newly(match, 3) == [0]


async def test_a_version_that_was_not_shown_is_shown_after_a_crash(house):
    match = await house.table(2)
    await house.settle()
    house.app.publisher.notifier = None  # the crash: committed, never shown
    await house.say(match, ANA, "throw")
    assert await house.app.repo.unpublished() == [match.id]
    house.edge.shown.clear()
    await house.reopen()
    await house.settle()
    assert [(m, news) for m, _, news, _ in house.edge.shown] == [(match.id, 1)]
    assert house.edge.pings == [], "everybody had been told before the crash"
    assert await house.app.repo.unpublished() == []


async def test_failures_are_tried_again_and_pings_are_not_repeated(house):
    match = await house.table(2, start=False)
    await house.settle()
    told: list[list[int]] = []

    async def ping_then_fail(table):
        new = newly(table, None)
        if new:
            told.append(new)
            await house.app.publisher.pinged(table.id, new)

    house.edge.before, house.edge.fail = ping_then_fail, 3
    await house.app.lobby.start(match.id, ANA)
    await house.settle()
    assert house.edge.fail == 0
    assert told == [[0, 1]]
    now = await house.app.lobby.get(match.id)
    assert now.published == now.version


async def test_what_is_committed_while_something_is_shown_becomes_one_edit(house):
    match = await house.table(3)
    await house.settle()
    gate = asyncio.Event()
    house.edge.shown.clear()

    async def wait(_table):
        await gate.wait()

    house.edge.before = wait
    for person in (ANA, BRUNO, CARLA):
        await house.say(match, person, "throw")
    for _ in range(3):
        await asyncio.sleep(0)
    gate.set()
    await house.settle()
    assert 1 <= len(house.edge.shown) <= 2
    assert sum(news for _, _, news, _ in house.edge.shown) == 3
    assert house.edge.shown[-1][1] == (await house.app.lobby.get(match.id)).version


async def test_stopping_does_not_wait_for_an_edge_that_is_away(house):
    house.edge.fail = 10**6
    house.app.publisher._patience = 60
    match = await house.table(2)
    await asyncio.sleep(0.05)
    await house.app.publisher.stop(grace=0.01)
    house.app.publisher.touch(match.id)
    assert not house.app.publisher._tasks
    house.edge.fail = 0
    await house.reopen()
    await house.settle()
    assert house.edge.shown


async def test_message_places_survive_commits_made_meanwhile(house):
    """The messenger notes ids while people go on tapping: neither overwrites the other."""
    match = await house.table(2)
    held = await house.app.lobby.get(match.id)
    await house.say(match, ANA, "throw")
    held.places.board, held.places.summons, held.seats[1].dm_message = 77, 78, 79
    await house.app.repo.save_places(held)
    await house.app.repo.save_screen(held.id, held.seats[1])
    await house.say(match, BRUNO, "throw")
    now = await house.app.lobby.get(match.id)
    assert (now.places.board, now.places.summons, now.seats[1].dm_message, now.rows) == (77, 78, 79, 2)
    assert now.seats[0].asked == 2


async def test_an_alarm_that_fails_leaves_the_halt_standing(house):
    match = await house.table(2)

    async def broken(_match, _what):
        raise ConnectionError

    house.edge.alarm = broken
    async with house.app.locks(match.id):
        await house.app.moves.halt(match.id, ["x"])
        await house.app.moves.halt(match.id, ["again"])
    await house.settle()
    now = await house.app.lobby.get(match.id)
    assert (now.status, now.halted) == ("halted", "x")
