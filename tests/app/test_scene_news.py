"""What happened last, as boards write it: public sentences of the newest row."""

from __future__ import annotations

import msgspec
import pytest

from app.log import game_log
from games.core.engine import walk
from games.core.engine.game import find
from games.core.state.rng import Rng
from games.core.text.messages import Msg
from games.core.views.scene import KINDS_WITH_NEWS, News
from tests.app.harness import PEOPLE

STEPS = 40


async def step(harness, match_id: str, rng: Rng) -> bool:
    """Play a random move of a seat that must act; return False at the end."""
    stored = await harness.app.repo.matches.load(match_id)
    if stored.match.status != "running":
        return False
    seat = walk.actors(stored.pos)[0]
    path = walk.random_move(stored.pos, seat, rng)
    async with harness.app.locks(match_id):
        await harness.app.moves.play(
            await harness.app.repo.matches.load(match_id), seat, path, "player"
        )
    return True


async def news_for(harness, match_id: str, seat: int | None, kind: str = "board") -> News:
    return (await harness.app.queries.scene(match_id, seat, kind, "en")).news


@pytest.mark.parametrize("game", ["eight_minute_empire", "era_medieval_age", "tadmor"])
async def test_the_news_are_the_newest_sentences_that_a_spectator_may_read(
    harness, game, monkeypatch
):
    """Private rows change nothing, however many they are: the log is read in small batches."""
    monkeypatch.setattr(game_log, "ROW_BATCH", 1)
    match = await harness.table(3, game=game)
    rng, told, spots, private = Rng.of(3), set[bytes](), set[str](), 0
    for _ in range(STEPS):
        if not await step(harness, match.id, rng):
            break
        news = await news_for(harness, match.id, None)
        rows = [
            entry.row
            for entry in game_log.effective_rows(
                await harness.app.repo.game_log.entries(match.id, -1)
            )
        ]
        public = [
            (row, said) for row in rows if (said := game_log.narrate_row(find(game), row, None))
        ]
        private += rows[-1] not in [row for row, _ in public]
        if not public:
            assert not news.said
            continue
        assert news.said
        assert set(map(msgspec.json.encode, news.said)) <= set(
            map(msgspec.json.encode, public[-1][1])
        )
        assert news.seat == public[-1][0].seat
        events = game_log.events_for(find(game), public[-1][0], None)
        changed = {spot for event in events for spot in find(game).changed_spots(event)}
        assert set(news.spots) == changed
        spots.update(news.spots)
        told.add(msgspec.json.encode(news))
        for seat in range(3):  # no seat reads more than a spectator
            assert await news_for(harness, match.id, seat) == news
    assert len(told) > 3
    assert spots or game == "eight_minute_empire"  # whose turns are told by a row of their own
    assert private or game == "tadmor"


async def test_an_undone_move_is_no_news(harness):
    match = await harness.table(2, game="tadmor")
    rng = Rng.of(5)
    for _ in range(30):
        before = await news_for(harness, match.id, None)
        stored = await harness.app.repo.matches.load(match.id)
        seat = walk.actors(stored.pos)[0]
        await step(harness, match.id, rng)
        stored = await harness.app.repo.matches.load(match.id)
        row = stored.match.seats[seat]
        found = await harness.app.moves.undoable(stored, row)
        if await news_for(harness, match.id, None) != before and not isinstance(found, Msg):
            await harness.app.moves.undo(stored, row, found)
            assert await news_for(harness, match.id, None) == before
            return
    pytest.fail("no move with news could be undone")


async def test_only_boards_have_news(harness):
    match = await harness.table(2, game="tadmor")
    for kind in find("tadmor").pictures:
        said = (await news_for(harness, match.id, 0, kind)).said
        assert bool(said) == (kind in KINDS_WITH_NEWS)


async def test_a_replay_shows_the_news_of_its_step(harness):
    match = await harness.table(2, game="tadmor")
    rng = Rng.of(5)
    for _ in range(8):
        await step(harness, match.id, rng)
    still = await harness.app.replays.step_view(match.id, PEOPLE[0])
    assert still.news == await news_for(harness, match.id, None)
    earlier = await harness.app.replays.step_view(match.id, PEOPLE[0], still.last - 2)
    assert earlier.news != still.news
    _, frames = await harness.app.replays.animation_frames(match.id, None, 6)
    assert frames[-1].news == still.news
