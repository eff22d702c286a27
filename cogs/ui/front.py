"""Between Discord's interactions and our answers: acknowledge in time, show, draw, explain."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord

from cogs.ui import ids, send
from cogs.ui.desk import Answer, Desk
from cogs.ui.errors import explain
from cogs.ui.hall import Hall, Tap
from cogs.ui.message import Message
from cogs.ui.messenger import Messenger
from cogs.ui.words import Words
from games.core.messages import msg
from games.core.scene import Picture, Scene
from host.app import App
from host.model import Person, Trouble

log = logging.getLogger("sobremesa.cogs")
PATIENCE = 1.5        # seconds for an answer before we tell Discord that it will come (it gives up after 3)
DRAWING = 0.8         # seconds for a picture before the words go ahead of it
Work = Callable[[Person], Awaitable[Answer]]
Interaction = discord.Interaction[Any]


class Front:
    """Serves every interaction: slash command, button, menu, modal."""

    def __init__(self, app: App, messenger: Messenger) -> None:
        self.app, self.messenger = app, messenger
        self.desk = Desk(app)
        self.hall = Hall(app, self.desk)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def person(self, interaction: Interaction) -> Person:
        """Who acts, remembered, in the language of their Discord until they choose another."""
        user = interaction.user
        return await self.app.people.get(user.id, user.display_name, str(interaction.locale))

    async def component(self, interaction: Interaction) -> None:
        """A button or a menu of ours."""
        data: Any = interaction.data
        tap = ids.decode(data["custom_id"])
        values = tuple(data.get("values", ()))
        private, click = _private(interaction), str(interaction.id)

        async def work(by: Person) -> Answer:
            match tap:
                case ids.PanelId():
                    return await self.desk.press(tap, by, click, values, private=private)
                case ids.TableId():
                    return await self.hall.tap(Tap(tap, by, click, values, private))
            raise Trouble(msg("ui.stale_control"))

        await self.serve(interaction, work)

    async def modal(self, interaction: Interaction) -> None:
        """A form of ours that was sent; found by its id, so that it outlives a restart."""
        data: Any = interaction.data
        tap = ids.decode(data["custom_id"])
        if not isinstance(tap, ids.PanelId):
            return
        fields = dict(_fields(data["components"]))
        private, click = _private(interaction), str(interaction.id)
        await self.serve(interaction, lambda by: self.desk.submit(tap, by, click, fields, private=private))

    async def serve(self, interaction: Interaction, work: Work) -> None:
        """Do the work, acknowledge in time, show the answer; whatever goes wrong becomes a sentence that only the person sees."""
        task = asyncio.ensure_future(self._answer(interaction, work))
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        try:
            if not done and not interaction.response.is_done():
                if interaction.type is discord.InteractionType.application_command:
                    await interaction.response.defer(ephemeral=True)
                else:
                    await interaction.response.defer()
            await self._deliver(interaction, await task)
        except discord.NotFound:
            log.info("an interaction was gone before it could be answered")  # the person closed it, or Discord gave up
        except discord.HTTPException as error:
            log.warning("an answer was not taken: %s %s", error.status, error.code)
            await self._deliver_words(interaction, explain(error, Words(str(interaction.locale).split("-")[0])))

    async def _answer(self, interaction: Interaction, work: Work) -> Answer:
        words = Words(str(interaction.locale).split("-")[0])
        try:
            by = await self.person(interaction)
            words = Words(by.lang)
            return await work(by)
        except Exception as error:  # noqa: BLE001 - the last stop: people get a sentence, the log the rest
            return Answer(explain(error, words), edit=False)

    async def _deliver(self, interaction: Interaction, answer: Answer) -> None:
        response = interaction.response
        if answer.sheet is not None and not response.is_done():
            await response.send_modal(send.modal(answer.sheet))
            return
        if answer.message is None:
            await self._acknowledge(interaction)
            return
        message = answer.message
        drawing = self._draw(message.scene)
        picture = await self._soon(drawing)
        late = drawing is not None and picture is None and not drawing.done()
        shown = message if picture is not None else message.without_picture()
        if late and answer.saved and shown.card is not None:
            words = Words((await self.person(interaction)).lang)
            shown = replace(shown, card=replace(shown.card, footer=words("ui.drawing")))
        edit = answer.edit and _editable(interaction, public=answer.public)
        handle = await self._put(interaction, shown, picture, edit=edit)
        if late and drawing is not None:
            await self._follow(interaction, message, drawing, handle)

    async def _put(self, interaction: Interaction, message: Message, picture: Picture | None, *, edit: bool) -> Any:
        """Show a message in place of the pressed one, or as a new one that only the person sees."""
        response = interaction.response
        if edit:
            there = _pictures(interaction.message)
            fields = send.change(message, picture, there)
            if not response.is_done():
                await response.edit_message(**fields)
                return None
            await interaction.edit_original_response(**fields)
            return None
        fields = send.fresh(message, picture)
        if not response.is_done():
            await response.send_message(ephemeral=True, **fields)
            return None
        if interaction.type is discord.InteractionType.application_command:
            await interaction.edit_original_response(**send.change(message, picture, ()))
            return None
        return await interaction.followup.send(ephemeral=True, wait=True, **fields)

    async def _follow(self, interaction: Interaction, message: Message, drawing: asyncio.Task[Picture], handle: Any) -> None:
        """The picture comes after the words."""
        try:
            picture = await drawing
        except Exception:
            log.exception("a picture failed")
            return
        fields = send.change(message, picture, ())
        if handle is not None:
            await handle.edit(**fields)
        else:
            await interaction.edit_original_response(**fields)

    def _draw(self, scene: Scene | None) -> asyncio.Task[Picture] | None:
        if scene is None or self.app.images is None:
            return None
        task: asyncio.Task[Picture] = asyncio.ensure_future(self.app.images.draw(scene))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _soon(self, drawing: asyncio.Task[Picture] | None) -> Picture | None:
        if drawing is None:
            return None
        await asyncio.wait({drawing}, timeout=DRAWING)
        if not drawing.done():
            return None
        if error := drawing.exception():
            log.error("a picture failed", exc_info=error)  # the words stand without it
            return None
        return drawing.result()

    async def _acknowledge(self, interaction: Interaction) -> None:
        """Nothing to show: a tap is acknowledged, a command's waiting note goes away."""
        if interaction.type is discord.InteractionType.application_command:
            if not interaction.response.is_done():
                await interaction.response.defer(ephemeral=True)
            await interaction.delete_original_response()
        elif not interaction.response.is_done():
            await interaction.response.defer()

    async def _deliver_words(self, interaction: Interaction, message: Message) -> None:
        try:
            await self._put(interaction, message, None, edit=False)
        except discord.HTTPException as error:
            log.warning("not even words were taken: %s %s", error.status, error.code)


def _private(interaction: Interaction) -> bool:
    """True on the direct message that the bot keeps for a seat (S4), not on something only shown in passing."""
    message = interaction.message
    return interaction.guild_id is None and message is not None and not message.flags.ephemeral


def _editable(interaction: Interaction, *, public: bool) -> bool:
    """True when the answer may take the place of the pressed message: a private one always, a public one by a public answer."""
    message = interaction.message
    if message is None:
        return False
    return public or message.flags.ephemeral or interaction.guild_id is None


def _pictures(message: discord.Message | None) -> list[str]:
    """The names of the files that a message shows; those in cards are no longer listed among its attachments."""
    if message is None:
        return []
    shown = [card.image.url for card in message.embeds if card.image and card.image.url]
    return [url.split("?")[0].rsplit("/", 1)[-1] for url in shown]


def _fields(components: list[Any]) -> list[tuple[str, str]]:
    """Ids and values of a modal that was sent, whether labelled or in rows."""
    found: list[tuple[str, str]] = []
    for outer in components:
        for inner in [outer["component"]] if "component" in outer else outer.get("components", []):
            value = inner.get("value")
            found.append((inner["custom_id"], value if value is not None else next(iter(inner.get("values", [])), "")))
    return found
