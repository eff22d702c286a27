"""What has been played: only what has ended counts, only people are named, and nobody who does not want to be."""

import json
from dataclasses import replace

from msgspec import structs

from app.model.match import Match, MessageRefs, User
from app.people.leaderboards import UNLISTED, ranks
from games.core.engine import walk
from games.core.state.rng import Rng
from games.core.state.score import Rank
from tests.app.kit import PEOPLE

ANA, BRUNO, CARLA = PEOPLE[:3]
EME = "eight_minute_empire"


async def over(
    house, people: int = 2, computers: int = 0, *, game: str = EME, seed: int = 1
) -> Match:
    """A table that has been played to its end by lot."""
    match, rng = await house.table(people, computers, game=game), Rng.of(seed)
    while True:
        async with house.app.locks(match.id):
            stored = await house.app.repo.load(match.id)
            if stored.match.status != "running":
                return stored.match
            seat = walk.actors(stored.pos)[0]
            await house.app.moves.play(
                stored, seat, walk.random_move(stored.pos, seat, rng), "player"
            )


async def places(house, match: Match) -> dict[str, int]:
    board = await house.app.tables.score(match.id)
    return {match.seats[rank.seat].name: rank.place for rank in board.ranking}


async def test_a_game_that_ends_is_counted_in_the_same_transaction(house):
    match = await over(house)
    assert await house.app.repo.uncounted(guild=1) == []
    (tally,), left = await house.app.records.server(1)
    assert (tally.game, tally.size, tally.begun, tally.ended, left) == (EME, 2, 1, 1, 0)
    record = await house.app.records.game(1, EME, ANA)
    won = {name for name, place in (await places(house, match)).items() if place == 1}
    assert {one.name for one in record.people if one.won} == won
    assert [one.played for one in record.people] == [1, 1]
    board = await house.app.tables.score(match.id)
    entries = await house.app.repo.entries(match.id)
    assert (record.longest.match, record.longest.moves, record.longest.ended) == (
        match.id,
        len(entries),
        entries[-1].at,
    )
    first, second = (board.total[rank.seat] for rank in board.ranking)
    assert (record.closest.best, record.closest.second) == (first, second)


async def test_games_under_way_have_begun_and_count_for_nobody(house):
    await house.table(2, game=EME)
    await house.table(3, game=EME, start=False)
    (tally,), _ = await house.app.records.server(1)
    assert (tally.begun, tally.ended) == (1, 0)
    record = await house.app.records.game(1, EME, ANA)
    assert (record.people, record.longest, record.closest) == ((), None, None)
    assert await house.app.records.own(ANA) == ([], 0)
    assert await house.app.records.server(2) == ([], 0), "of this server alone"


async def test_computers_and_those_who_left_are_nobody(house):
    await over(house, 1, 2)
    record = await house.app.records.game(1, EME, ANA)
    assert [one.user for one in record.people] == [ANA.id]
    assert record.nameless == (0, 0)
    match = await house.table(2, game=EME)
    await house.app.tables.resign(match.id, ANA)
    assert (
        await house.finish(match)
    ).status == "ended"  # Bruno stays; Ana's seat is a computer player's
    people = (await house.app.records.game(1, EME, ANA)).people
    assert {(one.user, one.played) for one in people} == {(ANA.id, 1), (BRUNO.id, 1)}


async def test_a_game_that_every_person_had_left_is_in_no_record(house):
    """A file of an earlier version may hold games that computer players ended among themselves."""
    await over(house, 1, 2)
    before = await house.app.records.server(1), await house.app.records.game(1, EME, ANA)
    match = await over(house, 1, 1)
    assert (await house.app.records.server(1), await house.app.records.game(1, EME, ANA)) != before
    async with house.app.locks(match.id):
        table = await house.app.lobby.get(match.id)
        table.leave(table.seats[0])
        await house.app.moves.save(table)
    assert (await house.app.records.server(1), await house.app.records.game(1, EME, ANA)) == before


