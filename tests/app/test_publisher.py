import asyncio

from app.background import publisher
from app.match import turn_pings
from app.model.match import Match, MessageRefs, SeatRow
from app.runtime.clock import SystemClock
from app.runtime.cluster import SingleProcess
from tests.app.kit import PEOPLE

ANA, BRUNO, CARLA = PEOPLE[:3]


def seat(n: int, **how) -> SeatRow:
    return SeatRow(n, 100 + n, str(n), **how)


async def test_who_is_awaited_is_pinged_once_and_never_who_acted(house):
    match = await house.table(3)
    await house.settle()
    assert house.edge.pings == [[0, 1, 2]]
    await house.to_turns(match)
    await house.later(120)
    assert house.edge.pings == [[0, 1, 2], [0]]
    await house.say(match, ANA, "buy", {"oil": 1})
    await house.settle()
    await house.say(match, ANA, "stop")
    await house.settle()
    assert house.edge.pings[2:] == [[1]], "who has not tapped for two minutes is called at once"
    await house.later(1000)
    assert house.edge.pings[3:] == [], "and once"


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
            seat(0, awaited=True, call=2, told=1),
            seat(1, awaited=True, call=1, told=1),
            seat(2, awaited=True, call=1, computer="firm"),
            seat(3, awaited=True, call=1, tapped=90.0),
            seat(4, call=1),
            SeatRow(5, None, "gone", awaited=True, call=1),
        ],
        MessageRefs(),
        0,
        0,
    )
    assert (
        turn_pings.users_to_ping(match, 200.0, 120.0),
        turn_pings.next_ping_at(match, 200.0, 120.0),
    ) == ([0], 210.0)
    assert (
        turn_pings.users_to_ping(match, 210.0, 120.0),
        turn_pings.next_ping_at(match, 210.0, 120.0),
    ) == ([0, 3], None)
    match.status = "halted"
    assert (
        turn_pings.users_to_ping(match, 300.0, 120.0),
        turn_pings.next_ping_at(match, 0.0, 120.0),
    ) == ([], None)


async def test_a_computer_player_that_answers_before_anything_is_shown_swallows_no_call(house):
    """Ana's step and the computer's become one publication; between them it was not her turn."""
    match = await house.table(1, 1)
    await house.settle()
    for move in ("throw", "keep"):
        await house.say(match, ANA, move)
    await house.settle()
    await house.say(match, ANA, "stop")
    house.clock.at += 200  # she is gone, the computer thinks, and nothing was shown meanwhile
    await house.settle()
    now = await house.app.lobby.get(match.id)
    assert (now.seats[0].awaited, now.seats[0].called) == (True, True)
    assert house.edge.pings == [[0], [0]]


async def test_who_has_just_tapped_is_called_when_the_rest_of_two_minutes_is_over_a_restart_or_not(
    house,
):
    match = await house.table(2)
    await house.settle()
    await house.to_turns(match)
    await house.settle()
    await house.later(100)
    assert house.edge.pings == [[0, 1]]
    await house.reopen()
    await house.later(19)
    assert house.edge.pings == [[0, 1]]
    await house.later(1)
    assert house.edge.pings == [[0, 1], [0]]
    await house.reopen()
    await house.later(500)
    assert house.edge.pings == [[0, 1], [0]]


async def test_who_has_seen_the_question_by_their_own_hand_is_not_called_and_who_looks_elsewhere_later(
    house,
):
    match = await house.table(2)
    await house.settle()
    await house.to_turns(match)
    house.clock.at += 60
    await house.app.calls.record_activity(match.id, ANA)  # the log, say
    await house.later(60)
    assert house.edge.pings == [[0, 1]], "she is there"
    await house.later(60)
    assert house.edge.pings == [[0, 1], [0]]
    await house.say(match, ANA, "stop")
    await house.settle()
    assert house.edge.pings[2:] == [[1]]
    await house.say(match, BRUNO, "stop")  # the next round: everybody throws
    await house.settle()
    await house.app.tables.panel(match.id, BRUNO, tap=True)
    await house.later(120)
    assert house.edge.pings[3:] == [[0]], "he has seen it"


async def test_a_version_that_was_not_shown_is_shown_after_a_crash(house):
    match = await house.table(2)
    await house.settle()
    house.app.publisher.notifier = None  # the crash: committed, never shown
    await house.say(match, ANA, "throw")
    assert await house.app.repo.unpublished() == [match.id]
    house.edge.shown.clear()
    await house.reopen()
    await house.settle()
    assert [(m, news) for m, _, news, _ in house.edge.shown] == [(match.id, 1)]
    assert house.edge.pings == [], "everybody had been told before the crash"
    assert await house.app.repo.unpublished() == []


