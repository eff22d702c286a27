"""Standing orders answer in the commit that asks, each in its own row, unseen by others."""

import dataclasses

import msgspec
import pytest

from app.match import standing_orders
from app.model.match import Draft, Match, UserError
from games.core.engine import history
from games.core.engine.game import find
from tests.app.harness import PEOPLE, STRANGER, AppHarness, assert_log_replays

ANA, BRUNO, CARLA = PEOPLE[:3]


async def rows(harness: AppHarness, match: Match) -> list[tuple[int | None, str, list]]:
    return [
        (e.row.seat, e.row.by, e.row.path)
        for e in await harness.app.repo.game_log.entries(match.id)
    ]


async def offered(harness: AppHarness, n: int) -> Match:
    """Ana's turn, everybody without orders so far."""
    match = await harness.table(n)
    harness.clock.at += 1000
    await harness.to_turns(match)
    return match


async def test_an_order_holds_at_once_when_its_seat_is_awaited(harness):
    match = await harness.table(2)
    told = await harness.app.standing_orders.set(match.id, ANA, "throws", 2)
    assert (told.obeyed, told.values) == (True, {"throws": 2, "keep": False, "gifts": "ask"})
    assert [one.id for one in told.settings] == ["throws", "gifts"], "only what means something now"
    assert await rows(harness, match) == [(0, "order", ["throw"])] * 2
    assert (
        await harness.app.standing_orders.set(match.id, BRUNO, "gifts", "accept")
    ).obeyed is False
    assert len(await rows(harness, match)) == 2
    await assert_log_replays(harness, match.id)
    assert (
        await harness.app.game_service.open_or_refresh_panel(match.id, ANA)
    ).asked is not None, "what orders do not say is asked"


async def test_the_answer_stands_in_the_same_commit_as_the_step_that_asked(harness):
    match = await offered(harness, 3)
    await harness.app.standing_orders.set(match.id, BRUNO, "gifts", "accept")
    await harness.settle()
    version, pings = (await harness.app.lobby.get(match.id)).version, len(harness.notifier.pings)
    await harness.say(match, ANA, "give", "p1", 1)
    assert (await rows(harness, match))[-2:] == [
        (0, "player", ["give", "p1", 1]),
        (1, "order", ["accept"]),
    ]
    after = await harness.app.lobby.get(match.id)
    assert (after.version, after.waiting) == (version + 1, (0,))
    await harness.settle()
    assert len(harness.notifier.pings) == pings, (
        "nobody is called: Bruno has answered, Ana has just acted"
    )
    await assert_log_replays(harness, match.id)
    assert (await harness.app.queries.verify(match.id)).ok
    panel = await harness.app.game_service.undo(match.id, ANA)
    assert panel.refused.key == "core.undo.seen", "it asked somebody else"


async def test_whom_an_order_leaves_awaited_is_called(harness):
    """Having answered by order is no presence: the next question calls."""
    match = await harness.table(3)
    for person in (ANA, BRUNO):
        await harness.app.standing_orders.set(match.id, person, "throws", 1)
    await harness.say(match, CARLA, "throw")
    await harness.settle()
    before = len(harness.notifier.pings)
    for person in PEOPLE[:3]:
        await harness.say(match, person, "keep")
    await harness.later(120)
    for person in PEOPLE[:2]:
        await harness.say(match, person, "stop")
        await harness.later(120)
    assert [one for ping in harness.notifier.pings[before:] for one in ping] == [0, 1, 2]
    await harness.say(match, CARLA, "stop")
    await harness.settle()
    assert (await rows(harness, match))[-3:] == [
        (2, "player", ["stop"]),
        (0, "order", ["throw"]),
        (1, "order", ["throw"]),
    ]
    assert harness.notifier.pings[-1] == [0, 1], (
        "Carla acted herself; the others are still awaited, to keep"
    )


async def test_an_order_is_as_final_as_its_row(harness):
    match = await offered(harness, 3)
    await harness.app.standing_orders.set(match.id, BRUNO, "gifts", "accept")
    await harness.say(match, ANA, "give", "p1", 1)
    assert (await harness.app.game_service.undo(match.id, BRUNO)).refused.key == "core.undo.seen", (
        "Ana is awaited by it"
    )
    lanes = await harness.table(2)
    await harness.app.standing_orders.set(lanes.id, ANA, "throws", 1)
    assert (await harness.app.game_service.undo(lanes.id, ANA)).refused.key == "core.undo.seen", (
        "dice have been seen"
    )


