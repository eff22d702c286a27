import pytest
from msgspec.structs import replace

from app.log.game_log import public_rows
from app.model.match import UserError
from games.core.prompts.prompt import MoveReady
from tests.app.harness import PEOPLE, STRANGER, assert_log_replays
from tests.core.small_game import CELLAR

ANA, BRUNO, CARLA = PEOPLE[:3]


async def test_the_game_ends_and_everything_stays_readable(harness):
    match, tables = await harness.table(2), harness.app.game_service
    while (await harness.app.lobby.get(match.id)).status == "running":
        for person in (ANA, BRUNO):
            panel = await tables.open_or_refresh_panel(match.id, person)
            if panel.asked is not None and panel.seat in panel.waiting:
                panel = await tables.fill_defaults(match.id, person, panel.decision)
                panel = await tables.confirm(match.id, person, panel.decision)
    assert panel.notice.key == "host.trouble.ended"
    assert (await tables.open_or_refresh_panel(match.id, ANA)).asked is None
    assert (await tables.undo(match.id, ANA)).notice.key == "host.trouble.ended"
    assert (await harness.app.queries.score(match.id)).ranking
    verified = await harness.app.queries.verify(match.id)
    ended = await harness.app.lobby.get(match.id)
    told = public_rows([entry.row for entry in await harness.app.repo.game_log.entries(match.id)])
    assert 0 < len(told) < ended.rows, "throws are checked, but not counted before everybody"
    assert (verified.ok, verified.rows, verified.seed, verified.salt) == (
        True,
        len(told),
        ended.seed,
        ended.salt,
    )
    assert ended.waiting == ()
    await assert_log_replays(harness, match.id)


async def test_a_finding_of_the_audit_halts_the_table_uncommitted(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    sick = replace_audit(harness.app, "owes")
    before = await harness.app.repo.matches.load(match.id)
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    await tables.choose(match.id, ANA, panel.decision, 0, "stop")
    with pytest.raises(UserError) as caught:
        await tables.confirm(match.id, ANA, panel.decision)
    assert caught.value.what.key == "host.trouble.halted"
    after = await harness.app.repo.matches.load(match.id)
    assert CELLAR.codec.encode(after.pos) == CELLAR.codec.encode(before.pos)
    assert (after.match.status, after.match.rows, after.match.waiting) == (
        "halted",
        before.match.rows,
        (),
    )
    assert "owes" in after.match.halted
    await harness.settle()
    assert harness.notifier.alarms == [(match.id, after.match.halted)]
    shown = await tables.open_or_refresh_panel(match.id, ANA)
    assert (shown.asked, shown.notice.key) == (None, "host.trouble.halted")
    assert [turn.waits_for_user for turn in await harness.app.queries.inbox(ANA)] == [False]
    harness.app.games["cellar"] = sick
    assert (await tables.resume(match.id, PEOPLE[0])).waiting == (0,)
    await harness.say(match, ANA, "stop")


def replace_audit(app, finding: str):
    """Let the game's audit find something from now on; returns the healthy game."""
    from dataclasses import replace as renew

    healthy = app.games["cellar"]
    app.games["cellar"] = renew(healthy, audit=lambda _pos: [finding])
    return healthy


async def test_resigning_leaves_the_seat_to_a_computer_player(harness):
    """Ruling R32 of Eight-Minute Empire: no seat may be removed."""
    match, tables = await harness.table(3), harness.app.game_service
    await harness.to_turns(match)
    after = await tables.resign(match.id, ANA, "r1")
    assert (await tables.resign(match.id, ANA, "r1")).version == after.version
    assert (after.seats[0].resigned, after.seats[0].name, after.organizer) == (
        True,
        "Ana",
        BRUNO.id,
    )
    await harness.settle()
    now = await harness.app.lobby.get(match.id)
    assert now.waiting == (1,)
    assert (await tables.open_or_refresh_panel(match.id, ANA)).seat is None
    assert await harness.app.queries.inbox(ANA) == []
    rows = await harness.app.repo.game_log.entries(match.id)
    assert rows[-1].row.by == "caretaker"
    page = await harness.app.queries.log(match.id)
    assert "host.resigned" in [said.key for row in page.rows for said in row.said]
    await assert_log_replays(harness, match.id)


async def test_the_inbox_has_what_waits_longest_first(harness):
    first, second = await harness.table(2), await harness.table(2)
    third = await harness.table(2, start=False)
    harness.clock.at += 50
    await harness.say(first, ANA, "throw")
    turns = await harness.app.queries.inbox(ANA)
    assert [(turn.match.id, turn.waits_for_user) for turn in turns] == [
        (second.id, True),
        (first.id, True),
        (third.id, False),
    ]
    assert turns[1].since == harness.clock.at
    assert await harness.app.queries.inbox(STRANGER) == []


async def test_completions_ask_the_seats_own_tree(harness):
    match = await harness.table(3)
    await harness.to_turns(match)
    asker = await harness.app.game_service.move_tree(match.id, ANA)
    assert {option.key for option in asker.ask(()).options} >= {"stop", "draw", "give"}
    assert [option.key for option in asker.ask(("give",)).options] == ["p1", "p2"]
    assert isinstance(asker.ask(("stop",)), MoveReady)
    other = await harness.table(2)
    await harness.say(other, ANA, "throw")
    await harness.say(other, ANA, "keep")
    with pytest.raises(UserError) as caught:
        await harness.app.game_service.move_tree(other.id, ANA)
    assert caught.value.what.key == "core.refused.not_now"


async def test_a_scene_bears_the_letters_of_the_buttons(harness):
    match = await harness.table(1, 1, game="eight_minute_empire")
    await harness.settle()
    tables = harness.app.game_service
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    panel = await tables.choose(match.id, ANA, panel.decision, 1, 0)
    panel = await tables.confirm(match.id, ANA, panel.decision)
    await harness.settle()
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    spots = [option for option in panel.asked.options if option.spot]
    assert spots
    eyes = replace(ANA, prefs={"palette": "contrast", "large": True})
    scene = await harness.app.queries.scene(match.id, 0, "board", "es", panel, eyes)
    assert [(mark.spot, mark.letter) for mark in scene.marks] == [
        (o.spot, panel.letters[o.key]) for o in spots
    ]
    assert (scene.names, scene.palette, scene.large) == (("Ana", "Bot 1"), "contrast", True)
    assert (await harness.app.queries.scene(match.id, None, "board", "es")).marks == ()
    look = await harness.app.queries.view(match.id, ANA)
    assert (look.seat, look.waiting) == (0, (0,))
    assert look.words
