"""Records: only ended games count, and only people who want to be listed."""

import json
from dataclasses import replace

from msgspec import structs

from app.model.match import Match, MessageRefs, User
from app.people.leaderboards import UNLISTED, seat_results
from games.core.engine import walk
from games.core.state.rng import Rng
from games.core.state.score import Rank
from tests.app.harness import PEOPLE
from tests.database import database_of

ANA, BRUNO, CARLA = PEOPLE[:3]
EME = "eight_minute_empire"


async def over(
    harness, people: int = 2, computers: int = 0, *, game: str = EME, seed: int = 1
) -> Match:
    """Return a table that was played to its end with random moves."""
    match, rng = await harness.table(people, computers, game=game), Rng.of(seed)
    while True:
        async with harness.app.locks(match.id):
            stored = await harness.app.repo.matches.load(match.id)
            if stored.match.status != "running":
                return stored.match
            seat = walk.actors(stored.pos)[0]
            await harness.app.moves.play(
                stored, seat, walk.random_move(stored.pos, seat, rng), "player"
            )


async def places(harness, match: Match) -> dict[str, int]:
    board = await harness.app.queries.score(match.id)
    return {match.seats[rank.seat].name: rank.place for rank in board.ranking}


async def test_a_game_that_ends_is_counted_in_the_same_transaction(harness):
    match = await over(harness)
    assert await harness.app.repo.results.ended_without_results(guild=1) == []
    (tally,), left = await harness.app.leaderboards.guild_games(1)
    assert (tally.game, tally.size, tally.begun, tally.ended, left) == (EME, 2, 1, 1, 0)
    record = await harness.app.leaderboards.game(1, EME, ANA)
    won = {name for name, place in (await places(harness, match)).items() if place == 1}
    assert {one.name for one in record.people if one.won} == won
    assert [one.played for one in record.people] == [1, 1]
    board = await harness.app.queries.score(match.id)
    entries = await harness.app.repo.game_log.entries(match.id)
    assert (record.longest.match, record.longest.moves, record.longest.ended) == (
        match.id,
        len(entries),
        entries[-1].at,
    )
    first, second = (board.total[rank.seat] for rank in board.ranking)
    assert (record.closest.best, record.closest.second) == (first, second)


async def test_games_under_way_have_begun_and_count_for_nobody(harness):
    await harness.table(2, game=EME)
    await harness.table(3, game=EME, start=False)
    (tally,), _ = await harness.app.leaderboards.guild_games(1)
    assert (tally.begun, tally.ended) == (1, 0)
    record = await harness.app.leaderboards.game(1, EME, ANA)
    assert (record.people, record.longest, record.closest) == ((), None, None)
    assert await harness.app.leaderboards.own(ANA) == ([], 0)
    assert await harness.app.leaderboards.guild_games(2) == ([], 0), "of this server alone"


async def test_computers_and_those_who_left_are_nobody(harness):
    await over(harness, 1, 2)
    record = await harness.app.leaderboards.game(1, EME, ANA)
    assert [one.user for one in record.people] == [ANA.id]
    assert record.nameless == (0, 0)
    match = await harness.table(2, game=EME)
    await harness.app.game_service.resign(match.id, ANA)
    assert (
        await harness.finish(match)
    ).status == "ended"  # Bruno stays; Ana's seat is a computer player's
    people = (await harness.app.leaderboards.game(1, EME, ANA)).people
    assert {(one.user, one.played) for one in people} == {(ANA.id, 1), (BRUNO.id, 1)}


async def test_a_game_that_every_person_had_left_is_in_no_record(harness):
    """A file of an earlier version may hold games that computer players ended among themselves."""
    await over(harness, 1, 2)
    before = (
        await harness.app.leaderboards.guild_games(1),
        await harness.app.leaderboards.game(1, EME, ANA),
    )
    match = await over(harness, 1, 1)
    assert (
        await harness.app.leaderboards.guild_games(1),
        await harness.app.leaderboards.game(1, EME, ANA),
    ) != before
    async with harness.app.locks(match.id):
        table = await harness.app.lobby.get(match.id)
        table.leave(table.seats[0])
        await harness.app.moves.save(table)
    assert (
        await harness.app.leaderboards.guild_games(1),
        await harness.app.leaderboards.game(1, EME, ANA),
    ) == before


