"""Painters that remember what was asked for. The processes that draw are those of the whole run: to start one and to make it
ready takes longer than the pictures of a test."""

from __future__ import annotations

import io
from collections.abc import Collection
from typing import Any

from msgspec import structs
from PIL import Image

from app.ports.store import Lane
from bot import Painter
from games.core.views.scene import Animation, Picture, Scene, digest
from render.pictures.encode import COMMON


def _paper() -> Picture:
    """The smallest picture there is of what Discord takes for one."""
    sheet = io.BytesIO()
    Image.new("RGB", (640, 320), "wheat").save(sheet, "webp")
    return Picture(sheet.getvalue(), "paper.webp", 640, 320)


PAPER = _paper()
SCREENS: tuple[Lane, ...] = ("screen",)
ALL_LANES: tuple[Lane, ...] = ("board", "panel", "screen")


def _blank(scene: Scene) -> Picture:
    """Paper, named by what would be on it, as a picture is by what is."""
    return structs.replace(PAPER, filename=f"{scene.kind}-{digest(scene)[:12]}.webp")


class Recorder(Painter):
    """A painter with a memory of its own, at the easels of another, who closes them. Nobody looks at what is `blank`: boards,
    or private screens, are a sheet of paper then."""

    def __init__(self, kept: Painter, blank: Collection[Lane] = ()) -> None:
        super().__init__()
        self.blank: Collection[Lane] = blank
        self._easels, self._album, self._homes = kept._easels, kept._album, kept._homes
        for easel in self._easels:
            easel.free = (
                True  # a test may have ended while something was drawn that nobody waits for
            )
        self.scenes: list[Any] = []  # pictures of games: covers show no view
        self.panels: list[
            Any
        ] = []  # those that somebody asked for; boards and private screens come when they can
        self.names: list[str] = []

    async def draw(self, scene: Scene | Animation, lane: Lane = "panel") -> Picture:
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
        """Nothing more is begun; the easels stay."""
        self._easels = []
        super().close()
