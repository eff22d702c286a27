"""Votes of a table, and substitutes."""

from __future__ import annotations

import pytest

from app.match import ballots
from app.match.ballots import vote_id
from app.model import time_control
from app.model.match import Match, MessageRefs, SeatRow, User, UserError
from app.model.time_control import DAY, HOUR
from app.model.votes import Vote
from games.core.text.messages import msg, seat_name
from tests.app.harness import PEOPLE, STRANGER, AppHarness, assert_log_replays
from tests.app.test_time import awaited, get, notices, on_turns

ANA, BRUNO, CARLA = PEOPLE[:3]


async def say(harness: AppHarness, match: Match, by: User, yes: bool) -> Match:
    vote = (await get(harness, match)).vote
    assert vote is not None
    return await harness.app.votes.cast(match.id, by, yes, vote_id(vote))


async def refused(harness: AppHarness, match: Match, by: User, what: str, arg: str = "") -> str:
    with pytest.raises(UserError) as trouble:
        await harness.app.votes.propose(match.id, by, what, arg)  # type: ignore[arg-type]
    return trouble.value.what.key


async def test_a_pause_stops_every_clock_and_whoever_wants_goes_on(harness: AppHarness) -> None:
    match = await on_turns(harness, 3)
    await harness.app.votes.propose(match.id, ANA, "pause")
    assert (await get(harness, match)).paused == ""
    assert (await say(harness, match, BRUNO, yes=True)).paused == "consent"  # two of three
    await harness.later(20 * DAY)
    table = await get(harness, match)
    assert not any(seat.has_caretaker or seat.deadline for seat in table.seats)
    assert harness.notifier.reminders == []
    await harness.app.votes.resume(match.id, CARLA)
    table = await get(harness, match)
    assert table.seats[table.waiting[0]].deadline == harness.clock.now() + DAY


async def test_a_vote_is_one_at_a_time_and_ends_when_it_can_no_longer_be_won(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness, 3)
    await harness.app.votes.propose(match.id, ANA, "end")
    assert await refused(harness, match, BRUNO, "pause") == "host.trouble.vote_open"
    assert (await say(harness, match, BRUNO, yes=True)).status == "running"  # the end wants all
    table = await say(harness, match, CARLA, yes=False)
    assert (table.vote, table.status) == (None, "running")
    assert (await notices(harness, match))[-1] == "host.vote.refused"
    with pytest.raises(UserError):
        await harness.app.votes.cast(match.id, BRUNO, True, "0.1")


async def test_going_back_without_a_step_is_to_before_ones_own_last_turn(
    harness: AppHarness,
) -> None:
    match = await harness.table(2, game="eight_minute_empire")
    turns = list[tuple[int, object]]()  # whose, and the position as it began
    while len(turns) < 4:
        here = (await awaited(harness, match))[0]
        stored = await harness.app.repo.matches.load(match.id)
        assert stored is not None
        if not turns or turns[-1][0] != here:
            turns.append((here, stored.pos.state))
        panel = await harness.app.game_service.open_or_refresh_panel(match.id, PEOPLE[here])
        await harness.app.game_service.fill_defaults(match.id, PEOPLE[here], panel.decision)
        await harness.app.game_service.confirm(match.id, PEOPLE[here], panel.decision)
        await harness.settle()
    who, state = turns[-2]
    await harness.app.votes.propose(match.id, PEOPLE[who], "rewind")
    await say(harness, match, PEOPLE[1 - who], yes=True)
    after = await harness.app.repo.matches.load(match.id)
    assert after is not None
    assert after.match.waiting == (who,)
    assert after.pos.state == state
    await assert_log_replays(harness, match.id)


async def test_who_has_had_no_turn_has_none_to_go_back_to(harness: AppHarness) -> None:
    match = await harness.table(2)
    assert await refused(harness, match, ANA, "rewind") == "host.trouble.no_turn_yet"


async def test_all_agree_to_close_a_game_unfinished(harness: AppHarness) -> None:
    match = await on_turns(harness)
    await harness.app.votes.propose(match.id, ANA, "end")
    table = await say(harness, match, BRUNO, yes=True)
    assert table.status == "closed"
    assert table.waiting == ()
    await harness.later(60 * DAY)
    assert (await get(harness, match)).status == "closed"


async def test_nobody_is_passed_over_who_still_has_time(harness: AppHarness) -> None:
    match = await on_turns(harness)
    [here] = await awaited(harness, match)
    by = PEOPLE[1 - here]
    assert await refused(harness, match, by, "skip", str(here)) == "host.trouble.vote_soon"
    assert await refused(harness, match, by, "kick", str(1 - here)) == "host.trouble.vote_nobody"
    assert await refused(harness, match, by, "kick", "7") == "host.trouble.vote_nobody"
    assert await refused(harness, match, by, "pace", "never") == "host.trouble.pace"
    assert await refused(harness, match, by, "rewind", "999") == "host.trouble.no_step"
    assert await refused(harness, match, STRANGER, "rewind") == "host.trouble.not_seated"
    await harness.later(12 * HOUR)
    table = await harness.app.votes.propose(match.id, by, "skip", str(here))
    assert table.seats[here].has_caretaker  # of two, the other decides
    await harness.settle()
    assert await awaited(harness, match) == [1 - here]
    await assert_log_replays(harness, match.id)