async def test_what_was_taken_back_is_no_move(harness):
    match = await harness.table(2)
    await harness.to_turns(match)
    rng, undone = Rng.of(2), 0
    while True:
        stored = await harness.app.repo.matches.load(match.id)
        if stored.match.status != "running":
            break
        seat = walk.actors(stored.pos)[0]
        after = await harness.app.moves.play(
            stored, seat, walk.random_move(stored.pos, seat, rng), "player"
        )
        found = await harness.app.moves.undoable(after, after.match.seats[seat])
        if undone < 3 and hasattr(found, "row"):
            await harness.app.moves.undo(after, after.match.seats[seat], found)
            undone += 1
    assert undone == 3
    match = await harness.app.lobby.get(match.id)
    longest = (await harness.app.leaderboards.game(1, "cellar", ANA)).longest
    assert longest.moves == match.rows - 2 * undone


async def test_older_games_are_counted_when_somebody_asks(harness):
    match = await over(harness)
    before = await harness.app.leaderboards.game(1, EME, ANA)
    await database_of(harness.app.repo).transaction(
        lambda conn: conn.execute("DELETE FROM results")
    )
    assert (await harness.app.leaderboards.game(1, EME, ANA)).people == ()
    assert await harness.app.repo.results.ended_without_results(user=BRUNO.id) == [match.id]
    (own,), left = await harness.app.leaderboards.own(BRUNO)
    assert (own.played, left) == (1, 0)
    assert await harness.app.leaderboards.game(1, EME, ANA) == before


async def test_who_has_no_patience_left_is_told_how_many_are_still_to_be_counted(
    harness, monkeypatch
):
    await over(harness)
    await database_of(harness.app.repo).transaction(
        lambda conn: conn.execute("DELETE FROM results")
    )
    monkeypatch.setattr("app.people.leaderboards.BACKFILL_BUDGET_S", -1)
    _, left = await harness.app.leaderboards.guild_games(1)
    assert left == 1


async def test_a_game_that_can_t_be_ranked_ends_all_the_same(harness, monkeypatch):
    def broken(pos):
        raise ZeroDivisionError

    match = await harness.table(2, game=EME)
    original = harness.app.games[EME]
    harness.app.games[EME] = replace(original, score=broken)
    rng = Rng.of(1)
    while (stored := await harness.app.repo.matches.load(match.id)).match.status == "running":
        seat = walk.actors(stored.pos)[0]
        await harness.app.moves.play(
            stored, seat, walk.random_move(stored.pos, seat, rng), "player"
        )
    assert await harness.app.repo.results.ended_without_results(guild=1) == [match.id]
    harness.app.games[EME] = original
    await harness.app.leaderboards.guild_games(1)
    assert await harness.app.repo.results.ended_without_results(guild=1) == []


async def test_own_games_by_game_with_the_mean_place(harness):
    matches = [await over(harness, 2, seed=1), await over(harness, 3, seed=2)]
    mine = [(await places(harness, match))["Ana"] for match in matches]
    (own,), _ = await harness.app.leaderboards.own(ANA)
    assert (own.game, own.played, own.won) == (EME, 2, mine.count(1))
    assert (own.place, own.size) == (sum(mine) / 2, 2.5)
    (carla,), _ = await harness.app.leaderboards.own(CARLA)
    assert carla.played == 1


async def test_alone_is_no_win_against_anybody(harness):
    match = await over(harness, 1, game="era_medieval_age")
    record = await harness.app.leaderboards.game(1, match.game, ANA)
    assert record.people == ()
    assert record.closest is None
    assert record.longest is not None
    (own,), _ = await harness.app.leaderboards.own(ANA)
    assert (own.played, own.won, own.alone, own.place) == (1, 0, 1, None)


