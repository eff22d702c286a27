"""What a table shows of time and votes, and what taps on them do; without Discord."""

from __future__ import annotations

import pytest

from cogs.ui.ids import TableId, decode
from cogs.ui.lobby.lobby_message import pace_text
from cogs.ui.pages.pages import inbox_message, reminder_message
from cogs.ui.pages.settings import settings_message
from cogs.ui.table.board_message import board_message
from cogs.ui.table.together import together_lines, together_rows
from cogs.ui.words import Words
from host.model import Match, Trouble
from host.votes import mark
from tests.cogs.edge import ANA, BRUNO, Edge, controls, labels, text
from tests.cogs.kit import faults
from tests.host.kit import PEOPLE

CARLA = PEOPLE[2]


async def begun(edge: Edge, people: int = 3) -> Match:
    return await edge.house.table(people, game="eight_minute_empire")


async def now(edge: Edge, match: Match) -> Match:
    return await edge.house.app.lobby.get(match.id)


def row(match: Match, lang: str = "es") -> list[str]:
    return [button.label for one in together_rows(match, Words.of(match, lang)) for button in one]  # type: ignore[union-attr]


async def test_a_table_says_the_first_deadline_in_the_readers_own_time(edge: Edge) -> None:
    match = await begun(edge)
    due = int(match.seats[0].due)
    assert together_lines(match, Words.of(match, "en")) == [f"Until <t:{due}:f> (<t:{due}:R>)"]
    assert row(match) == []


async def board(edge: Edge, match: Match) -> str:
    """What the table's message says, with all that the log tells."""
    look = await edge.house.app.tables.look(match.id)
    said = [one for row in (await edge.house.app.tables.log(match.id)).rows for one in row.said]
    return text(board_message(look, said, Words.of(look.match, "es"), None))


async def test_the_board_says_what_lasts_once_and_as_long_as_it_lasts(edge: Edge) -> None:
    match = await begun(edge)
    await edge.house.app.votes.propose(match.id, ANA, "pause")
    assert (await board(edge, match)).count("propone una pausa") == 1
    await edge.house.app.votes.say(match.id, ANA, False, mark((await now(edge, match)).vote))
    await edge.house.later(24 * 3600 + 1)
    assert "La mesa duerme" in await board(edge, match)
    assert "prudente" not in await board(edge, match), "nobody plays at a table that sleeps"
    await edge.tap(match.id, "play", ANA)
    told = await board(edge, match)
    assert "Autómatas prudentes juegan por ■ Bruno y ▲ Carla hasta su vuelta." in told
    assert told.lower().count("prudente") == 1


@pytest.mark.parametrize("lang", ["es", "en"])
async def test_a_vote_its_count_and_its_buttons(edge: Edge, lang: str) -> None:
    match = await begun(edge)
    await edge.house.app.votes.propose(match.id, ANA, "pause")
    table = await now(edge, match)
    assert any("1 de 2" in line or "1 of 2" in line for line in together_lines(table, Words.of(table, lang)))
    (buttons,) = together_rows(table, Words.of(table, lang))
    known = decode(buttons[0].id)  # type: ignore[union-attr]
    assert isinstance(known, TableId)
    answer = await edge.tap(match.id, known.verb, BRUNO, known.arg)
    table = await now(edge, match)
    assert table.paused == "consent"
    assert len(row(table, lang)) == 1
    assert together_lines(table, Words.of(table, lang)) == [Words.of(table, lang)("ui.time.consent")]
    assert text(answer) == Words(BRUNO.lang)("ui.time.decided"), "who decides it is not told that it goes on"
    with pytest.raises(Trouble):
        await edge.tap(match.id, known.verb, CARLA, known.arg)  # the vote is over
    await edge.tap(match.id, "go_on", CARLA)
    assert not (await now(edge, match)).paused


