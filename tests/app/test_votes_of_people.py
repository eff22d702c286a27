"""Votes belong to people: a substitute inherits none, and who leaves or is away has none."""

from __future__ import annotations

import pytest

from app.match import ballots
from app.match.ballots import vote_id
from app.model.match import Match, User, UserError
from app.model.time_control import DAY, HOUR, MINUTE
from games.core.text.messages import seat_name
from tests.app.harness import PEOPLE, STRANGER, AppHarness
from tests.app.test_time import awaited, get, like, notices, on_turns

ANA, BRUNO, CARLA, DIEGO, EVA = PEOPLE


async def say(harness: AppHarness, match: Match, by: User, yes: bool = True) -> Match:
    vote = (await get(harness, match)).vote
    assert vote is not None
    return await harness.app.votes.cast(match.id, by, yes, vote_id(vote))


async def seats_of(harness: AppHarness, match: Match) -> tuple[int, int, int]:
    """Votes in favour, how many are needed, how many may vote."""
    table = await get(harness, match)
    assert table.vote is not None
    votes = ballots.tally(table, table.vote)
    return len(votes.yes), votes.needed, len(votes.voters)


@pytest.mark.parametrize(("what", "arg"), [("end", ""), ("pace", "hours6"), ("rewind", "1")])
async def test_a_substitute_inherits_no_yes(harness: AppHarness, what: str, arg: str) -> None:
    match = await on_turns(harness, 3)
    await harness.app.votes.propose(match.id, ANA, what, arg)  # type: ignore[arg-type]
    await say(harness, match, CARLA)
    await harness.app.substitutes.offer(match.id, CARLA)
    table = await harness.app.substitutes.take_seat(match.id, EVA, 2)
    assert table.vote is not None
    assert await seats_of(harness, match) == (1, 3, 3)
    table = await say(harness, match, BRUNO)
    assert (table.status, table.vote is None) == ("running", False), "nobody has asked Eva"
    assert ballots.open_voters(table) == (EVA.id,)
    table = await say(harness, match, EVA)
    assert table.vote is None
    assert (await notices(harness, match))[-1] == f"host.vote.done.{what}"


@pytest.mark.parametrize("how", ["resign", "erase", "minded"])
@pytest.mark.parametrize(("what", "arg"), [("end", ""), ("pace", "hours6"), ("rewind", "0")])
async def test_a_vote_is_settled_when_its_voters_change(
    harness: AppHarness, what: str, arg: str, how: str
) -> None:
    match = await on_turns(harness, 3)
    [here] = await awaited(harness, match)
    goes, first, second = PEOPLE[here], *(one for one in PEOPLE[:3] if one is not PEOPLE[here])
    await harness.app.votes.propose(match.id, first, what, arg)  # type: ignore[arg-type]
    await say(harness, match, second)
    assert await seats_of(harness, match) == (2, 3, 3)
    rows = (await get(harness, match)).rows
    match how:
        case "resign":
            await harness.app.game_service.resign(match.id, goes)
        case "erase":
            await harness.app.privacy.erase(await harness.app.users.get(goes.id, goes.name))
        case "minded":
            await harness.later(DAY)
    await harness.later(0)
    table = await get(harness, match)
    assert table.vote is None
    assert f"host.vote.done.{what}" in await notices(harness, match)
    match what:
        case "end":
            assert table.status == "closed"
        case "pace":
            assert table.pace.seconds == 6 * HOUR
        case "rewind":
            paths = [
                entry.row.path for entry in await harness.app.repo.game_log.entries(match.id, rows)
            ]
            assert ["@rewind", 1] in paths


async def test_more_than_half_of_those_who_are_left_is_enough_at_once(harness: AppHarness) -> None:
    match = await harness.table(4)
    await harness.to_turns(match)
    await harness.app.votes.propose(match.id, ANA, "pause")
    await say(harness, match, BRUNO)
    assert await seats_of(harness, match) == (2, 3, 4)
    table = await harness.app.game_service.resign(match.id, DIEGO)
    assert (table.paused, table.vote) == ("consent", None)