async def test_what_was_taken_back_is_no_move(house):
    match = await house.table(2)
    await house.to_turns(match)
    rng, undone = Rng.of(2), 0
    while True:
        stored = await house.app.repo.load(match.id)
        if stored.match.status != "running":
            break
        seat = walk.actors(stored.pos)[0]
        after = await house.app.moves.play(
            stored, seat, walk.random_move(stored.pos, seat, rng), "player"
        )
        found = await house.app.moves.undoable(after, after.match.seats[seat])
        if undone < 3 and hasattr(found, "row"):
            await house.app.moves.undo(after, after.match.seats[seat], found)
            undone += 1
    assert undone == 3
    match = await house.app.lobby.get(match.id)
    longest = (await house.app.records.game(1, "cellar", ANA)).longest
    assert longest.moves == match.rows - 2 * undone


async def test_older_games_are_counted_when_somebody_asks(house):
    match = await over(house)
    before = await house.app.records.game(1, EME, ANA)
    await house.app.repo._db.transaction(lambda conn: conn.execute("DELETE FROM results"))
    assert (await house.app.records.game(1, EME, ANA)).people == ()
    assert await house.app.repo.uncounted(user=BRUNO.id) == [match.id]
    (own,), left = await house.app.records.own(BRUNO)
    assert (own.played, left) == (1, 0)
    assert await house.app.records.game(1, EME, ANA) == before


async def test_who_has_no_patience_left_is_told_how_many_are_still_to_be_counted(
    house, monkeypatch
):
    await over(house)
    await house.app.repo._db.transaction(lambda conn: conn.execute("DELETE FROM results"))
    monkeypatch.setattr("app.people.leaderboards.BACKFILL_BUDGET_S", -1)
    _, left = await house.app.records.server(1)
    assert left == 1


async def test_a_game_that_can_t_be_ranked_ends_all_the_same(house, monkeypatch):
    def broken(pos):
        raise ZeroDivisionError

    match = await house.table(2, game=EME)
    original = house.app.games[EME]
    house.app.games[EME] = replace(original, score=broken)
    rng = Rng.of(1)
    while (stored := await house.app.repo.load(match.id)).match.status == "running":
        seat = walk.actors(stored.pos)[0]
        await house.app.moves.play(stored, seat, walk.random_move(stored.pos, seat, rng), "player")
    assert await house.app.repo.uncounted(guild=1) == [match.id]
    house.app.games[EME] = original
    await house.app.records.server(1)
    assert await house.app.repo.uncounted(guild=1) == []


async def test_own_games_by_game_with_the_mean_place(house):
    matches = [await over(house, 2, seed=1), await over(house, 3, seed=2)]
    mine = [(await places(house, match))["Ana"] for match in matches]
    (own,), _ = await house.app.records.own(ANA)
    assert (own.game, own.played, own.won) == (EME, 2, mine.count(1))
    assert (own.place, own.size) == (sum(mine) / 2, 2.5)
    (carla,), _ = await house.app.records.own(CARLA)
    assert carla.played == 1


async def test_alone_is_no_win_against_anybody(house):
    match = await over(house, 1, game="era_medieval_age")
    record = await house.app.records.game(1, match.game, ANA)
    assert record.people == ()
    assert record.closest is None
    assert record.longest is not None
    (own,), _ = await house.app.records.own(ANA)
    assert (own.played, own.won, own.alone, own.place) == (1, 0, 1, None)


