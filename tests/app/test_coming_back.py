"""Who comes back reads first what the caretaker did for them, and may take back the last of it where nothing came to light."""

from __future__ import annotations

import pytest

from app.model import time_control
from app.model.match import Match, User
from app.model.time_control import DAY, HOUR
from games.core.engine import history, walk
from games.core.engine.game import find
from games.core.state.rng import Rng
from games.core.text.messages import Msg
from games.hosted import GAMES
from tests.app.kit import PEOPLE, House
from tests.app.test_time import get

PLIES = {
    "eight_minute_empire": 30,
    "tadmor": 40,
    "era_medieval_age": 160,
    "imperial_settlers": 60,
    "el_mapa": 60,
}
NEVER = {"eight_minute_empire"}  # each turn ends with a card that comes to the row


async def whole_truth(house: House, match: Match) -> None:
    stored = await house.app.repo.load(match.id)
    assert stored is not None
    codec = find(match.game).codec
    _, start = await house.app.repo.checkpoint(match.id, upto=0)
    rows = [entry.row for entry in await house.app.repo.entries(match.id)]
    assert codec.encode(history.fold(start, rows, stored.match.seed)) == codec.encode(stored.pos)
    assert (await house.app.tables.verify(match.id)).ok


async def by_lot(house: House, match: Match, seat: int, rng: Rng) -> None:
    """The person in a seat plays something legal, whole."""
    async with house.app.locks(match.id):
        stored = await house.app.repo.load(match.id)
        assert stored is not None
        await house.app.moves.play(stored, seat, walk.random_move(stored.pos, seat, rng), "player")


async def stand_in(house: House, match: Match, seat: int) -> list[history.HistoryRow]:
    """The seat's person is away for one turn, and a caretaker answers; the rows of that."""
    async with house.app.locks(match.id):
        table = await get(house, match)
        table.seats[seat].minded, rows = True, table.rows
        await house.app.moves.save(table)
    await house.settle()
    return [entry.row for entry in await house.app.repo.entries(match.id, rows)]


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.id for game in GAMES])
async def test_the_last_of_what_a_caretaker_did_is_taken_back_where_nothing_came_to_light(
    house: House, game: str
) -> None:
    """Over many turns of a real table: what is undone is the newest row and nothing else, and nobody knows more by it."""
    taken = refused = 0
    match, rng = await house.table(3, game=game, start=False), Rng.of(sum(game.encode()))
    await house.app.lobby.start(match.id, PEOPLE[0], seed="coming back")
    for _ in range(PLIES[game]):
        stored = await house.app.repo.load(match.id)
        assert stored is not None
        if stored.match.status != "running":
            break
        seat = rng.pick(walk.actors(stored.pos))
        if rng.below(3):
            await by_lot(house, match, seat, rng)
            continue
        rows = await stand_in(house, match, seat)
        after = await house.app.repo.load(match.id)
        assert after is not None
        if after.match.status != "running":
            break
        assert rows[-1].by == "caretaker"
        panel = await house.app.tables.panel(match.id, PEOPLE[seat], tap=True)
        assert panel.notice is not None
        assert panel.notice.key == (
            "host.welcome_final" if panel.undo is None else "host.welcome_after"
        )
        ends, newest = len(rows[-1].barrier) == 3, (await house.app.repo.entries(match.id))[-1].row
        hidden = panel.undo is None
        done = await house.app.tables.undo(match.id, PEOPLE[seat])
        assert done.committed is not hidden
        now = await house.app.repo.load(match.id)
        assert now is not None
        if hidden:
            refused += 1
            assert find(game).codec.encode(now.pos) == find(game).codec.encode(after.pos)
            continue
        taken += ends
        entries = await house.app.repo.entries(match.id)
        undone = [entry.row for entry in entries if entry.struck_by == now.match.rows]
        assert [row.n for row in undone] == [newest.n], "the newest row, and nobody else's"
        assert (undone[0].seat, undone[0].by) == (seat, "caretaker")
        assert seat in walk.actors(now.pos)
        step = walk.submit(now.pos, seat, tuple(undone[0].path))
        assert step.shown == [], "luck, or something hidden, has come to light"
        assert find(game).codec.encode(step.pos) == find(game).codec.encode(after.pos)
        if rng.below(2):
            await by_lot(house, match, seat, rng)
    await whole_truth(house, match)
    assert taken or game in NEVER, "never possible in practice"
    assert refused or game not in NEVER


async def turn_of_ana(house: House) -> Match:
    """A table of Tadmor, whose turns end without luck, with a clock; Ana is awaited."""
    match = await house.table(3, game="tadmor")
    while (table := await get(house, match)).waiting != (0,):
        await answer(house, match, PEOPLE[table.waiting[0]])
    return match


async def answer(house: House, match: Match, by: User) -> None:
    panel = await house.app.tables.panel(match.id, by, tap=True)
    panel = await house.app.tables.fill_defaults(match.id, by, panel.decision)
    if not panel.committed:
        await house.app.tables.confirm(match.id, by, panel.decision)


