"""Replays: every step as its viewer could know it then."""

from pathlib import Path

import msgspec
import pytest

from app.model.match import Match, User, UserError
from app.ports.commit import CommitDetails
from app.review import replay_viewer
from app.social import votes
from games.core.engine import history, walk
from games.core.engine.bots import determinize
from games.core.engine.game import find
from games.core.state.rng import Rng
from tests.app.harness import PEOPLE, STRANGER, AppHarness, match_log_to_position

ANA, BRUNO = PEOPLE[:2]
EME, SETTLERS = "eight_minute_empire", "imperial_settlers"


async def played(harness, game: str, steps: int, seed: int = 3, **how) -> Match:
    """Return a table of two with so many random moves."""
    match, rng = await harness.table(2, game=game, **how), Rng.of(seed)
    for _ in range(steps):
        stored = await harness.app.repo.matches.load(match.id)
        if stored.match.status != "running":
            break
        seat = walk.actors(stored.pos)[0]
        await harness.app.moves.play(
            stored, seat, walk.random_move(stored.pos, seat, rng), "player"
        )
    return await harness.app.lobby.get(match.id)


async def reel(harness, match: str, by: User, **how) -> list[replay_viewer.StepView]:
    """Return every step in order."""
    first = await harness.app.replays.step_view(match, by, 0, **how)
    return [
        await harness.app.replays.step_view(match, by, at, **how) for at in range(first.last + 1)
    ]


def face(still: replay_viewer.StepView) -> bytes:
    """Return all that is shown of a step except the match."""
    return msgspec.json.encode(
        {name: getattr(still, name) for name in still.__struct_fields__ if name != "match"}
    )


@pytest.mark.parametrize("game", [EME, SETTLERS])
async def test_every_step_is_the_position_as_it_was(harness, game):
    match = await played(harness, game, 70)
    _, start = await harness.app.repo.game_log.checkpoint(match.id, upto=0)
    rows = [entry.row for entry in await harness.app.repo.game_log.entries(match.id)]
    whole = {0: start}
    for row in rows:
        whole[row.n] = history.replay(whole[row.n - 1], row, match.seed)
    for by, seat in ((ANA, 0), (BRUNO, 1), (STRANGER, None)):
        cut = await harness.app.replays._replay(match, seat)
        stills = await reel(harness, match.id, by, own=True)
        assert len(stills) == len(cut.steps) > 10
        for step, still in zip(cut.steps, stills, strict=True):
            assert (still.seat, still.own) == (seat, seat)
            assert still.view == find(game).view(whole[step.n], seat)
            assert still.words == tuple(find(game).describe(still.view))
    assert stills[0].at == 0
    assert stills[-1].at == stills[-1].last


@pytest.mark.parametrize("game", [EME, SETTLERS])
async def test_any_order_of_looking_shows_the_same(harness, game):
    match = await played(harness, game, 60)
    forth = [face(one) for one in await reel(harness, match.id, ANA)]
    back = [
        face(await harness.app.replays.step_view(match.id, ANA, at))
        for at in reversed(range(len(forth)))
    ]
    assert forth == back[::-1]
    assert face(await harness.app.replays.step_view(match.id, ANA, replay_viewer.LAST)) == forth[-1]
    assert face(await harness.app.replays.step_view(match.id, ANA)) == forth[-1], (
        "a running game begins with how it stands"
    )


async def test_what_was_taken_back_is_not_shown(harness):
    match = await harness.table(2)
    await harness.to_turns(match)
    stored = await harness.app.repo.matches.load(match.id)
    seat = walk.actors(stored.pos)[0]
    person = PEOPLE[seat]
    before = [face(one) for one in await reel(harness, match.id, STRANGER)]
    done = False
    for path in walk.legal_moves(stored.pos, seat):
        panel = await harness.say(match, person, *path)
        if panel.undo is not None:
            done = True
            break
        return
    assert done
    await reel(harness, match.id, STRANGER)
    await harness.app.game_service.undo(match.id, person)
    assert [face(one) for one in await reel(harness, match.id, STRANGER)] == before


