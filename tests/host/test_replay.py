import msgspec
import pytest

from games.core.history import Diverged
from games.core.rules import find
from host import replay
from tests.host.kit import PEOPLE

ANA = PEOPLE[0]


async def finished(house, game: str = "cellar"):
    match = await house.table(1, 2, game=game)
    return await house.finish(match)


@pytest.mark.parametrize("game", ["cellar", "eight_minute_empire"])
async def test_a_record_goes_out_and_comes_back(house, game):
    match = await finished(house, game)
    record = await replay.record(house.app.repo, match.id)
    again = replay.from_json(replay.to_json(record))
    assert replay.check(again) == await house.app.tables.verify(match.id)
    stored = await house.app.repo.load(match.id)
    codec = find(game).codec
    assert codec.encode(replay.rebuild(again)) == codec.encode(stored.pos)
    assert codec.encode(replay.rebuild(again, 0)) == bytes(record.start)
    assert str(ANA.id) not in replay.to_json(record).decode()


async def test_whatever_was_tampered_with_is_found(house):
    record = await replay.record(house.app.repo, (await finished(house)).id)
    assert replay.check(record).ok
    renew = msgspec.structs.replace
    assert not replay.check(renew(record, seed="0" * 32)).ok
    assert not replay.check(renew(record, salt="0" * 32)).ok
    assert not replay.check(renew(record, commitment="0" * 64)).ok
    for at in (0, len(record.entries) // 2, len(record.entries) - 1):
        rows = list(record.entries)
        rows[at] = renew(rows[at], row=renew(rows[at].row, hash="0" * 16))
        found = replay.check(renew(record, entries=rows))
        assert (found.ok, found.broken) == (False, rows[at].row.n)
    assert not replay.check(renew(record, entries=record.entries[1:])).ok
    with pytest.raises(Diverged):
        replay.rebuild(renew(record, entries=record.entries[5:]))
    with pytest.raises(msgspec.ValidationError):
        replay.from_json(b"{}")


async def test_the_seed_stays_shut_while_the_game_runs(house):
    match = await house.table(2)
    await house.say(match, ANA, "throw")
    found = await house.app.tables.verify(match.id)
    assert (found.ok, found.rows, found.seed, found.salt) == (True, 1, None, None)
    assert found.commitment == match.commitment
    with pytest.raises(KeyError):
        await replay.record(house.app.repo, "NOPE")
