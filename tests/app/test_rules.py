"""Rules versions: a match of version 1 goes on under version 2 with renamed fields."""

from __future__ import annotations

from pathlib import Path as File
from typing import Any

import msgspec
import pytest
from msgspec import Struct, field

from app.log import game_record
from app.model.match import UserError
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.engine.game import Game, register
from games.core.prompts.prompt import IllegalPath, MoveReady, Option, PromptResult, verb_prompt
from games.core.state.options import Choice, Toggle
from games.core.text.messages import Path, Seat, literal
from tests.app.harness import PEOPLE, AppHarness
from tests.core.toy import Over, Said, nothing
from tests.core.toy import _score as score
from tools import replay as tool
from ui.views.lobby.lobby_message import applicable_options, value_of

ANA, BRUNO = PEOPLE[:2]


class First(Struct, forbid_unknown_fields=True):
    log: list[str] = field(default_factory=list)
    points: list[int] = field(default_factory=list)


class Second(Struct, forbid_unknown_fields=True):
    said: list[str] = field(default_factory=list)
    points: list[int] = field(default_factory=list)


class SayOnce(Frame[First], tag="say"):
    """Frame in which seats say a word each; `left` words are still to come."""

    seat: int
    left: int

    def prompt(self, t: StepContext[First], seat: Seat, path: Path) -> PromptResult:
        return (
            verb_prompt(Option("hello", literal("hello")))
            if not path
            else MoveReady(literal("hello"))
        )

    def apply(self, t: StepContext[First], seat: Seat, path: Path) -> None:
        t.pop()
        t.state.log.append(f"{seat} {path[0]}")
        t.emit(Said(str(path[0])))
        if self.left > 1:
            t.push(SayOnce((seat + 1) % t.n, self.left - 1))


class SayTwice(Frame[Second], tag="say"):
    """The same frame with other names: `more` words are still to come, of two to choose."""

    seat: int
    more: int

    def prompt(self, t: StepContext[Second], seat: Seat, path: Path) -> PromptResult:
        match path:
            case ():
                return verb_prompt(Option("hello", literal("hello")), Option("bye", literal("bye")))
            case ("hello",) | ("bye",):
                return MoveReady(literal(str(path[0])))
        return IllegalPath(literal("no"))

    def apply(self, t: StepContext[Second], seat: Seat, path: Path) -> None:
        t.pop()
        t.state.said.append(f"{seat} {path[0]}!")
        t.emit(Said(str(path[0])))
        if self.more > 1:
            t.push(SayTwice((seat + 1) % t.n, self.more - 1))


def upgrade(raw: dict[str, Any], version: int) -> dict[str, Any]:
    """Migrate from 1 to 2: `log` is called `said`, a frame's `left` is called `more`."""
    assert version == 1
    raw["state"]["said"] = raw["state"].pop("log")
    for stack in (raw["stack"], *raw["lanes"]):
        for frame in stack:
            if frame["kind"] == "say":
                frame["more"] = frame.pop("left")
    return raw


def talk(rules: int, **more: Any) -> Game[Any, Any]:
    """Return the game as this version of the code knows it, and register it."""
    state, frame = (First, SayOnce) if rules == 1 else (Second, SayTwice)
    facts: dict[str, Any] = {
        "id": "talk",
        "rules": rules,
        "players": range(1, 4),
        "state": state,
        "frames": frame | Over,
        "events": Said,
        "folder": File(__file__).parent,
        "setup": lambda t: [frame(0, 8), Over()],
        "blank": lambda n: state(points=[0] * n),
        "view": lambda pos, viewer: viewer,
        "narrate": lambda event: literal(event.words),
        "score": score,
        "determinize": nothing,
        "describe": lambda view: [literal("talk")],
        "upgrade": upgrade,
    }
    game = Game(**(facts | more))
    register(game)
    return game


@pytest.fixture
async def harness(tmp_path):
    harness = AppHarness(tmp_path)
    await harness.open(games=(talk(1),))
    yield harness
    await harness.app.stop()


async def begun(harness: AppHarness, words: int = 3):
    match = await harness.table(2, game="talk")
    for at in range(words):
        await harness.say(match, PEOPLE[at % 2], "hello")
    return match