async def test_a_game_that_has_ended_begins_at_its_start_with_anybodys_eyes_and_those_who_played_may_turn(
    harness,
):
    match = await played(harness, EME, 500)
    assert match.status == "ended"
    first = await harness.app.replays.step_view(match.id, ANA)
    assert (first.at, first.seat, first.own, first.over) == (0, None, 0, False)
    last = await harness.app.replays.step_view(match.id, ANA, replay_viewer.LAST)
    assert last.over
    assert any("host.end" in one.key for one in last.said)
    own = await harness.app.replays.step_view(match.id, ANA, last.at, own=True, turned=True)
    assert (own.seat, own.at, own.over) == (0, own.last, True)
    nobody = await harness.app.replays.step_view(match.id, STRANGER, 3, own=True)
    assert (nobody.seat, nobody.own) == (None, None), "who has not played has no eyes of their own"


async def test_turning_stays_at_the_moment(harness):
    """Own eyes hear of steps that others hear nothing of."""
    match = await played(harness, SETTLERS, 60)
    for at in range(0, (await harness.app.replays.step_view(match.id, ANA, 0)).last, 5):
        still = await harness.app.replays.step_view(match.id, ANA, at)
        turned = await harness.app.replays.step_view(match.id, ANA, at, own=False, turned=True)
        mine, anybodys = [await harness.app.replays._replay(match, seat) for seat in (0, None)]
        assert anybodys.steps[turned.at].n <= mine.steps[still.at].n
        assert turned.at == turned.last or anybodys.steps[turned.at + 1].n > mine.steps[still.at].n


async def test_the_last_row_of_a_page_of_the_log_is_found(harness):
    match = await played(harness, SETTLERS, 60)
    for number in (1, 2, 0):
        page = await harness.app.queries.log(match.id, ANA, number)
        still = await harness.app.replays.step_of_log_page(match.id, ANA, page)
        assert [one.key for one in still.said][-1:] == [page.rows[-1].said[-1].key]


async def test_rounds_begin_where_they_began(harness):
    match = await played(harness, SETTLERS, 200)
    still = await harness.app.replays.step_view(match.id, STRANGER)
    assert len(still.chapters) > 1
    for at, name in still.chapters:
        there = await harness.app.replays.step_view(match.id, STRANGER, at)
        assert there.chapter == name
        assert there.summary.args["n"] == name.args["n"]


async def test_a_lobby_has_nothing_to_show(harness):
    match = await harness.table(2, start=False)
    with pytest.raises(UserError):
        await harness.app.replays.step_view(match.id, ANA)


# --- secrets ---


@pytest.fixture
async def world(tmp_path):
    """Return a function that makes apps with one running match, if given in a position."""
    harnesses = []

    async def make(pos=None, game: str = SETTLERS) -> tuple[AppHarness, Match]:
        folder = tmp_path / str(len(harnesses))
        folder.mkdir()
        harness = AppHarness(folder)
        await harness.open()
        harnesses.append(harness)
        match = await harness.table(2, game=game)
        if pos is not None:
            match.version += 1
            assert await harness.app.repo.matches.commit(
                match, match.version - 1, CommitDetails(pos=pos, keep_checkpoint=True, final=True)
            )
            await match_log_to_position(harness.app, match)
        return harness, match

    yield make
    for harness in harnesses:
        await harness.app.stop()


@pytest.mark.parametrize("seed", range(3))
async def test_worlds_that_differ_in_secrets_alone_give_the_same_replay(world, seed):
    """Two tables whose stored positions differ in what Ana can't know, and at which the same is done: every step that she is
    shown, through her own eyes or anybody's, is the same to the byte; a stranger's, too."""
    base, other, moves = twins(Rng.of(seed))
    (one, mine), (two, theirs) = await world(base), await world(other)
    for harness, match in ((one, mine), (two, theirs)):
        for seat, path in moves:
            await harness.app.moves.play(
                await harness.app.repo.matches.load(match.id), seat, path, "player"
            )
    for by in (ANA, STRANGER):
        for own in (True, False):
            a, b = await reel(one, mine.id, by, own=own), await reel(two, theirs.id, by, own=own)
            assert len(a) > 3
            assert [face(still) for still in a] == [face(still) for still in b]
            scenes = [
                [
                    msgspec.json.encode(replay_viewer.scene(still, "board", "es", by))
                    for still in stills
                ]
                for stills in (a, b)
            ]
            assert scenes[0] == scenes[1]
    hands = [
        (await harness.app.replays.step_view(match.id, BRUNO, 1)).view
        for harness, match in ((one, mine), (two, theirs))
    ]
    assert hands[0] != hands[1], "to Bruno they are two worlds"


