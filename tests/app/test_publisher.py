import asyncio

from app.background import publisher
from app.match import turn_pings
from app.model.match import Match, MessageRefs, SeatRow
from app.runtime.clock import SystemClock
from app.runtime.cluster import SingleProcess
from tests.app.harness import PEOPLE

ANA, BRUNO, CARLA = PEOPLE[:3]


def seat(n: int, **how) -> SeatRow:
    return SeatRow(n, 100 + n, str(n), **how)


async def test_who_is_awaited_is_pinged_once_and_never_who_acted(harness):
    match = await harness.table(3)
    await harness.settle()
    assert harness.notifier.pings == [[0, 1, 2]]
    await harness.to_turns(match)
    await harness.later(120)
    assert harness.notifier.pings == [[0, 1, 2], [0]]
    await harness.say(match, ANA, "buy", {"oil": 1})
    await harness.settle()
    await harness.say(match, ANA, "stop")
    await harness.settle()
    assert harness.notifier.pings[2:] == [[1]], (
        "who has not tapped for two minutes is called at once"
    )
    await harness.later(1000)
    assert harness.notifier.pings[3:] == [], "and once"


def test_those_are_called_who_are_awaited_do_not_know_it_and_are_not_there():
    match = Match(
        "AAA",
        "cellar",
        "x",
        "es",
        1,
        {},
        6,
        "running",
        [
            seat(0, awaited=True, newest_ping=2, newest_ping_known=1),
            seat(1, awaited=True, newest_ping=1, newest_ping_known=1),
            seat(2, awaited=True, newest_ping=1, computer="firm"),
            seat(3, awaited=True, newest_ping=1, last_click_at=90.0),
            seat(4, newest_ping=1),
            SeatRow(5, None, "gone", awaited=True, newest_ping=1),
        ],
        MessageRefs(),
        0,
        0,
    )
    assert (
        turn_pings.seats_to_ping(match, 200.0, 120.0),
        turn_pings.next_ping_at(match, 200.0, 120.0),
    ) == ([0], 210.0)
    assert (
        turn_pings.seats_to_ping(match, 210.0, 120.0),
        turn_pings.next_ping_at(match, 210.0, 120.0),
    ) == ([0, 3], None)
    match.status = "halted"
    assert (
        turn_pings.seats_to_ping(match, 300.0, 120.0),
        turn_pings.next_ping_at(match, 0.0, 120.0),
    ) == ([], None)


async def test_a_computer_player_that_answers_before_anything_is_shown_swallows_no_call(harness):
    """Ana's step and the computer's become one publication; between them it was not her turn."""
    match = await harness.table(1, 1)
    await harness.settle()
    for move in ("throw", "keep"):
        await harness.say(match, ANA, move)
    await harness.settle()
    await harness.say(match, ANA, "stop")
    harness.clock.at += 200  # she is gone, the computer thinks, and nothing was shown meanwhile
    await harness.settle()
    now = await harness.app.lobby.get(match.id)
    assert (now.seats[0].awaited, now.seats[0].knows_newest_ping) == (True, True)
    assert harness.notifier.pings == [[0], [0]]


async def test_who_has_just_tapped_is_called_when_the_rest_of_two_minutes_is_over_a_restart_or_not(
    harness,
):
    match = await harness.table(2)
    await harness.settle()
    await harness.to_turns(match)
    await harness.settle()
    await harness.later(100)
    assert harness.notifier.pings == [[0, 1]]
    await harness.reopen()
    await harness.later(19)
    assert harness.notifier.pings == [[0, 1]]
    await harness.later(1)
    assert harness.notifier.pings == [[0, 1], [0]]
    await harness.reopen()
    await harness.later(500)
    assert harness.notifier.pings == [[0, 1], [0]]


async def test_who_has_seen_the_question_by_their_own_hand_is_not_called_and_who_looks_elsewhere_later(
    harness,
):
    match = await harness.table(2)
    await harness.settle()
    await harness.to_turns(match)
    harness.clock.at += 60
    await harness.app.pings.record_activity(match.id, ANA)  # the log, say
    await harness.later(60)
    assert harness.notifier.pings == [[0, 1]], "she is there"
    await harness.later(60)
    assert harness.notifier.pings == [[0, 1], [0]]
    await harness.say(match, ANA, "stop")
    await harness.settle()
    assert harness.notifier.pings[2:] == [[1]]
    await harness.say(match, BRUNO, "stop")  # the next round: everybody throws
    await harness.settle()
    await harness.app.game_service.open_or_refresh_panel(match.id, BRUNO, requested=True)
    await harness.later(120)
    assert harness.notifier.pings[3:] == [[0]], "he has seen it"


async def test_a_version_that_was_not_shown_is_shown_after_a_crash(harness):
    match = await harness.table(2)
    await harness.settle()
    harness.app.publish_scheduler.match_publisher = None  # the crash: committed, never shown
    await harness.say(match, ANA, "throw")
    assert await harness.app.repo.matches.unpublished() == [match.id]
    harness.notifier.shown.clear()
    await harness.reopen()
    await harness.settle()
    assert [(m, news) for m, _, news, _ in harness.notifier.shown] == [(match.id, 1)]
    assert harness.notifier.pings == [], "everybody had been told before the crash"
    assert await harness.app.repo.matches.unpublished() == []