async def test_who_is_minded_has_no_vote_but_the_proposer_and_their_word_counts_when_they_are_back(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness, 3)
    [here] = await awaited(harness, match)
    proposer, *others = [PEOPLE[here], *(one for one in PEOPLE[:3] if one is not PEOPLE[here])]
    await harness.app.votes.propose(match.id, proposer, "end")
    await harness.later(DAY)
    assert (await get(harness, match)).seats[here].has_caretaker
    assert await seats_of(harness, match) == (1, 3, 3), "who proposed it is for it, away or not"
    table = await say(harness, match, others[0])
    assert table.vote is not None
    table = await say(harness, match, others[1])
    assert table.status == "closed"


async def test_a_vote_that_nobody_is_there_to_change_is_gone(harness: AppHarness) -> None:
    match = await on_turns(harness, 2)
    assert await awaited(harness, match) == [0]
    await harness.app.votes.propose(match.id, ANA, "end")
    for _ in range(2):
        await harness.later(DAY)
    table = await get(harness, match)
    assert (table.status, table.paused, table.vote) == ("running", "asleep", None)


async def test_a_vote_lapses_after_three_days_and_the_log_says_so(harness: AppHarness) -> None:
    match = await on_turns(harness, 3, kind="none")
    await harness.app.votes.propose(match.id, ANA, "pause")
    await harness.later(3 * DAY - 1)
    assert (await get(harness, match)).vote is not None
    await harness.later(1)
    table = await get(harness, match)
    assert table.vote is None
    assert table.notices[-1].what.key == "host.vote.lapsed"
    assert table.notices[-1].what.args["days"] == 3
    assert harness.notifier.shown[-1][0] == match.id, "the table shows it"


async def test_a_vote_at_a_table_that_rests_lapses_too_and_the_bots_own_absence_does_not_count(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness, 3)
    await harness.app.votes.propose(match.id, ANA, "pause")
    await say(harness, match, BRUNO)
    await harness.app.votes.propose(match.id, ANA, "end")
    await harness.app.stop()
    harness.clock.at += 10 * DAY
    await harness.open()
    await harness.settle()
    vote = (await get(harness, match)).vote
    assert vote is not None
    assert abs(vote.until - harness.clock.now() - 3 * DAY) <= MINUTE
    for _ in range(4):
        await harness.later(DAY)
    table = await get(harness, match)
    assert (table.vote, table.paused) == (None, "consent")


async def test_who_proposed_something_takes_it_back_by_voting_against_it(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness, 3)
    await harness.app.votes.propose(match.id, ANA, "pause")
    table = await say(harness, match, ANA, yes=False)
    assert table.vote is None
    assert (await notices(harness, match))[-1] == "host.vote.withdrawn"


async def test_a_proposal_says_what_exactly_would_happen(harness: AppHarness) -> None:
    match = await harness.table(2, game="eight_minute_empire")
    for person, bid in ((ANA, 0), (BRUNO, 0)):
        await harness.say(match, person, "bid", bid)
    for _ in range(4):
        [here] = await awaited(harness, match)
        panel = await harness.app.game_service.open_or_refresh_panel(match.id, PEOPLE[here])
        panel = await harness.app.game_service.fill_defaults(match.id, PEOPLE[here], panel.decision)
        if not panel.committed:
            await harness.app.game_service.confirm(match.id, PEOPLE[here], panel.decision)
    last = await harness.app.replays.last_step(match.id)
    next_step = await harness.app.replays.step_view(match.id, STRANGER, last - 1, own=False)
    said = [one for one in next_step.said if one.key != "host.heading"]
    table = await harness.app.votes.propose(match.id, ANA, "rewind", str(last - 2))
    assert table.vote is not None
    effect = ballots.effect(table, table.vote)
    assert effect.key == "host.vote.effect.rewind_before"
    assert (effect.args["n"], effect.args["last"], effect.args["before"]) == (
        last - 2,
        last,
        said[0],
    )
    stored = await get(harness, match)
    assert stored.vote is not None
    assert ballots.effect(stored, stored.vote) == effect, "as it comes out of the store"
    table = await harness.app.votes.propose(match.id, ANA, "pace", "hours6")
    assert table.vote is not None
    effect = ballots.effect(table, table.vote)
    assert (effect.args["old"].key, effect.args["pace"].key) == (
        "host.pace.calm",
        "host.pace.hours6",
    )


