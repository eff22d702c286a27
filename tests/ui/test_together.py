"""Deadlines and votes of a table, and presses on them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.match.ballots import vote_id
from app.model.match import Match, UserError
from tests.app.harness import PEOPLE
from tests.ui.handler_harness import ANA, BRUNO, HandlerHarness, controls, labels, text
from tests.ui.panels import faults
from ui.custom_ids import NO_MATCH, TableId, decode
from ui.errors import explain
from ui.i18n import Translator
from ui.views.lobby.lobby_message import pace_text
from ui.views.pages.common import inbox_message, reminder_message
from ui.views.pages.settings import settings_message
from ui.views.table.board_message import board_message
from ui.views.table.votes import decision_rows, time_and_vote_lines

CARLA = PEOPLE[2]


async def begun(handlers: HandlerHarness, people: int = 3) -> Match:
    return await handlers.harness.table(people, game="eight_minute_empire")


async def now(handlers: HandlerHarness, match: Match) -> Match:
    return await handlers.harness.app.lobby.get(match.id)


async def open_vote(handlers: HandlerHarness, match: Match) -> str:
    """Return the id of a match's open vote."""
    vote = (await now(handlers, match)).vote
    assert vote is not None
    return vote_id(vote)


def row(match: Match, lang: str = "es") -> list[str]:
    return [
        button.label
        for one in decision_rows(match, Translator.of(match, lang))
        if isinstance(one, tuple)
        for button in one
    ]


async def test_a_table_says_the_first_deadline_in_the_readers_own_time(
    handlers: HandlerHarness,
) -> None:
    match = await begun(handlers)
    due = int(match.seats[0].deadline)
    assert time_and_vote_lines(match, Translator.of(match, "en")) == [
        f"Until <t:{due}:f> (<t:{due}:R>)"
    ]
    assert row(match) == []


async def board(handlers: HandlerHarness, match: Match) -> str:
    """Return the text of the table's message with the whole log."""
    look = await handlers.harness.app.queries.view(match.id)
    said = [
        one for row in (await handlers.harness.app.queries.log(match.id)).rows for one in row.said
    ]
    return text(board_message(look, said, Translator.of(look.match, "es"), None))


async def test_the_board_says_what_lasts_once_and_as_long_as_it_lasts(
    handlers: HandlerHarness,
) -> None:
    match = await begun(handlers)
    await handlers.harness.app.votes.propose(match.id, ANA, "pause")
    assert (await board(handlers, match)).count("propone una pausa") == 1
    await handlers.harness.app.votes.cast(match.id, ANA, False, await open_vote(handlers, match))
    await handlers.harness.later(24 * 3600 + 1)
    assert "la mesa duerme" in await board(handlers, match)
    assert "prudente" not in await board(handlers, match), "nobody plays at a table that sleeps"
    await handlers.tap(match.id, "play", ANA)
    told = await board(handlers, match)
    assert "Varios bots prudentes juegan por ■ Bruno y ▲ Carla hasta que vuelvan." in told
    assert told.lower().count("prudente") == 1