async def test_a_seat_is_offered_and_taken_by_a_button(edge: Edge) -> None:
    match = await begun(edge, 2)
    assert text(await edge.tap(match.id, "offer", ANA))
    assert row(await now(edge, match)) == ["Sentarme por ● Ana"]
    with pytest.raises(Trouble):
        await edge.tap(match.id, "take", BRUNO, "0")  # he has one
    with pytest.raises(Trouble):
        await edge.tap(match.id, "take", CARLA, "nonsense")
    assert "Se ofrece el sitio de ● Ana a quien quiera seguir." in await board(edge, match)
    answer = await edge.tap(match.id, "take", CARLA, "0")
    assert controls(answer.message)  # type: ignore[arg-type]
    assert "Sigues tú por Ana: lo suyo es ahora tuyo." in text(answer)
    assert (await now(edge, match)).names == ("Carla", "Bruno")
    assert edge.rooms.told == [(ANA.id, "Carla sigue por ti en **8 minutos «Mesa de Ana»**.")]


async def test_who_offered_a_seat_may_keep_it(edge: Edge) -> None:
    match = await begun(edge, 2)
    for _ in range(2):  # whoever asks again has the way back, too
        offered = await edge.tap(match.id, "offer", ANA)
    assert row(await now(edge, match)) == ["Sentarme por ● Ana"]
    for _ in range(2):
        kept = await edge.press(offered.message, "Me quedo", ANA)  # type: ignore[arg-type]
        assert text(kept) == "Te quedas: tu sitio ya no se ofrece."
    assert row(await now(edge, match)) == []
    with pytest.raises(Trouble):
        await edge.tap(match.id, "take", CARLA, "0")
    assert edge.rooms.told == []
    with pytest.raises(Trouble):
        await edge.tap(match.id, "keep", CARLA)


async def test_the_lobby_offers_every_pace_and_says_what_is_unusual(edge: Edge) -> None:
    match = await edge.house.table(1, game="eight_minute_empire", start=False)
    for value in ("holidays", "weekends", "absent"):
        await edge.tap(match.id, "pace", ANA, "", value)
    table = await now(edge, match)
    assert pace_text(table, Words.of(table, "en")) == "3 days per decision, no weekends, the usual is played for who is late"
    with pytest.raises(Trouble):
        await edge.tap(match.id, "pace", BRUNO, "", "none")


async def test_inbox_and_letter_say_until_when_and_can_be_put_off(edge: Edge) -> None:
    match = await begun(edge, 2)
    turns = await edge.house.app.tables.turns(ANA)
    inbox = inbox_message(turns, "es", edge.house.clock.now())
    due = int(match.seats[0].due)
    assert f"<t:{due}:R>" in text(inbox)
    assert [label for label in labels(inbox) if "Posponer" in label] == ["Posponer 1 h", "Posponer 4 h", "Posponer 12 h"]
    letter = reminder_message([(match, match.seats[0])], "en", edge.house.clock.now())
    assert letter.content.startswith("It's your turn at")
    assert f"Time is up <t:{due}:R>" in letter.content
    half = match.seats[0].since + (due - match.seats[0].since) / 2
    assert reminder_message([(match, match.seats[0])], "en", half).content.startswith("Reminder:")
    await edge.tap("-", "snooze", ANA, "4")
    assert ANA.prefs.pop("snooze") == edge.house.clock.now() + 4 * 3600
    with pytest.raises(Trouble):
        await edge.tap("-", "snooze", ANA, "5")


@pytest.mark.parametrize(("lang", "said"), [("es", "Ninguna mesa te espera"), ("en", "No table waits for you")])
async def test_an_inbox_where_nothing_waits_says_so_above_the_others(edge: Edge, lang: str, said: str) -> None:
    await begun(edge, 2)
    waiting = await edge.house.app.tables.turns(BRUNO)
    card = inbox_message([one for one in waiting if not one.mine], lang, edge.house.clock.now()).card
    assert card is not None
    assert said in card.title
    assert "(0)" not in card.title


@pytest.mark.parametrize(("lang", "title", "line"), [
    ("es", "Puedes empezar una partida.", "2 de 2 en la mesa: pulsa Empezar"),
    ("en", "You can start a game.", "2 of 2 seated: tap Start"),
])
async def test_a_full_table_waits_for_its_organiser_alone(edge: Edge, lang: str, title: str, line: str) -> None:
    match = await edge.house.table(2, game="eight_minute_empire", start=False)
    await edge.house.app.lobby.set_size(match.id, ANA, 2)
    tables, now = edge.house.app.tables, edge.house.clock.now()
    told = inbox_message(await tables.turns(ANA), lang, now)
    assert told.card is not None
    assert (told.card.title, line in told.card.text) == (title, True)
    other = inbox_message(await tables.turns(BRUNO), lang, now)
    assert other.card is not None
    assert other.card.title == Words(lang)("ui.inbox.empty")
    assert line not in other.card.text


