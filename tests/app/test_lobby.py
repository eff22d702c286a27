import pytest

from ai.think import STRENGTHS
from app.match.lobby import CODE_LENGTH, strengths
from app.model.match import UserError
from games.core.state.options import Choice, Order, Range, Toggle
from games.core.state.rng import commitment
from tests.app.harness import PEOPLE, STRANGER
from ui.i18n import Translator, table_name

ANA, BRUNO, CARLA, DIEGO, EVA = PEOPLE


async def trouble(call) -> str:
    with pytest.raises(UserError) as caught:
        await call
    return caught.value.what.key.removeprefix("host.trouble.")


async def test_a_new_table_has_its_organiser_on_the_first_seat(harness):
    match = await harness.app.lobby.create(ANA, "cellar", guild=1, channel=2, name="  Los   lunes ")
    assert (match.name, match.organizer, match.names, match.size, match.lang) == (
        "Los lunes",
        ANA.id,
        ("Ana",),
        5,
        "es",
    )
    assert match.status == "lobby"
    assert len(match.id) == CODE_LENGTH
    unnamed = await harness.app.lobby.create(BRUNO, "cellar", guild=1, channel=2)
    assert unnamed.name == "", "nobody's name is kept in a table's"
    assert [table_name(unnamed, Translator.of(unnamed, lang)) for lang in ("es", "en")] == [
        "Mesa de Bruno",
        "Bruno's table",
    ]


async def test_names_stay_on_their_line_and_turn_nothing_around(harness):
    """A right-to-left override or a line break in a name would garble every message that the name stands in."""
    get, create = harness.app.users.get, harness.app.lobby.create
    assert (await get(901, "Eva\n\u202e  \u2066Luz\x07")).name == "Eva Luz"
    assert (await get(902, "\u200b\u202e ")).name == "902", "nothing to be seen"
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467 سارة 日本"
    assert (await get(903, family)).name == family, "what joins signs stays"
    assert (
        await create(ANA, "cellar", guild=1, channel=2, name="Los\u202e lunes")
    ).name == "Los lunes"
    assert await trouble(create(ANA, "cellar", guild=1, channel=2, name="\u200b\u202e")) == "name"


async def test_what_can_not_be_opened(harness):
    create = harness.app.lobby.create
    assert await trouble(create(ANA, "go", guild=1, channel=2)) == "no_game"
    assert await trouble(create(ANA, "cellar", guild=1, channel=2, size=6)) == "size"
    assert await trouble(create(ANA, "cellar", guild=1, channel=2, lang="fr")) == "language"
    assert await trouble(create(ANA, "cellar", guild=1, channel=2, name="x" * 41)) == "name"
    assert await trouble(harness.app.lobby.get("NOPE")) == "no_table"


async def test_joining_twice_a_full_table_and_a_started_one(harness):
    lobby = harness.app.lobby
    match = await lobby.create(ANA, "cellar", guild=1, channel=2, size=2)
    assert await trouble(lobby.join(match.id, ANA)) == "seated_few"
    await lobby.join(match.id, BRUNO)
    assert await trouble(lobby.join(match.id, ANA)) == "seated_start"
    assert await trouble(lobby.join(match.id, BRUNO)) == "seated_wait"
    assert await trouble(lobby.join(match.id, CARLA)) == "full"
    assert await trouble(lobby.add_computer(match.id, ANA)) == "full"
    await lobby.start(match.id, ANA)
    assert await trouble(lobby.join(match.id, CARLA)) == "begun"
    assert await trouble(lobby.start(match.id, ANA)) == "playing"
    assert await trouble(lobby.close(match.id, ANA)) == "playing"


async def test_a_click_joins_once(harness):
    lobby = harness.app.lobby
    match = await lobby.create(ANA, "cellar", guild=1, channel=2, click="c1")
    assert (await lobby.create(ANA, "cellar", guild=1, channel=2, click="c1")).id == match.id
    await lobby.join(match.id, BRUNO, "c2")
    assert (await lobby.join(match.id, BRUNO, "c2")).names == ("Ana", "Bruno")
    await lobby.leave(match.id, BRUNO, "c3")
    await lobby.join(match.id, BRUNO, "c4")
    assert (await lobby.leave(match.id, BRUNO, "c3")).names == ("Ana", "Bruno")
    started = await lobby.start(match.id, ANA, "c5")
    assert (await lobby.start(match.id, ANA, "c5")).seed == started.seed