def twins(rng: Rng):
    """Return a position, the same with another hand for Bruno, and common moves.

    After these moves Ana knows the same in both.
    """
    rules = find(SETTLERS)
    pos = walk.start(rules, {}, 2, "twins")
    while True:
        seat = walk.actors(pos)[0]
        pos = walk.submit(pos, seat, walk.random_move(pos, seat, rng)).pos
        other = rules.codec.clone(pos)
        determinize(other, 0, rng)
        here, there, moves = pos, other, list[tuple[int, Path]]()
        differ = pos.state.players[1].hand != other.state.players[1].hand
        while differ and len(moves) < 6 and (found := same(here, there, rng)) is not None:
            seat, path, here, there = found
            moves.append((seat, path))
        if len(moves) > 4 and len({seat for seat, _ in moves}) == 2:
            return pos, other, moves


def same(here, there, rng: Rng):
    """Return a move that both worlds allow and that tells Ana the same, or None."""
    if not walk.actors(here):
        return None
    seat, view = walk.actors(here)[0], find(SETTLERS).view
    for _ in range(12):
        path = walk.random_move(here, seat, rng)
        try:
            a, b = walk.submit(here, seat, path), walk.submit(there, seat, path)
        except walk.IllegalMoveError:
            continue
        heard = [
            [one.seen_by(viewer) for one in step.events] for step in (a, b) for viewer in (0, None)
        ]
        if heard[:2] == heard[2:] and view(a.pos, 0) == view(b.pos, 0):
            return seat, path, a.pos, b.pos
    return None


async def test_how_often_others_have_thrown_is_in_no_number(world):
    """Bruno throws again or not behind his screen: Ana's replay and a stranger's have the same steps."""
    pos, faces, rows = walk.start(find("era_medieval_age"), {}, 2, "throws"), [], []
    while "throw" not in {one.key for one in getattr(walk.ask(pos, 1, ()), "options", ())}:
        seat = walk.actors(pos)[0]
        pos = walk.submit(pos, seat, walk.default_path(pos, seat)).pos
    for throws in (0, 1):
        harness, match = await world(pos, game="era_medieval_age")
        for _ in range(throws):
            stored = await harness.app.repo.matches.load(match.id)
            path = next(one for one in walk.legal_moves(stored.pos, 1) if one[0] == "throw")
            await harness.app.moves.play(stored, 1, path, "player")
        faces.append(
            [[face(still) for still in await reel(harness, match.id, by)] for by in (ANA, STRANGER)]
        )
        rows.append((await harness.app.lobby.get(match.id)).rows)
    assert rows == [0, 1]
    assert faces[0] == faces[1]


# --- tables that went back, or were ended by agreement ---


async def test_after_a_rewind_only_what_counts_is_shown(harness):
    match = await played(harness, SETTLERS, 30)
    stored = await harness.app.repo.matches.load(match.id)
    await reel(harness, match.id, ANA)
    await harness.app.moves.rewind(stored, 12)
    rng = Rng.of(8)
    for _ in range(8):
        stored = await harness.app.repo.matches.load(match.id)
        seat = walk.actors(stored.pos)[0]
        await harness.app.moves.play(
            stored, seat, walk.random_move(stored.pos, seat, rng), "player"
        )
    match = await harness.app.lobby.get(match.id)
    cut = await harness.app.replays._replay(match, 0)
    assert not [row for row in cut.rows if 12 <= row.n <= 30]
    stills = await reel(harness, match.id, ANA)
    assert all(still.view is not None for still in stills)
    now = await harness.app.queries.view(match.id, ANA)
    assert stills[-1].view == now.view


async def test_a_game_that_was_ended_by_agreement_can_still_be_looked_at(harness):
    match = await played(harness, EME, 30)
    await harness.app.votes.propose(match.id, ANA, "end")
    vote = (await harness.app.lobby.get(match.id)).vote
    await harness.app.votes.cast(match.id, BRUNO, yes=True, button_arg=votes.vote_id(vote))
    assert (await harness.app.lobby.get(match.id)).status == "closed"
    stills = await reel(harness, match.id, STRANGER)
    assert len(stills) > 3
    assert not any(still.over for still in stills)
    assert (await harness.app.leaderboards.guild_games(1))[0][0].ended == 0
