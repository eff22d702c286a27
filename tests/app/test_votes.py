"""What a table decides together, and who sits in for whom."""

from __future__ import annotations

import pytest

from app.match import ballots
from app.model import time_control
from app.model.match import Match, MessageRefs, SeatRow, User, UserError
from app.model.time_control import DAY, HOUR
from app.model.votes import Vote
from app.social import votes
from games.core.text.messages import msg, seat_name
from tests.app.kit import PEOPLE, STRANGER, House
from tests.app.test_time import awaited, get, notices, on_turns, truth

ANA, BRUNO, CARLA = PEOPLE[:3]


async def say(house: House, match: Match, by: User, yes: bool) -> Match:
    vote = (await get(house, match)).vote
    assert vote is not None
    return await house.app.votes.cast(match.id, by, yes, votes.vote_id(vote))


async def refused(house: House, match: Match, by: User, what: str, arg: str = "") -> str:
    with pytest.raises(UserError) as trouble:
        await house.app.votes.propose(match.id, by, what, arg)  # type: ignore[arg-type]
    return trouble.value.what.key


async def test_a_pause_stops_every_clock_and_whoever_wants_goes_on(house: House) -> None:
    match = await on_turns(house, 3)
    await house.app.votes.propose(match.id, ANA, "pause")
    assert (await get(house, match)).paused == ""
    assert (await say(house, match, BRUNO, yes=True)).paused == "consent"  # two of three
    await house.later(20 * DAY)
    table = await get(house, match)
    assert not any(seat.minded or seat.due for seat in table.seats)
    assert house.edge.reminders == []
    await house.app.votes.go_on(match.id, CARLA)
    table = await get(house, match)
    assert table.seats[table.waiting[0]].due == house.clock.now() + DAY


async def test_a_vote_is_one_at_a_time_and_ends_when_it_can_no_longer_be_won(house: House) -> None:
    match = await on_turns(house, 3)
    await house.app.votes.propose(match.id, ANA, "end")
    assert await refused(house, match, BRUNO, "pause") == "host.trouble.vote_open"
    assert (await say(house, match, BRUNO, yes=True)).status == "running"  # the end wants all
    table = await say(house, match, CARLA, yes=False)
    assert (table.vote, table.status) == (None, "running")
    assert (await notices(house, match))[-1] == "host.vote.refused"
    with pytest.raises(UserError):
        await house.app.votes.cast(match.id, BRUNO, True, "0.1")


async def test_going_back_without_a_step_is_to_before_ones_own_last_turn(house: House) -> None:
    match = await house.table(2, game="eight_minute_empire")
    turns = list[tuple[int, object]]()  # whose, and the position as it began
    while len(turns) < 4:
        here = (await awaited(house, match))[0]
        stored = await house.app.repo.load(match.id)
        assert stored is not None
        if not turns or turns[-1][0] != here:
            turns.append((here, stored.pos.state))
        panel = await house.app.tables.panel(match.id, PEOPLE[here])
        await house.app.tables.fill_defaults(match.id, PEOPLE[here], panel.decision)
        await house.app.tables.confirm(match.id, PEOPLE[here], panel.decision)
        await house.settle()
    who, state = turns[-2]
    await house.app.votes.propose(match.id, PEOPLE[who], "rewind")
    await say(house, match, PEOPLE[1 - who], yes=True)
    after = await house.app.repo.load(match.id)
    assert after is not None
    assert after.match.waiting == (who,)
    assert after.pos.state == state
    await truth(house, match)


async def test_who_has_had_no_turn_has_none_to_go_back_to(house: House) -> None:
    match = await house.table(2)
    assert await refused(house, match, ANA, "rewind") == "host.trouble.no_turn_yet"


async def test_all_agree_to_close_a_game_unfinished(house: House) -> None:
    match = await on_turns(house)
    await house.app.votes.propose(match.id, ANA, "end")
    table = await say(house, match, BRUNO, yes=True)
    assert table.status == "closed"
    assert table.waiting == ()
    await house.later(60 * DAY)
    assert (await get(house, match)).status == "closed"


async def test_nobody_is_passed_over_who_still_has_time(house: House) -> None:
    match = await on_turns(house)
    [here] = await awaited(house, match)
    by = PEOPLE[1 - here]
    assert await refused(house, match, by, "skip", str(here)) == "host.trouble.vote_soon"
    assert await refused(house, match, by, "kick", str(1 - here)) == "host.trouble.vote_nobody"
    assert await refused(house, match, by, "kick", "7") == "host.trouble.vote_nobody"
    assert await refused(house, match, by, "pace", "never") == "host.trouble.pace"
    assert await refused(house, match, by, "rewind", "999") == "host.trouble.no_step"
    assert await refused(house, match, STRANGER, "rewind") == "host.trouble.not_seated"
    await house.later(12 * HOUR)
    table = await house.app.votes.propose(match.id, by, "skip", str(here))
    assert table.seats[here].minded  # of two, the other decides
    await house.settle()
    assert await awaited(house, match) == [1 - here]
    await truth(house, match)


