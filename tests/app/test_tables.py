import asyncio

import pytest
from msgspec.structs import replace

from app.model.match import UserError
from games.core.prompts.prompt import AmountPrompt, DistributePrompt, MoveReady, SelectPrompt
from tests.app.harness import PEOPLE, STRANGER, assert_log_replays

ANA, BRUNO, CARLA = PEOPLE[:3]


async def test_a_move_tap_by_tap(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    assert isinstance(panel.asked, SelectPrompt)
    assert (panel.path, panel.seat, panel.waiting) == ((), 0, (0,))
    panel = await tables.choose(match.id, ANA, panel.decision, 0, "give")
    assert panel.path == ("give", "p1"), "the only rival is not asked for"
    assert [crumb.forced for crumb in panel.crumbs] == [False, True]
    assert isinstance(panel.asked, AmountPrompt)
    panel = await tables.choose(match.id, ANA, panel.decision, 2, 1)
    assert isinstance(panel.asked, MoveReady)
    assert panel.final.why.key == "host.final.next"
    panel = await tables.confirm(match.id, ANA, panel.decision)
    assert panel.committed
    assert panel.committed_move == panel.committed_move.__class__("@text", {"text": "offered"})
    assert (await tables.open_or_refresh_panel(match.id, BRUNO)).waiting == (1,)
    await assert_log_replays(harness, match.id)


async def test_back_and_cancel_are_free_and_skip_forced_steps(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    before = await harness.app.lobby.get(match.id)
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    panel = await tables.choose(match.id, ANA, panel.decision, 0, "give")
    panel = await tables.choose(match.id, ANA, panel.decision, 2, 1)
    panel = await tables.back(match.id, ANA, panel.decision)
    assert panel.path == ("give", "p1")
    panel = await tables.back(match.id, ANA, panel.decision)
    assert panel.path == ()
    panel = await tables.back(match.id, ANA, panel.decision)
    assert panel.path == ()
    panel = await tables.choose(match.id, ANA, panel.decision, 0, "buy")
    panel = await tables.cancel(match.id, ANA, panel.decision)
    assert panel.path == ()
    after = await harness.app.lobby.get(match.id)
    assert (after.version, after.rows) == (before.version, before.rows)


async def test_counters_stay_in_their_bounds(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    panel = await tables.choose(match.id, ANA, panel.decision, 0, "buy")
    form = panel.asked
    assert isinstance(form, DistributePrompt)
    assert panel.pending == form.default_answer()
    at = (match.id, ANA, panel.decision, 1)
    assert (await tables.update_pending(*at, ("oil", -9))).pending == {}
    panel = await tables.update_pending(*at, ("oil", 99))
    assert panel.pending == {"oil": min(3, form.hi)}
    panel = await tables.update_pending(*at, {"wine": 1})
    assert panel.pending == {"wine": 1}
    for wrong in ("wine", ("gold", 1), {"gold": 1}, ["wine"]):
        assert (await tables.update_pending(*at, wrong)).refused is not None
    assert (await tables.update_pending(*at[:3], 0, ("oil", 1))).notice.key == "ui.stale"
    panel = await tables.answer(*at)
    assert panel.path == ("buy", {"wine": 1})
    panel = await tables.back(match.id, ANA, panel.decision)
    assert panel.pending == form.default_answer()


async def test_what_a_frame_refuses_after_the_sum_is_said_and_changes_nothing(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    panel = await tables.choose(match.id, ANA, panel.decision, 0, "buy")
    assert panel.asked.hi == 3
    panel = await tables.answer(match.id, ANA, panel.decision, 1, {"oil": 3})
    assert panel.refused.args["text"] == "never exactly three oils"
    assert panel.path == ("buy",)


async def test_a_blocked_option_tells_its_reason(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    while True:
        panel = await tables.open_or_refresh_panel(match.id, ANA)
        if panel.asked.blocked:
            break
        await harness.say(match, ANA, "buy", {"oil": 1})
    panel = await tables.choose(match.id, ANA, panel.decision, 0, "buy")
    assert panel.refused.args["why"].args["text"] == "1 token short"
    assert (
        await tables.choose(match.id, ANA, panel.decision, 0, "fly")
    ).refused.key == "core.refused.option"


async def test_a_click_counts_once_and_an_old_button_shows_how_it_stands(harness):
    match, tables = await harness.table(2), harness.app.game_service
    first = await tables.open_or_refresh_panel(match.id, ANA)
    assert first.path == ("throw",), "the only verb is not asked"
    assert isinstance(first.asked, MoveReady)
    panel = await tables.confirm(match.id, ANA, first.decision, "k1")
    assert panel.committed
    again = await tables.confirm(match.id, ANA, first.decision, "k1")
    assert (again.notice.key, again.committed) == ("ui.already", False)
    stale = await tables.confirm(match.id, ANA, first.decision, "k2")
    assert (stale.notice.key, stale.committed, stale.decision) == (
        "ui.stale",
        False,
        panel.decision,
    )
    assert (await harness.app.lobby.get(match.id)).rows == 1


async def test_two_taps_at_once_are_one_move(harness):
    match, tables = await harness.table(2), harness.app.game_service
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    both = await asyncio.gather(
        *(tables.confirm(match.id, ANA, panel.decision, f"k{n}") for n in range(5))
    )
    assert [one.committed for one in both].count(True) == 1
    assert (await harness.app.lobby.get(match.id)).rows == 1


async def test_everybody_may_tap_at_once_in_lanes(harness):
    match, tables = await harness.table(3), harness.app.game_service

    async def throw_and_keep(person):
        for verb in ("throw", "keep"):
            panel = await tables.open_or_refresh_panel(match.id, person)
            await tables.play(match.id, person, (verb,))
            await tables.confirm(match.id, person, panel.decision)

    await asyncio.gather(*(throw_and_keep(person) for person in PEOPLE[:3]))
    assert (await harness.app.lobby.get(match.id)).waiting == (0,)
    await assert_log_replays(harness, match.id)


async def test_a_second_tap_on_what_was_chosen_changes_nothing(harness):
    match, tables = await harness.table(3), harness.app.game_service
    await harness.to_turns(match)
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    await tables.choose(match.id, ANA, panel.decision, 0, "give")
    twice = await tables.choose(match.id, ANA, panel.decision, 0, "give")
    assert (twice.path, twice.notice) == (("give",), None)
    await tables.choose(match.id, ANA, panel.decision, 1, "p2")
    late = await tables.choose(match.id, ANA, panel.decision, 1, "p1")
    assert (late.path, late.notice.key) == (("give", "p2"), "ui.stale")
    ahead = await tables.choose(match.id, ANA, panel.decision, 7, 1)
    assert ahead.notice.key == "ui.stale"
    other = await tables.choose(match.id, ANA, panel.decision, 0, "stop")
    assert other.path == ("stop",), "the root's options stay at hand"


async def test_another_ones_button_and_a_strangers(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    waiting = await tables.open_or_refresh_panel(match.id, BRUNO)
    assert waiting.asked is None or waiting.waiting == (0,)
    for call in (
        tables.choose(match.id, STRANGER, 1, 0, "stop"),
        tables.confirm(match.id, STRANGER, 1),
        tables.undo(match.id, STRANGER),
        tables.resign(match.id, STRANGER),
        tables.move_tree(match.id, STRANGER),
        tables.update_pending(match.id, STRANGER, 1, 0, "a"),
    ):
        with pytest.raises(UserError) as caught:
            await call
        assert caught.value.what.key == "host.trouble.not_seated"
    watching = await tables.open_or_refresh_panel(match.id, STRANGER)
    assert (watching.seat, watching.asked, watching.notice) == (None, None, None)
    assert watching.view.viewer is None


async def test_taps_on_tables_that_do_not_run(harness):
    tables = harness.app.game_service
    lobby = await harness.table(2, start=False)
    for call in (
        tables.open_or_refresh_panel(lobby.id, ANA),
        harness.app.queries.verify(lobby.id),
        harness.app.queries.score(lobby.id),
        tables.undo(lobby.id, ANA),
    ):
        with pytest.raises(UserError) as caught:
            await call
        assert caught.value.what.key == "host.trouble.lobby"
    with pytest.raises(UserError) as caught:
        await tables.open_or_refresh_panel("NOPE", ANA)
    assert caught.value.what.key == "host.trouble.no_table"
    await harness.app.lobby.close(lobby.id, ANA)
    with pytest.raises(UserError) as caught:
        await tables.open_or_refresh_panel(lobby.id, ANA)
    assert caught.value.what.key == "host.trouble.closed"
    ended = await harness.table(1, 1)
    decision = (await tables.open_or_refresh_panel(ended.id, ANA)).decision
    await tables.resign(ended.id, ANA)
    await harness.settle()
    with pytest.raises(UserError) as caught:
        await tables.resign(ended.id, ANA)
    assert caught.value.what.key == "host.trouble.lost_to_bot"
    with pytest.raises(UserError):
        await tables.confirm(ended.id, ANA, decision)


async def test_a_draft_survives_a_restart_at_its_depth(harness):
    match, tables = await harness.table(3), harness.app.game_service
    await harness.to_turns(match)
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    await tables.choose(match.id, ANA, panel.decision, 0, "give")
    panel = await tables.choose(match.id, ANA, panel.decision, 1, "p2")
    app = await harness.reopen()
    again = await app.game_service.open_or_refresh_panel(match.id, ANA)
    assert (again.path, again.decision, again.notice) == (("give", "p2"), panel.decision, None)
    panel = await app.game_service.choose(match.id, ANA, again.decision, 2, 1)
    await harness.reopen()
    assert (await harness.app.game_service.confirm(match.id, ANA, panel.decision)).committed


async def test_what_reads_otherwise_at_confirm_is_shown_again(harness):
    """Bruno's last throw makes Ana's finished choice final: she sees that before it counts."""
    match, tables = await harness.table(2), harness.app.game_service
    await harness.say(match, ANA, "throw")
    await harness.say(match, BRUNO, "throw")
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    panel = await tables.choose(match.id, ANA, panel.decision, 0, "keep")
    assert panel.final is None
    await harness.say(match, BRUNO, "keep")
    shown = await tables.confirm(match.id, ANA, panel.decision)
    assert (shown.committed, shown.notice.key) == (False, "host.changed")
    assert shown.final is not None
    assert (await tables.confirm(match.id, ANA, panel.decision)).committed


async def test_a_draft_follows_a_table_that_moved_under_it(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    await harness.say(match, ANA, "buy", {"oil": 1})
    stored = await harness.app.repo.matches.load(match.id)
    stored.match.seats[0].decision += 1
    async with harness.app.locks(match.id):
        panel = await tables._save_draft_at(await tables._load_session(match.id, ANA), ("give",))
        assert panel.path == ("give", "p1")
        await harness.app.moves.save(stored.match)
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    assert (panel.path, panel.notice.key) == (("give", "p1"), "host.changed")
    assert (await tables.open_or_refresh_panel(match.id, ANA)).notice is None


async def test_auto_fills_in_the_defaults_and_asks(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    panel = await tables.fill_defaults(match.id, ANA, panel.decision)
    assert (panel.path, panel.committed) == (("stop",), False)
    panel = await tables.choose(match.id, ANA, panel.decision, 0, "buy")
    panel = await tables.fill_defaults(match.id, ANA, panel.decision)
    assert isinstance(panel.asked, MoveReady)
    assert panel.path[0] == "buy"


async def test_play_commits_what_needs_no_confirmation(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    assert (await tables.play(match.id, ANA, ("buy", {"oil": 1}), "p1")).committed
    assert (await tables.play(match.id, ANA, ("buy", {"oil": 1}), "p1")).notice.key == "ui.already"
    shown = await tables.play(match.id, ANA, ("stop",))
    assert (shown.committed, shown.final.why.key) == (False, "host.final.next")
    partly = await tables.play(match.id, ANA, ("give",))
    assert partly.path == ("give", "p1")
    wrong = await tables.play(match.id, ANA, ("give", "p1", 99))
    assert wrong.refused is not None
    assert (wrong.path, wrong.committed) == (("give", "p1"), False)
    careful = replace(ANA, prefs={"confirm": "always"})
    shown = await tables.play(match.id, careful, ("buy", {"oil": 1}))
    assert not shown.committed


async def test_what_stands_to_be_confirmed_is_committed_by_saying_it_again(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    assert not (await tables.play(match.id, ANA, ("stop",))).committed
    assert not (await tables.play(match.id, ANA, ("draw",))).committed, (
        "another move is not a confirmation"
    )
    assert not (await tables.play(match.id, ANA, ("stop",))).committed
    assert (await tables.play(match.id, ANA, ("stop",), "p2")).committed
    assert (await harness.app.lobby.get(match.id)).waiting == (1,)
    await assert_log_replays(harness, match.id)


async def test_instant_steps_say_before_the_tap_when_they_are_final(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.say(match, ANA, "throw")
    panel = await tables.open_or_refresh_panel(match.id, ANA)
    assert panel.finals == {"throw"}, "dice are luck; keeping asks for a Confirm"
    careful = replace(ANA, prefs={"confirm": "always"})
    assert (await tables.open_or_refresh_panel(match.id, careful)).finals == frozenset()
    panel = await tables.choose(match.id, careful, panel.decision, 0, "throw")
    assert not panel.committed
    assert panel.final.why.key == "host.final.luck"
    panel = await tables.choose(match.id, ANA, panel.decision, 0, "keep")
    assert panel.finals == frozenset() or panel.finals == {"throw"}
    await tables.cancel(match.id, ANA, panel.decision)
    assert (await tables.choose(match.id, ANA, panel.decision, 0, "throw")).committed