async def test_who_wants_to_be_in_no_list_is_named_in_their_own_alone(harness):
    match = await over(harness)
    ana = await harness.app.users.set(structs.replace(ANA, prefs={}), unlisted=True)
    won = sum(
        name == "Ana" and place == 1 for name, place in (await places(harness, match)).items()
    )
    others = await harness.app.leaderboards.game(1, EME, BRUNO)
    assert [one.name for one in others.people] == ["Bruno"]
    assert others.nameless == (1, won)
    mine = await harness.app.leaderboards.game(1, EME, ana)
    assert {one.name for one in mine.people} == {"Ana", "Bruno"}
    await harness.app.users.set(ana, unlisted=None)
    assert UNLISTED not in ana.prefs
    assert {one.name for one in (await harness.app.leaderboards.game(1, EME, BRUNO)).people} == {
        "Ana",
        "Bruno",
    }


async def test_who_is_forgotten_is_forgotten_here_too(harness):
    match = await over(harness)
    before = await harness.app.leaderboards.game(1, EME, BRUNO)
    await harness.app.privacy.erase(ANA)
    after = await harness.app.leaderboards.game(1, EME, BRUNO)
    assert [one.user for one in after.people] == [BRUNO.id]
    assert after.nameless == (0, 0)
    assert (after.tallies, after.longest, after.closest) == (
        before.tallies,
        before.longest,
        before.closest,
    )
    assert await harness.app.leaderboards.own(ANA) == ([], 0)
    rows = await database_of(harness.app.repo).fetch_all(
        "SELECT * FROM ranks WHERE match = ?", (match.id,)
    )
    assert str(ANA.id) not in repr([tuple(row) for row in rows])


async def test_who_asks_for_what_is_kept_of_them_gets_their_places_too(harness):
    match = await over(harness)
    (table,) = json.loads(await harness.app.privacy.export(BRUNO))["tables"]
    board = await harness.app.queries.score(match.id)
    place = next(rank.place for rank in board.ranking if rank.seat == 1)
    assert table["ended"] == [
        {"place": place, "points": board.total[1], "done": list(await own_deeds(harness, match, 1))}
    ]


async def test_names_are_the_newest(harness):
    await over(harness)
    await harness.app.users.get(ANA.id, "Anita")
    assert {one.name for one in (await harness.app.leaderboards.game(1, EME, BRUNO)).people} == {
        "Anita",
        "Bruno",
    }


async def test_a_table_that_was_brought_to_another_server_counts_there(harness):
    match = await over(harness)
    await harness.app.repo.matches.set_channel(match.id, 9, 9)
    assert (await harness.app.lobby.get(match.id)).places == MessageRefs(9, 9)
    assert (await harness.app.leaderboards.guild_games(1))[0] == []
    assert len((await harness.app.leaderboards.game(9, EME, User(5, "x"))).people) == 2


async def test_first_times_are_told_of_the_first_game_alone(harness):
    one = await over(harness, seed=1)
    harness.clock.advance(60)
    two = await over(harness, seed=2)
    firsts = {first.name: first for first in await harness.app.leaderboards.firsts(ANA)}
    assert firsts["played"].match == one.id
    assert firsts["played"].game == EME
    entries = await harness.app.repo.game_log.entries(one.id)
    assert firsts["played"].at == entries[-1].at
    done = {
        name: {match.id for match in (one, two) if name in await own_deeds(harness, match, 0)}
        for name in firsts
    }
    assert done["played"] == {one.id, two.id}
    assert all(
        firsts[name].match == (one.id if one.id in where else two.id)
        for name, where in done.items()
    )
    assert await harness.app.leaderboards.firsts(CARLA) == []


async def own_deeds(harness, match: Match, seat: int) -> tuple[str, ...]:
    return next(
        rank.achievements
        for rank in await harness.app.repo.results.of_match(match.id)
        if rank.seat == seat
    )


async def test_who_founded_a_city_has_done_so_and_who_won_alone_or_with_others(harness):
    match = await over(harness, 3, seed=4)
    founders = {
        event["all"]["seat"]
        for entry in await harness.app.repo.game_log.entries(match.id)
        for event in entry.row.events
        if event["all"] and event["all"]["kind"] == "founded"
    }
    ranking = (await harness.app.queries.score(match.id)).ranking
    first = [rank.seat for rank in ranking if rank.place == 1]
    assert founders
    for seat in range(3):
        done = await own_deeds(harness, match, seat)
        assert ("city" in done) is (seat in founders)
        assert {"won", "shared"} & set(done) == (
            {"shared" if len(first) > 1 else "won"} if seat in first else set()
        )


