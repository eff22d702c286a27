import asyncio

import pytest

from app.log.game_log import effective_rows
from app.model.ai_request import AiRequest, AiResponse
from app.model.time_control import DAY
from app.workers import ai_worker
from app.workers.ai_pool import InProcessAi
from tests.app.harness import PEOPLE

ANA, BRUNO = PEOPLE[:2]


async def test_computer_players_move_by_themselves_one_row_each(harness):
    match = await harness.table(1, 2)
    await harness.settle()
    rows = await harness.app.repo.game_log.entries(match.id)
    assert rows
    assert {(e.row.by, e.row.seat) for e in rows} == {("computer", 1), ("computer", 2)}
    assert (await harness.app.lobby.get(match.id)).waiting == (0,)
    assert harness.notifier.pings == [[0]]
    assert (await harness.app.queries.verify(match.id)).ok


async def test_computers_and_a_caretaker_play_to_the_end(harness):
    for game in ("cellar", "eight_minute_empire"):
        match = await harness.table(1, 2, game=game)
        assert (await harness.finish(match)).status == "ended"
        by = {(e.row.seat, e.row.by) for e in await harness.app.repo.game_log.entries(match.id)}
        assert by == {(0, "caretaker"), (1, "computer"), (2, "computer")}
        assert (await harness.app.queries.verify(match.id)).ok


class Ponderer:
    """AI that answers when a test lets it, and records requests and cancellations."""

    def __init__(self) -> None:
        self.asked, self.dropped = (
            asyncio.Queue[tuple[AiRequest, asyncio.Event]](),
            list[AiRequest](),
        )

    async def think(self, asked: AiRequest) -> AiResponse:
        let = asyncio.Event()
        self.asked.put_nowait((asked, let))
        try:
            await let.wait()
        except asyncio.CancelledError:
            self.dropped.append(asked)
            raise
        return ai_worker.choose_move(asked)

    def close(self) -> None:
        pass


def broken(*_):
    raise ZeroDivisionError


async def test_who_is_away_is_minded_by_the_cautious_player_and_who_left_followed_by_the_common_one(
    harness,
):
    kinds = list[str]()

    def noted(pos, seat, kind, rng, more):
        kinds.append(kind)
        return ai_worker.search_move(pos, seat, kind, rng, more)

    harness.app.ai_moves.ai_pool = InProcessAi(noted)
    match = await harness.table(2)
    await harness.later(DAY)
    assert set(kinds) == {"caretaker"}
    kinds.clear()
    for person in (ANA, BRUNO):
        await harness.app.game_service.open_or_refresh_panel(match.id, person, requested=True)
    await harness.app.game_service.resign(match.id, ANA)
    await harness.settle()
    assert "firm" in kinds


async def test_they_go_on_after_a_restart(harness):
    match = await harness.table(1, 1)
    await harness.settle()
    await harness.say(match, ANA, "throw")
    await harness.app.ai_moves.stop()
    await harness.say(match, ANA, "keep")
    await harness.say(match, ANA, "stop")
    assert (await harness.app.lobby.get(match.id)).waiting == (1,)
    assert await harness.app.repo.matches.awaiting_ai() == [match.id]
    await harness.reopen()
    await harness.settle()
    assert 0 in (await harness.app.lobby.get(match.id)).waiting


async def test_a_player_that_fails_is_followed_by_the_policy_of_the_game(harness, caplog):
    harness.app.ai_moves.ai_pool = InProcessAi(broken)
    match = await harness.table(1, 1)
    await harness.settle()
    assert (await harness.app.lobby.get(match.id)).waiting == (0,)
    assert (await harness.app.lobby.get(match.id)).status == "running"
    assert "ZeroDivisionError" in caplog.text


async def test_where_the_policy_fails_too_the_defaults_answer(harness, monkeypatch):
    monkeypatch.setattr("app.workers.ai_worker.policy", broken)
    harness.app.ai_moves.ai_pool = InProcessAi(broken)
    match = await harness.table(1, 1)
    await harness.settle()
    assert (await harness.app.lobby.get(match.id)).waiting == (0,)


async def test_an_answer_that_is_not_legal_is_none(harness):
    class Liar(Ponderer):
        async def think(self, asked):
            return AiResponse(("march", "north"))

    harness.app.ai_moves.ai_pool = Liar()
    match = await harness.table(1, 1)
    await harness.settle()
    assert (await harness.app.lobby.get(match.id)).waiting == (0,)
    assert (await harness.app.queries.verify(match.id)).ok


async def test_a_table_in_which_no_computer_player_can_move_is_halted(harness, monkeypatch):
    class Nobody(Ponderer):
        think = broken

    harness.app.ai_moves.ai_pool = Nobody()
    monkeypatch.setattr("app.background.ai_moves.walk.default_path", broken)
    match = await harness.table(1, 1)
    await harness.settle()
    assert (await harness.app.lobby.get(match.id)).status == "halted"
    assert harness.notifier.alarms


async def test_a_move_thought_out_for_an_older_table_is_thrown_away(harness):
    """Ana acts while the computer thinks: its answer to the old question must not count for the new one."""
    harness.app.ai_moves.ai_pool = ponderer = Ponderer()
    match = await harness.table(1, 1)
    asked, let = await ponderer.asked.get()
    async with harness.app.locks(match.id):
        await harness.app.moves.save(await harness.app.repo.matches.get(match.id))
    let.set()
    again, let = await ponderer.asked.get()
    assert effective_rows(await harness.app.repo.game_log.entries(match.id)) == []
    assert again == asked, "the luck of a decision is the same, however often it is thought about"
    let.set()
    await ponderer.asked.get()
    assert len(await harness.app.repo.game_log.entries(match.id)) == 1


async def test_stopping_drops_what_is_being_thought_and_the_next_start_goes_on(harness):
    harness.app.ai_moves.ai_pool = ponderer = Ponderer()
    tables = [await harness.table(1, 1) for _ in range(5)]
    asked = [(await ponderer.asked.get())[0] for _ in tables]
    await harness.app.ai_moves.stop()
    assert sorted(ponderer.dropped) == sorted(asked)
    assert sorted(await harness.app.repo.matches.awaiting_ai()) == sorted(one.id for one in tables)
    assert [await harness.app.repo.game_log.entries(one.id) for one in tables] == [[]] * 5
    await harness.reopen()
    await harness.settle()
    assert not await harness.app.repo.matches.awaiting_ai()
    assert all([await harness.app.repo.game_log.entries(one.id) for one in tables])


@pytest.mark.parametrize("failure", [MemoryError, TimeoutError, OSError])
async def test_where_nobody_can_think_the_defaults_answer(harness, failure):
    class Away(Ponderer):
        async def think(self, asked):
            raise failure

    harness.app.ai_moves.ai_pool = Away()
    match = await harness.table(1, 1)
    await harness.settle()
    assert (await harness.app.lobby.get(match.id)).waiting == (0,)