async def test_another_clock_has_to_be_named_and_to_be_another(harness: AppHarness) -> None:
    match = await on_turns(harness)
    for arg, key in (("", "which_pace"), ("calm", "same_pace"), ("zzz", "pace")):
        with pytest.raises(UserError) as trouble:
            await harness.app.votes.propose(match.id, ANA, "pace", arg)
        assert trouble.value.what.key == f"host.trouble.{key}"


async def test_nobody_proposes_a_caretaker_for_who_has_one(harness: AppHarness) -> None:
    match = await on_turns(harness, 3)
    [here] = await awaited(harness, match)
    await harness.later(DAY)
    other = PEOPLE[(here + 1) % 3]
    with pytest.raises(UserError) as trouble:
        await harness.app.votes.propose(match.id, other, "skip", str(here))
    assert trouble.value.what.key == "host.trouble.minded_already"
    await harness.app.votes.propose(match.id, other, "kick", str(here))


async def test_a_refusal_that_names_a_seat_knows_its_table(harness: AppHarness) -> None:
    match = await on_turns(harness)
    [here] = await awaited(harness, match)
    with pytest.raises(UserError) as trouble:
        await harness.app.votes.propose(match.id, PEOPLE[1 - here], "skip", str(here))
    assert trouble.value.what.args["seat"] == seat_name(here)
    assert trouble.value.table is not None
    assert trouble.value.table.names == ("Ana", "Bruno")
    with pytest.raises(ValueError, match="names a seat of no table"):
        UserError(trouble.value.what)


async def test_those_who_are_asked_are_called_once_and_when_they_want(harness: AppHarness) -> None:
    match = await harness.table(4)
    await harness.to_turns(match)
    await harness.later(200)
    hour = int(harness.clock.now() % DAY // HOUR)
    await like(harness, 1, quiet=[hour, (hour + 3) % 24])
    await like(harness, 2, pings="none")
    await harness.app.votes.propose(match.id, ANA, "end")
    votes, table = harness.app.votes, await get(harness, match)
    assert table.vote is not None
    call, unwanted, held = await votes.users_to_ask(table)
    assert (call, unwanted) == ([DIEGO.id], [CARLA.id])
    assert 2 * HOUR < held - harness.clock.now() <= 3 * HOUR
    await votes.mark_asked(match.id, vote_id(table.vote), [*call, *unwanted], held)
    version = (await get(harness, match)).version
    assert await votes.users_to_ask(await get(harness, match)) == ([], [], held)
    await votes.mark_asked(match.id, vote_id(table.vote), [], held)
    assert (await get(harness, match)).version == version, "nothing new, nothing shown"
    await harness.later(held - harness.clock.now() + 1)
    table = await get(harness, match)
    assert table.vote is not None
    assert table.vote.inform_at == 0.0
    assert await votes.users_to_ask(table) == ([BRUNO.id], [], 0.0)
    await votes.mark_asked(match.id, vote_id(table.vote), [BRUNO.id], 0.0)
    await harness.reopen()
    assert await harness.app.votes.users_to_ask(await get(harness, match)) == ([], [], 0.0), (
        "once a vote, after a restart too"
    )


async def test_who_sits_down_is_asked_and_who_has_answered_is_not(harness: AppHarness) -> None:
    match = await on_turns(harness, 3)
    await harness.later(200)
    await harness.app.votes.propose(match.id, ANA, "end")
    await say(harness, match, BRUNO)
    await harness.app.substitutes.offer(match.id, CARLA)
    table = await harness.app.substitutes.take_seat(match.id, EVA, 2)
    call, _, held = await harness.app.votes.users_to_ask(table)
    assert (call, held) == ([], harness.clock.now() + harness.app.settings.recent_click_s), (
        "she is there just now"
    )
    await harness.later(harness.app.settings.recent_click_s + 1)
    assert await harness.app.votes.users_to_ask(await get(harness, match)) == ([EVA.id], [], 0.0)
