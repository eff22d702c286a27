"""Transactions are atomic."""

import hashlib
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from app.model.match import Draft, LogEntry, Match, MessageRefs, SeatRow, TableNotice, User
from app.ports.commit import CommitDetails
from app.ports.errors import CorruptDataError, DuplicateInteractionError
from app.ports.repo import ReminderMessage, Spectator
from db import open_store
from db.sqlite.connection import check_and_migrate
from games.core.engine import history, walk
from games.core.state.rng import Rng
from games.core.text.messages import listed, literal, msg, seat_name
from tests.core.small_game import CELLAR
from tests.database import database_of

ROOT = Path(__file__).parents[2]
LEFT = msg("host.resigned", seat=seat_name(0), others=listed([seat_name(1), "x"]))


def table(code: str = "AAA", **how) -> Match:
    seats = [SeatRow(0, 11, "Ana"), SeatRow(1, None, "Bot", "firm")]
    return Match(
        code,
        "cellar",
        "x",
        "es",
        11,
        {"a": [1]},
        2,
        how.pop("status", "lobby"),
        seats,
        MessageRefs(5, 6),
        1.0,
        1.0,
        **how,
    )


async def begun(store, code: str = "AAA") -> Match:
    match = table(code)
    await store.matches.create(match)
    match.status, match.version, match.seed = "running", 1, "seed"
    match.seats[1].awaited = True
    pos = walk.start(CELLAR, {}, 2, "seed")
    assert await store.matches.commit(
        match, 0, CommitDetails(pos=pos, keep_checkpoint=True, final=True)
    )
    return match


def first_row(pos, n: int = 1) -> tuple:
    step = walk.submit(pos, 0, ("throw",))
    return history.move_row(n, 0, "player", ("throw",), step), step.pos


async def test_a_match_comes_back_as_it_went(store):
    match = table(
        preset="p",
        invited=[1, 2],
        rematch="BBB",
        seed="s",
        salt="t",
        commitment="c",
        notices=[TableNotice(3, 4.0, literal("gone")), TableNotice(4, 5.0, LEFT)],
        rules=1,
        halted="h",
        version=2,
    )
    match.places = MessageRefs(1, 2, 3, 4, 5, 6)
    match.seats[0] = SeatRow(
        0,
        11,
        "Ana",
        None,
        "en",
        4,
        "d",
        7,
        8,
        9,
        True,
        False,
        1.5,
        3,
        {"pay": 2},
        4,
        newest_ping=6,
        newest_ping_known=5,
        last_click_at=2.5,
    )
    await store.matches.create(match)
    match.seats[0].dm_channel = match.seats[0].dm_message = None  # the edge's own, by save_screen
    assert await store.matches.get("AAA") == match
    match.seats[0].dm_channel, match.seats[0].dm_message = 7, 8
    assert await store.matches.save_screen(match.id, match.seats[0], match.seats[0].user or 0)
    assert await store.matches.get("AAA") == match
    assert await store.matches.get("nope") is None
    assert await store.matches.load("AAA") is None


async def test_message_ids_of_a_former_home_are_not_noted(store):
    """Whoever shows a table holds a copy of it: what has moved meanwhile is not moved back."""
    await store.matches.create(table())
    held = await store.matches.get("AAA")
    await store.matches.set_channel("AAA", 5, 66)
    held.places.board = 99
    await store.matches.save_message_ids(held)
    now = (await store.matches.get("AAA")).places
    assert (now.guild, now.channel, now.thread, now.board) == (5, 66, 0, 0)


async def test_codes_are_taken_once(store):
    await store.matches.create(table(), "click")
    with pytest.raises(KeyError):
        await store.matches.create(table())
    with pytest.raises(DuplicateInteractionError):
        await store.matches.create(table("BBB"), "click")
    assert await store.matches.get("BBB") is None
    assert await store.game_log.match_of_interaction("click") == "AAA"
    assert await store.game_log.match_of_interaction("other") is None


async def test_commit_counts_only_on_the_expected_version(store):
    match = await begun(store)
    stale = await store.matches.get("AAA")
    match.version, match.name = 2, "new"
    assert await store.matches.commit(match, 1)
    stale.version, stale.name = 2, "lost"
    assert not await store.matches.commit(stale, 1, CommitDetails(click="late"))
    assert (await store.matches.get("AAA")).name == "new"
    assert await store.game_log.match_of_interaction("late") is None