@pytest.mark.parametrize("lang", ["es", "en"])
async def test_a_vote_its_count_and_its_buttons(handlers: HandlerHarness, lang: str) -> None:
    match = await begun(handlers)
    await handlers.harness.app.votes.propose(match.id, ANA, "pause")
    table = await now(handlers, match)
    assert any(
        "1 de 2" in line or "1 of 2" in line
        for line in time_and_vote_lines(table, Translator.of(table, lang))
    )
    (buttons,) = decision_rows(table, Translator.of(table, lang))
    assert isinstance(buttons, tuple)
    known = decode(buttons[0].id)
    assert isinstance(known, TableId)
    answer = await handlers.tap(match.id, known.action, BRUNO, known.arg)
    table = await now(handlers, match)
    assert table.paused == "consent"
    assert len(row(table, lang)) == 1
    assert time_and_vote_lines(table, Translator.of(table, lang)) == [
        Translator.of(table, lang)("ui.time.consent")
    ]
    said = Translator.of(table, BRUNO.lang)
    assert text(answer) == said("ui.time.decided", how=said("host.vote.done.pause")), (
        "who decides it reads how it went"
    )
    with pytest.raises(UserError):
        await handlers.tap(match.id, known.action, CARLA, known.arg)  # the vote is over
    await handlers.tap(match.id, "go_on", CARLA)
    assert not (await now(handlers, match)).paused


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "es",
            [
                "● Ana propone cerrar la partida sin terminarla. No gana nadie.",
                "Votos a favor: 1 de 3.",
                "Puedes votar hasta el <t:",
            ],
        ),
        (
            "en",
            [
                "● Ana proposes ending the game early. Nobody wins.",
                "Votes in favor: 1 of 3.",
                "The vote is open until <t:",
            ],
        ),
    ],
)
async def test_the_inbox_leads_to_the_vote_that_wants_an_answer(
    handlers: HandlerHarness, lang: str, said: list[str]
) -> None:
    match = await begun(handlers)
    await handlers.harness.later(200)
    await handlers.harness.app.votes.propose(match.id, ANA, "end")
    clock, turns = handlers.harness.clock.now(), handlers.harness.app.queries.inbox
    inbox = inbox_message(await turns(CARLA), lang, clock)
    assert said[0].split(". ")[0] in text(inbox)
    reader = replace(CARLA, lang=lang)
    card = (
        await handlers.press(inbox, Translator(lang)("ui.inbox.vote", table=""), reader)
    ).message
    assert card is not None
    assert all(one in text(card) for one in said)
    assert labels(card)[:2] == [Translator(lang)("ui.time.yes"), Translator(lang)("ui.time.no")]
    until = f"<t:{int(clock + 3 * 24 * 3600)}:f>"
    assert text(await handlers.press(card, Translator(lang)("ui.time.yes"), reader)) == Translator(
        lang
    )("ui.time.voted", t=until)
    assert "🗳" not in text(inbox_message(await turns(CARLA), lang, clock)), "it has been given"
    assert "🗳" not in text(inbox_message(await turns(ANA), lang, clock)), (
        "who proposed it is not asked"
    )
    stranger = (await handlers.tap(match.id, "vote", PEOPLE[4])).message
    assert stranger is not None
    assert labels(stranger) == [], "who does not play reads it, and has no vote"
    await handlers.harness.app.votes.cast(match.id, ANA, False, await open_vote(handlers, match))
    with pytest.raises(UserError) as trouble:
        await handlers.press(inbox, Translator(lang)("ui.inbox.vote", table=""), reader)
    assert trouble.value.what.key == "host.trouble.vote_over"


async def test_an_inbox_in_which_only_a_vote_waits_says_so(handlers: HandlerHarness) -> None:
    match = await begun(handlers)
    for person in (ANA, BRUNO):
        await handlers.harness.say(match, person, "bid", 0)
    await handlers.harness.app.votes.propose(match.id, CARLA, "end")
    inbox = inbox_message(
        await handlers.harness.app.queries.inbox(BRUNO), "es", handlers.harness.clock.now()
    )
    assert inbox.embed is not None
    assert inbox.embed.title == "Falta tu voto."
    assert labels(inbox) == ["Votar: Imperio «Mesa de Ana»"]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("es", "● Ana aún tiene tiempo. Proponlo si deja pasar un turno o tras 12 h de espera."),
        (
            "en",
            "● Ana still has time. You can propose this once they've missed a turn or taken 12 h.",
        ),
    ],
)
async def test_a_refusal_names_the_person_in_a_seat(
    handlers: HandlerHarness, lang: str, said: str
) -> None:
    match = await begun(handlers)
    with pytest.raises(UserError) as trouble:
        await handlers.harness.app.votes.propose(match.id, BRUNO, "skip", "0")
    assert text(explain(trouble.value, Translator(lang))) == said


async def test_a_name_in_a_refusal_is_no_markup(handlers: HandlerHarness) -> None:
    match = await begun(handlers)
    await handlers.harness.app.repo.users.rename(ANA.id, "**<@1>**", guild=match.places.guild)
    with pytest.raises(UserError) as trouble:
        await handlers.harness.app.votes.propose(match.id, BRUNO, "skip", "0")
    assert "\\*\\*\\<\\@1\\>\\*\\*" in text(explain(trouble.value, Translator("en")))