async def test_who_wants_to_be_in_no_list_is_named_in_their_own_alone(house):
    match = await over(house)
    ana = await house.app.people.set(structs.replace(ANA, prefs={}), unlisted=True)
    won = sum(name == "Ana" and place == 1 for name, place in (await places(house, match)).items())
    others = await house.app.records.game(1, EME, BRUNO)
    assert [one.name for one in others.people] == ["Bruno"]
    assert others.nameless == (1, won)
    mine = await house.app.records.game(1, EME, ana)
    assert {one.name for one in mine.people} == {"Ana", "Bruno"}
    await house.app.people.set(ana, unlisted=None)
    assert UNLISTED not in ana.prefs
    assert {one.name for one in (await house.app.records.game(1, EME, BRUNO)).people} == {
        "Ana",
        "Bruno",
    }


async def test_who_is_forgotten_is_forgotten_here_too(house):
    match = await over(house)
    before = await house.app.records.game(1, EME, BRUNO)
    await house.app.privacy.erase(ANA)
    after = await house.app.records.game(1, EME, BRUNO)
    assert [one.user for one in after.people] == [BRUNO.id]
    assert after.nameless == (0, 0)
    assert (after.tallies, after.longest, after.closest) == (
        before.tallies,
        before.longest,
        before.closest,
    )
    assert await house.app.records.own(ANA) == ([], 0)
    rows = await house.app.repo._db.fetch_all("SELECT * FROM ranks WHERE match = ?", (match.id,))
    assert str(ANA.id) not in repr([tuple(row) for row in rows])


async def test_who_asks_for_what_is_kept_of_them_gets_their_places_too(house):
    match = await over(house)
    (table,) = json.loads(await house.app.privacy.export(BRUNO))["tables"]
    board = await house.app.tables.score(match.id)
    place = next(rank.place for rank in board.ranking if rank.seat == 1)
    assert table["ended"] == [
        {"place": place, "points": board.total[1], "done": list(await own_deeds(house, match, 1))}
    ]


async def test_names_are_the_newest(house):
    await over(house)
    await house.app.people.get(ANA.id, "Anita")
    assert {one.name for one in (await house.app.records.game(1, EME, BRUNO)).people} == {
        "Anita",
        "Bruno",
    }


async def test_a_table_that_was_brought_to_another_server_counts_there(house):
    match = await over(house)
    await house.app.repo.set_channel(match.id, 9, 9)
    assert (await house.app.lobby.get(match.id)).places == MessageRefs(9, 9)
    assert (await house.app.records.server(1))[0] == []
    assert len((await house.app.records.game(9, EME, User(5, "x"))).people) == 2


async def test_first_times_are_told_of_the_first_game_alone(house):
    one = await over(house, seed=1)
    house.clock.advance(60)
    two = await over(house, seed=2)
    firsts = {first.deed: first for first in await house.app.records.firsts(ANA)}
    assert firsts["played"].match == one.id
    assert firsts["played"].game == EME
    entries = await house.app.repo.entries(one.id)
    assert firsts["played"].at == entries[-1].at
    done = {
        name: {match.id for match in (one, two) if name in await own_deeds(house, match, 0)}
        for name in firsts
    }
    assert done["played"] == {one.id, two.id}
    assert all(
        firsts[name].match == (one.id if one.id in where else two.id)
        for name, where in done.items()
    )
    assert await house.app.records.firsts(CARLA) == []


async def own_deeds(house, match: Match, seat: int) -> tuple[str, ...]:
    return next(rank.deeds for rank in await house.app.repo.ranks(match.id) if rank.seat == seat)


async def test_who_founded_a_city_has_done_so_and_who_won_alone_or_with_others(house):
    match = await over(house, 3, seed=4)
    founders = {
        event["all"]["seat"]
        for entry in await house.app.repo.entries(match.id)
        for event in entry.row.events
        if event["all"] and event["all"]["kind"] == "founded"
    }
    ranking = (await house.app.tables.score(match.id)).ranking
    first = [rank.seat for rank in ranking if rank.place == 1]
    assert founders
    for seat in range(3):
        done = await own_deeds(house, match, seat)
        assert ("city" in done) is (seat in founders)
        assert {"won", "shared"} & set(done) == (
            {"shared" if len(first) > 1 else "won"} if seat in first else set()
        )