async def test_an_interaction_is_stored_once_and_nothing_of_a_second_one(store):
    match = await begun(store)
    stored = await store.matches.load("AAA")
    row, pos = first_row(stored.pos)
    match.version, match.rows = 2, 1
    assert await store.matches.commit(
        match, 1, CommitDetails(pos=pos, entries=[LogEntry(row, 9.0, "tap")])
    )
    before = await store.matches.load("AAA")
    match.version, match.rows, match.name = 3, 2, "twice"
    again, later = first_row(pos, 2)
    for change in (
        CommitDetails(pos=later, entries=[LogEntry(again, 9.5, "tap")]),
        CommitDetails(click="tap"),
    ):
        with pytest.raises(DuplicateInteractionError):
            await store.matches.commit(match, 2, change)
    after = await store.matches.load("AAA")
    assert (after.match, CELLAR.codec.encode(after.pos)) == (
        before.match,
        CELLAR.codec.encode(before.pos),
    )
    assert [entry.row for entry in await store.game_log.entries("AAA")] == [row]
    assert await store.game_log.match_of_interaction("tap") == "AAA"


async def test_a_click_that_counted_for_the_lobby_counts_for_no_move(store):
    match = await begun(store)
    match.version = 2
    assert await store.matches.commit(match, 1, CommitDetails(click="join"))
    row, pos = first_row((await store.matches.load("AAA")).pos)
    match.version, match.rows = 3, 1
    with pytest.raises(DuplicateInteractionError):
        await store.matches.commit(
            match, 2, CommitDetails(pos=pos, entries=[LogEntry(row, 9.0, "join")])
        )
    assert not await store.game_log.entries("AAA"), (
        "the second use of a click leaves nothing behind"
    )


async def test_a_transaction_that_breaks_leaves_everything_as_it_was(store):
    match = await begun(store)
    stored = await store.matches.load("AAA")
    row, pos = first_row(stored.pos)
    match.version, match.rows = 2, 1
    broken = CommitDetails(
        pos=pos, entries=[LogEntry(row, 9.0), LogEntry(row, 9.0)], clear_drafts=[0]
    )  # the same row number twice
    await store.drafts.save(Draft("AAA", 0, 1, ["throw"]))
    with pytest.raises(Exception, match=r"(?i)unique"):
        await store.matches.commit(match, 1, broken)
    after = await store.matches.load("AAA")
    assert (after.match.version, after.match.rows) == (1, 0)
    assert await store.game_log.entries("AAA") == []
    assert await store.drafts.get("AAA", 0) is not None
    match.rows = 1
    assert await store.matches.commit(
        match, 1, CommitDetails(pos=pos, entries=[LogEntry(row, 9.0)])
    ), "the connection goes on"


async def test_lists_of_matches(store):
    first = await begun(store, "AAA")
    await store.matches.create(table("BBB", version=1))
    assert [m.id for m in await store.matches.find(user=11)] == ["AAA", "BBB"]
    assert [m.id for m in await store.matches.find(user=11, statuses=["running"])] == ["AAA"]
    assert await store.matches.find(user=12) == []
    assert [m.id for m in await store.matches.find(channel=6)] == ["AAA", "BBB"]
    first.places.thread = 99
    await store.matches.save_message_ids(first)
    assert [m.id for m in await store.matches.find(channel=99)] == ["AAA"]
    assert await store.matches.unpublished() == ["AAA", "BBB"]
    await store.matches.mark_published("AAA", 1, 0)
    assert await store.matches.unpublished() == ["BBB"]
    assert await store.matches.awaiting_ai() == ["AAA"]
    assert await store.matches.running_games() == [first.game], "the other has not begun"


async def test_a_table_that_can_t_be_read_is_in_no_list_but_a_whole_one(store):
    for code in ("AAA", "BBB", "CCC"):
        await begun(store, code)
    await database_of(store).transaction(
        lambda conn: conn.execute("UPDATE matches SET pace = '{' WHERE id = 'AAA'")
    )
    await database_of(store).transaction(
        lambda conn: conn.execute("UPDATE seats SET orders = '[' WHERE match = 'BBB' AND seat = 1")
    )
    assert [m.id for m in await store.matches.find(user=11)] == ["CCC"]
    for wanted in (
        store.matches.find(user=11, strict=True),
        store.matches.get("AAA"),
        store.matches.get("BBB"),
        store.matches.mentioning(11),
    ):
        with pytest.raises(CorruptDataError):
            await wanted


async def test_what_was_told_and_tapped_outlives_commits_and_is_never_taken_back(store):
    match = await begun(store)
    match.seats[0].awaited, match.seats[0].newest_ping, match.version = True, 3, 2
    assert await store.matches.without_ping() == [], "it waits for a computer player only"
    assert await store.matches.commit(match, 1)
    assert await store.matches.without_ping() == ["AAA"]
    await store.matches.mark_pinged("AAA", {0: 3})
    await store.matches.mark_pinged("AAA", {0: 2})
    await store.matches.record_activity("AAA", 11, 5.0)
    await store.matches.record_activity("AAA", 11, 4.0)  # the machine's clock was put back
    match.version = 3
    assert await store.matches.commit(match, 2)
    seat = (await store.matches.get("AAA")).seats[0]
    assert (
        seat.newest_ping,
        seat.newest_ping_known,
        seat.knows_newest_ping,
        seat.last_click_at,
    ) == (3, 3, True, 4.0)
    assert await store.matches.without_ping() == []