async def test_who_is_sent_away_is_followed_by_a_computer_and_anybody_may_sit_down(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness, 3)
    [here] = await awaited(harness, match)
    others = [one for one in range(3) if one != here]
    await harness.later(12 * HOUR)
    await harness.app.votes.propose(match.id, PEOPLE[others[0]], "kick", str(here))
    with pytest.raises(UserError) as trouble:
        await say(harness, match, PEOPLE[here], yes=False)
    assert trouble.value.what.key == "host.trouble.vote_about_you"
    table = await say(harness, match, PEOPLE[others[1]], yes=True)
    assert (table.seats[here].resigned, table.seats[here].offered) == (True, True)
    assert table.organizer != PEOPLE[here].id
    await harness.settle()
    assert here not in await awaited(harness, match)
    diego = PEOPLE[3]
    table = await harness.app.substitutes.take_seat(match.id, diego, here)
    assert (table.seats[here].user, table.seats[here].resigned, table.seats[here].played_by_ai) == (
        diego.id,
        False,
        False,
    )


async def test_what_is_proposed_about_somebody_lapses_when_they_come_back_or_another_sits_there(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness, 3)
    [here] = await awaited(harness, match)
    first, second = [one for one in range(3) if one != here]
    await harness.later(12 * HOUR)
    await harness.app.votes.propose(match.id, PEOPLE[first], "kick", str(here))
    panel = await harness.app.game_service.open_or_refresh_panel(match.id, PEOPLE[here])
    await harness.app.game_service.fill_defaults(match.id, PEOPLE[here], panel.decision)
    await harness.app.game_service.confirm(match.id, PEOPLE[here], panel.decision)
    table = await get(harness, match)
    assert (table.vote, table.seats[here].resigned) == (None, False)
    assert (await notices(harness, match))[-1] == "host.vote.back"
    with pytest.raises(UserError) as trouble:
        await harness.app.votes.cast(match.id, PEOPLE[second], True, "0")
    assert trouble.value.what.key == "host.trouble.vote_over"
    [late] = await awaited(harness, match)
    await harness.later(12 * HOUR)
    by = next(one for one in range(3) if one != late)
    await harness.app.votes.propose(match.id, PEOPLE[by], "kick", str(late))
    await harness.app.substitutes.offer(match.id, PEOPLE[late])
    table = await harness.app.substitutes.take_seat(match.id, PEOPLE[3], late)
    assert table.vote is None
    assert not table.seats[late].resigned


async def test_what_was_told_of_who_left_is_not_said_of_the_substitute_nor_kept_by_name(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness)
    [here] = await awaited(harness, match)
    await harness.later(DAY)
    await harness.app.substitutes.offer(match.id, PEOPLE[1 - here])
    await harness.app.substitutes.take_seat(match.id, CARLA, 1 - here)
    told = {one.what.key: one.what.args["seat"] for one in (await get(harness, match)).notices}
    assert told["host.offers"] == msg("host.someone")
    assert told["host.minded"] == seat_name(here), "who is still there keeps their name"
    assert told["host.substitute"] == seat_name(1 - here)
    stored = await harness.app.repo.matches.get(match.id)
    assert stored is not None
    assert PEOPLE[1 - here].name not in str(stored.notices)


async def test_going_back_further_than_one_may_alone_is_by_consent_and_deals_other_luck(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness)
    before = await harness.app.repo.matches.load(match.id)
    assert before is not None
    to = before.match.rows
    step = (await harness.app.replays.step_view(match.id, ANA, own=False)).last
    for _ in range(3):
        here = (await awaited(harness, match))[0]
        panel = await harness.app.game_service.open_or_refresh_panel(match.id, PEOPLE[here])
        await harness.app.game_service.fill_defaults(match.id, PEOPLE[here], panel.decision)
        await harness.app.game_service.confirm(match.id, PEOPLE[here], panel.decision)
        await harness.settle()
    await harness.app.votes.propose(match.id, ANA, "rewind", str(step))
    table = await say(harness, match, BRUNO, yes=True)
    after = await harness.app.repo.matches.load(match.id)
    assert after is not None
    assert after.match.waiting == before.match.waiting
    assert after.pos.state == before.pos.state
    assert after.pos.rng != before.pos.rng
    entries = await harness.app.repo.game_log.entries(match.id)
    assert entries[-1].row.path == ["@rewind", to + 1]
    assert all(entry.undone_by == table.rows for entry in entries if to < entry.row.n < table.rows)
    assert (await harness.app.queries.verify(match.id)).ok
    await assert_log_replays(harness, match.id)
    await harness.later(121)
    assert harness.notifier.pings[-1] == list(after.match.waiting)  # they are called for it


async def test_another_clock_begins_at_once(harness: AppHarness) -> None:
    match = await on_turns(harness)
    await harness.app.votes.propose(match.id, ANA, "pace", "today")
    table = await say(harness, match, BRUNO, yes=True)
    assert time_control.preset_name(table.pace) == "today"
    assert table.seats[table.waiting[0]].deadline == harness.clock.now() + 300
    await harness.later(301)
    assert (await get(harness, match)).seats[table.waiting[0]].has_caretaker


def test_how_many_must_agree() -> None:
    seats = [SeatRow(seat, 10 + seat, str(seat)) for seat in range(4)]
    match = Match("T", "cellar", "", "es", 10, {}, 4, "running", seats, MessageRefs(), 0.0, 0.0)
    for what, needed in (("pause", 3), ("end", 4), ("rewind", 4), ("skip", 2), ("kick", 2)):
        about = 10 if what in ("skip", "kick") else 0
        vote = Vote(what, "0", 11, 0.0, 1.0, about_user=about)  # type: ignore[arg-type]
        assert ballots.tally(match, vote).needed == needed
    match.seats[3].has_caretaker = True
    assert ballots.tally(match, Vote("end", "", 11, 0.0, 1.0)) == ((10, 11, 12), 3, (11,))
    assert ballots.tally(match, Vote("end", "", 13, 0.0, 1.0)) == ((10, 11, 12, 13), 4, (13,)), (
        "who proposed it is for it"
    )