async def test_a_seat_that_changed_hands_while_it_was_asked_is_asked_about_anew(
    handlers: HandlerHarness,
) -> None:
    match, diego, eva = await begun(handlers, 2), *PEOPLE[3:5]
    await handlers.tables.votes.offer_seat(match.id, ANA, handlers.click())
    asked = (await handlers.tap(match.id, "take", CARLA, "0")).message
    assert asked is not None
    await handlers.harness.app.substitutes.take_seat(match.id, eva, 0)
    with pytest.raises(UserError) as trouble:
        await handlers.press(asked, "Ocupar el sitio", CARLA)
    assert trouble.value.what.key == "host.trouble.not_offered"
    await handlers.tables.votes.offer_seat(match.id, eva, handlers.click())
    again = await handlers.press(asked, "Ocupar el sitio", CARLA)
    assert "¿Sustituyes a ● Eva?" in text(again)
    await handlers.press(again.message, "Ocupar el sitio", CARLA)
    assert (await now(handlers, match)).names == ("Carla", "Bruno")
    await handlers.harness.app.game_service.resign(match.id, CARLA)
    left = await handlers.tap(match.id, "take", diego, "0")
    assert "dejará de jugar aquí." not in text(left), "who has left needs no word of it"


async def test_leaving_names_what_helps_who_only_needs_time_and_what_it_says_is_true(
    handlers: HandlerHarness,
) -> None:
    match = await begun(handlers, 2)
    asked = await handlers.tables.ask_to_resign(match.id, ANA)
    for command in (
        "`/yo vacaciones`",
        "`/mesa votar`",
        "`/mesa sustituir`",
        "Puedes volver mientras nadie ocupe tu sitio.",
    ):
        assert command in text(asked)
    await handlers.press(asked.message, "Dejar la mesa", ANA)
    assert row(await now(handlers, match)) == ["Sustituir a ● Ana"]
    back = await handlers.tap(match.id, "take", ANA, "0")
    await handlers.press(back.message, "Ocupar el sitio", ANA)
    assert (await now(handlers, match)).seat_of(ANA.id) is not None


@pytest.mark.parametrize("status", ["ended", "closed"])
async def test_what_is_over_is_refused_before_anything_is_asked(
    handlers: HandlerHarness, status: str
) -> None:
    match = await begun(handlers, 2)
    async with handlers.harness.app.locks(match.id):
        table = await now(handlers, match)
        table.status = status  # type: ignore[assignment]
        await handlers.harness.app.moves.save(table)
    for asked in (
        handlers.tables.ask_to_resign(match.id, ANA),
        handlers.tables.moderation.ask_to_rewind(match.id, ANA, 0, 1),
    ):
        with pytest.raises(UserError) as trouble:
            await asked
        assert trouble.value.what.key == f"host.trouble.{status}"


async def test_a_seat_is_offered_and_taken_by_a_button(handlers: HandlerHarness) -> None:
    match = await begun(handlers, 2)
    assert text(await handlers.tables.votes.offer_seat(match.id, ANA, handlers.click()))
    assert row(await now(handlers, match)) == ["Sustituir a ● Ana"]
    with pytest.raises(UserError):
        await handlers.tap(match.id, "take", BRUNO, "0")  # he has one
    with pytest.raises(UserError):
        await handlers.tap(match.id, "take", CARLA, "nonsense")
    assert "Quien quiera puede ocupar el sitio de ● Ana." in await board(handlers, match)
    asked = await handlers.tap(match.id, "take", CARLA, "0")
    assert "¿Sustituyes a ● Ana?" in text(asked)
    assert "**Imperio «Mesa de Ana»**: te quedas con el sitio tal como está" in text(asked)
    assert (await now(handlers, match)).names == ("Ana", "Bruno"), "nothing is taken by one click"
    answer = await handlers.press(asked.message, "Ocupar el sitio", CARLA)
    assert controls(answer.message)
    assert "Ahora juegas tú en lugar de Ana. Todo lo que tenía es tuyo." in text(answer)
    table = await now(handlers, match)
    assert table.names == ("Carla", "Bruno")
    assert [(one.user, one.what, one.told) for one in table.seat_notices] == [
        (ANA.id, "given", False)
    ]
    with pytest.raises(UserError) as trouble:
        await handlers.tap(match.id, "hand", ANA)
    assert trouble.value.what.key == "host.trouble.lost"
    said = text(explain(trouble.value, Translator("es")))
    assert (
        said
        == f"● Carla ocupó tu sitio en esta mesa el <t:{int(handlers.harness.clock.now())}:f>, pero puedes mirar."
    )


