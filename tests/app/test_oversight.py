"""What an admin of a guild may do at its tables."""

from __future__ import annotations

import pytest

from app.model.match import UserError
from tests.app.harness import PEOPLE, AppHarness, assert_log_replays
from tests.app.test_time import get, notices, on_turns

ANA, BRUNO, CARLA = PEOPLE[:3]


async def test_a_game_goes_back_to_any_step_and_its_log_says_so(harness: AppHarness) -> None:
    match = await on_turns(harness)
    before, last = await get(harness, match), await harness.app.replays.last_step(match.id)
    await harness.app.votes.propose(match.id, ANA, "pause")
    table = await harness.app.moderation.rewind(match.id, CARLA, 1, last, click="click")
    assert table.rows == before.rows + 1
    assert table.vote is None, "what was proposed was about another game"
    assert (await notices(harness, match))[-1] == "host.rewound"
    entries = await harness.app.repo.game_log.entries(match.id)
    assert (entries[-1].row.by, entries[-1].row.path[0]) == ("admin", "@rewind")
    await assert_log_replays(harness, match.id)
    again = await harness.app.moderation.rewind(match.id, CARLA, 1, last, click="click")
    assert again.version == table.version, "a click counts once"


async def test_what_was_played_meanwhile_is_not_undone_unseen(harness: AppHarness) -> None:
    match = await on_turns(harness)
    last = await harness.app.replays.last_step(match.id)
    for step, seen, key in ((99, last, "host.trouble.no_step"), (1, last - 1, "host.changed")):
        with pytest.raises(UserError) as trouble:
            await harness.app.moderation.rewind(match.id, CARLA, step, seen)
        assert trouble.value.what.key == key
    lobby = await harness.table(2, start=False)
    with pytest.raises(UserError):
        await harness.app.moderation.rewind(lobby.id, CARLA, 0, 0)