async def test_leaving_passes_the_table_on_and_the_last_one_closes_it(harness):
    lobby = harness.app.lobby
    match = await lobby.create(ANA, "cellar", guild=1, channel=2)
    await lobby.add_computer(match.id, ANA)
    await lobby.join(match.id, BRUNO)
    after = await lobby.leave(match.id, ANA)
    assert (after.organizer, after.names, [s.seat for s in after.seats]) == (
        BRUNO.id,
        ("Bot 1", "Bruno"),
        [0, 1],
    )
    assert await trouble(lobby.leave(match.id, ANA)) == "not_seated"
    assert (await lobby.leave(match.id, BRUNO)).status == "closed"
    assert await trouble(lobby.join(match.id, BRUNO)) == "closed"


async def test_only_the_organiser_decides(harness):
    lobby = harness.app.lobby
    match = await harness.table(2, start=False)
    for call in (
        lobby.kick(match.id, BRUNO, ANA.id),
        lobby.add_computer(match.id, BRUNO),
        lobby.remove_computer(match.id, BRUNO),
        lobby.set_option(match.id, BRUNO, "a", 1),
        lobby.start(match.id, BRUNO),
        lobby.set_preset(match.id, BRUNO, "a"),
        lobby.set_size(match.id, BRUNO, 2),
        lobby.close(match.id, BRUNO),
    ):
        assert await trouble(call) == "not_host"


async def test_kicking_and_inviting(harness):
    lobby = harness.app.lobby
    match = await harness.table(2, start=False)
    assert await trouble(lobby.kick(match.id, ANA, ANA.id)) == "kick_self"
    assert await trouble(lobby.kick(match.id, ANA, CARLA.id)) == "not_at_table"
    assert await trouble(lobby.invite(match.id, ANA, BRUNO.id)) == "sits_already"
    assert await trouble(lobby.invite(match.id, STRANGER, CARLA.id)) == "not_seated"
    assert (await lobby.invite(match.id, BRUNO, CARLA.id)).invited == [CARLA.id]
    assert (await lobby.kick(match.id, ANA, BRUNO.id)).names == ("Ana",)


async def test_computer_players_get_names_of_their_own(harness):
    lobby = harness.app.lobby
    match = await harness.table(1, 2, start=False)
    assert match.names == ("Ana", "Bot 1", "Bot 2")
    assert (await lobby.remove_computer(match.id, ANA)).names == ("Ana", "Bot 1")
    await lobby.remove_computer(match.id, ANA)
    assert await trouble(lobby.remove_computer(match.id, ANA)) == "no_computer"
    for kind in ("oracle", "caretaker", "game"):
        assert await trouble(lobby.add_computer(match.id, ANA, kind=kind)) == "computer_kind"


async def test_a_computer_player_has_the_strength_that_was_chosen_and_the_usual_one_else(harness):
    lobby = harness.app.lobby
    match = await harness.table(1, 1, "eight_minute_empire", start=False)
    assert [seat.computer for seat in match.seats] == [None, "medium"]
    for kind in STRENGTHS:
        match = await lobby.add_computer(match.id, ANA, kind=kind)
        assert match.seats[-1].computer == kind
        match = await lobby.remove_computer(match.id, ANA)


async def test_a_game_offers_no_strength_that_would_play_like_another(harness):
    match = await harness.table(1, start=False)
    assert strengths(match.game) == STRENGTHS[:-1]
    assert (
        await trouble(harness.app.lobby.add_computer(match.id, ANA, kind="fierce")) == "no_fierce"
    )


async def test_size_and_start_need_enough_people(harness):
    lobby = harness.app.lobby
    match = await harness.table(3, start=False)
    assert await trouble(lobby.set_size(match.id, ANA, 2)) == "seats_taken"
    assert await trouble(lobby.set_size(match.id, ANA, 9)) == "size"
    assert (await lobby.set_size(match.id, ANA, 4)).size == 4
    await lobby.leave(match.id, BRUNO)
    await lobby.leave(match.id, CARLA)
    assert await trouble(lobby.start(match.id, ANA)) == "few"


async def test_start_deals_a_secret_seed_and_shows_its_commitment(harness):
    match = await harness.table(3)
    assert (match.status, match.size, len(match.seats)) == ("running", 3, 3)
    assert match.commitment == commitment(match.seed, match.salt)
    assert len(match.seed) == 32 != match.salt
    assert [seat.decision for seat in match.seats] == [1, 1, 1]
    assert match.waiting == (0, 1, 2)
    assert (await harness.table(3)).seed != match.seed