async def test_who_offered_a_seat_may_keep_it(handlers: HandlerHarness) -> None:
    match = await begun(handlers, 2)
    for _ in range(2):  # whoever asks again has the way back, too
        offered = await handlers.tables.votes.offer_seat(match.id, ANA, handlers.click())
    assert row(await now(handlers, match)) == ["Sustituir a ● Ana"]
    for _ in range(2):
        kept = await handlers.press(offered.message, "Me quedo", ANA)
        assert text(kept) == "Te quedas: tu sitio ya no se ofrece a nadie."
    assert row(await now(handlers, match)) == []
    with pytest.raises(UserError):
        await handlers.tap(match.id, "take", CARLA, "0")
    assert handlers.rooms.told == []
    with pytest.raises(UserError):
        await handlers.tap(match.id, "keep", CARLA)


async def test_the_lobby_offers_every_pace_and_says_what_is_unusual(
    handlers: HandlerHarness,
) -> None:
    match = await handlers.harness.table(1, game="eight_minute_empire", start=False)
    for value in ("holidays", "weekends", "absent"):
        await handlers.tap(match.id, "pace", ANA, "", value)
    table = await now(handlers, match)
    assert (
        pace_text(table, Translator.of(table, "en"))
        == "3 days per decision, paused on weekends, default move if time runs out"
    )
    with pytest.raises(UserError):
        await handlers.tap(match.id, "pace", BRUNO, "", "none")


async def test_inbox_and_letter_say_until_when_and_can_be_put_off(handlers: HandlerHarness) -> None:
    match = await begun(handlers, 2)
    turns = await handlers.harness.app.queries.inbox(ANA)
    inbox = inbox_message(turns, "es", handlers.harness.clock.now())
    due = int(match.seats[0].deadline)
    assert f"<t:{due}:R>" in text(inbox)
    assert [label for label in labels(inbox) if "Posponer" in label] == [
        "Posponer 1 h",
        "Posponer 4 h",
        "Posponer 12 h",
    ]
    letter = reminder_message([(match, match.seats[0])], "en", handlers.harness.clock.now())
    assert letter.content.startswith("It's your turn at")
    assert f"Deadline: <t:{due}:R>" in letter.content
    half = match.seats[0].waiting_since + (due - match.seats[0].waiting_since) / 2
    assert reminder_message([(match, match.seats[0])], "en", half).content.startswith("Reminder:")
    await handlers.tap(NO_MATCH, "snooze", ANA, "4")
    assert ANA.prefs.pop("snooze") == handlers.harness.clock.now() + 4 * 3600
    with pytest.raises(UserError):
        await handlers.tap(NO_MATCH, "snooze", ANA, "5")


@pytest.mark.parametrize(
    ("lang", "said"), [("es", "Ninguna mesa te espera"), ("en", "No tables are waiting for you")]
)
async def test_an_inbox_where_nothing_waits_says_so_above_the_others(
    handlers: HandlerHarness, lang: str, said: str
) -> None:
    await begun(handlers, 2)
    waiting = await handlers.harness.app.queries.inbox(BRUNO)
    card = inbox_message(
        [one for one in waiting if not one.waits_for_user], lang, handlers.harness.clock.now()
    ).embed
    assert card is not None
    assert said in card.title
    assert "(0)" not in card.title


@pytest.mark.parametrize(
    ("lang", "title", "line"),
    [
        ("es", "Puedes empezar una partida.", "2 de 2 en la mesa · ya puedes pulsar Empezar"),
        ("en", "You can start a game.", "2 of 2 seated · you can press Start"),
    ],
)
async def test_a_full_table_waits_for_its_organiser_alone(
    handlers: HandlerHarness, lang: str, title: str, line: str
) -> None:
    match = await handlers.harness.table(2, game="eight_minute_empire", start=False)
    await handlers.harness.app.lobby.set_size(match.id, ANA, 2)
    now = handlers.harness.clock.now()
    told = inbox_message(await handlers.harness.app.queries.inbox(ANA), lang, now)
    assert told.embed is not None
    assert (told.embed.title, line in told.embed.text) == (title, True)
    other = inbox_message(await handlers.harness.app.queries.inbox(BRUNO), lang, now)
    assert other.embed is not None
    assert other.embed.title == Translator(lang)("ui.inbox.empty")
    assert line not in other.embed.text