async def test_arms_are_changed_on_a_page_of_their_own(edge: Edge) -> None:
    by = PEOPLE[4]
    by.prefs.clear()
    opened = (await edge.tap("-", "pref", by, "arms")).message
    assert opened is not None
    assert list(faults(opened)) == []
    changed = (await edge.tap("-", "pref", by, "charge", "snail")).message
    assert changed is not None
    assert changed.card is not None
    assert "caracol" in changed.card.text
    await edge.tap("-", "pref", by, "tincture", "green")
    assert (by.prefs["charge"], by.prefs["tincture"]) == ("snail", "green")
    with pytest.raises(Trouble):
        await edge.tap("-", "pref", by, "charge", "dodo")
    back = (await edge.tap("-", "pref", by, "back")).message
    assert back == settings_message(by)
    by.prefs.clear()


async def test_the_boards_at_which_somebody_plays_are_shown_with_their_new_arms(edge: Edge) -> None:
    tables, diego = [await begun(edge), await begun(edge, 2)], PEOPLE[3]
    ana = await edge.house.app.people.get(ANA.id, ANA.name, ANA.lang)

    async def versions() -> list[int]:
        return [(await now(edge, one)).version for one in tables]

    before = await versions()
    await edge.tap("-", "pref", diego, "charge", "snail")     # at neither
    assert await versions() == before
    for name, values in (("charge", ("snail",)), ("tincture", ("green",)), ("pings", ("dm",)), ("charge", ("key",))):
        await edge.tap("-", "pref", ana, name, *values)
    assert await versions() == [one + 3 for one in before]
    await edge.house.settle()
    assert [(await now(edge, one)).published for one in tables] == await versions()
    assert (await now(edge, tables[0])).seats[0].due == tables[0].seats[0].due, "nobody has more time by it"
    diego.prefs.clear()


async def test_all_settings_are_at_hand_and_private_screens_follow(edge: Edge) -> None:
    by, match = PEOPLE[4], await begun(edge, 5)
    by.prefs.clear()
    before = (await now(edge, match)).version
    message = settings_message(by)
    assert list(faults(message)) == []
    assert len(message.rows) == 5
    for name, values in (("lang", ("en",)), ("pings", ("dm",)), ("palette", ("contrast",)), ("quiet", ("3",)), ("text", ()),
                         ("confirm", ())):
        await edge.tap("-", "pref", by, name, *values)
    assert (by.lang, by.prefs["pings"], by.prefs["palette"], by.prefs["quiet"]) == ("en", "dm", "contrast", [23, 8])
    assert (by.prefs["text"], by.prefs["confirm"]) == (True, "always")
    answer = await edge.tap("-", "pref", by, "text")
    assert by.prefs["text"] is False
    assert "✓ Always confirm" in labels(answer.message)  # type: ignore[arg-type]
    assert (await now(edge, match)).version - before == 5, "where one is reminded, and when, no table shows"
    for name, values in (("lang", ("xx",)), ("quiet", ("99",)), ("nothing", ())):
        with pytest.raises(Trouble):
            await edge.tap("-", "pref", by, name, *values)
    by.prefs.clear()
    by.lang = "es"


async def test_two_tables_that_would_read_the_same_are_told_apart_by_their_codes(edge: Edge) -> None:
    first, second = await begun(edge, 2), await begun(edge, 2)
    named = await edge.house.app.lobby.create(ANA, "cellar", guild=1, channel=2, name="Cena")
    turns = await edge.house.app.tables.turns(ANA)
    inbox = inbox_message(turns, "es", edge.house.clock.now())
    for match in (first, second):
        assert text(inbox).count(f"({match.id})".replace("(", "\\(").replace(")", "\\)")) == 1
        assert [label for label in labels(inbox) if label.endswith(f"({match.id})")]
    assert named.id not in text(inbox), "its title is its own"
    hands = [text(await edge.tap(match.id, "hand", ANA)).splitlines()[0] for match in (first, second)]
    assert hands[0] != hands[1]
    assert first.id in hands[0]