async def test_nothing_is_taken_back_after_somebody_else_has_decided(house: House) -> None:
    match, ana = await turn_of_ana(house), PEOPLE[0]
    await house.later(DAY)
    rows = [entry.row for entry in await house.app.repo.entries(match.id)]
    assert (rows[-1].seat, rows[-1].by) == (0, "caretaker")
    [following] = (await get(house, match)).waiting
    await answer(house, match, PEOPLE[following])
    panel = await house.app.tables.undo(match.id, ana)
    assert (panel.committed, panel.refused and panel.refused.key) == (False, "core.undo.seen")
    await whole_truth(house, match)


async def test_a_step_of_somebody_else_is_enough_though_it_is_not_final_itself(
    house: House,
) -> None:
    match, ana, bruno = await house.table(2), *PEOPLE[:2]
    await house.to_turns(match)
    async with house.app.locks(match.id):
        stored = await house.app.repo.load(match.id)
        assert stored is not None
        await house.app.moves.play(stored, 0, ("stop",), "caretaker")
    assert (await house.app.tables.panel(match.id, ana)).undo is not None
    await house.say(match, bruno, "buy", {"oil": 1})
    assert (await house.app.tables.panel(match.id, bruno)).undo is not None, (
        "he may still take it back"
    )
    panel = await house.app.tables.undo(match.id, ana)
    assert (panel.committed, panel.refused and panel.refused.key) == (False, "core.undo.seen")
    await house.app.tables.undo(match.id, bruno)
    assert (await house.app.tables.undo(match.id, ana)).committed, (
        "and then nobody has decided anything since"
    )
    assert (await get(house, match)).waiting == (0,)


async def test_what_was_played_by_default_is_taken_back_too_and_a_turn_of_ones_own_is_not(
    house: House,
) -> None:
    match, ana = await turn_of_ana(house), PEOPLE[0]
    async with house.app.locks(match.id):
        table = await get(house, match)
        table.pace = time_control.Pace("decision", DAY, absent="default")
        await house.app.moves.save(table)
    await house.later(DAY)
    rows = [entry.row for entry in await house.app.repo.entries(match.id)]
    assert (rows[-1].seat, rows[-1].by) == (0, "timeout")
    assert (await house.app.tables.undo(match.id, ana)).committed
    assert (await get(house, match)).waiting == (0,)
    while (await get(house, match)).waiting == (0,):
        await answer(house, match, ana)
    panel = await house.app.tables.undo(match.id, ana)
    assert not panel.committed, "what one has done oneself stands: somebody else is next"
    await whole_truth(house, match)


async def test_a_substitute_takes_back_nothing_of_their_predecessors_caretaker(
    house: House,
) -> None:
    match, eva = await turn_of_ana(house), PEOPLE[4]
    await house.app.substitutes.offer(match.id, PEOPLE[0])
    await house.later(DAY)
    await house.app.substitutes.sit(match.id, eva, 0)
    panel = await house.app.tables.undo(match.id, eva)
    assert (panel.committed, panel.refused and panel.refused.key) == (False, "core.undo.nothing")


async def test_nothing_was_done_for_a_substitute_before_they_sat_down(house: House) -> None:
    match, eva = await turn_of_ana(house), PEOPLE[4]
    await house.app.substitutes.offer(match.id, PEOPLE[0])
    await house.later(DAY)
    await house.app.substitutes.sit(match.id, eva, 0)
    since = await house.app.tables.recap(match.id, eva)
    assert (since.said, since.played) == ((), False)
    [following] = (await get(house, match)).waiting
    await answer(house, match, PEOPLE[following])
    since = await house.app.tables.recap(match.id, eva)
    assert since.said
    assert not [one for one in since.said if one.key == "host.for_you"]


async def test_what_was_done_for_one_comes_first_and_is_marked(house: House) -> None:
    match, ana = await turn_of_ana(house), PEOPLE[0]
    before = (await get(house, match)).rows
    await house.later(DAY)
    [following] = (await get(house, match)).waiting
    await answer(house, match, PEOPLE[following])
    await house.later(HOUR)
    since = await house.app.tables.recap(match.id, ana)
    mine = [one for one in since.said if one.key == "host.for_you"]
    assert since.fresh
    assert since.elapsed >= DAY + HOUR, "since what they did themselves"
    assert mine
    assert [*since.said[: len(mine)]] == mine, "before what others did"
    assert len(since.said) > len(mine), "whose deeds are told, too"
    rows = [
        entry.row
        for entry in await house.app.repo.entries(match.id, before)
        if entry.row.by == "caretaker"
    ]
    assert rows
    assert isinstance(mine[0].args["said"], Msg)
    assert since.brief[0].key == "host.for_you", "where there is little room as well"
    again = await house.app.tables.recap(match.id, ana)
    assert (again.said, again.fresh) == (since.said, False)