async def test_a_shared_win_is_a_first_of_its_own(harness):
    match = await harness.table(2, game=EME)
    original = harness.app.games[EME]

    def tied(pos):
        board = original.score(pos)
        return structs.replace(board, ranking=tuple(Rank(1, seat) for seat in range(pos.n)))

    harness.app.games[EME] = replace(original, score=tied)
    rng = Rng.of(1)
    while (stored := await harness.app.repo.matches.load(match.id)).match.status == "running":
        seat = walk.actors(stored.pos)[0]
        await harness.app.moves.play(
            stored, seat, walk.random_move(stored.pos, seat, rng), "player"
        )
    for seat in range(2):
        assert "shared" in await own_deeds(harness, match, seat)
        assert "won" not in await own_deeds(harness, match, seat)


async def test_what_was_taken_back_was_not_done(harness):
    match = await over(harness, 2, seed=1)
    entries = await harness.app.repo.game_log.entries(match.id)
    stored = await harness.app.repo.matches.load(match.id)
    game = harness.app.games[EME]
    before = {rank.seat: rank.achievements for rank in seat_results(game, stored, entries)}
    assert any("city" in done for done in before.values())
    struck = [structs.replace(one, undone_by=999) if _founded(one) else one for one in entries]
    after = {rank.seat: rank.achievements for rank in seat_results(game, stored, struck)}
    assert all("city" not in done for done in after.values())
    minded = [
        structs.replace(one, row=structs.replace(one.row, by="caretaker")) if _founded(one) else one
        for one in entries
    ]
    assert all("city" not in rank.achievements for rank in seat_results(game, stored, minded)), (
        "a caretaker did it"
    )


def _founded(entry) -> bool:
    return any(event["all"] and event["all"]["kind"] == "founded" for event in entry.row.events)


async def test_first_times_wait_until_older_games_are_counted(harness, monkeypatch):
    one = await over(harness, seed=1)
    await over(harness, seed=2)
    firsts = await harness.app.leaderboards.firsts(ANA)
    await database_of(harness.app.repo).transaction(
        lambda conn: conn.execute("UPDATE ranks SET deeds = NULL WHERE match = ?", (one.id,))
    )
    with monkeypatch.context() as patch:
        patch.setattr("app.people.leaderboards.BACKFILL_BUDGET_S", -1)
        assert await harness.app.leaderboards.firsts(ANA) == []
    assert await harness.app.leaderboards.firsts(ANA) == firsts


async def test_who_does_not_want_to_be_told_is_not(harness):
    await over(harness)
    ana = await harness.app.users.set(structs.replace(ANA, prefs={}), unsung=True)
    assert await harness.app.leaderboards.firsts(ana) == []
    assert (
        await harness.app.leaderboards.firsts(await harness.app.users.set(ana, unsung=None)) != []
    )


async def test_first_times_are_handed_out_and_erased(harness):
    match = await over(harness)
    (table,) = json.loads(await harness.app.privacy.export(BRUNO))["tables"]
    assert table["ended"][0]["done"] == list(await own_deeds(harness, match, 1))
    await harness.app.privacy.erase(BRUNO)
    assert await harness.app.leaderboards.firsts(BRUNO) == []
    assert await harness.app.leaderboards.firsts(ANA) != []


async def test_a_guided_first_game_counts_for_nobody(harness):
    match, rng = await harness.app.tutorials.start_or_resume(ANA, EME), Rng.of(3)
    await harness.app.tutorials.leave(match.id, ANA)
    while True:
        async with harness.app.locks(match.id):
            stored = await harness.app.repo.matches.load(match.id)
            if stored.match.status != "running":
                break
            seat = walk.actors(stored.pos)[0]
            await harness.app.moves.play(
                stored, seat, walk.random_move(stored.pos, seat, rng), "player"
            )
    assert await harness.app.leaderboards.own(ANA) == ([], 0)
    assert await harness.app.leaderboards.firsts(ANA) == []
    await over(harness)
    (own,), _ = await harness.app.leaderboards.own(ANA)
    assert own.played == 1
    assert {one.name for one in await harness.app.leaderboards.firsts(ANA)} >= {"played"}