async def test_a_running_table_goes_on_by_the_new_rules(harness):
    match = await begun(harness)
    old = [entry.row for entry in await harness.app.repo.game_log.entries(match.id)]
    await harness.reopen(games=(talk(2),))
    stored = await harness.app.repo.matches.load(match.id)
    assert (stored.match.rules, stored.pos.rules, stored.match.rows) == (2, 2, 4)
    assert stored.pos.state.said == ["0 hello", "1 hello", "0 hello"]
    assert stored.pos.stack[-1].more == 5
    rows = [entry.row for entry in await harness.app.repo.game_log.entries(match.id)]
    assert rows[:3] == old, "what was written stays as it was"
    assert (rows[3].path, rows[3].by, rows[3].seat, rows[3].rules, rows[3].barrier) == (
        ["@rules", 2],
        "table",
        None,
        2,
        [0, 1],
    )
    assert (await harness.app.repo.game_log.checkpoint(match.id, final=True))[0] == 4
    assert stored.match.waiting == (1,)
    said = [one for row in (await harness.app.queries.log(match.id)).rows for one in row.said]
    assert [one.key for one in said][-1] == "host.rules"
    assert len(said) == 4, "older rows are read as ever"
    await harness.reopen(games=(talk(2),))
    assert (await harness.app.lobby.get(match.id)).rows == 4, "once"


async def test_a_new_option_that_the_upgrade_sets_for_running_tables_is_shown_as_it_is_played(
    harness,
):
    """The default of an option is for new tables; one that has begun goes on as before, and its list of options says so."""
    loud = Choice("loud", ("yes", "no"), "yes")

    def quieter(raw: dict[str, Any], version: int) -> dict[str, Any]:
        return upgrade(raw, version) | {"options": {**raw["options"], "loud": "no"}}

    match = await begun(harness)
    await harness.reopen(games=(talk(2, upgrade=quieter, options=(loud,)),))
    stored = await harness.app.repo.matches.load(match.id)
    assert stored.pos.options == stored.match.options == {"loud": "no"}
    fresh = await harness.table(2, game="talk")
    stored = await harness.app.repo.matches.load(fresh.id)
    assert (stored.pos.options, stored.match.options) == ({"loud": "yes"}, {})


async def test_undo_and_replay_begin_at_the_change(harness):
    match = await begun(harness)
    await harness.reopen(games=(talk(2),))
    for person in (ANA, BRUNO):
        assert (
            await harness.app.game_service.undo(match.id, person)
        ).refused.key == "core.undo.seen"
    await harness.say(match, BRUNO, "bye")
    await harness.say(match, ANA, "hello")
    verified = await harness.app.queries.verify(match.id)
    assert (verified.ok, verified.rows, verified.first_broken_row, verified.not_replayable) == (
        True,
        2,
        None,
        3,
    )
    record = await game_record.record(harness.app.repo, match.id)
    again = game_record.from_json(game_record.to_json(record))
    stored = await harness.app.repo.matches.load(match.id)
    assert game_record.encode_position(game_record.rebuild(again)) == game_record.encode_position(
        stored.pos
    )
    assert game_record.rebuild(again, 4).state.said[-1] == "0 hello"
    forged = [
        msgspec.structs.replace(e, row=msgspec.structs.replace(e.row, path=["hello"]))
        if e.row.n == 5
        else e
        for e in again.entries
    ]
    again.entries = forged
    assert game_record.check(again).first_broken_row == 5, (
        "what follows the change is checked as strictly"
    )
    while (table := await harness.app.lobby.get(match.id)).status == "running":
        await harness.say(match, PEOPLE[table.waiting[0]], "hello")
    verified = await harness.app.queries.verify(match.id)
    assert (verified.ok, verified.rows, verified.not_replayable) == (True, 5, 3)


async def test_a_table_that_ended_by_older_rules_is_only_read(harness):
    match = await begun(harness, 8)
    assert (await harness.app.lobby.get(match.id)).status == "ended"
    assert (await harness.app.queries.verify(match.id)).rows == 8
    await harness.reopen(games=(talk(2),))
    assert (await harness.app.lobby.get(match.id)).rules == 1
    assert len((await harness.app.queries.log(match.id)).rows) == 8
    assert (await harness.app.queries.view(match.id)).words
    verified = await harness.app.queries.verify(match.id)
    assert (verified.ok, verified.rows, verified.first_broken_row, verified.not_replayable) == (
        True,
        0,
        None,
        8,
    )
    assert verified.seed is not None


async def test_a_table_of_newer_rules_rests_untouched(harness, caplog):
    match = await begun(harness)
    await harness.reopen(games=(talk(2),))
    await harness.say(match, BRUNO, "bye")
    before = (await harness.app.lobby.get(match.id)).version
    await harness.reopen(games=(talk(1),))
    await harness.settle()
    assert f"match {match.id}: stored with rules 2 of talk, this version knows 1" in caplog.text
    for what in (
        harness.app.game_service.open_or_refresh_panel,
        harness.app.queries.view,
        harness.app.game_service.undo,
    ):
        with pytest.raises(UserError) as caught:
            await what(match.id, ANA)
        assert (caught.value.what.key, caught.value.what.args) == (
            "host.trouble.newer_rules",
            {"have": 2, "known": 1},
        )
    kept = await harness.app.lobby.get(match.id)
    assert (kept.version, kept.status) == (before, "running")
    await harness.reopen(games=(talk(2),))
    await harness.say(match, ANA, "hello")
    assert (await harness.app.queries.verify(match.id)).ok


