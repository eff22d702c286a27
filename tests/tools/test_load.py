"""Seeded matches equal those that the bot writes.

The load test finds lost and duplicated moves.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.log import game_record
from db.store import open_store
from games.hosted import GAMES
from tools import plot
from tools.load import busy, report, seed
from tools.load.__main__ import arguments, main
from tools.load.bot_process import Bot, EventLog
from tools.load.crash import CrashTest


def place(at: int) -> seed.SeededTable:
    return seed.SeededTable(
        5,
        60 + at,
        [(1000 + at * 10 + seat, f"Ana {seat}") for seat in range(seed.MAX_SEATS)],
        shown=at > 1,
        nudge=9e9,
    )


async def test_stored_tables_are_whole_and_wait_for_people(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "a.sqlite3")
    try:
        await seed.fill(store, 16, place, lambda at: f"L{at}")
        tables = await store.matches.find()
        assert sorted(table.id for table in tables) == sorted(f"L{at}" for at in range(16))
        for table in tables:
            at = int(table.id[1:])
            assert table.game == GAMES[at % len(GAMES)].id
            assert len(table.seats) == seed.size_of(at)
            assert any(seat.computer for seat in table.seats) == (at % 3 == 0)
            assert table.waiting
            assert not any(table.seats[seat].played_by_ai for seat in table.waiting)
            assert [seat.user for seat in table.seats if seat.user][:1] == [1000 + at * 10]
            assert (await game_record.verify(await game_record.record(store, table.id))).ok
        assert sorted(await store.matches.unpublished()) == ["L0", "L1"]
        assert await store.matches.awaiting_ai() == []
        assert await store.matches.without_ping() == []
    finally:
        await store.close()


def test_how_late_boards_are_is_read_from_what_processes_have_noted(tmp_path: Path) -> None:
    events = [
        ["commit", "A", 2, 10.0, ["x"]],
        ["commit", "A", 3, 10.5, []],
        ["shown", "A", 3, 11.0],
        ["commit", "B", 2, 12.0, ["y"]],
        ["shown", "B", 1, 12.5],
        ["commit", "A", 4, 99.0, []],
        ["shown", "A", 4, 100.0],
    ]
    (tmp_path / "events").write_text("\n".join(map(json.dumps, events)) + '\n["comm', "ascii")
    noted = EventLog.read([tmp_path / "events"])
    assert noted.board_delays(9.0, 20.0) == ([1.0, 0.5, 88.0], 1), "the last was never shown"
    assert noted.commit_count(9.0, 20.0) == 3
    assert noted.moves == {"x", "y"}


def test_sizes_are_those_of_the_promise_until_others_are_asked_for() -> None:
    assert busy.Size() == busy.Size(servers=1000, tables=5000, people=200, processes=1)
    args = arguments(["--only", "a", "--servers", "3", "--every", "2"])
    assert (args.only, args.servers, args.tables, args.every) == (["a"], 3, None, 2.0)


async def test_several_processes_need_a_server() -> None:
    with pytest.raises(ValueError, match="need a server"):
        await busy.measure(busy.Size(processes=2))


def test_who_took_over_from_the_killed_is_read_off_what_all_have_noted(tmp_path: Path) -> None:
    def bot(name: str, *events: list[object]) -> Bot:
        bot = Bot.__new__(Bot)
        bot.events = tmp_path / name
        bot.events.write_text("".join(json.dumps(one) + "\n" for one in events) + "[cut sh")
        return bot

    async def never(_number: int) -> Bot:
        raise AssertionError

    first = bot(
        "a", ["shown", "L1", 3, 10.0], ["shown", "L2", 1, 11.0], ["commit", "L3", 1, 11.0, []]
    )
    other = bot(
        "b",
        ["shown", "L1", 4, 99.0],
        ["shown", "L1", 5, 104.5],
        ["shown", "L3", 2, 101.0],
        ["shown", "L1", 6, 109.0],
    )
    crash = CrashTest([first, other], never, 0.0)
    crash.killed_at, crash.ready_at = 100.0, 130.0
    assert crash.figures() == {"taken_over_s": 4.5, "tables_taken_over": 1, "back_s": 30.0}


def test_curves_go_through_all_points() -> None:
    drawn = plot.curves(
        {"start": [(10, 1.0), (100, 2.0), (1000, 4.0)], "click": [(10, 1.0), (1000, 1.0)]},
        "Cost",
        "tables",
    )
    assert drawn.count("<circle") == 5
    assert ">1,000</text>" in drawn


@pytest.mark.slow
@pytest.mark.e2e
def test_a_small_load_loses_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sizes = {"servers": 4, "tables": 12, "people": 6, "every": 1, "warm": 1, "seconds": 5}
    args = [word for name, value in sizes.items() for word in (f"--{name}", str(value))]
    assert main(["--only", "a", "--json", "--plots", str(tmp_path), *args]) == 0
    told = json.loads(capsys.readouterr().out)
    part = told["a"]
    assert part["clicks"] > 5
    assert part["moves_told"] > 0
    assert (part["lost"], part["doubled"], part["unsound"], part["without_board"]) == (0, 0, [], 0)
    assert (tmp_path / "load.svg").exists()
    report.print_report(told)
    assert "(a) on a file" in capsys.readouterr().out
