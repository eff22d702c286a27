import asyncio
import threading

from games.core import bots
from host.chronicle import standing
from host.pace import DAY
from tests.host.kit import PEOPLE

ANA, BRUNO = PEOPLE[:2]


async def test_computer_players_move_by_themselves_one_row_each(house):
    match = await house.table(1, 2)
    await house.settle()
    rows = await house.app.repo.entries(match.id)
    assert rows
    assert {(e.row.by, e.row.seat) for e in rows} == {("computer", 1), ("computer", 2)}
    assert (await house.app.lobby.get(match.id)).waiting == (0,)
    assert house.edge.pings == [[0]]
    assert (await house.app.tables.verify(match.id)).ok


async def test_a_table_of_computers_alone_plays_to_its_end(house):
    for game in ("cellar", "eight_minute_empire"):
        match = await house.table(1, 2, game=game)
        await house.app.tables.resign(match.id, ANA)
        await house.settle()
        ended = await house.app.lobby.get(match.id)
        assert ended.status == "ended"
        by = {(e.row.seat, e.row.by) for e in await house.app.repo.entries(match.id)}
        assert by == {(0, "caretaker"), (1, "computer"), (2, "computer")}
        assert (await house.app.tables.verify(match.id)).ok


async def test_who_is_away_is_minded_by_the_cautious_player_and_who_left_followed_by_the_common_one(house, monkeypatch):
    kinds, decide = list[str](), bots.decide

    def noted(pos, seat, kind, rng):
        kinds.append(kind)
        return decide(pos, seat, kind, rng)

    monkeypatch.setattr("host.autoplay.bots.decide", noted)
    match = await house.table(2)
    await house.later(DAY)
    assert set(kinds) == {"caretaker"}
    kinds.clear()
    await house.app.tables.panel(match.id, ANA, tap=True)
    await house.app.tables.resign(match.id, ANA)
    await house.settle()
    assert "game" in kinds


async def test_they_go_on_after_a_restart(house):
    match = await house.table(1, 1)
    await house.settle()
    await house.say(match, ANA, "throw")
    await house.app.autoplay.stop()
    await house.say(match, ANA, "keep")
    await house.say(match, ANA, "stop")
    assert (await house.app.lobby.get(match.id)).waiting == (1,)
    assert await house.app.repo.automatic() == [match.id]
    await house.reopen()
    await house.settle()
    assert 0 in (await house.app.lobby.get(match.id)).waiting


async def test_a_player_that_fails_falls_back_on_the_defaults(house, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("host.autoplay.bots.decide", broken)
    match = await house.table(1, 1)
    await house.settle()
    assert (await house.app.lobby.get(match.id)).waiting == (0,)
    assert (await house.app.lobby.get(match.id)).status == "running"


async def test_a_table_in_which_no_computer_player_can_move_is_halted(house, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("host.autoplay.bots.decide", broken)
    monkeypatch.setattr("host.autoplay.walk.default_path", broken)
    match = await house.table(1, 1)
    await house.settle()
    assert (await house.app.lobby.get(match.id)).status == "halted"
    assert house.edge.alarms


async def test_a_move_thought_out_for_an_older_table_is_thrown_away(house, monkeypatch):
    """Ana acts while the computer thinks: its answer to the old question must not count for the new one."""
    match = await house.table(1, 1, start=False)
    await house.app.autoplay.stop()
    await house.app.lobby.start(match.id, ANA)
    autoplay = type(house.app.autoplay)(house.app.repo, house.app.locks, house.app.moves)
    autoplay._open = True
    decide, loop, thinking = autoplay._decide, asyncio.get_running_loop(), asyncio.Event()

    def slow(stored, seat):
        loop.call_soon_threadsafe(thinking.set)
        return decide(stored, seat)

    autoplay._decide = slow
    lock = house.app.locks(match.id)
    async with lock:
        task = asyncio.create_task(autoplay._move(match.id))
        await thinking.wait()
        table = await house.app.repo.match(match.id)
        await house.app.moves.change(table)
    assert await task
    assert standing(await house.app.repo.entries(match.id)) == []
    assert await autoplay._move(match.id)
    assert len(await house.app.repo.entries(match.id)) == 1
    await autoplay.stop()


async def test_stopping_waits_for_the_one_that_thinks_and_for_no_other(house, monkeypatch):
    let, thinking = threading.Event(), list[str]()
    inner = house.app.autoplay._decide

    def slow(stored, seat):
        thinking.append(stored.match.id)
        let.wait()
        return inner(stored, seat)

    monkeypatch.setattr(house.app.autoplay, "_decide", slow)
    try:
        for _ in range(5):
            await house.table(1, 1)
        while not thinking:  # noqa: ASYNC110 - a thread
            await asyncio.sleep(0.01)
        stopping = asyncio.create_task(house.app.autoplay.stop())
        await asyncio.sleep(0)
    finally:
        let.set()
    await stopping
    assert len(thinking) == 1
    assert await house.app.repo.automatic()
