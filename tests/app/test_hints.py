"""Hints are legal, reveal no secret, are logged, and are not given among people alone."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest

from ai import think
from app.model.ai_request import AiResponse
from app.model.match import LoadedMatch, Match, UserError, encode_position
from app.ports.repo import MatchRepository, Repo
from app.review import hints as hints_module
from app.review.hints import Advice, allowed, reason
from app.review.hints import _in_words as in_words
from games.core.engine import walk
from games.core.engine.bots import determinize
from games.core.engine.game import find
from games.core.prompts.prompt import DistributePrompt, MoveReady, Option, SelectPrompt, Slot
from games.core.state.rng import Rng
from games.core.state.score import Scoreboard, ScoreRow
from games.core.text.messages import Msg, Path, literal, msg, seat_name
from games.hosted import GAMES
from tests.app.harness import PEOPLE, STRANGER, AppHarness
from tests.contract import playouts
from tools.advice import check
from ui.i18n import catalogue

ANA, BRUNO = PEOPLE[:2]


NO_POSITION: Any = None  # for functions whose reading of it is replaced


async def against_computers(harness: AppHarness, game: str) -> Match:
    """Start Ana's table with an AI player; it waits for her."""
    match = await harness.table(1, 1, game)
    await harness.settle()
    return match


async def go_on(harness: AppHarness, match: Match, luck: Rng) -> None:
    """Play a random step of Ana and let the AI player answer."""
    stored = await harness.app.repo.matches.load(match.id)
    assert stored is not None
    panel = await harness.app.game_service.play(
        match.id, ANA, walk.random_move(stored.pos, 0, luck)
    )
    if not panel.committed:
        await harness.app.game_service.confirm(match.id, ANA, panel.decision)
    await harness.settle()


@pytest.mark.parametrize("game", [game.id for game in GAMES])
async def test_advice_begins_with_what_the_seat_may_do_and_knows_no_more_than_it(
    harness: AppHarness, game: str
) -> None:
    match, luck = await against_computers(harness, game), Rng.of(5)
    for _ in range(6):
        stored = await harness.app.repo.matches.load(match.id)
        assert stored is not None
        if stored.pos.outcome is not None or 0 not in walk.actors(stored.pos):
            break
        rows = stored.match.rows
        said = await harness.app.hints.advise(match.id, ANA)
        assert 1 <= len(said.steps) <= 4
        for lang in ("es", "en"):
            assert catalogue(lang, game).say(said.why)
        world = find(game).codec.clone(stored.pos)
        determinize(world, 0, Rng.of(99))
        now = await harness.app.repo.matches.load(match.id)
        assert now is not None
        assert (now.match.rows, encode_position(now.pos)) == (rows, encode_position(stored.pos)), (
            "nothing is played"
        )
        harness.app.hints._matches = cast("MatchRepository", Swapped(harness.app.repo, world))
        assert await harness.app.hints.advise(match.id, ANA) == said, (
            "it knew something that Ana does not"
        )
        harness.app.hints._matches = harness.app.repo.matches
        await go_on(harness, match, luck)


class Swapped:
    """Store whose position is another one that Ana cannot tell from the real one."""

    def __init__(self, repo: Repo, world: Any) -> None:
        self._repo, self._world = repo, world

    async def load(self, match):
        stored = await self._repo.matches.load(match)
        stored.pos = self._world
        return stored