async def test_a_shared_win_is_a_first_of_its_own(house):
    match = await house.table(2, game=EME)
    original = house.app.games[EME]

    def tied(pos):
        board = original.score(pos)
        return structs.replace(board, ranking=tuple(Rank(1, seat) for seat in range(pos.n)))

    house.app.games[EME] = replace(original, score=tied)
    rng = Rng.of(1)
    while (stored := await house.app.repo.load(match.id)).match.status == "running":
        seat = walk.actors(stored.pos)[0]
        await house.app.moves.play(stored, seat, walk.random_move(stored.pos, seat, rng), "player")
    for seat in range(2):
        assert "shared" in await own_deeds(house, match, seat)
        assert "won" not in await own_deeds(house, match, seat)


async def test_what_was_taken_back_was_not_done(house):
    match = await over(house, 2, seed=1)
    entries = await house.app.repo.entries(match.id)
    stored = await house.app.repo.load(match.id)
    game = house.app.games[EME]
    before = {rank.seat: rank.deeds for rank in ranks(game, stored, entries)}
    assert any("city" in done for done in before.values())
    struck = [structs.replace(one, struck_by=999) if _founded(one) else one for one in entries]
    after = {rank.seat: rank.deeds for rank in ranks(game, stored, struck)}
    assert all("city" not in done for done in after.values())
    minded = [
        structs.replace(one, row=structs.replace(one.row, by="caretaker")) if _founded(one) else one
        for one in entries
    ]
    assert all("city" not in rank.deeds for rank in ranks(game, stored, minded)), (
        "a caretaker did it"
    )


def _founded(entry) -> bool:
    return any(event["all"] and event["all"]["kind"] == "founded" for event in entry.row.events)


async def test_first_times_wait_until_older_games_are_counted(house, monkeypatch):
    one = await over(house, seed=1)
    await over(house, seed=2)
    firsts = await house.app.records.firsts(ANA)
    await house.app.repo._db.transaction(
        lambda conn: conn.execute("UPDATE ranks SET deeds = NULL WHERE match = ?", (one.id,))
    )
    with monkeypatch.context() as patch:
        patch.setattr("app.people.leaderboards.BACKFILL_BUDGET_S", -1)
        assert await house.app.records.firsts(ANA) == []
    assert await house.app.records.firsts(ANA) == firsts


async def test_who_does_not_want_to_be_told_is_not(house):
    await over(house)
    ana = await house.app.people.set(structs.replace(ANA, prefs={}), unsung=True)
    assert await house.app.records.firsts(ana) == []
    assert await house.app.records.firsts(await house.app.people.set(ana, unsung=None)) != []


async def test_first_times_are_handed_out_and_erased(house):
    match = await over(house)
    (table,) = json.loads(await house.app.privacy.export(BRUNO))["tables"]
    assert table["ended"][0]["done"] == list(await own_deeds(house, match, 1))
    await house.app.privacy.erase(BRUNO)
    assert await house.app.records.firsts(BRUNO) == []
    assert await house.app.records.firsts(ANA) != []


async def test_a_guided_first_game_counts_for_nobody(house):
    match, rng = await house.app.lessons.learn(ANA, EME), Rng.of(3)
    await house.app.lessons.leave(match.id, ANA)
    while True:
        async with house.app.locks(match.id):
            stored = await house.app.repo.load(match.id)
            if stored.match.status != "running":
                break
            seat = walk.actors(stored.pos)[0]
            await house.app.moves.play(
                stored, seat, walk.random_move(stored.pos, seat, rng), "player"
            )
    assert await house.app.records.own(ANA) == ([], 0)
    assert await house.app.records.firsts(ANA) == []
    await over(house)
    (own,), _ = await house.app.records.own(ANA)
    assert own.played == 1
    assert {one.deed for one in await house.app.records.firsts(ANA)} >= {"played"}
