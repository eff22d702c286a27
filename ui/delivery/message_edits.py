"""Messages that are edited in place: words may go ahead of their picture, and whoever changed a message last has it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord

from app.app import App
from app.ports.store import Lane
from games.core.views.scene import Animation, Picture, Scene
from ui.components import Message
from ui.delivery import to_discord
from ui.errors import INVALID

log = logging.getLogger("sobremesa.cogs")
MAX_KNOWN_PICTURES = 2000  # messages whose picture's name is kept in mind
UNDER_WAY = 200  # messages that are being changed
Edit = Callable[..., Awaitable[Any]]


@dataclass(frozen=True, eq=False)
class EditClaim:
    """Who changed a message last. `place` is the message's id, 0 for one that is new."""

    place: int
    drawing: asyncio.Task[Picture] | None


class Edits:
    """Draws, and knows what each message shows. `files` are the names of their pictures, shared with whoever edits messages."""

    def __init__(self, app: App, files: dict[int, str]) -> None:
        self._app, self._files = app, files
        self._tasks: set[asyncio.Task[Any]] = set()
        self._claims: dict[int, EditClaim] = {}

    @property
    def under_way(self) -> int:
        """How many pictures are being drawn, or wait for it."""
        return len(self._tasks)

    def draw(self, scene: Scene | Animation | None) -> asyncio.Task[Picture] | None:
        """The picture is begun; None when there is none."""
        if scene is None or self._app.images is None:
            return None
        lane: Lane = (
            "screen" if isinstance(scene, Animation) else "panel"
        )  # what takes long gives way
        task: asyncio.Task[Picture] = asyncio.ensure_future(self._app.images.draw(scene, lane))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def claim(self, place: int, drawing: asyncio.Task[Picture] | None) -> EditClaim:
        """From now on the message at this place is ours to change: a picture for what stood there before needs no drawing."""
        claim = EditClaim(place, drawing)
        if place:
            before = self._claims.pop(place, None)
            if before is not None and before.drawing is not None and before.drawing is not drawing:
                before.drawing.cancel()
            self._claims[place] = claim
            if (
                len(self._claims) > UNDER_WAY
            ):  # answers that Discord did not take leave theirs behind
                del self._claims[next(iter(self._claims))]
        return claim

    def is_latest(self, claim: EditClaim) -> bool:
        """True while nobody else has changed the message since."""
        return not claim.place or self._claims.get(claim.place) is claim

    def release(self, claim: EditClaim) -> None:
        """The message is as it is to be: nobody holds it any more, unless somebody has claimed it since."""
        if self.is_latest(claim):
            self._claims.pop(claim.place, None)

    def set_shown_file(self, place: int, filename: str) -> None:
        """Remember which file a message shows: the copy of it that comes with a tap may be older."""
        self._files.pop(place, None)
        self._files[place] = filename
        if len(self._files) > MAX_KNOWN_PICTURES:
            del self._files[next(iter(self._files))]

    async def change(
        self, place: int, edit: Edit, message: Message, picture: Picture | None, there: str
    ) -> None:
        """Change a message, which is believed to show the file `there`; where it does not, its picture is sent with it."""
        for known in (there, ""):
            self.set_shown_file(
                place, picture.filename if picture else known if message.scene else ""
            )
            try:
                await edit(**to_discord.edit_kwargs(message, picture, known))
            except BaseException as error:
                self._files.pop(place, None)  # nobody knows what it shows now
                if (
                    not known
                    or not isinstance(error, discord.HTTPException)
                    or error.code != INVALID
                ):
                    raise
            else:
                return

    def shown_file(self, place: int) -> str:
        """The file that a message shows, as far as is known."""
        return self._files.get(place, "")

    async def attach_picture_later(self, edit: Edit, message: Message, claim: EditClaim) -> None:
        """The picture comes after the words, unless they were replaced meanwhile."""
        assert claim.drawing is not None  # noqa: S101 - there is a picture to wait for
        await asyncio.wait({claim.drawing})
        picture = result_or_none(claim.drawing)
        if not self.is_latest(claim):
            return
        shown = message if picture is not None else message.without_picture()
        await self.change(claim.place, edit, shown, picture, "")


async def wait_until(moment: float, drawing: asyncio.Task[Picture]) -> None:
    """Wait for a picture, but not beyond a moment of the loop's clock."""
    await asyncio.wait({drawing}, timeout=max(0.0, moment - asyncio.get_running_loop().time()))


def result_or_none(drawing: asyncio.Task[Picture]) -> Picture | None:
    """The picture; None when it failed or nobody needs it any more."""
    if drawing.cancelled():
        return None
    if error := drawing.exception():
        log.error("a picture failed", exc_info=error)  # the words stand without it
        return None
    return drawing.result()