async def test_options_are_checked_by_the_game(harness):
    lobby = harness.app.lobby
    match = await harness.table(2, game="eight_minute_empire", start=False)
    rules = harness.app.games["eight_minute_empire"]
    assert await trouble(lobby.set_option(match.id, ANA, "nonsense", 1)) == "core.options.unknown"
    for setting in rules.options:
        match setting:
            case Choice(per_seat=False):
                value = setting.values[-1]
            case Toggle():
                value = not setting.default
            case Range():
                value = setting.hi
            case Order():
                value = list(range(5))
            case _:
                continue
        after = await lobby.set_option(match.id, ANA, setting.id, value)
        assert after.options[setting.id] == value
        assert (
            await trouble(lobby.set_option(match.id, ANA, setting.id, {"no": 1}))
            == "core.options.value"
        )
    for preset, options in rules.presets.items():
        after = await lobby.set_preset(match.id, ANA, preset)
        assert (after.options, after.preset) == (dict(options), preset)
    assert await trouble(lobby.set_preset(match.id, ANA, "nope")) == "preset"


async def test_options_by_seat_of_another_size_fall_back(harness):
    lobby = harness.app.lobby
    match = await harness.table(2, game="eight_minute_empire", start=False)
    await lobby.set_option(match.id, ANA, "age_order", [4, 3, 2, 1, 0])
    started = await lobby.start(match.id, ANA)
    assert "age_order" not in started.options
    assert (await harness.app.queries.verify(match.id)).ok


async def test_rematch_seats_who_taps_and_invites_the_others(harness):
    lobby = harness.app.lobby
    table = await harness.table(2, start=False)
    await lobby.add_computer(table.id, ANA, kind="easy")
    match = await lobby.start(table.id, ANA)
    assert await trouble(lobby.rematch(match.id, ANA)) == "not_ended"
    assert (await harness.finish(match)).status == "ended"
    assert await trouble(lobby.rematch(match.id, STRANGER)) == "rematch"
    new = await lobby.rematch(match.id, BRUNO, "r1")
    assert new.names == ("Bruno", "Bot 1")
    assert [seat.computer for seat in new.seats] == [None, "easy"]
    assert (new.invited, new.organizer, new.status, new.options) == (
        [ANA.id],
        BRUNO.id,
        "lobby",
        match.options,
    )
    assert (await lobby.rematch(match.id, BRUNO, "r1")).names == new.names
    assert await trouble(lobby.rematch(match.id, STRANGER)) == "rematch", (
        "nobody comes before those who played"
    )
    assert (await lobby.rematch(match.id, ANA, "r2")).names == ("Bruno", "Bot 1", "Ana")
    assert (await lobby.rematch(match.id, ANA, "r3")).id == new.id
    await lobby.close(new.id, BRUNO)
    assert (await lobby.rematch(match.id, ANA, "r4")).id != new.id


async def test_tables_of_a_channel(harness):
    first, second = await harness.table(2), await harness.table(1, start=False)
    await harness.app.lobby.create(CARLA, "cellar", guild=1, channel=3)
    assert {m.id for m in await harness.app.lobby.tables_in_channel(channel=2)} == {
        first.id,
        second.id,
    }
    assert [m.id for m in await harness.app.lobby.tables_in_channel(channel=2, by=BRUNO)] == [
        first.id
    ]


async def test_people_are_remembered_in_their_language(harness):
    people = harness.app.users
    ana = await people.get(1, "Ana", "es-419")
    ben = await people.get(2, "Ben", "en-GB")
    kim = await people.get(3, "Kim", "ko")
    assert [p.lang for p in (ana, ben, kim, await people.get(4, "Lu"))] == ["es", "en", "en", "es"]
    assert (await people.get(1, "Ana", "en-US")).lang == "en", (
        "as their Discord speaks, until they choose"
    )
    assert (await people.get(1, "Ana")).lang == "en"
    assert (await people.get(1, "Ana", "es-419")).lang == "es"
    await people.set(ana, lang="en", dm_closed=True, confirm="always", palette="contrast")
    again = await people.get(1, "Anita", "es-ES")
    assert (again.name, again.lang, again.dm_closed) == ("Anita", "en", True)
    assert again.prefs == {"lang": "en", "confirm": "always", "palette": "contrast"}
    assert (await people.set(again, palette=None)).prefs == {"lang": "en", "confirm": "always"}