async def test_a_step_taken_back_belongs_to_the_person(harness):
    """To keep in a lane can be taken back; the order that answered then rests until the next question."""
    match = await harness.table(2)
    await harness.app.standing_orders.set(match.id, ANA, "throws", 3)
    assert (await harness.app.standing_orders.set(match.id, ANA, "keep", True)).obeyed
    assert [path for *_, path in await rows(harness, match)] == [
        ["throw"],
        ["throw"],
        ["throw"],
        ["keep"],
    ]
    panel = await harness.app.game_service.undo(match.id, ANA)
    assert (panel.committed, panel.notice.key) == (True, "host.undone")
    assert (await harness.app.lobby.get(match.id)).waiting == (0, 1), (
        "the order leaves the question alone"
    )
    await harness.say(match, BRUNO, "throw")
    await harness.reopen()
    await harness.say(match, BRUNO, "keep")
    assert (await harness.app.lobby.get(match.id)).waiting == (0,), "a restart changes nothing"
    assert (await harness.app.standing_orders.set(match.id, ANA, "keep", True)).obeyed, (
        "given anew it holds at once"
    )
    await assert_log_replays(harness, match.id)
    assert (await harness.app.queries.verify(match.id)).ok


async def test_a_half_made_choice_ends_where_an_order_answers(harness):
    match = await offered(harness, 3)
    await harness.say(match, ANA, "give", "p1", 1)
    panel = await harness.app.game_service.open_or_refresh_panel(match.id, BRUNO)
    await harness.app.game_service.answer(match.id, BRUNO, panel.decision, 0, "accept")
    assert (await harness.app.repo.drafts.get(match.id, 1)).path == ["accept"]
    assert (await harness.app.standing_orders.set(match.id, BRUNO, "gifts", "reject")).obeyed
    assert await harness.app.repo.drafts.get(match.id, 1) is None
    late = await harness.app.game_service.confirm(match.id, BRUNO, panel.decision)
    assert (late.committed, late.notice.key) == (False, "ui.stale")


async def test_the_click_counts_for_the_step_and_drafts_end_with_their_questions(harness):
    match = await offered(harness, 3)
    await harness.app.standing_orders.set(match.id, BRUNO, "gifts", "accept")
    await harness.app.repo.drafts.save(Draft(match.id, 1, 0, ["reject"]))
    panel = await harness.app.game_service.play(match.id, ANA, ("give", "p1", 1), "c1")
    if not panel.committed:
        panel = await harness.app.game_service.confirm(match.id, ANA, panel.decision, "c2")
    assert panel.committed
    assert [
        entry.interaction for entry in (await harness.app.repo.game_log.entries(match.id))[-2:]
    ] == [
        "c2",
        None,
    ]
    assert await harness.app.repo.drafts.get(match.id, 1) is None
    again = await harness.app.game_service.confirm(match.id, ANA, panel.decision, "c2")
    assert (again.committed, again.notice.key) == (False, "ui.already")


async def test_what_an_order_did_after_a_final_step_can_still_be_taken_back(harness):
    """The last to stop opens a new round, final for all; that Ana keeps her third throw is hers to change."""
    match = await offered(harness, 3)
    await harness.app.standing_orders.set(match.id, ANA, "throws", 3)
    await harness.app.standing_orders.set(match.id, ANA, "keep", True)
    for person in PEOPLE[:3]:
        await harness.say(match, person, "stop")
    assert (await rows(harness, match))[-2:] == [(0, "order", ["throw"]), (0, "order", ["keep"])]
    assert (await harness.app.game_service.undo(match.id, ANA)).committed
    assert (await harness.app.lobby.get(match.id)).waiting == (0, 1, 2)
    await assert_log_replays(harness, match.id)


async def test_orders_are_a_persons(harness):
    """Whoever answers for a seat that was left or handed over does so without its orders."""
    stored = await harness.app.repo.matches.load((await harness.table(2)).id)
    stored.match.seats[0].orders = {"throws": 1}
    assert standing_orders.next_automatic_answer(stored.match, stored.pos) is not None
    stored.match.seats[0].computer = "firm"
    assert standing_orders.next_automatic_answer(stored.match, stored.pos) is None


async def test_the_log_says_what_was_done_by_order_and_the_person_is_told(harness):
    match = await offered(harness, 3)
    await harness.app.standing_orders.set(match.id, BRUNO, "gifts", "accept")
    harness.clock.at += 60
    await harness.say(match, ANA, "give", "p1", 1)
    newest = (await harness.app.queries.log(match.id, ANA)).rows[-1]
    assert [(newest.seat, one.key, one.args["said"].args["text"]) for one in newest.said] == [
        (1, "host.ordered", "Gave")
    ]
    since = await harness.app.queries.recap(match.id, BRUNO)
    assert [one.key for one in since.said].count("host.ordered") == 1, (
        "what was answered for me I have not seen"
    )
    assert (since.has_news, since.elapsed) == (True, 60.0)