async def test_seats_that_were_left_are_gone_from_the_inbox(store):
    match = await begun(store)
    match.version, match.seats[0].resigned = 2, True
    assert await store.matches.commit(match, 1)
    assert await store.matches.find(user=11) == []
    match.version, match.seats = 3, match.seats[:1]
    assert await store.matches.commit(match, 2)
    assert len((await store.matches.get("AAA")).seats) == 1


async def test_which_screens_are_behind_their_choice(store):
    match = await begun(store)
    seat = match.seats[0]
    seat.decision, match.version = 3, 2
    assert await store.matches.commit(match, 1)
    await store.drafts.save(Draft("AAA", 0, 3, ["a"]))
    assert await store.drafts.outdated_screens() == [], "there is no screen"
    seat.dm_channel, seat.dm_message = 7, 8
    assert await store.matches.save_screen("AAA", seat, seat.user)
    assert await store.drafts.outdated_screens() == [("AAA", seat.user)]
    await store.drafts.mark_on_screen("AAA", 0, 3, 1)
    assert await store.drafts.outdated_screens() == []
    await store.drafts.save(Draft("AAA", 0, 3, [], written=2))
    assert (await store.drafts.get("AAA", 0)).on_screen == 1
    for decision, written in ((3, 1), (2, 2)):
        await store.drafts.mark_on_screen(
            "AAA", 0, decision, written
        )  # an older one: word of it comes late
        assert await store.drafts.outdated_screens() == [("AAA", seat.user)]
    seat.decision, match.version = 4, 3
    assert await store.matches.commit(match, 2)
    assert await store.drafts.outdated_screens() == [], "what is asked now is shown with the table"


async def test_drafts_people_and_clicks(store):
    await begun(store)
    for path, pending in ((["a", 1, ["b"], {"c": 2}], ["x"]), ([], {"y": 1}), ([], None)):
        draft = Draft("AAA", 0, 3, path, pending, "seen")
        await store.drafts.save(draft)
        assert await store.drafts.get("AAA", 0) == draft
    person = User(5, "Ñandú 🦩", "en", {"confirm": "always"}, dm_closed=True)
    await store.users.save(person)
    assert await store.users.get(5) == person
    assert await store.users.get(6) is None
    await store.matches.mark_seen("AAA", 0, 4)
    assert (await store.matches.get("AAA")).seats[0].seen == 4
    await store.matches.create(table("BBB"), "old")
    await store.game_log.forget_clicks(2.0)
    assert await store.game_log.match_of_interaction("old") is None


async def test_notes_are_kept_by_user_and_match_and_go_with_either(store):
    await begun(store)
    await store.matches.create(table("BBB"), "second")
    await store.users.save(User(5, "Ana"))
    await store.notes.save("AAA", 5, "mine")
    await store.notes.save("AAA", 5, "mine, again")
    await store.notes.save("AAA", 6, "theirs")
    await store.notes.save("BBB", 5, "elsewhere")
    assert await store.notes.get("AAA", 5) == "mine, again"
    assert await store.notes.of_user(5) == {"AAA": "mine, again", "BBB": "elsewhere"}
    await store.notes.save("BBB", 5, "")
    assert await store.notes.of_user(5) == {"AAA": "mine, again"}
    await store.users.forget(5)
    assert await store.notes.of_user(5) == {}
    assert await store.notes.get("AAA", 6) == "theirs"


async def test_a_forgotten_person_follows_nothing_and_has_no_letter(store):
    await begun(store)
    await store.users.save(User(5, "Ana"))
    await store.spectators.save(Spectator("AAA", 5, 1.0))
    for matches in (["AAA", "BBB"], ["BBB"]):
        await store.reminders.save(ReminderMessage(5, 6, 7, matches))
        assert await store.reminders.find() == [ReminderMessage(5, 6, 7, matches)]
    await store.reminders.save(ReminderMessage(4, 6, 8, ["AAA"]))
    await store.users.forget(5)
    assert await store.spectators.of_match("AAA") == []
    assert [one.user for one in await store.reminders.find()] == [4]
    assert [
        [one.user for one in await store.reminders.find(users)] for users in ([4, 5], [5], [])
    ] == [
        [4],
        [],
        [],
    ]
    await store.reminders.forget(4)
    assert await store.reminders.find() == []