async def test_failures_are_tried_again_and_pings_are_not_repeated(harness):
    match = await harness.table(2, start=False)
    await harness.settle()
    told: list[list[int]] = []

    async def ping_then_fail(table):
        new = turn_pings.seats_to_ping(table, harness.clock.at, 120)
        if new:
            told.append(new)
            await harness.app.publish_scheduler.mark_pinged(table, new)

    harness.notifier.before, harness.notifier.fail = ping_then_fail, 3
    await harness.app.lobby.start(match.id, ANA)
    await harness.settle()
    assert harness.notifier.fail == 0
    assert told == [[0, 1]]
    now = await harness.app.lobby.get(match.id)
    assert now.published == now.version


async def test_what_is_committed_while_something_is_shown_becomes_one_edit(harness):
    match = await harness.table(3)
    await harness.settle()
    gate = asyncio.Event()
    harness.notifier.shown.clear()

    async def wait(_table):
        await gate.wait()

    harness.notifier.before = wait
    for person in (ANA, BRUNO, CARLA):
        await harness.say(match, person, "throw")
    for _ in range(3):
        await asyncio.sleep(0)
    gate.set()
    await harness.settle()
    assert 1 <= len(harness.notifier.shown) <= 2
    assert sum(news for _, _, news, _ in harness.notifier.shown) == 3
    assert harness.notifier.shown[-1][1] == (await harness.app.lobby.get(match.id)).version


async def test_stopping_does_not_wait_for_an_edge_that_is_away(harness):
    harness.notifier.fail = 10**6
    harness.app.publish_scheduler._first_retry_s = 60
    match = await harness.table(2)
    await asyncio.sleep(0.05)
    await harness.app.publish_scheduler.stop(grace=0.01)
    harness.app.publish_scheduler.schedule(match.id)
    assert harness.app.publish_scheduler.queue_length[0] == 0
    harness.notifier.fail = 0
    await harness.reopen()
    await harness.settle()
    assert harness.notifier.shown


async def test_message_places_survive_commits_made_meanwhile(harness):
    """The table publisher notes ids while people go on tapping: neither overwrites the other."""
    match = await harness.table(2)
    held = await harness.app.lobby.get(match.id)
    await harness.say(match, ANA, "throw")
    held.places.board, held.places.ping, held.seats[1].dm_message = 77, 78, 79
    await harness.app.repo.matches.save_message_ids(held)
    assert await harness.app.repo.matches.save_screen(
        held.id, held.seats[1], held.seats[1].user or 0
    )
    await harness.say(match, BRUNO, "throw")
    now = await harness.app.lobby.get(match.id)
    assert (now.places.board, now.places.ping, now.seats[1].dm_message, now.rows) == (
        77,
        78,
        79,
        2,
    )
    assert now.seats[0].decision == 2


async def test_an_alarm_that_fails_leaves_the_halt_standing(harness):
    match = await harness.table(2)

    async def broken(_match, _what):
        raise ConnectionError

    harness.notifier.alarm = broken
    async with harness.app.locks(match.id):
        await harness.app.moves.halt(match.id, ["x"])
        await harness.app.moves.halt(match.id, ["again"])
    await harness.settle()
    now = await harness.app.lobby.get(match.id)
    assert (now.status, now.halted) == ("halted", "x")


class Thinking:
    """A store in which a computer player is at its answer for so many looks, for ever where `looks` is negative."""

    def __init__(self, looks: int) -> None:
        self.looks, self.looked = looks, 0
        self.shown = list[int]()
        self.matches = self  # it is also the repository of matches

    async def get(self, match: str) -> Match:
        self.looked += 1
        awaited = self.looks < 0 or self.looked <= self.looks
        return Match(
            match,
            "cellar",
            "x",
            "es",
            1,
            {},
            1,
            "running",
            [seat(0, awaited=awaited, computer="firm")],
            MessageRefs(board=1),
            0,
            0,
            version=1,
        )

    async def publish(self, match: Match, to_ping: list[int]) -> None:
        self.shown.append(self.looked)

    async def mark_pinged(self, *_: object) -> None:
        """Nobody is called."""

    mark_published = mark_pinged


async def test_a_move_is_shown_with_the_computers_answer_but_waits_no_longer_than_a_second(
    monkeypatch,
):
    monkeypatch.setattr(publisher, "BOT_REPLY_WAIT_S", 0.05)
    for looks, shown in ((3, 5), (0, 2), (-1, 6)):
        store = Thinking(looks)
        speaker = publisher.PublishScheduler(store, SystemClock(), SingleProcess(), pause=0.01)
        speaker.match_publisher = store
        speaker.schedule("AAA")
        await speaker.idle()
        assert store.shown == [shown]


async def test_many_tables_are_shown_a_few_at_a_time_and_what_changes_meanwhile_waits_for_none(
    harness, monkeypatch
):
    monkeypatch.setattr(publisher, "MAX_CONCURRENT_PUBLISHES", 2)
    ids = [(await harness.table(2)).id for _ in range(5)]
    await harness.settle()
    for one in ids:
        await harness.app.repo.matches.mark_published(one, 0, 0)
    begun, go = list[str](), asyncio.Event()

    async def held(match: Match, to_ping: list[int]) -> None:
        begun.append(match.id)
        await go.wait()

    monkeypatch.setattr(harness.notifier, "publish", held)
    harness.app.publish_scheduler.schedule_all(ids)
    for _ in range(200):
        await asyncio.sleep(0.001)
    assert sorted(begun) == sorted(ids[:2])
    harness.app.publish_scheduler.schedule(ids[4])
    for _ in range(200):
        await asyncio.sleep(0.001)
    assert begun[2:] == [ids[4]]
    go.set()
    await harness.app.publish_scheduler.idle()
    assert sorted(begun) == sorted(ids)
    assert await harness.app.repo.matches.unpublished() == []