async def test_orders_are_checked_kept_and_private(harness):
    match = await harness.table(2, computers=1)
    look, give = harness.app.standing_orders.look, harness.app.standing_orders.set
    for wrong in (("throws", 4), ("throws", True), ("gifts", "dance"), ("tea", 1)):
        with pytest.raises(UserError) as caught:
            await give(match.id, ANA, *wrong)
        assert caught.value.what.key.startswith("core.options.")
    with pytest.raises(UserError) as caught:
        await look(match.id, STRANGER)
    assert caught.value.what.key == "host.trouble.not_seated"
    await give(match.id, ANA, "gifts", "reject")
    assert (await look(match.id, BRUNO)).values["gifts"] == "ask"
    await harness.reopen()
    look, give = harness.app.standing_orders.look, harness.app.standing_orders.set
    assert (await look(match.id, ANA)).values == {"throws": 0, "keep": False, "gifts": "reject"}
    await give(match.id, ANA, "gifts", "ask")
    assert (await harness.app.lobby.get(match.id)).seats[0].orders == {}, (
        "what is usual is not kept"
    )
    await harness.settle()  # the computer player may still be at it
    version = (await harness.app.lobby.get(match.id)).version
    await give(match.id, ANA, "gifts", "reject")
    assert (await harness.app.lobby.get(match.id)).version == version, (
        "nothing that others could see has changed"
    )
    own = msgspec.json.decode(await harness.app.privacy.export(ANA))
    assert own["tables"][0]["orders"] == [{"gifts": "reject"}]
    await harness.app.game_service.resign(match.id, ANA)
    assert (await harness.app.lobby.get(match.id)).seats[0].orders == {}


async def test_only_a_running_game_that_declares_orders_takes_them(harness, monkeypatch):
    lobby = await harness.table(2, start=False)
    with pytest.raises(UserError) as caught:
        await harness.app.standing_orders.set(lobby.id, ANA, "throws", 1)
    assert caught.value.what.key == "host.trouble.lobby"
    without = await harness.table(2, game="eight_minute_empire")
    bare = dataclasses.replace(find("eight_minute_empire"), orders=())
    monkeypatch.setattr("app.account.standing_orders.find", lambda _: bare)
    with pytest.raises(UserError) as caught:
        await harness.app.standing_orders.look(without.id, ANA)
    assert caught.value.what.key == "host.trouble.no_orders"


async def test_an_order_that_fails_is_none_and_one_that_never_ends_is_stopped(
    harness, monkeypatch, caplog
):
    match = await harness.table(2)
    monkeypatch.setattr("games.core.engine.bots.follow_orders", lambda *_: 1 / 0)
    assert (await harness.app.standing_orders.set(match.id, ANA, "throws", 1)).obeyed is False
    assert "standing order failed" in caplog.text
    monkeypatch.undo()
    monkeypatch.setattr(standing_orders, "MAX_AUTO_ANSWERS", 1)
    other = await harness.table(2)
    await harness.app.standing_orders.set(other.id, ANA, "throws", 3)
    assert len(await rows(harness, other)) == 2, "the first answer and one more"


async def test_a_game_with_all_orders_on_ends_and_replays(harness):
    match = await harness.table(3)
    for person in PEOPLE[:3]:
        for order, value in (("gifts", "accept"), ("keep", True), ("throws", 3)):
            await harness.app.standing_orders.set(match.id, person, order, value)
    generous = True
    while (table := await harness.app.lobby.get(match.id)).status == "running":
        person = PEOPLE[table.waiting[0]]
        if generous:
            await harness.say(match, person, "give", f"p{(table.waiting[0] + 1) % 3}", 1)
        else:
            await _auto(harness, match, person)
        generous = not generous
    done = {(by, path[0]) for _, by, path in await rows(harness, match)}
    assert done == {
        ("order", "throw"),
        ("order", "keep"),
        ("order", "accept"),
        ("player", "give"),
        ("player", "stop"),
    }
    await assert_log_replays(harness, match.id)
    verified = await harness.app.queries.verify(match.id)
    assert (verified.ok, verified.not_replayable) == (True, 0)


async def _auto(harness: AppHarness, match: Match, person) -> None:
    panel = await harness.app.game_service.open_or_refresh_panel(match.id, person)
    panel = await harness.app.game_service.fill_defaults(match.id, person, panel.decision)
    assert (await harness.app.game_service.confirm(match.id, person, panel.decision)).committed


async def test_the_newest_final_checkpoint_stands_after_all_that_orders_wrote(harness):
    match = await offered(harness, 3)
    await harness.app.standing_orders.set(match.id, BRUNO, "gifts", "reject")
    await harness.say(match, ANA, "give", "p1", 1)
    at, pos = await harness.app.repo.game_log.checkpoint(match.id, final=True)
    stored = await harness.app.repo.matches.load(match.id)
    later = [entry.row for entry in await harness.app.repo.game_log.entries(match.id, at)]
    codec = find("cellar").codec
    assert codec.encode(history.fold(pos, later, stored.match.seed)) == codec.encode(stored.pos)
