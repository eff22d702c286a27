"""No panel, log, summary or scene contains another seat's secrets."""

import msgspec
import pytest

from app.model.match import LoadedMatch, Panel
from app.workers.ai_pool import InProcessAi
from games.core.engine import walk
from games.core.engine.bots import determinize
from games.core.engine.game import find
from games.core.state.rng import Rng
from tests.app.harness import PEOPLE, STRANGER, match_log_to_position
from tests.database import database_of

ANA, BRUNO, CARLA = PEOPLE[:3]


def bare(panel: Panel) -> bytes:
    """Return a panel without its match, which contains seed and salt.

    Of rules that say which unlisted answers are legal, only the kind is compared.
    """
    return msgspec.json.encode(
        {name: getattr(panel, name) for name in Panel.__struct_fields__ if name != "match"},
        enc_hook=lambda rule: type(rule).__name__,
    )


async def faces(harness, match: str, person) -> list[bytes]:
    """Return all that a user can see of a table."""
    tables = harness.app.game_service
    look = await harness.app.queries.view(match, person)
    panel = await tables.open_or_refresh_panel(match, person)
    scene = await harness.app.queries.scene(match, panel.seat, "board", "es", panel)
    log = await harness.app.queries.log(match, person)
    since = await harness.app.queries.recap(match, person)
    return [
        bare(panel),
        msgspec.json.encode([look.view, look.summary, look.words, look.waiting]),
        msgspec.json.encode(scene),
        msgspec.json.encode(log),
        msgspec.json.encode(since.said),
        msgspec.json.encode(await harness.app.queries.score(match)),
    ]


@pytest.mark.parametrize("game", ["cellar", "eight_minute_empire", "era_medieval_age"])
async def test_worlds_that_differ_in_secrets_alone_look_the_same(harness, game):
    """At every point of a game the whole face of each viewer is byte-identical when what they can't know is dealt anew."""
    match = await harness.table(3, game=game)
    rules, rng, compared = find(game), Rng.of(7), 0
    for _ in range(40):
        stored = await harness.app.repo.matches.load(match.id)
        if stored.match.status != "running":
            break
        for person in (*PEOPLE[:3], STRANGER):
            mine = stored.match.seat_of(person.id)
            seat = None if mine is None else mine.seat
            before = await faces(harness, match.id, person)
            other = rules.codec.clone(stored.pos)
            determinize(other, seat, rng)
            await swap(harness, LoadedMatch(stored.match, other))
            for now, then in zip(await faces(harness, match.id, person), before, strict=True):
                assert now == then
            await swap(harness, stored)
            compared += 1
        seat = walk.actors(stored.pos)[0]
        path = walk.random_move(stored.pos, seat, rng)
        async with harness.app.locks(match.id):
            await harness.app.moves.play(
                await harness.app.repo.matches.load(match.id), seat, path, "player"
            )
    assert compared >= 60


async def swap(harness, stored: LoadedMatch) -> None:
    """Replace the position in the store, and nothing else."""
    data = find(stored.pos.game).codec.encode(stored.pos)
    await database_of(harness.app.repo).transaction(
        lambda conn: conn.execute(
            "UPDATE matches SET position = ? WHERE id = ?", (data, stored.match.id)
        )
    )
    await match_log_to_position(harness.app, stored.match)


async def test_a_throw_is_told_to_its_seat_alone(harness):
    match = await harness.table(2)
    await harness.say(match, ANA, "throw")
    dice = (await harness.app.repo.matches.load(match.id)).pos.state.dice[0]
    entries = await harness.app.repo.game_log.entries(match.id)
    assert entries[0].row.events[0]["to"]["0"]["dice"] == dice
    for person in (BRUNO, STRANGER):
        look = await harness.app.queries.view(match.id, person)
        assert look.view.dice[0] is None
    assert (await harness.app.queries.view(match.id, ANA)).view.dice[0] == dice


async def test_who_has_left_sees_what_everybody_sees(harness):
    match = await harness.table(2)
    await harness.say(match, ANA, "throw")
    await harness.app.game_service.resign(match.id, ANA)
    await harness.settle()
    assert (await harness.app.queries.view(match.id, ANA)).view.viewer is None
    assert (await harness.app.game_service.open_or_refresh_panel(match.id, ANA)).view.viewer is None


async def test_what_is_final_is_foretold_without_the_true_luck(harness):
    """The foresight plays on a guess: the same words whatever the dice will be."""
    match = await harness.table(2)
    stored = await harness.app.repo.matches.load(match.id)
    said = set()
    for word in range(20):
        stored.pos.rng[0] = word * 0x9E3779B97F4A7C15 & (2**64 - 1)
        await swap(harness, stored)
        said.add(bare(await harness.app.game_service.open_or_refresh_panel(match.id, ANA)))
    assert len(said) == 1


async def test_the_log_of_the_bot_tells_no_secret(harness, caplog):
    caplog.set_level("DEBUG")
    harness.app.ai_moves.ai_pool = InProcessAi(lambda *_: 1 / 0)
    match = await harness.table(1, 2)
    await harness.settle()
    async with harness.app.locks(match.id):
        await harness.app.moves.halt(match.id, ["seat 1 holds card_5"])
    stored = await harness.app.repo.matches.load(match.id)
    assert caplog.text
    assert "card_5" not in caplog.text
    assert stored.match.seed not in caplog.text


async def test_what_is_done_behind_a_screen_moves_no_deadline_and_rounds_no_table(harness):
    """Ana and Bruno lay their first pieces one by one; until somebody is ready nobody can tell how many."""
    match = await harness.table(2, game="era_medieval_age")
    begun = match.seats[0]
    farm, longhouse = ("place", "farm", "t0", "a1"), ("place", "longhouse", "t0", "d1")
    for seat, path in ((0, farm), (0, longhouse), (1, farm)):
        harness.clock.advance(3600.0)
        async with harness.app.locks(match.id):
            await harness.app.moves.play(
                await harness.app.repo.matches.load(match.id), seat, path, "player"
            )
    table = await harness.app.lobby.get(match.id)
    laid = table.seats[0]
    assert (laid.waiting_since, laid.deadline, laid.seconds_left, laid.newest_ping) == (
        begun.waiting_since,
        begun.deadline,
        begun.seconds_left,
        begun.newest_ping,
    )
    assert all(one.last_own_row for one in table.seats)
    assert not await harness.app.queries.round_completed_since(match.id, match.created_at)
    for seat in (0, 1):
        async with harness.app.locks(match.id):
            await harness.app.moves.play(
                await harness.app.repo.matches.load(match.id), seat, ("compact",), "player"
            )
    assert await harness.app.queries.round_completed_since(match.id, match.created_at), (
        "both are ready, and everybody has heard it"
    )