async def test_who_is_sent_away_is_followed_by_a_computer_and_anybody_may_sit_down(
    house: House,
) -> None:
    match = await on_turns(house, 3)
    [here] = await awaited(house, match)
    others = [one for one in range(3) if one != here]
    await house.later(12 * HOUR)
    await house.app.votes.propose(match.id, PEOPLE[others[0]], "kick", str(here))
    with pytest.raises(UserError) as trouble:
        await say(house, match, PEOPLE[here], yes=False)
    assert trouble.value.what.key == "host.trouble.vote_about_you"
    table = await say(house, match, PEOPLE[others[1]], yes=True)
    assert (table.seats[here].resigned, table.seats[here].offered) == (True, True)
    assert table.host != PEOPLE[here].id
    await house.settle()
    assert here not in await awaited(house, match)
    diego = PEOPLE[3]
    table = await house.app.substitutes.sit(match.id, diego, here)
    assert (table.seats[here].user, table.seats[here].resigned, table.seats[here].automatic) == (
        diego.id,
        False,
        False,
    )


async def test_what_is_proposed_about_somebody_lapses_when_they_come_back_or_another_sits_there(
    house: House,
) -> None:
    match = await on_turns(house, 3)
    [here] = await awaited(house, match)
    first, second = [one for one in range(3) if one != here]
    await house.later(12 * HOUR)
    await house.app.votes.propose(match.id, PEOPLE[first], "kick", str(here))
    panel = await house.app.tables.panel(match.id, PEOPLE[here])
    await house.app.tables.fill_defaults(match.id, PEOPLE[here], panel.decision)
    await house.app.tables.confirm(match.id, PEOPLE[here], panel.decision)
    table = await get(house, match)
    assert (table.vote, table.seats[here].resigned) == (None, False)
    assert (await notices(house, match))[-1] == "host.vote.back"
    with pytest.raises(UserError) as trouble:
        await house.app.votes.cast(match.id, PEOPLE[second], True, "0")
    assert trouble.value.what.key == "host.trouble.vote_over"
    [late] = await awaited(house, match)
    await house.later(12 * HOUR)
    by = next(one for one in range(3) if one != late)
    await house.app.votes.propose(match.id, PEOPLE[by], "kick", str(late))
    await house.app.substitutes.offer(match.id, PEOPLE[late])
    table = await house.app.substitutes.sit(match.id, PEOPLE[3], late)
    assert table.vote is None
    assert not table.seats[late].resigned


async def test_what_was_told_of_who_left_is_not_said_of_the_substitute_nor_kept_by_name(
    house: House,
) -> None:
    match = await on_turns(house)
    [here] = await awaited(house, match)
    await house.later(DAY)
    await house.app.substitutes.offer(match.id, PEOPLE[1 - here])
    await house.app.substitutes.sit(match.id, CARLA, 1 - here)
    told = {one.what.key: one.what.args["seat"] for one in (await get(house, match)).notices}
    assert told["host.offers"] == msg("host.someone")
    assert told["host.minded"] == seat_name(here), "who is still there keeps their name"
    assert told["host.substitute"] == seat_name(1 - here)
    stored = await house.app.repo.match(match.id)
    assert stored is not None
    assert PEOPLE[1 - here].name not in str(stored.notices)


async def test_going_back_further_than_one_may_alone_is_by_consent_and_deals_other_luck(
    house: House,
) -> None:
    match = await on_turns(house)
    before = await house.app.repo.load(match.id)
    assert before is not None
    to = before.match.rows
    step = (await house.app.playback.frame(match.id, ANA, own=False)).last
    for _ in range(3):
        here = (await awaited(house, match))[0]
        panel = await house.app.tables.panel(match.id, PEOPLE[here])
        await house.app.tables.fill_defaults(match.id, PEOPLE[here], panel.decision)
        await house.app.tables.confirm(match.id, PEOPLE[here], panel.decision)
        await house.settle()
    await house.app.votes.propose(match.id, ANA, "rewind", str(step))
    table = await say(house, match, BRUNO, yes=True)
    after = await house.app.repo.load(match.id)
    assert after is not None
    assert after.match.waiting == before.match.waiting
    assert after.pos.state == before.pos.state
    assert after.pos.rng != before.pos.rng
    entries = await house.app.repo.entries(match.id)
    assert entries[-1].row.path == ["@rewind", to + 1]
    assert all(entry.struck_by == table.rows for entry in entries if to < entry.row.n < table.rows)
    assert (await house.app.tables.verify(match.id)).ok
    await truth(house, match)
    await house.later(121)
    assert house.edge.pings[-1] == list(after.match.waiting)  # they are called for it


async def test_another_clock_begins_at_once(house: House) -> None:
    match = await on_turns(house)
    await house.app.votes.propose(match.id, ANA, "pace", "today")
    table = await say(house, match, BRUNO, yes=True)
    assert time_control.name_of(table.pace) == "today"
    assert table.seats[table.waiting[0]].due == house.clock.now() + 300
    await house.later(301)
    assert (await get(house, match)).seats[table.waiting[0]].minded


def test_how_many_must_agree() -> None:
    seats = [SeatRow(seat, 10 + seat, str(seat)) for seat in range(4)]
    match = Match("T", "cellar", "", "es", 10, {}, 4, "running", seats, MessageRefs(), 0.0, 0.0)
    for what, needed in (("pause", 3), ("end", 4), ("rewind", 4), ("skip", 2), ("kick", 2)):
        about = 10 if what in ("skip", "kick") else 0
        assert ballots.tally(match, Vote(what, "0", 11, 0.0, 1.0, about=about)).needed == needed  # type: ignore[arg-type]
    match.seats[3].minded = True
    assert ballots.tally(match, Vote("end", "", 11, 0.0, 1.0)) == ((10, 11, 12), 3, (11,))
    assert ballots.tally(match, Vote("end", "", 13, 0.0, 1.0)) == ((10, 11, 12, 13), 4, (13,)), (
        "who proposed it is for it"
    )
