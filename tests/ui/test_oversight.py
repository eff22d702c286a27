"""Following a table, and moderating those of a guild, by presses."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from app.model.match import Match, UserError
from app.runtime.settings import Secret, Settings
from games.core.text.languages import Lang
from ops.checks.discord_check import TokenCheck
from ops.checks.doctor import findings_for_operator
from tests.app.harness import STRANGER
from tests.app.test_records import over
from tests.ui.handler_harness import ANA, BRUNO, HandlerHarness, controls, labels, text
from tests.ui.panels import faults, match_of
from ui.custom_ids import NO_MATCH, TableId, decode
from ui.i18n import Translator
from ui.views.lobby.permissions_check import Channel, setup_message
from ui.views.pages.common import farewell_message

EME = "eight_minute_empire"


async def refused(
    handlers: HandlerHarness, match: Match, verb: str, arg: str = "", **more: int
) -> str:
    with pytest.raises(UserError) as trouble:
        await handlers.tap(match.id, verb, STRANGER, arg, **more)
    return trouble.value.what.key


async def test_who_looks_at_a_table_may_follow_it_and_stop(handlers: HandlerHarness) -> None:
    match = await handlers.harness.table(2, game=EME)
    seen = (await handlers.tap(match.id, "board", STRANGER)).message
    assert seen is not None
    button = next((one for one in controls(seen) if one.id.endswith(":follow")), None)
    own = (await handlers.tap(match.id, "board", ANA)).message
    assert own is not None
    assert not any(one.id.endswith(":follow") for one in controls(own)), (
        "who plays is called anyway"
    )
    assert button is not None
    handlers.rooms.open = False
    assert await refused(handlers, match, "follow") == "ui.follow.closed"
    assert await handlers.harness.app.repo.spectators.of_match(match.id) == []
    handlers.rooms.open = True
    assert text(await handlers.tap(match.id, "follow", STRANGER))
    assert len(await handlers.harness.app.repo.spectators.of_match(match.id)) == 1
    off = await handlers.tap(match.id, "unfollow", STRANGER)
    assert text(off)
    assert not off.edit, "it was not tapped on the note"
    assert await handlers.harness.app.repo.spectators.of_match(match.id) == []


async def test_ratings_are_switched_by_who_manages_the_server_and_read_among_records(
    handlers: HandlerHarness,
) -> None:
    await over(handlers.harness)
    with pytest.raises(UserError):
        await handlers.tap(NO_MATCH, "ratings", BRUNO, "on")
    shown = await handlers.tap(NO_MATCH, "records", ANA, "here")
    assert "OpenSkill" not in text(shown)
    switched = await handlers.tap(NO_MATCH, "ratings", BRUNO, "on", managed_guild=1)
    assert labels(switched.message) == ["Ratings: on"]
    shown = await handlers.tap(NO_MATCH, "records", ANA, "here")
    assert "OpenSkill" in text(shown)
    assert " ± " in text(shown)
    switched = await handlers.press(switched.message, "Ratings: on", BRUNO, managed_guild=1)
    assert labels(switched.message) == ["Ratings: off"]
    assert "OpenSkill" not in text(await handlers.tap(NO_MATCH, "records", ANA, "here"))


async def test_only_who_manages_the_tables_own_server_takes_a_game_back_and_is_asked_once_more(
    handlers: HandlerHarness,
) -> None:
    match = await handlers.harness.table(2)
    await handlers.harness.to_turns(match)
    rows = (await handlers.harness.app.lobby.get(match.id)).rows
    for manages in (0, 99):
        with pytest.raises(UserError) as trouble:
            await handlers.tables.moderation.ask_to_rewind(match.id, STRANGER, 1, manages)
        assert trouble.value.what.key == "ui.rewind.not_yours"
        assert (
            await refused(handlers, match, "rewind_sure", f"1.{rows}", managed_guild=manages)
            == "ui.rewind.not_yours"
        )
    with pytest.raises(UserError) as trouble:
        await handlers.tables.moderation.ask_to_rewind(match.id, STRANGER, 99, 1)
    assert trouble.value.what.key == "host.trouble.no_rewind"
    asked = (await handlers.tables.moderation.ask_to_rewind(match.id, STRANGER, 1, 1)).message
    assert asked is not None
    [sure] = controls(asked)
    assert labels(asked) == ["Go back 🔒"]
    known = decode(sure.id)
    assert isinstance(known, TableId)
    last = await handlers.harness.app.replays.last_step(match.id)
    assert known.arg == f"1.{last}", (
        "everybody's steps: the rows of the log would count what was done behind screens"
    )
    assert last < rows == (await handlers.harness.app.lobby.get(match.id)).rows
    assert text(await handlers.tap(match.id, known.action, STRANGER, known.arg, managed_guild=1))
    assert (await handlers.harness.app.lobby.get(match.id)).rows == rows + 1
    assert (
        await refused(handlers, match, known.action, known.arg, managed_guild=1) == "host.changed"
    ), "a table has gone on since"


async def test_how_the_bot_is_is_told_to_who_runs_it_and_to_nobody_else(
    handlers: HandlerHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "ops.checks.doctor.ask_discord", lambda _token: asyncio.sleep(0, TokenCheck(401))
    )
    for runs in (True, False):
        offered = labels(setup_message([Channel(1)], 1, Translator("es"), operator=runs))
        assert ("Estado" in offered) == runs
    settings = Settings(token=Secret("no-token-at-all"), data=tmp_path / "none")
    handlers.harness.app.health_check = partial(findings_for_operator, settings)
    assert await refused_condition(handlers) == "ui.setup.operator_only"
    handlers.harness.app.operators = {ANA.id}
    told = text(await handlers.tap(NO_MATCH, "condition", ANA)).replace("\\", "")
    assert "DISCORD_TOKEN no parece un token." in told
    assert told.index("> Copia uno nuevo") < told.index("✓"), (
        "what has to be mended comes first, with its mend"
    )
    assert "no-token-at-all" not in told
    assert await refused_condition(handlers) == "ui.setup.operator_only", (
        "others still do not see it"
    )


async def refused_condition(handlers: HandlerHarness) -> str:
    with pytest.raises(UserError) as trouble:
        await handlers.tap(NO_MATCH, "condition", BRUNO, managed_guild=1)
    return trouble.value.what.key


@pytest.mark.parametrize("count", [1, 2, 80])
@pytest.mark.parametrize("lang", ["es", "en", None])
def test_whoever_organises_tables_hears_when_they_are_deleted(
    lang: Lang | None, count: int
) -> None:
    message = farewell_message([match_of()] * count, 1_790_000_000.0, lang)
    assert list(faults(message)) == []
    assert "<t:1790000000:D>" in message.content
    assert "Los lunes" in message.content
    assert ("+75" in message.content) == (count == 80)
