import msgspec
import pytest

from app.log import game_record
from games.core.engine.game import find
from games.core.engine.history import ReplayMismatchError
from tests.app.harness import PEOPLE

ANA = PEOPLE[0]


async def finished(harness, game: str = "cellar"):
    match = await harness.table(1, 2, game=game)
    return await harness.finish(match)


@pytest.mark.parametrize("game", ["cellar", "eight_minute_empire"])
async def test_a_record_goes_out_and_comes_back(harness, game):
    match = await finished(harness, game)
    record = await game_record.record(harness.app.repo, match.id)
    again = game_record.from_json(game_record.to_json(record))
    assert game_record.check(again) == await harness.app.queries.verify(match.id)
    stored = await harness.app.repo.matches.load(match.id)
    codec = find(game).codec
    assert codec.encode(game_record.rebuild(again)) == codec.encode(stored.pos)
    assert codec.encode(game_record.rebuild(again, 0)) == bytes(record.start)
    assert str(ANA.id) not in game_record.to_json(record).decode()


async def test_whatever_was_tampered_with_is_found(harness):
    record = await game_record.record(harness.app.repo, (await finished(harness)).id)
    assert game_record.check(record).ok
    renew = msgspec.structs.replace
    assert not game_record.check(renew(record, seed="0" * 32)).ok
    assert not game_record.check(renew(record, salt="0" * 32)).ok
    assert not game_record.check(renew(record, commitment="0" * 64)).ok
    for at in (0, len(record.entries) // 2, len(record.entries) - 1):
        rows = list(record.entries)
        rows[at] = renew(rows[at], row=renew(rows[at].row, hash="0" * 16))
        found = game_record.check(renew(record, entries=rows))
        assert (found.ok, found.first_broken_row) == (False, rows[at].row.n)
    assert not game_record.check(renew(record, entries=record.entries[1:])).ok
    with pytest.raises(ReplayMismatchError):
        game_record.rebuild(renew(record, entries=record.entries[5:]))
    with pytest.raises(msgspec.ValidationError):
        game_record.from_json(b"{}")


async def test_the_seed_stays_shut_while_the_game_runs(harness):
    match = await harness.table(2)
    await harness.say(match, ANA, "throw")
    found = await harness.app.queries.verify(match.id)
    assert (found.ok, found.rows, found.seed, found.salt) == (True, 1, None, None)
    assert found.commitment == match.commitment
    with pytest.raises(KeyError):
        await game_record.record(harness.app.repo, "NOPE")
