"""The end of a game: the picture of its result; a campaign has a message per game."""

from __future__ import annotations

from typing import Any

import pytest

from app.model.match import Match
from app.ports.commit import CommitDetails
from games.core.engine import walk
from games.core.engine.game import find
from games.core.state.rng import Rng
from games.core.views.scene import Scene
from games.hosted import GAMES
from tests.app.harness import match_log_to_position
from tests.contract.playouts import Pos, played
from tests.e2e.conftest import ROOM, BotHarness, Player, staged, words
from tests.e2e.recording_painters import SCREENS, Recorder
from tests.e2e.test_pictures import picture

CAMPAIGN = {"mode": "campaign", "goods_tokens": True}


@pytest.fixture
def painter(recorder: Recorder) -> Recorder:
    recorder.blank = SCREENS
    return recorder


async def last_step(harness: BotHarness, pos: Pos, seat: int, path: Any) -> Match:
    """The table in this position goes on by one step."""
    match = (await harness.app.repo.matches.find())[-1]
    by = await harness.app.repo.users.get(match.seats[seat].user or 0)
    assert by is not None
    panel = await harness.app.game_service.play(match.id, by, path)
    if not panel.committed:
        panel = await harness.app.game_service.confirm(match.id, by, panel.decision)
    assert panel.committed
    await harness.quiet()
    return await harness.app.lobby.get(match.id)


@pytest.mark.parametrize("game", [game.id for game in GAMES])
async def test_everybody_is_shown_the_end_with_the_points_of_the_result(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player, game: str
):
    last = played(game, 2).moments[-1]
    await staged(harness, last.pos, ana, bruno)
    painter.scenes.clear()
    match = await last_step(harness, last.pos, last.seat, last.path)
    assert match.status == "ended"
    score = await harness.app.queries.score(match.id)
    public = [scene for scene in painter.scenes if scene.view.viewer is None]
    assert {scene.kind for scene in public} == {"end"}
    assert all(scene.view.scoreboard == score for scene in public)
    told = {message["id"]: message for message in await ana.person.messages(ROOM)}
    for place in (match.places.board, match.places.ended):
        assert picture(told[str(place)])
    await ana.person.command("board", ROOM)
    await harness.quiet()
    assert painter.panels[-1].kind == "end"


def in_game(number: int, n: int = 2, seed: str = "kept") -> tuple[Pos, int, Any]:
    """A campaign before the step that ends its game of this number, and that step."""
    game, rng = find("eight_minute_empire"), Rng.of(12)
    pos = walk.start(game, CAMPAIGN, n, seed)
    while True:
        seat = walk.actors(pos)[0]
        path = walk.random_move(pos, seat, rng)
        after = walk.submit(pos, seat, path).pos
        if len(after.state.past) == number:
            return pos, seat, path
        pos = after


async def kept(who: Player) -> list[dict[str, Any]]:
    """The messages of finished games: those whose card is named like one."""
    return [
        m
        for m in await who.person.messages(ROOM)
        if m["embeds"] and m["embeds"][0].get("title", "").startswith("Partida")
    ]


@pytest.mark.parametrize("number", [1, 2])
async def test_a_finished_game_of_a_campaign_stays_as_a_message_of_its_own(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player, number: int
):
    pos, seat, path = in_game(number)
    await staged(harness, pos, ana, bruno)
    before = len(await kept(ana))
    match = await last_step(harness, pos, seat, path)
    shown = await kept(ana)
    assert len(shown) == before + 1 == number
    assert match.places.permanent_count == number
    last = shown[-1]
    assert last["embeds"][0]["title"] == f"Partida {number}"
    assert f"Fin de la partida {number} de 3" in words(last)
    assert picture(last)
    scenes: list[Scene] = [scene for scene in painter.scenes if scene.kind == "past"]
    assert [scene.spot for scene in scenes] == [str(one) for one in range(1, number + 1)]
    view = find(match.game).view(pos, None)
    assert scenes[-1].view.past[-1].armies == view.armies != scenes[-1].view.armies
    # once: neither another step nor a new start posts it again
    harness.bot.table_publisher._shown.clear()
    match.version += 1
    await harness.app.repo.matches.commit(match, match.version - 1)
    harness.app.publish_scheduler.schedule(match.id)
    await harness.quiet()
    assert len(await kept(ana)) == number
    # the way back: from the table's message, and in words
    await ana.tap(
        next(m for m in await ana.person.messages(ROOM) if m["id"] == str(match.places.board)),
        f"🔍 Partida {number}",
    )
    assert (painter.panels[-1].kind, painter.panels[-1].spot) == ("past", str(number))
    await ana.tap(last, "Ver en texto")
    assert f"Fin de la partida {number} de 3" in words(await ana.panel())


async def staged_again(harness: BotHarness, pos: Pos, match: Match) -> None:
    """The table as it was before, as a rewind leaves it."""
    async with harness.app.locks(match.id):
        stored = await harness.app.repo.matches.load(match.id)
        assert stored is not None
        stored.pos = pos
        harness.app.moves.update_seats_for_position(stored)
        await harness.app.moves.save(
            stored.match,
            CommitDetails(pos=pos, keep_checkpoint=True, final=True, clear_drafts=range(pos.n)),
        )
        await match_log_to_position(harness.app, stored.match)
    await harness.quiet()


async def test_a_game_that_is_rewound_and_ends_anew_is_shown_anew(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player
):
    pos, seat, path = in_game(1)
    await staged(harness, pos, ana, bruno)
    match = await last_step(harness, pos, seat, path)
    await staged_again(harness, pos, match)
    assert (await harness.app.lobby.get(match.id)).places.permanent_count == 0
    await last_step(harness, pos, seat, path)
    assert len(await kept(ana)) == 2
