import pytest

from games.core.engine import history, walk
from tests.app.harness import PEOPLE
from tests.core.small_game import CELLAR

ANA, BRUNO, CARLA = PEOPLE[:3]


async def test_undo_takes_back_the_last_own_step_again_and_again(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    fresh = await harness.app.repo.matches.load(match.id)
    for _ in range(2):
        await harness.say(match, ANA, "buy", {"oil": 1})
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    assert panel.undo.summary.args["text"] == "bought"
    decision = panel.decision
    panel = await tables.undo(match.id, ANA, "u1")
    assert (panel.notice.key, panel.committed) == ("host.undone", True)
    assert panel.decision > decision, "the counter never goes back"
    assert (await tables.undo(match.id, ANA, "u1")).notice.key == "ui.already"
    again = await tables.undo(match.id, ANA, "u2", decision)
    assert (again.notice.key, again.committed) == ("ui.stale", False), (
        "a button names the step that it takes back, and no other"
    )
    panel = await tables.undo(match.id, ANA)
    assert panel.undo is None
    assert (await tables.undo(match.id, ANA)).refused.key == "core.undo.seen"
    now = await harness.app.repo.matches.load(match.id)
    assert CELLAR.codec.encode(now.pos) == CELLAR.codec.encode(fresh.pos)
    entries = await harness.app.repo.game_log.entries(match.id)
    rows = now.match.rows
    assert [(e.row.n, e.undone_by) for e in entries if e.undone_by] == [
        (rows - 3, rows),
        (rows - 2, rows - 1),
    ]
    assert (await tables.undo(match.id, ANA)).refused.key == "core.undo.seen"


async def test_in_lanes_each_takes_back_their_own(harness):
    match, tables = await harness.table(3), harness.app.game_service
    await harness.say(match, ANA, "throw")
    await harness.say(match, BRUNO, "throw")
    await harness.say(match, ANA, "keep")
    await harness.say(match, BRUNO, "keep")
    assert (await tables.undo(match.id, CARLA)).refused.key == "core.undo.nothing"
    panel = await tables.undo(match.id, ANA)
    assert panel.notice.key == "host.undone"
    assert (await harness.app.lobby.get(match.id)).waiting == (0, 2)
    again = await tables.undo(match.id, ANA)
    assert again.refused.key == "core.undo.seen", "dice have been seen"
    assert (await tables.undo(match.id, BRUNO)).committed


async def test_no_undo_while_bots_still_think_that_will_go_on_at_once(harness):
    match, tables = await harness.table(1, 1), harness.app.game_service
    await harness.settle()
    await harness.app.ai_moves.stop()
    stored = await harness.app.repo.matches.load(match.id)
    assert 0 in walk.actors(stored.pos)
    while 0 in walk.actors(stored.pos):
        panel = await tables.play(match.id, ANA, walk.default_path(stored.pos, 0))
        if not panel.committed:
            assert panel.final is not None
            panel = await tables.confirm(match.id, ANA, panel.decision)
        stored = await harness.app.repo.matches.load(match.id)
    assert walk.actors(stored.pos) == (1,)
    assert panel.undo is None
    assert (await tables.undo(match.id, ANA)).refused.key == "core.undo.seen"


async def test_no_undo_past_the_next_player_nor_for_the_next_player(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    await harness.say(match, ANA, "buy", {"oil": 1})
    await harness.say(match, ANA, "stop")
    assert (await tables.undo(match.id, ANA)).refused.key == "core.undo.seen"
    assert (await tables.undo(match.id, BRUNO)).refused.key == "core.undo.seen"


async def test_checkpoints_stand_where_undo_and_rebuilding_need_them(harness):
    match = await harness.table(2)
    repo = harness.app.repo
    assert (await repo.game_log.checkpoint(match.id))[0] == 0
    await harness.to_turns(match)
    rows = (await harness.app.lobby.get(match.id)).rows
    at, _ = await repo.game_log.checkpoint(match.id, final=True)
    assert at == rows, "the last keep was final for everybody"
    await harness.say(match, ANA, "buy", {"oil": 1})
    assert (await repo.game_log.checkpoint(match.id))[0] == rows
    await harness.say(match, ANA, "stop")
    newest, pos = await repo.game_log.checkpoint(match.id, final=True)
    stored = await repo.matches.load(match.id)
    assert newest == stored.match.rows
    assert CELLAR.codec.encode(pos) == CELLAR.codec.encode(stored.pos)
    assert (await repo.game_log.checkpoint(match.id, upto=newest - 1))[0] == 0, (
        "older final ones go, the start stays"
    )
    with pytest.raises(KeyError):
        await repo.game_log.checkpoint("NOPE")


async def test_undo_drops_the_checkpoints_that_rest_on_the_struck_row(harness, monkeypatch):
    monkeypatch.setattr("app.match.moves.CHECKPOINT_INTERVAL", 1)
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    await harness.say(match, ANA, "buy", {"oil": 1})
    await harness.say(match, ANA, "buy", {"oil": 1})
    rows = (await harness.app.lobby.get(match.id)).rows
    await tables.undo(match.id, ANA)
    repo = harness.app.repo
    assert [
        (await repo.game_log.checkpoint(match.id, upto=n))[0] for n in (rows - 1, rows, rows + 1)
    ] == [
        rows - 1,
        rows - 1,
        rows + 1,
    ]
    stored = await repo.matches.load(match.id)
    for n in range(rows + 2):
        at, base = await repo.game_log.checkpoint(match.id, upto=n)
        later = [entry.row for entry in await repo.game_log.entries(match.id, at)]
        assert CELLAR.codec.encode(
            history.fold(base, later, stored.match.seed)
        ) == CELLAR.codec.encode(stored.pos), n


async def test_a_kept_checkpoint_between_does_not_hide_an_own_step(harness, monkeypatch):
    """Undo starts at the newest checkpoint that is final for everybody, not at any newer one."""
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    monkeypatch.setattr("app.match.moves.CHECKPOINT_INTERVAL", 1)
    await harness.say(match, ANA, "buy", {"oil": 1})
    assert (await tables.undo(match.id, ANA)).committed


async def test_what_was_taken_back_is_not_told(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    await harness.say(match, ANA, "buy", {"oil": 1})
    assert "Bought" in said(await harness.app.queries.log(match.id, BRUNO))
    await tables.undo(match.id, ANA)
    assert "Bought" not in said(await harness.app.queries.log(match.id, BRUNO))
    assert [
        one.args["said"].args["text"]
        for one in (await harness.app.queries.recap(match.id, BRUNO)).said
    ] == ["Threw"], "told once, as ×2"
    assert (await harness.app.queries.verify(match.id)).ok


def said(page) -> list[str]:
    return [one.args.get("text") for row in page.rows for one in row.said]


async def test_after_undo_the_question_is_asked_as_play_would_ask_it(harness):
    """A forced step is not asked anew because something was taken back."""
    match, tables = await harness.table(2, game="eight_minute_empire"), harness.app.game_service
    before = await tables.open_or_refresh_panel(match.id, ANA)
    assert before.path == ("bid",)
    await harness.say(match, ANA, "bid", 3)
    panel = await tables.undo(match.id, ANA)
    assert (panel.notice.key, panel.path, panel.asked) == ("host.undone", ("bid",), before.asked)
