"""A returning player first reads what the caretaker did, and may undo the last move.

Unless it revealed something.
"""

from __future__ import annotations

import pytest

from app.model.match import Match, Pace, User
from app.model.time_control import DAY, HOUR
from games.core.engine import history, walk
from games.core.engine.game import find
from games.core.state.rng import Rng
from games.core.text.messages import Msg
from games.hosted import GAMES
from tests.app.harness import PEOPLE, AppHarness
from tests.app.test_time import get

PLIES = {
    "eight_minute_empire": 30,
    "tadmor": 40,
    "era_medieval_age": 160,
    "imperial_settlers": 60,
    "el_mapa": 60,
}
# of a deal in which a caretaker's last move can be taken back, where the usual one has none
SEEDS = {"era_medieval_age": "b"}
NEVER = {"eight_minute_empire"}  # each turn ends with a card that comes to the row


async def assert_replays_and_verifies(harness: AppHarness, match: Match) -> None:
    stored = await harness.app.repo.matches.load(match.id)
    assert stored is not None
    codec = find(match.game).codec
    _, start = await harness.app.repo.game_log.checkpoint(match.id, upto=0)
    rows = [entry.row for entry in await harness.app.repo.game_log.entries(match.id)]
    assert codec.encode(history.fold(start, rows, stored.match.seed)) == codec.encode(stored.pos)
    assert (await harness.app.queries.verify(match.id)).ok


async def play_random_move(harness: AppHarness, match: Match, seat: int, rng: Rng) -> None:
    """Play a random move of the user in a seat."""
    async with harness.app.locks(match.id):
        stored = await harness.app.repo.matches.load(match.id)
        assert stored is not None
        await harness.app.moves.play(
            stored, seat, walk.random_move(stored.pos, seat, rng), "player"
        )


async def stand_in(harness: AppHarness, match: Match, seat: int) -> list[history.HistoryRow]:
    """Let a caretaker play one turn of an absent user; return its rows."""
    async with harness.app.locks(match.id):
        table = await get(harness, match)
        table.seats[seat].has_caretaker, rows = True, table.rows
        await harness.app.moves.save(table)
    await harness.settle()
    return [entry.row for entry in await harness.app.repo.game_log.entries(match.id, rows)]


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.id for game in GAMES])
async def test_the_last_of_what_a_caretaker_did_is_taken_back_where_nothing_came_to_light(
    harness: AppHarness, game: str
) -> None:
    """Over many turns of a real table: what is undone is the newest row and nothing else, and nobody knows more by it."""
    taken = refused = 0
    match, rng = await harness.table(3, game=game, start=False), Rng.of(sum(game.encode()))
    await harness.app.lobby.start(match.id, PEOPLE[0], seed=SEEDS.get(game, "coming back"))
    for _ in range(PLIES[game]):
        stored = await harness.app.repo.matches.load(match.id)
        assert stored is not None
        if stored.match.status != "running":
            break
        seat = rng.pick(walk.actors(stored.pos))
        if rng.below(3):
            await play_random_move(harness, match, seat, rng)
            continue
        rows = await stand_in(harness, match, seat)
        after = await harness.app.repo.matches.load(match.id)
        assert after is not None
        if after.match.status != "running":
            break
        if rows[-1].by == "default":  # what a rival had planned followed at once
            assert rows[-1].seat != seat
            continue
        assert rows[-1].by == "caretaker"
        panel = await harness.app.game_service.open_or_refresh_panel(
            match.id, PEOPLE[seat], requested=True
        )
        assert panel.notice is not None
        assert panel.notice.key == (
            "host.welcome_final" if panel.undo is None else "host.welcome_after"
        )
        ends, newest = (
            len(rows[-1].barrier) == 3,
            (await harness.app.repo.game_log.entries(match.id))[-1].row,
        )
        hidden = panel.undo is None
        done = await harness.app.game_service.undo(match.id, PEOPLE[seat])
        assert done.committed is not hidden
        now = await harness.app.repo.matches.load(match.id)
        assert now is not None
        if hidden:
            refused += 1
            assert find(game).codec.encode(now.pos) == find(game).codec.encode(after.pos)
            continue
        taken += ends
        entries = await harness.app.repo.game_log.entries(match.id)
        undone = [entry.row for entry in entries if entry.undone_by == now.match.rows]
        assert [row.n for row in undone] == [newest.n], "the newest row, and nobody else's"
        assert (undone[0].seat, undone[0].by) == (seat, "caretaker")
        assert seat in walk.actors(now.pos)
        step = walk.submit(now.pos, seat, tuple(undone[0].path))
        assert step.informed == [], "luck, or something hidden, has come to light"
        assert find(game).codec.encode(step.pos) == find(game).codec.encode(after.pos)
        if rng.below(2):
            await play_random_move(harness, match, seat, rng)
    await assert_replays_and_verifies(harness, match)
    assert taken or game in NEVER, "never possible in practice"
    assert refused or game not in NEVER


async def turn_of_ana(harness: AppHarness) -> Match:
    """Start a table of Tadmor with a clock, at which Ana is awaited."""
    match = await harness.table(3, game="tadmor")
    while (table := await get(harness, match)).waiting != (0,):
        await answer(harness, match, PEOPLE[table.waiting[0]])
    return match


