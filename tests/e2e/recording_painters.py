"""Renderers that record which pictures were requested.

They share the render processes of the whole test run, because starting and warming up a process
takes longer than the pictures of a test.
"""

from __future__ import annotations

import io
from collections.abc import Collection
from typing import Any

from msgspec import structs
from PIL import Image

from app.ports.services import RenderPriority
from bot import BotRenderPool
from games.core.views.scene import Animation, Picture, Scene, digest
from render.pictures.drawing import COMMON


def _paper() -> Picture:
    """Return the smallest picture that Discord accepts as one."""
    sheet = io.BytesIO()
    Image.new("RGB", (640, 320), "wheat").save(sheet, "webp")
    return Picture(sheet.getvalue(), "paper.webp", 640, 320)


PAPER = _paper()
SCREENS: tuple[RenderPriority, ...] = ("screen",)
ALL_LANES: tuple[RenderPriority, ...] = ("board", "panel", "screen")


def _blank(scene: Scene) -> Picture:
    """Return a blank picture whose file name depends on the scene."""
    return structs.replace(PAPER, filename=f"{scene.kind}-{digest(scene)[:12]}.webp")


class Recorder(BotRenderPool):
    """Renderer that records its scenes and draws with the processes of another one.

    Pictures in a `blank` lane are an empty sheet, because the test does not look at them.
    """

    def __init__(self, kept: BotRenderPool, blank: Collection[RenderPriority] = ()) -> None:
        super().__init__()
        self.blank: Collection[RenderPriority] = blank
        self._image_workers, self._cache, self._preferred_workers = (
            kept._image_workers,
            kept._cache,
            kept._preferred_workers,
        )
        for worker in self._image_workers:
            worker.free = True  # an earlier test may have ended while its picture was drawn
        self.scenes: list[Any] = []  # pictures of games; a cover has no view
        self.panels: list[
            Any
        ] = []  # pictures requested by a user, without boards and private screens
        self.names: list[str] = []

    async def draw(self, scene: Scene | Animation, lane: RenderPriority = "panel") -> Picture:
        if isinstance(scene, Animation) or scene.kind not in COMMON:
            self.scenes.append(scene)
        if lane == "panel":
            self.panels.append(scene)
        drawn = (
            _blank(scene)
            if lane in self.blank and isinstance(scene, Scene)
            else await super().draw(scene, lane)
        )
        self.names.append(drawn.filename)
        return drawn

    def last(self, viewer: int) -> Any:
        return next(scene for scene in reversed(self.scenes) if scene.view.viewer == viewer)

    def close(self) -> None:
        """Stop without closing the shared processes."""
        self._image_workers = []
        super().close()