async def test_arms_are_changed_on_a_page_of_their_own(handlers: HandlerHarness) -> None:
    by = PEOPLE[4]
    by.prefs.clear()
    opened = (await handlers.tap(NO_MATCH, "pref", by, "arms")).message
    assert opened is not None
    assert list(faults(opened)) == []
    changed = (await handlers.tap(NO_MATCH, "pref", by, "charge", "snail")).message
    assert changed is not None
    assert changed.embed is not None
    assert "caracol" in changed.embed.text
    await handlers.tap(NO_MATCH, "pref", by, "tincture", "green")
    assert (by.prefs["charge"], by.prefs["tincture"]) == ("snail", "green")
    with pytest.raises(UserError):
        await handlers.tap(NO_MATCH, "pref", by, "charge", "dodo")
    back = (await handlers.tap(NO_MATCH, "pref", by, "back")).message
    assert back == settings_message(by)
    by.prefs.clear()


async def test_the_boards_at_which_somebody_plays_are_shown_with_their_new_arms(
    handlers: HandlerHarness,
) -> None:
    tables, diego = [await begun(handlers), await begun(handlers, 2)], PEOPLE[3]
    ana = await handlers.harness.app.users.get(ANA.id, ANA.name, ANA.lang)

    async def versions() -> list[int]:
        return [(await now(handlers, one)).version for one in tables]

    before = await versions()
    await handlers.tap(NO_MATCH, "pref", diego, "charge", "snail")  # at neither
    assert await versions() == before
    for name, values in (
        ("charge", ("snail",)),
        ("tincture", ("green",)),
        ("pings", ("dm",)),
        ("charge", ("key",)),
    ):
        await handlers.tap(NO_MATCH, "pref", ana, name, *values)
    assert await versions() == [one + 3 for one in before]
    await handlers.harness.settle()
    assert [(await now(handlers, one)).published for one in tables] == await versions()
    assert (await now(handlers, tables[0])).seats[0].deadline == tables[0].seats[0].deadline, (
        "nobody has more time by it"
    )
    diego.prefs.clear()


async def test_all_settings_are_at_hand_and_private_screens_follow(
    handlers: HandlerHarness,
) -> None:
    by, match = PEOPLE[4], await begun(handlers, 5)
    by.prefs.clear()
    before = (await now(handlers, match)).version
    message = settings_message(by)
    assert list(faults(message)) == []
    assert len(message.rows) == 5
    for name, values in (
        ("lang", ("en",)),
        ("pings", ("dm",)),
        ("palette", ("contrast",)),
        ("quiet", ("3",)),
        ("text", ()),
        ("confirm", ()),
    ):
        await handlers.tap(NO_MATCH, "pref", by, name, *values)
    assert (by.lang, by.prefs["pings"], by.prefs["palette"], by.prefs["quiet"]) == (
        "en",
        "dm",
        "contrast",
        [23, 8],
    )
    assert (by.prefs["text"], by.prefs["confirm"]) == (True, "always")
    answer = await handlers.tap(NO_MATCH, "pref", by, "text")
    assert by.prefs["text"] is False
    assert labels(answer.message)[:4] == [
        "Show as text: off",
        "Large pictures: off",
        "Arrows: on",
        "Always confirm: on",
    ]
    assert (await now(handlers, match)).version - before == 5, (
        "where one is reminded, and when, no table shows"
    )
    for name, values in (("lang", ("xx",)), ("quiet", ("99",)), ("nothing", ())):
        with pytest.raises(UserError):
            await handlers.tap(NO_MATCH, "pref", by, name, *values)
    by.prefs.clear()
    by.lang = "es"


async def test_two_tables_that_would_read_the_same_are_told_apart_by_their_codes(
    handlers: HandlerHarness,
) -> None:
    first, second = await begun(handlers, 2), await begun(handlers, 2)
    named = await handlers.harness.app.lobby.create(ANA, "cellar", guild=1, channel=2, name="Cena")
    turns = await handlers.harness.app.queries.inbox(ANA)
    inbox = inbox_message(turns, "es", handlers.harness.clock.now())
    for match in (first, second):
        assert text(inbox).count(f"({match.id})".replace("(", "\\(").replace(")", "\\)")) == 1
        assert [label for label in labels(inbox) if label.endswith(f"({match.id})")]
    assert named.id not in text(inbox), "its title is its own"
    hands = [
        text(await handlers.tap(match.id, "hand", ANA)).splitlines()[0] for match in (first, second)
    ]
    assert hands[0] != hands[1]
    assert first.id in hands[0]