async def answer(harness: AppHarness, match: Match, by: User) -> None:
    panel = await harness.app.game_service.open_or_refresh_panel(match.id, by, requested=True)
    panel = await harness.app.game_service.fill_defaults(match.id, by, panel.decision)
    if not panel.committed:
        await harness.app.game_service.confirm(match.id, by, panel.decision)


async def test_nothing_is_taken_back_after_somebody_else_has_decided(harness: AppHarness) -> None:
    match, ana = await turn_of_ana(harness), PEOPLE[0]
    await harness.later(DAY)
    rows = [entry.row for entry in await harness.app.repo.game_log.entries(match.id)]
    assert (rows[-1].seat, rows[-1].by) == (0, "caretaker")
    [following] = (await get(harness, match)).waiting
    await answer(harness, match, PEOPLE[following])
    panel = await harness.app.game_service.undo(match.id, ana)
    assert (panel.committed, panel.refused and panel.refused.key) == (False, "core.undo.seen")
    await assert_replays_and_verifies(harness, match)


async def test_a_step_of_somebody_else_is_enough_though_it_is_not_final_itself(
    harness: AppHarness,
) -> None:
    match, ana, bruno = await harness.table(2), *PEOPLE[:2]
    await harness.to_turns(match)
    async with harness.app.locks(match.id):
        stored = await harness.app.repo.matches.load(match.id)
        assert stored is not None
        await harness.app.moves.play(stored, 0, ("stop",), "caretaker")
    assert (await harness.app.game_service.open_or_refresh_panel(match.id, ana)).undo is not None
    await harness.say(match, bruno, "buy", {"oil": 1})
    assert (
        await harness.app.game_service.open_or_refresh_panel(match.id, bruno)
    ).undo is not None, "he may still take it back"
    panel = await harness.app.game_service.undo(match.id, ana)
    assert (panel.committed, panel.refused and panel.refused.key) == (False, "core.undo.seen")
    await harness.app.game_service.undo(match.id, bruno)
    assert (await harness.app.game_service.undo(match.id, ana)).committed, (
        "and then nobody has decided anything since"
    )
    assert (await get(harness, match)).waiting == (0,)


async def test_what_was_played_by_default_is_taken_back_too_and_a_turn_of_ones_own_is_not(
    harness: AppHarness,
) -> None:
    match, ana = await turn_of_ana(harness), PEOPLE[0]
    async with harness.app.locks(match.id):
        table = await get(harness, match)
        table.pace = Pace("decision", DAY, absent="default")
        await harness.app.moves.save(table)
    await harness.later(DAY)
    rows = [entry.row for entry in await harness.app.repo.game_log.entries(match.id)]
    assert (rows[-1].seat, rows[-1].by) == (0, "timeout")
    assert (await harness.app.game_service.undo(match.id, ana)).committed
    assert (await get(harness, match)).waiting == (0,)
    while (await get(harness, match)).waiting == (0,):
        await answer(harness, match, ana)
    panel = await harness.app.game_service.undo(match.id, ana)
    assert not panel.committed, "what one has done oneself stands: somebody else is next"
    await assert_replays_and_verifies(harness, match)


async def test_a_substitute_takes_back_nothing_of_their_predecessors_caretaker(
    harness: AppHarness,
) -> None:
    match, eva = await turn_of_ana(harness), PEOPLE[4]
    await harness.app.substitutes.offer(match.id, PEOPLE[0])
    await harness.later(DAY)
    await harness.app.substitutes.take_seat(match.id, eva, 0)
    panel = await harness.app.game_service.undo(match.id, eva)
    assert (panel.committed, panel.refused and panel.refused.key) == (False, "core.undo.nothing")


async def test_nothing_was_done_for_a_substitute_before_they_sat_down(harness: AppHarness) -> None:
    match, eva = await turn_of_ana(harness), PEOPLE[4]
    await harness.app.substitutes.offer(match.id, PEOPLE[0])
    await harness.later(DAY)
    await harness.app.substitutes.take_seat(match.id, eva, 0)
    since = await harness.app.queries.recap(match.id, eva)
    assert (since.said, since.played) == ((), False)
    [following] = (await get(harness, match)).waiting
    await answer(harness, match, PEOPLE[following])
    since = await harness.app.queries.recap(match.id, eva)
    assert since.said
    assert not [one for one in since.said if one.key == "host.for_you"]


async def test_what_was_done_for_one_comes_first_and_is_marked(harness: AppHarness) -> None:
    match, ana = await turn_of_ana(harness), PEOPLE[0]
    before = (await get(harness, match)).rows
    await harness.later(DAY)
    [following] = (await get(harness, match)).waiting
    await answer(harness, match, PEOPLE[following])
    await harness.later(HOUR)
    since = await harness.app.queries.recap(match.id, ana)
    mine = [one for one in since.said if one.key == "host.for_you"]
    assert since.has_news
    assert since.elapsed >= DAY + HOUR, "since what they did themselves"
    assert mine
    assert [*since.said[: len(mine)]] == mine, "before what others did"
    assert len(since.said) > len(mine), "whose deeds are told, too"
    rows = [
        entry.row
        for entry in await harness.app.repo.game_log.entries(match.id, before)
        if entry.row.by == "caretaker"
    ]
    assert rows
    assert isinstance(mine[0].args["said"], Msg)
    assert since.short[0].key == "host.for_you", "where there is little room as well"
    again = await harness.app.queries.recap(match.id, ana)
    assert (again.said, again.has_news) == (since.said, False)
