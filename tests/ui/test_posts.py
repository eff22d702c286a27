"""*Post here*: what is posted, once a day, where the guild allows it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from app.match.access import Origin
from app.model.match import User, UserError
from app.model.time_control import DAY, HOUR
from games.core.views.scene import Animation, Scene
from tests.ui.handler_harness import ANA, BRUNO, HandlerHarness, NoRenderer, controls, text
from tests.ui.test_replay import EME, played
from ui.components import Button, Message
from ui.custom_ids import TableAction, TableId, decode
from ui.i18n import Translator

CHANNEL = 2  # the channel of all tables of the harness
SHOWN = ("film", "poster", "score", "replay")


@pytest.fixture
def drawn(handlers: HandlerHarness) -> HandlerHarness:
    handlers.harness.app.renderer = NoRenderer()
    return handlers


async def posted(handlers: HandlerHarness, shown: Message | None, by: User = ANA) -> Message:
    """Press *Post here* on a private answer and return the post."""
    button = next(one for one in controls(shown) if isinstance(one, Button) and is_post(one))
    component = decode(button.id)
    assert isinstance(component, TableId)
    told = await handlers.tap(component.match, component.action, by, component.arg, channel=CHANNEL)
    assert not told.public, "only the user reads that it is done"
    return handlers.rooms.posted[-1]


def is_post(button: Button) -> bool:
    component = decode(button.id)
    return isinstance(component, TableId) and component.action is TableAction.POST_HERE


async def refusal(
    handlers: HandlerHarness, match: str, arg: str = "film", by: User = ANA, **more: object
) -> str:
    """Return the message key of a refused post."""
    before = len(handlers.rooms.posted)
    with pytest.raises(UserError) as refused:
        await handlers.tap(match, "post", by, arg, **{"channel": CHANNEL, **more})
    assert len(handlers.rooms.posted) == before
    return refused.value.what.key


@pytest.mark.parametrize("what", SHOWN)
async def test_each_picture_is_posted_as_everybody_may_see_it(drawn: HandlerHarness, what: str):
    match = await played(drawn, EME, 500)
    private = structs.replace(ANA, prefs={"palette": "contrast", "large": True})
    shown = await drawn.tap(match.id, what, private)
    post = await posted(drawn, shown.message, private)
    assert post.rows == ()
    assert post.pings == ()
    assert Translator.of(match).game_name() in post.alt, "in the language of the table"
    source = post.picture_source
    assert source is not None
    scenes = source.scenes if isinstance(source, Animation) else (source,)
    assert all(isinstance(scene, Scene) and scene.palette != "contrast" for scene in scenes)
    assert not any(scene.large for scene in scenes)


async def test_a_step_of_a_running_game_shows_nothing_hidden(drawn: HandlerHarness):
    match = await played(drawn, EME, 20)
    own = await drawn.tap(match.id, "replay", ANA)
    post = await posted(drawn, own.message)
    public = await drawn.harness.app.replays.step_view(match.id, BRUNO, own=False)
    assert isinstance(post.picture_source, Scene)
    assert post.picture_source.view == public.view
    assert post.embed is not None
    assert post.embed.footer == Translator.of(match)("ui.replay.as_all")


async def test_a_person_posts_once_a_day(drawn: HandlerHarness):
    match = await played(drawn, EME, 500)
    shown = await drawn.tap(match.id, "film", ANA)
    await posted(drawn, shown.message)
    assert await refusal(drawn, match.id) == "ui.post.again"
    await drawn.harness.reopen()
    drawn = HandlerHarness(drawn.harness)
    drawn.harness.app.renderer = NoRenderer()
    assert await refusal(drawn, match.id, "poster") == "ui.post.again", "also after a restart"
    await posted(drawn, shown.message, BRUNO)
    drawn.harness.clock.at += DAY - HOUR
    assert await refusal(drawn, match.id) == "ui.post.again"
    drawn.harness.clock.at += 2 * HOUR
    await posted(drawn, shown.message)


async def test_a_refusal_by_discord_does_not_count(drawn: HandlerHarness):
    match = await played(drawn, EME, 500)
    drawn.rooms.shut = {CHANNEL}
    assert await refusal(drawn, match.id) == "ui.no_permissions"
    drawn.rooms.shut = set()
    await posted(drawn, (await drawn.tap(match.id, "film", ANA)).message)


async def test_only_where_the_guild_allows_it(drawn: HandlerHarness):
    match = await played(drawn, EME, 500)
    manager: dict[str, Any] = {"managed_guild": 1}
    page = await drawn.tap("_", "defaults", ANA, **manager)
    assert "Publicar imágenes: sí" in text(page) + str(controls(page.message))
    page = await drawn.tap("_", "default", ANA, "posts.off", **manager)
    assert "Publicar imágenes: no" in text(page) + str(controls(page.message))
    assert await refusal(drawn, match.id) == "ui.post.off"
    await drawn.tap("_", "default", ANA, "posts.on", **manager)
    await posted(drawn, (await drawn.tap(match.id, "film", ANA)).message)
    entries = text(await drawn.tap("_", "done", ANA, **manager))
    assert "publicó una imagen de la mesa" in entries
    assert "permitió publicar imágenes." in entries


async def test_only_in_the_channel_of_the_table(drawn: HandlerHarness):
    match = await played(drawn, EME, 500)
    assert await refusal(drawn, match.id, channel=CHANNEL + 1) == "ui.post.elsewhere"
    elsewhere = Origin(5, CHANNEL, lambda _channel: True)
    assert await refusal(drawn, match.id, origin=elsewhere) == "ui.post.elsewhere"
    assert await refusal(drawn, match.id, "anything") == "ui.stale_control"
