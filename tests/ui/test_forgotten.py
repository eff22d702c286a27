"""An erased user disappears from posted texts, alt texts and pictures."""

from __future__ import annotations

from typing import Any

import pytest

from app.model.match import Match
from games.core.views.scene import Picture, Scene
from tests.app.harness import PEOPLE
from tests.ui.fake_discord import refusal
from tests.ui.publisher_harness import HERE, PublisherHarness
from ui.i18n import has_erased_player

EME = "eight_minute_empire"
ANA, BRUNO, CARLA = PEOPLE[:3]
WORN = 30046


class Easel:
    """Renderer that draws nothing and records the names in each scene."""

    def __init__(self) -> None:
        self.names: list[tuple[str, ...]] = []

    async def draw(self, scene: Any, lane: str = "panel") -> Picture:
        names = tuple(scene.names) if isinstance(scene, Scene) else ()
        self.names.append(names)
        return Picture(",".join(names).encode(), f"{len(self.names)}.webp", 1, 1)


def everything(shown: PublisherHarness, *channels: int) -> str:
    """Return all text of all messages in a channel, with alt texts."""
    found = []
    for channel in channels or list(shown.client.places):
        for fields in shown.client.place(channel).messages.values():
            card = fields.get("embed")
            image = (
                card.to_dict().get("image", {}).get("description", "") if card is not None else ""
            )
            files = (
                fields["attachments"]
                if "attachments" in fields
                else [fields["file"]]
                if fields.get("file")
                else []
            )
            pictured = [
                one.fp.getvalue().decode(errors="replace") for one in files if hasattr(one, "fp")
            ]
            found += [
                str(fields.get("content")),
                str(card.to_dict()) if card is not None else "",
                image,
                *pictured,
            ]
            found += [one.description or "" for one in files if hasattr(one, "description")]
    return "\n".join(found)


async def over(shown: PublisherHarness) -> Match:
    match = await shown.table(3, game=EME)
    while (await shown.match(match)).status == "running":
        await shown.step(match)
    return await shown.match(match)


@pytest.mark.parametrize("restart", [False, True])
async def test_the_name_goes_from_the_end_of_a_game(shown: PublisherHarness, restart: bool) -> None:
    shown.app.renderer = shown.table_publisher.edits._app.renderer = Easel()
    match = await over(shown)
    assert everything(shown, HERE).count("Ana,Bruno,Carla") == 2, (
        "the board and the end have pictures with names"
    )
    posted = set(shown.room.messages)
    if restart:
        await shown.restart()
        shown.app.renderer = Easel()
    await shown.app.privacy.erase(CARLA)
    await shown.settle()
    assert set(shown.room.messages) == posted, "nothing is posted for it"
    assert "Carla" not in everything(shown)
    assert str(CARLA.id) not in everything(shown)
    assert "▲ Alguien" in everything(shown, HERE)
    assert has_erased_player(await shown.match(match))


async def test_who_organized_it_goes_from_the_line_that_was_its_lobby_and_from_others_screens(
    shown: PublisherHarness,
) -> None:
    await over(shown)
    assert "Ana's table" in everything(shown, shown.client.line(BRUNO.id).id)
    await shown.app.privacy.erase(ANA)
    await shown.settle()
    assert "Ana" not in everything(shown)


async def test_where_discord_refuses_an_edit_for_now_nothing_is_posted_and_it_comes_later(
    shown: PublisherHarness,
) -> None:
    match = await over(shown)
    posted = set(shown.room.messages)
    shown.room.fail("edit", *[refusal(429, WORN) for _ in range(3)])
    await shown.app.privacy.erase(CARLA)
    await shown.settle()
    assert set(shown.room.messages) == posted
    assert "Carla" in everything(shown, HERE)
    for _ in range(6):
        shown.app.publish_scheduler.schedule(match.id)
        await shown.settle()
    assert set(shown.room.messages) == posted
    assert "Carla" not in everything(shown, HERE)


async def test_messages_that_somebody_has_deleted_do_not_come_back_for_it(
    shown: PublisherHarness,
) -> None:
    await over(shown)
    shown.room.messages.clear()
    await shown.app.privacy.erase(CARLA)
    await shown.settle()
    assert shown.room.messages == {}


async def test_ones_own_direct_messages_go_too(shown: PublisherHarness) -> None:
    await shown.table(3, game=EME)
    await shown.settle()
    line = shown.client.line(CARLA.id)
    assert line.messages
    await shown.app.privacy.erase(CARLA)
    await shown.settle()
    assert line.messages == {}


async def test_a_lobby_and_a_running_table_show_somebody_else(shown: PublisherHarness) -> None:
    running = await shown.table(3, game=EME)
    lobby = await shown.app.lobby.create(CARLA, EME, guild=1, channel=5)
    await shown.app.lobby.join(lobby.id, BRUNO)
    await shown.settle()
    assert "Carla" in everything(shown, 5)
    await shown.app.privacy.erase(CARLA)
    await shown.settle()
    assert "Carla" not in everything(shown)
    assert has_erased_player(await shown.match(running))


async def test_the_name_goes_from_parts_that_stay(shown: PublisherHarness) -> None:
    """A round of several games leaves a message for each."""
    shown.app.renderer = Easel()
    match = await shown.app.lobby.create(ANA, EME, guild=1, channel=HERE)
    for person in (BRUNO, CARLA):
        await shown.app.lobby.join(match.id, person)
    await shown.app.lobby.set_option(match.id, ANA, "mode", "campaign")
    await shown.app.lobby.start(match.id, ANA)
    for _ in range(2000):
        if (await shown.match(match)).places.permanent_count:
            break
        await shown.step(match)
    [(n, channel, message)] = await shown.app.repo.matches.permanent_messages(match.id)
    assert (n, channel) == (0, HERE)
    kept = shown.room.messages[message]
    assert "Carla" in str(kept["embed"].to_dict())
    await shown.app.privacy.erase(CARLA)
    await shown.settle()
    assert "Carla" not in str(shown.room.messages[message]["embed"].to_dict())
    assert "Carla" not in everything(shown)