async def test_the_log_of_an_ended_table_of_newer_rules_is_read_without_its_winner(harness):
    await harness.reopen(games=(talk(2),))
    match = await begun(harness, 8)
    assert (await harness.app.lobby.get(match.id)).status == "ended"
    said = (await harness.app.queries.log(match.id)).rows
    await harness.reopen(games=(talk(1),))
    assert (await harness.app.queries.log(match.id)).rows in (said, said[:-1])


async def test_a_default_that_changes_changes_no_table_in_its_midst(harness):
    """The position keeps all options; the table shows what it plays by, and its rematch is the same game."""
    before, now = (
        (Toggle("lasting", default=True), Toggle("loud")),
        (Toggle("lasting"), Toggle("loud")),
    )
    await harness.reopen(games=(talk(1, options=before),))
    match = await begun(harness)
    assert (await harness.app.repo.matches.get(match.id)).options == {}
    await harness.reopen(games=(talk(2, options=now),))
    stored = await harness.app.repo.matches.load(match.id)
    assert stored.pos.options == {"lasting": True, "loud": False}
    assert stored.match.options == {"lasting": True}, "and nothing that is as usual"
    shown = {one.id: value_of(one, stored.match) for one in applicable_options(stored.match)}
    assert shown == stored.pos.options
    fresh = await begun(harness)
    assert (await harness.app.repo.matches.load(fresh.id)).pos.options == {
        "lasting": False,
        "loud": False,
    }
    assert (await harness.app.repo.matches.get(fresh.id)).options == {}


async def test_an_upgrade_that_fails_halts_its_table_alone_and_is_tried_again(harness):
    match = await begun(harness)
    await harness.reopen(games=(talk(2, upgrade=lambda raw, version: raw),))
    halted = await harness.app.lobby.get(match.id)
    assert (halted.status, halted.rules, halted.rows) == ("halted", 1, 3)
    await harness.settle()
    assert harness.notifier.alarms[0][0] == match.id
    await harness.reopen(games=(talk(2),))
    mended = await harness.app.lobby.get(match.id)
    assert (mended.status, mended.rules) == ("halted", 2), "whoever runs the bot lets it go on"
    await harness.app.game_service.resume(match.id, PEOPLE[0])
    await harness.say(match, BRUNO, "bye")


async def test_versions_are_passed_one_by_one(harness):
    match = await begun(harness)
    passed = []

    def step(raw: dict[str, Any], version: int) -> dict[str, Any]:
        passed.append((version, raw["rules"]))
        return upgrade(raw, 1) if version == 1 else raw

    await harness.reopen(games=(talk(3, upgrade=step),))
    assert passed[:2] == [(1, 1), (2, 2)]
    assert [e.row.path for e in await harness.app.repo.game_log.entries(match.id, 3)] == [
        ["@rules", 3]
    ]


async def test_a_half_made_choice_survives_where_it_still_means_something(harness):
    match = await begun(harness, 2)
    panel = await harness.app.game_service.open_or_refresh_panel(match.id, ANA)
    await harness.reopen(games=(talk(2),))
    after = await harness.app.game_service.open_or_refresh_panel(match.id, ANA)
    assert after.decision > panel.decision, (
        "the question reads otherwise: buttons made before are stale"
    )
    stale = await harness.app.game_service.choose(match.id, ANA, panel.decision, 0, "hello")
    assert stale.notice.key == "ui.stale"


async def test_the_tool_reads_what_it_can_and_says_what_it_can_not(harness, tmp_path, capsys):
    match = await begun(harness)
    file = tmp_path / "match.json"
    file.write_bytes(game_record.to_json(await game_record.record(harness.app.repo, match.id)))
    await harness.reopen(games=(talk(2),))
    assert tool.main([str(file), "--quiet"]) == 0
    assert "0 rows hold, 3 of earlier rules can only be read" in capsys.readouterr().out
    await harness.say(match, BRUNO, "bye")
    file.write_bytes(game_record.to_json(await game_record.record(harness.app.repo, match.id)))
    assert tool.main([str(file), "--quiet"]) == 0
    assert "1 rows hold, 3 of earlier rules" in capsys.readouterr().out
    talk(1)
    assert tool.main([str(file), "--quiet"]) == 2
    assert "was played by rules 2 of talk; this code knows them up to 1" in capsys.readouterr().err
    talk(2)