CHILD = """
import asyncio, sys
from db import open_store
from games.core.engine import history, walk
from games.core.state.rng import Rng
from app.model.match import LogEntry
from app.ports.commit import CommitDetails
from tests.core.small_game import CELLAR
from tests.db.test_store import begun

async def main(path, code):
    store = await open_store(path)
    match = await begun(store, code)
    pos, n, rng = (await store.matches.load(code)).pos, 0, Rng.of(int(code, 36))
    print("ready", flush=True)
    while pos.outcome is None:
        n += 1
        seat = walk.actors(pos)[0]
        path = walk.random_move(pos, seat, rng)
        step = walk.submit(pos, seat, path)
        row = history.move_row(n, seat, "player", path, step)
        match.version, match.rows = n + 1, n
        entries = [LogEntry(row, 0.0, f"{code}-{n}")]
        final = len(row.barrier) == 2
        change = CommitDetails(pos=step.pos, entries=entries, final=final, keep_checkpoint=n % 5 == 0)
        assert await store.matches.commit(match, n, change)
        pos = step.pos
        print(f"{code}-{n}", flush=True)

asyncio.run(main(sys.argv[1], sys.argv[2]))
"""


def killed(where: Path | str, code: str, told: int, after: float) -> list[str]:
    """Return the moves that a process acknowledged before it was killed.

    It is killed `after` seconds after the first `told` moves.
    """
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(where), code],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        first = "".join(child.stdout.readline() for _ in range(told))
        time.sleep(after)
        child.send_signal(signal.SIGKILL)
        return [
            line for line in (first + child.stdout.read()).split("\n")[:-1] if line
        ]  # whole lines only


async def test_nothing_acknowledged_is_lost_when_the_process_is_killed(where):
    """SIGKILL at a random moment while moves are being committed, again and again on the same store."""
    dice, cut = random.Random(3), 0
    for run in range(6):
        code = f"K{run}"
        told = killed(where, code, dice.randrange(10), dice.random() * 0.02)
        if isinstance(where, Path):
            check_and_migrate(where)  # quick_check among others
        store = await open_store(where)
        stored, entries = await store.matches.load(code), await store.game_log.entries(code)
        _, start = await store.game_log.checkpoint(code, upto=0)
        rows = [entry.row for entry in entries]
        assert set(told) <= {entry.interaction for entry in entries}
        assert len(rows) == stored.match.rows == stored.match.version - 1
        folded = history.fold(start, rows, "seed")
        assert CELLAR.codec.encode(folded) == CELLAR.codec.encode(stored.pos)
        at, base = await store.game_log.checkpoint(code)
        assert CELLAR.codec.encode(history.fold(base, rows[at:], "seed")) == CELLAR.codec.encode(
            stored.pos
        )
        cut += stored.pos.outcome is None and bool(told)
        await store.close()
    assert cut, "at least one run was killed in the middle of moves"


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
async def test_a_file_cut_off_with_its_write_ahead_log_opens_at_a_whole_move(tmp_path, store):
    """A power cut as the disk may show it: the database and any prefix of its write-ahead log."""
    match = await begun(store)
    pos, rng, digests = (
        (await store.matches.load("AAA")).pos,
        Rng.of(1),
        {hashlib.sha256(b"").hexdigest()[:16]},
    )
    digests.add(CELLAR.codec.digest(pos))
    for n in range(1, 25):
        seat = walk.actors(pos)[0]
        path = walk.random_move(pos, seat, rng)
        step = walk.submit(pos, seat, path)
        match.version, match.rows = n + 1, n
        row = history.move_row(n, seat, "player", path, step)
        assert await store.matches.commit(
            match, n, CommitDetails(pos=step.pos, entries=[LogEntry(row, 0.0)])
        )
        pos = step.pos
        digests.add(CELLAR.codec.digest(pos))
    source = next(tmp_path.rglob("test.sqlite3"))
    data, wal = source.read_bytes(), source.with_name("test.sqlite3-wal").read_bytes()
    assert len(wal) > 50_000
    for cut in random.Random(5).sample(range(len(wal)), 12):
        copy = tmp_path / f"cut{cut}.sqlite3"
        copy.write_bytes(data)
        copy.with_name(copy.name + "-wal").write_bytes(wal[:cut])
        again = await open_store(copy)
        stored = await again.matches.load("AAA")
        if stored is not None:
            rows = [entry.row for entry in await again.game_log.entries("AAA")]
            assert CELLAR.codec.digest(stored.pos) in digests
            assert len(rows) == stored.match.rows
            if rows:
                assert rows[-1].hash == CELLAR.codec.digest(stored.pos)
        await again.close()


def test_rows_are_readable_json():
    row, _ = first_row(walk.start(CELLAR, {}, 2, "seed"))
    assert set(msgspec.to_builtins(row)) == {
        "n",
        "seat",
        "by",
        "path",
        "events",
        "barrier",
        "rules",
        "hash",
    }