async def test_where_nothing_is_left_that_brings_something_the_turn_ends_for_that_reason(
    harness: AppHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await against_computers(harness, "tadmor")
    while True:
        stored = await harness.app.repo.matches.load(match.id)
        assert stored is not None
        form = walk.ask(stored.pos, 0, ())
        ends = (
            {one.key for one in form.options if one.tone == "finish"}
            if isinstance(form, SelectPrompt)
            else set()
        )
        if ends:
            break
        await go_on(harness, match, Rng.of(stored.match.rows))
    said = []
    for last in (True, False):
        path = next(one for one in walk.legal_moves(stored.pos, 0) if (one[0] in ends) is last)
        monkeypatch.setattr("app.review.hints.MAX_HINT_STEPS", 1)
        monkeypatch.setattr(
            harness.app.hints._ai_pool, "think", AsyncMock(return_value=AiResponse(path))
        )
        said.append((await harness.app.hints.advise(match.id, ANA)).why.key)
    assert said[0] == "host.coach.enough"
    assert said[1] != "host.coach.enough"


def test_where_nothing_is_spread_advice_leaves_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    options, slots = (
        SelectPrompt((Option("trade", literal("Trade")),)),
        tuple(Slot(key, literal(key), 3) for key in "ab"),
    )
    forms = {(): options, ("trade",): DistributePrompt(slots, 0, 3)}
    monkeypatch.setattr(
        walk,
        "ask",
        lambda _pos, _seat, path: next(
            (form for given, form in forms.items() if given == path), MoveReady(literal("done"))
        ),
    )
    monkeypatch.setattr("app.play.panel_builder.automatic_answer", lambda *_: None)
    assert in_words(NO_POSITION, 0, ("trade", {})) == literal("Trade")
    assert in_words(NO_POSITION, 0, ("trade", {"a": 1})).key == "host.coach.step"
    forms[()] = DistributePrompt(slots, 0, 3)
    assert in_words(NO_POSITION, 0, ({},)) == msg("host.nothing")


def test_a_hint_says_what_a_move_does_where_its_answers_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forms: dict[Any, Any] = {
        (): SelectPrompt((Option("throw", literal("Roll")),)),
        ("throw",): SelectPrompt((Option("p1", literal("P1 (3 wood)")),)),
        ("throw", "p1"): MoveReady(literal("You re-roll 1 die."), advice=literal("re-roll P1")),
    }
    monkeypatch.setattr(walk, "ask", lambda _pos, _seat, path: forms[path])
    assert in_words(NO_POSITION, 0, ("throw", "p1")) == literal("re-roll P1")


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_move_has_a_purpose_in_words_or_none(game: str) -> None:
    purposes = set()
    for seats in playouts.counts(find(game)):
        for moment in playouts.played(game, seats).moments:
            purpose = find(game).purpose(moment.pos, moment.seat, moment.path)
            if purpose is not None:
                assert all(catalogue(lang, game).say(purpose) for lang in ("en", "es"))
                purposes.add(purpose.key)
    assert len(purposes) > 3


async def test_nobody_else_hears_that_advice_was_asked(harness: AppHarness) -> None:
    match = await against_computers(harness, "eight_minute_empire")
    before, shown = await harness.app.lobby.get(match.id), len(harness.notifier.shown)
    assert (await harness.app.hints.advise(match.id, ANA)).steps
    await harness.settle()
    now = await harness.app.lobby.get(match.id)
    assert (now.version, now.notices) == (before.version, before.notices)
    assert len(harness.notifier.shown) == shown, "nothing is shown anew"


async def test_the_picture_marks_the_places_of_the_advice(harness: AppHarness) -> None:
    match = await against_computers(harness, "el_mapa")
    advice = await harness.app.hints.advise(match.id, ANA)
    assert advice.spots
    panel = await harness.app.game_service.open_or_refresh_panel(match.id, ANA, requested=True)
    assert panel.seat is not None
    panel.advised = advice.spots
    shown = await harness.app.queries.scene(match.id, panel.seat, "crop", "en", panel)
    assert shown.ghost == advice.spots


async def test_people_among_themselves_have_no_coach_and_nobody_has_one_out_of_turn(
    harness: AppHarness,
) -> None:
    match = await harness.table(2, game="eight_minute_empire")
    assert not allowed(match)
    with pytest.raises(UserError) as told:
        await harness.app.hints.advise(match.id, ANA)
    assert told.value.what.key == "host.trouble.no_advice"
    match = await against_computers(harness, "eight_minute_empire")
    assert allowed(match)
    for by in (BRUNO, STRANGER):
        with pytest.raises(UserError) as told:
            await harness.app.hints.advise(match.id, by)
        assert told.value.what.key == "host.trouble.no_advice_now"


async def over(harness: AppHarness, game: str, computers: int = 2) -> Match:
    """Return a table that AI players have played to its end."""
    return await harness.finish(await harness.table(1, computers, game))


async def test_three_turns_decided_a_game_and_each_is_a_step_of_its_replay(
    harness: AppHarness,
) -> None:
    match = await over(harness, "eight_minute_empire")
    assert match.status == "ended"
    found = await harness.app.hints.turning_points(match.id)
    assert len(found) == 3
    assert [one.step for one in found] == sorted(one.step for one in found)
    for one in found:
        assert 0 <= one.before < one.after <= 1
        still = await harness.app.replays.step_view(match.id, STRANGER, one.step)
        assert (still.at, still.view is not None) == (one.step, True)
    turns = await harness.app.replays.turn_starts(match.id)
    most = max(one.after - one.before for one in found)
    for (_, before), (_, after) in pairwise(turns):
        gained = [b - a for a, b in zip(think.shares(before), think.shares(after), strict=True)]
        assert max(gained) <= most + 1e-9, "no turn that is left out changed more"


async def test_a_game_that_runs_or_had_one_seat_has_no_decisive_turns(harness: AppHarness) -> None:
    match = await against_computers(harness, "eight_minute_empire")
    with pytest.raises(UserError) as told:
        await harness.app.hints.turning_points(match.id)
    assert told.value.what.key == "host.trouble.running"
    match = await over(harness, "era_medieval_age", 0)
    with pytest.raises(UserError) as told:
        await harness.app.hints.turning_points(match.id)
    assert told.value.what.key in ("host.trouble.no_moments", "host.trouble.closed")


def board(*rows: tuple[int, ...]) -> Scoreboard:
    """Return a score with some categories."""
    total = tuple(sum(row[seat] for row in rows) for seat in range(len(rows[0])))
    return Scoreboard(
        tuple(ScoreRow(f"r{n}", msg(f"r{n}"), row) for n, row in enumerate(rows)), total
    )


def test_the_reason_is_what_changes_most() -> None:
    before = board((1, 4), (2, 2))
    assert reason(before, [board((1, 4), (5, 2))], 0) == msg(
        "host.coach.gains", n=3, what=msg("r1")
    )
    assert reason(before, [board((2, 4), (5, 2))], 0) == msg(
        "host.coach.gains_overall", n=4, what=msg("r1")
    )
    assert reason(before, [board((1, 1), (2, 2))], 0) == msg(
        "host.coach.takes", n=3, seat=seat_name(1)
    )
    assert reason(before, [before], 0) is None
    assert reason(before, [board((0, 4), (2, 2))], 0) is None, "a loss is no reason"
    assert reason(before, [board((0, 1), (2, 2))], 0) is None, "a loss on both sides is none either"


def test_a_reason_names_only_what_every_result_of_the_dice_brings() -> None:
    before = board((1, 4), (2, 2))
    results = [board((4, 4), (2, 2)), board((3, 4), (9, 2))]
    assert reason(before, results, 0) == msg("host.coach.gains_overall", n=3, what=msg("r0"))
    assert reason(before, [*results, before], 0) is None


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_hints_are_true_and_most_name_points_or_a_purpose(game: str) -> None:
    """`python -m tools.advice --count 1000` checks many more."""
    report = check(find(game), 30)
    assert report.given == 30
    assert report.false == []
    n_ends = report.reasons["host.coach.enough"]
    assert report.named >= 0.75 * (report.given - n_ends)


async def asked_in_empire(harness: AppHarness) -> tuple[Match, LoadedMatch, Path]:
    """Return a match in which Ana must act and may act again after the move that is returned."""
    match, luck = await against_computers(harness, "eight_minute_empire"), Rng.of(7)
    while True:
        stored = await harness.app.repo.matches.load(match.id)
        assert stored is not None
        for path in walk.legal_moves(stored.pos, 0):
            if path[0] != "bid" and 0 in walk.actors(walk.submit(stored.pos, 0, path).pos):
                return match, stored, path
        await go_on(harness, match, luck)


@pytest.mark.parametrize("legal", [True, False])
async def test_a_plan_is_told_until_it_is_done_or_a_step_is_no_longer_legal(
    harness: AppHarness, legal: bool
) -> None:
    match, stored, first = await asked_in_empire(harness)
    after = walk.submit(stored.pos, 0, first).pos
    second: Path = next(walk.legal_moves(after, 0)) if legal else ("take", "card1", "never")
    plan = Advice((literal("one"), literal("two")), literal("why"), (first, second))
    hints = harness.app.hints
    hints.advise = AsyncMock(return_value=plan)  # type: ignore[method-assign]

    async def rest() -> Msg | None:
        return await hints.rest_of_plan(await harness.app.lobby.get(match.id), ANA)

    assert await rest() is None, "Ana does not follow it yet"
    assert await hints.next_step(match.id, ANA) == first
    await harness.app.game_service.play(match.id, ANA, first)
    told = await rest()
    assert told is not None
    assert told.key == ("host.coach.rest" if legal else "host.coach.broken")
    if legal:
        assert "2. two" in catalogue("en", "eight_minute_empire").say(told)
        assert await hints.next_step(match.id, ANA) == second
        await harness.app.game_service.play(match.id, ANA, second)
    assert await rest() is None


async def journey_in_empire(harness: AppHarness) -> tuple[Match, tuple[Path, ...], Path, Path]:
    """Return a match with a plan of four steps that Ana may take, and two of her moves after one.

    The first does the next two steps of the plan at once; the second is not part of the plan.
    """
    match, luck = await against_computers(harness, "eight_minute_empire"), Rng.of(7)
    while True:
        stored = await harness.app.repo.matches.load(match.id)
        assert stored is not None
        for first in walk.legal_moves(stored.pos, 0):
            then = walk.submit(stored.pos, 0, first).pos
            moves = [path for path in walk.legal_moves(then, 0) if path[0] == "move"]
            for journey in moves:
                start, way = str(journey[1]), str(journey[2]).split("_")
                if len(way) != 2 or way[1].startswith("x"):
                    continue
                steps: tuple[Path, ...] = (("move", start, way[0]), ("move", *way))
                after = walk.submit(then, 0, journey).pos
                other = next(path for path in moves if path not in (journey, steps[0]))
                if 0 in walk.actors(after) and "_" not in str(other[2]):
                    last = next(walk.legal_moves(after, 0))
                    return match, (first, *steps, last), journey, other
        await go_on(harness, match, luck)


async def test_one_move_counts_as_all_the_steps_of_a_plan_that_it_does(
    harness: AppHarness,
) -> None:
    match, paths, journey, _ = await journey_in_empire(harness)
    steps = tuple(literal(f"step{n}") for n in range(1, 5))
    hints = harness.app.hints
    hints.advise = AsyncMock(  # type: ignore[method-assign]
        return_value=Advice(steps, literal("why"), paths)
    )
    await harness.app.game_service.play(match.id, ANA, await hints.next_step(match.id, ANA))
    await harness.app.game_service.play(match.id, ANA, journey)
    told = await hints.rest_of_plan(await harness.app.lobby.get(match.id), ANA)
    assert told is not None
    said = catalogue("en", "eight_minute_empire").say(told)
    assert "4. step4" in said
    assert "step3" not in said
    assert await hints.next_step(match.id, ANA) == paths[3]


async def test_panels_that_are_built_at_once_count_a_step_of_a_plan_once(
    harness: AppHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, paths, _, _ = await journey_in_empire(harness)
    steps = tuple(literal(f"step{n}") for n in range(1, 5))
    hints, log = harness.app.hints, harness.app.repo.game_log
    hints.advise = AsyncMock(  # type: ignore[method-assign]
        return_value=Advice(steps, literal("why"), paths)
    )
    await harness.app.game_service.play(match.id, ANA, await hints.next_step(match.id, ANA))
    read = log.entries

    async def entries_of_a_slow_store(*args: Any) -> Any:
        found = await read(*args)
        await asyncio.sleep(0)
        return found

    monkeypatch.setattr(log, "entries", entries_of_a_slow_store)
    now = await harness.app.lobby.get(match.id)
    told = await asyncio.gather(hints.rest_of_plan(now, ANA), hints.rest_of_plan(now, ANA))
    assert told[0] is not None
    assert told[0] == told[1]
    assert await hints.next_of_plan(now, ANA) == paths[1]


async def test_another_move_ends_a_plan_silently(harness: AppHarness) -> None:
    match, paths, _, other = await journey_in_empire(harness)
    steps = tuple(literal(f"step{n}") for n in range(1, 5))
    hints = harness.app.hints
    hints.advise = AsyncMock(  # type: ignore[method-assign]
        return_value=Advice(steps, literal("why"), paths)
    )
    await harness.app.game_service.play(match.id, ANA, await hints.next_step(match.id, ANA))
    assert await hints.next_of_plan(await harness.app.lobby.get(match.id), ANA) == paths[1]
    await harness.app.game_service.play(match.id, ANA, other)
    now = await harness.app.lobby.get(match.id)
    assert await hints.rest_of_plan(now, ANA) is None
    assert await hints.next_of_plan(now, ANA) is None


def test_the_steps_of_a_hint_are_numbered() -> None:
    steps = (literal("take wood"), literal("move C8→C6"))
    said = catalogue("en").say(Advice(steps, literal("Good.")).said)
    assert said.splitlines() == ["💡 Advice:", "1. take wood", "2. move C8→C6", "Good."]


def test_the_purpose_of_the_first_step_is_told_with_this_step() -> None:
    steps = (literal("take wood"), literal("move C8→C6"))
    purpose, gain = literal("It pays for a tower."), literal("It's worth 2 points.")
    for gained, last in ((gain, ["It's worth 2 points."]), (None, [])):
        said = catalogue("en").say(Advice(steps, purpose, (), (), purpose, gained).said)
        first = "1. take wood. It pays for a tower."
        assert said.splitlines() == ["💡 Advice:", first, "2. move C8→C6", *last]


@pytest.mark.parametrize("key", ["host.coach.only", "host.coach.enables", "host.coach.later"])
async def test_a_reason_for_the_first_step_alone_is_told_with_this_step(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    score, paths = board((1, 4)), (("take",), ("move",))
    steps = (literal("take wood"), literal("move C8→C6"))
    plan = hints_module._Plan(steps, paths, (), score, (score,))
    monkeypatch.setattr(hints_module, "_play_ahead", AsyncMock(return_value=plan))
    monkeypatch.setattr(hints_module, "find", lambda _: SimpleNamespace(purpose=lambda *_: None))
    legal = 1 if key == "host.coach.only" else 2
    monkeypatch.setattr(walk, "legal_moves", lambda *_: iter(paths[:legal]))
    monkeypatch.setattr(walk, "ask", lambda *_: MoveReady(literal("done")))
    monkeypatch.setattr(hints_module, "is_legal", lambda *_: key == "host.coach.later")
    guess: Any = SimpleNamespace(game="")
    advice = await hints_module.advice_for(guess, 0, "", cast("Any", None))
    assert advice.why.key == key
    words = catalogue("en")
    why = words.say(msg(key))
    lines = ["1. take wood", "2. move C8→C6", why]
    if key != "host.coach.later":
        lines = [f"1. take wood. {why}", "2. move C8→C6"]
    assert words.say(advice.said).splitlines() == ["💡 Advice:", *lines]
