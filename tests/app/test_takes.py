"""Data of animations: the game as its viewer could know it, and the moves in between."""

import msgspec
import pytest

from app.model.match import UserError
from games.core.engine import walk
from games.core.engine.bots import determinize
from games.core.engine.game import find
from games.core.state.rng import Rng
from tests.app.harness import PEOPLE, STRANGER
from tests.app.test_playback import EME, SETTLERS, played

ANA, BRUNO = PEOPLE[:2]


@pytest.mark.parametrize("game", [EME, SETTLERS])
async def test_a_turn_is_what_happened_since_ones_own_last_step(harness, game):
    match = await played(harness, game, 60)
    for by in (ANA, BRUNO, STRANGER):
        table, takes = await harness.app.replays.animation_frames(match.id, by, 6)
        seat = table.seat_of(by.id)
        viewer = None if seat is None else seat.seat
        assert table.id == match.id
        assert 1 <= len(takes) <= 6
        now = (await harness.app.repo.matches.load(match.id)).pos
        assert takes[-1].view == find(game).view(now, viewer), "it ends with how the game stands"
        assert takes[0].trail.moved == ()
        assert all(take.points == () for take in takes), (
            "what is hidden counts in points: none before the end"
        )


async def test_the_way_of_a_turn_is_told_whole_however_few_takes_there_are(harness):
    match = await played(harness, EME, 60)
    for most in (2, 3, 6):
        _, takes = await harness.app.replays.animation_frames(match.id, STRANGER, most)
        moved = [trace for take in takes[1:] for trace in take.trail.moved]
        if most == 2:
            whole = moved
        assert moved == whole


async def test_a_film_is_made_of_games_that_have_ended_and_has_the_parts_of_the_game(harness):
    match = await played(harness, SETTLERS, 30)
    with pytest.raises(UserError) as no_film:
        await harness.app.replays.animation_frames(match.id, ANA, 36, whole=True)
    assert no_film.value.what.key == "host.trouble.no_film"
    match = await played(harness, SETTLERS, 2_000)
    assert match.status == "ended"
    _, takes = await harness.app.replays.animation_frames(match.id, ANA, 36, whole=True)
    assert len(takes) == 36
    chapters = [take.chapter for take in takes if take.chapter is not None]
    assert len(chapters) == 5, "its rounds, each once"
    score = await harness.app.queries.score(match.id)
    assert takes[-1].points == score.total
    public = find(SETTLERS).view((await harness.app.repo.matches.load(match.id)).pos, None)
    assert takes[-1].view == public, "everybody sees the same film"


async def test_a_turn_ends_with_what_its_viewer_may_know_and_no_more(harness):
    """What others hold, and what they did in secret, is not in it."""
    match = await played(harness, SETTLERS, 50)
    stored = await harness.app.repo.matches.load(match.id)
    viewer = next(seat for seat in range(2) if seat not in walk.actors(stored.pos))
    _, takes = await harness.app.replays.animation_frames(match.id, PEOPLE[viewer], 6)
    other = find(SETTLERS).codec.clone(stored.pos)
    determinize(other, viewer, Rng.of(4))
    assert msgspec.json.encode(takes[-1].view) == msgspec.json.encode(
        find(SETTLERS).view(other, viewer)
    )


async def test_the_organiser_lets_boards_move_and_a_rematch_keeps_it(harness):
    lobby = harness.app.lobby
    match = await lobby.create(ANA, EME, guild=1, channel=2)
    with pytest.raises(UserError):
        await lobby.toggle_animation(match.id, BRUNO)
    assert (await lobby.toggle_animation(match.id, ANA)).animates
    assert (await harness.app.repo.matches.get(match.id)).animates
    assert not (await lobby.toggle_animation(match.id, ANA)).animates