async def test_failures_are_tried_again_and_pings_are_not_repeated(house):
    match = await house.table(2, start=False)
    await house.settle()
    told: list[list[int]] = []

    async def ping_then_fail(table):
        new = turn_pings.users_to_ping(table, house.clock.at, 120)
        if new:
            told.append(new)
            await house.app.publisher.mark_notified(table, new)

    house.edge.before, house.edge.fail = ping_then_fail, 3
    await house.app.lobby.start(match.id, ANA)
    await house.settle()
    assert house.edge.fail == 0
    assert told == [[0, 1]]
    now = await house.app.lobby.get(match.id)
    assert now.published == now.version


async def test_what_is_committed_while_something_is_shown_becomes_one_edit(house):
    match = await house.table(3)
    await house.settle()
    gate = asyncio.Event()
    house.edge.shown.clear()

    async def wait(_table):
        await gate.wait()

    house.edge.before = wait
    for person in (ANA, BRUNO, CARLA):
        await house.say(match, person, "throw")
    for _ in range(3):
        await asyncio.sleep(0)
    gate.set()
    await house.settle()
    assert 1 <= len(house.edge.shown) <= 2
    assert sum(news for _, _, news, _ in house.edge.shown) == 3
    assert house.edge.shown[-1][1] == (await house.app.lobby.get(match.id)).version


async def test_stopping_does_not_wait_for_an_edge_that_is_away(house):
    house.edge.fail = 10**6
    house.app.publisher._patience = 60
    match = await house.table(2)
    await asyncio.sleep(0.05)
    await house.app.publisher.stop(grace=0.01)
    house.app.publisher.schedule(match.id)
    assert not house.app.publisher._tasks
    house.edge.fail = 0
    await house.reopen()
    await house.settle()
    assert house.edge.shown


async def test_message_places_survive_commits_made_meanwhile(house):
    """The messenger notes ids while people go on tapping: neither overwrites the other."""
    match = await house.table(2)
    held = await house.app.lobby.get(match.id)
    await house.say(match, ANA, "throw")
    held.places.board, held.places.summons, held.seats[1].dm_message = 77, 78, 79
    await house.app.repo.save_places(held)
    assert await house.app.repo.save_screen(held.id, held.seats[1], held.seats[1].user or 0)
    await house.say(match, BRUNO, "throw")
    now = await house.app.lobby.get(match.id)
    assert (now.places.board, now.places.summons, now.seats[1].dm_message, now.rows) == (
        77,
        78,
        79,
        2,
    )
    assert now.seats[0].asked == 2


async def test_an_alarm_that_fails_leaves_the_halt_standing(house):
    match = await house.table(2)

    async def broken(_match, _what):
        raise ConnectionError

    house.edge.alarm = broken
    async with house.app.locks(match.id):
        await house.app.moves.halt(match.id, ["x"])
        await house.app.moves.halt(match.id, ["again"])
    await house.settle()
    now = await house.app.lobby.get(match.id)
    assert (now.status, now.halted) == ("halted", "x")


class Thinking:
    """A store in which a computer player is at its answer for so many looks, for ever where `looks` is negative."""

    def __init__(self, looks: int) -> None:
        self.looks, self.looked, self.shown = looks, 0, []

    async def match(self, match: str) -> Match:
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

    async def publish(self, match: Match, newly: list[int]) -> None:
        self.shown.append(self.looked)

    async def told(self, *_: object) -> None:
        """Nobody is called."""

    published = told


async def test_a_move_is_shown_with_the_computers_answer_but_waits_no_longer_than_a_second(
    monkeypatch,
):
    monkeypatch.setattr(publisher, "BOT_REPLY_WAIT_S", 0.05)
    for looks, shown in ((3, 5), (0, 2), (-1, 6)):
        store = Thinking(looks)
        speaker = publisher.Publisher(store, SystemClock(), SingleProcess(), pause=0.01)
        speaker.notifier = store
        speaker.schedule("AAA")
        await speaker.idle()
        assert store.shown == [shown]


async def test_many_tables_are_shown_a_few_at_a_time_and_what_changes_meanwhile_waits_for_none(
    house, monkeypatch
):
    monkeypatch.setattr(publisher, "MAX_CONCURRENT", 2)
    ids = [(await house.table(2)).id for _ in range(5)]
    await house.settle()
    for one in ids:
        await house.app.repo.mark_published(one, 0, 0)
    begun, go = list[str](), asyncio.Event()

    async def held(match: Match, newly: list[int]) -> None:
        begun.append(match.id)
        await go.wait()

    monkeypatch.setattr(house.edge, "publish", held)
    house.app.publisher.schedule_all(ids)
    for _ in range(200):
        await asyncio.sleep(0.001)
    assert sorted(begun) == sorted(ids[:2])
    house.app.publisher.schedule(ids[4])
    for _ in range(200):
        await asyncio.sleep(0.001)
    assert begun[2:] == [ids[4]]
    go.set()
    await house.app.publisher.idle()
    assert sorted(begun) == sorted(ids)
    assert await house.app.repo.unpublished() == []
