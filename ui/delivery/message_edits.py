"""Edits of messages whose picture may come later than their text.

Rendering a picture takes time, and the user may click again meanwhile. So each edit first claims
its message (`EditClaim`); a newer claim cancels the older edit's picture, so that the newest edit
wins. `MessageEdits` also remembers which file each message shows. An edit can then keep the old
picture until the new one is rendered.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord

from app.app import App
from app.ports.services import RenderPriority
from games.core.views.scene import Animation, Picture, Scene
from ui.components import Message
from ui.delivery import to_discord
from ui.errors import INVALID

log = logging.getLogger(__name__)
MAX_KNOWN_PICTURES = 2000  # messages whose picture's file name is remembered
MAX_CLAIMS = 200  # claims that are remembered
Edit = Callable[..., Awaitable[Any]]


@dataclass(frozen=True, eq=False)
class EditClaim:
    """Claim on a message, by which an edit becomes the message's newest one.

    `message_id` is 0 for a message that is still to be sent. `render_task` renders the edit's
    picture.
    """

    message_id: int
    render_task: asyncio.Task[Picture] | None


class MessageEdits:
    """Editor of messages, which renders their pictures and remembers the file that each shows.

    `files` holds the pictures' file names by message id; `ChannelClient` uses the same dict.
    """

    def __init__(self, app: App, files: dict[int, str]) -> None:
        self._app, self._files = app, files
        self._tasks: set[asyncio.Task[Any]] = set()
        self._claims: dict[int, EditClaim] = {}

    @property
    def pictures_in_progress(self) -> int:
        """Return how many pictures are being rendered or queued."""
        return len(self._tasks)

    def start_rendering(self, scene: Scene | Animation | None) -> asyncio.Task[Picture] | None:
        """Start to render the picture of `scene` and return the task.

        Returns None if there is no scene, or if this bot renders no pictures.
        """
        if scene is None or self._app.renderer is None:
            return None
        # an animation takes long to render, so it gets a lower priority
        lane: RenderPriority = "screen" if isinstance(scene, Animation) else "panel"
        task: asyncio.Task[Picture] = asyncio.ensure_future(self._app.renderer.draw(scene, lane))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def claim(self, message_id: int, render_task: asyncio.Task[Picture] | None) -> EditClaim:
        """Claim a message for an edit; cancel the rendering of an older edit's picture.

        `render_task` renders the new edit's picture; None if the edit has none.
        """
        claim = EditClaim(message_id, render_task)
        if message_id:
            older_claim = self._claims.pop(message_id, None)
            if (
                older_claim is not None
                and older_claim.render_task is not None
                and older_claim.render_task is not render_task
            ):
                older_claim.render_task.cancel()
            self._claims[message_id] = claim
            # bounded, because the claim of an answer that Discord refused is never released
            if len(self._claims) > MAX_CLAIMS:
                del self._claims[next(iter(self._claims))]
        return claim

    def is_latest(self, claim: EditClaim) -> bool:
        """Return whether no newer edit has claimed the message."""
        return not claim.message_id or self._claims.get(claim.message_id) is claim

    def release(self, claim: EditClaim) -> None:
        """Release a claim, unless a newer edit has the message."""
        if self.is_latest(claim):
            self._claims.pop(claim.message_id, None)

    def set_shown_file(self, message_id: int, filename: str) -> None:
        """Remember that a message shows the file `filename` now.

        Discord's copy of the message in a later interaction may be older and name another file.
        """
        self._files.pop(message_id, None)
        self._files[message_id] = filename
        if len(self._files) > MAX_KNOWN_PICTURES:
            del self._files[next(iter(self._files))]

    async def change(
        self,
        message_id: int,
        edit: Edit,
        message: Message,
        picture: Picture | None,
        shown_file: str,
    ) -> None:
        """Edit a message that probably shows the file `shown_file`.

        `edit` is the function that edits the message. If Discord answers that the message has no
        such attachment, the edit is repeated with the picture attached.
        """
        for assumed_file in (shown_file, ""):
            self.set_shown_file(
                message_id,
                picture.filename if picture else assumed_file if message.picture_source else "",
            )
            try:
                await edit(**to_discord.edit_kwargs(message, picture, assumed_file))
            except BaseException as error:
                # the edit may have arrived: the shown file is unknown
                self._files.pop(message_id, None)
                if (
                    not assumed_file
                    or not isinstance(error, discord.HTTPException)
                    or error.code != INVALID
                ):
                    raise
            else:
                return

    def shown_file(self, message_id: int) -> str:
        """Return the file name that a message shows, "" if unknown."""
        return self._files.get(message_id, "")

    async def attach_picture_later(self, edit: Edit, message: Message, claim: EditClaim) -> None:
        """Wait for the claim's picture and add it to the message.

        `edit` is the function that edits the message. Does nothing if a newer edit has claimed the
        message meanwhile.
        """
        assert claim.render_task is not None  # noqa: S101 - callers pass a claim with a picture
        await asyncio.wait({claim.render_task})
        picture = result_or_none(claim.render_task)
        if not self.is_latest(claim):
            return
        shown = message if picture is not None else message.without_picture()
        await self.change(claim.message_id, edit, shown, picture, "")


async def wait_for_picture(deadline: float, render_task: asyncio.Task[Picture]) -> None:
    """Wait for the picture of `render_task`, at most until `deadline` (event loop's time)."""
    await asyncio.wait(
        {render_task}, timeout=max(0.0, deadline - asyncio.get_running_loop().time())
    )


def result_or_none(render_task: asyncio.Task[Picture]) -> Picture | None:
    """Return the picture of `render_task`; None if it failed or was cancelled."""
    if render_task.cancelled():
        return None
    if error := render_task.exception():
        log.error("rendering failed", exc_info=error)  # the text is shown without it
        return None
    return render_task.result()
