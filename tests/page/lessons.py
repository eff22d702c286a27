"""Panels of a lesson on a phone: each step as the learner meets it, with its picture."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from app.model.match import User
from games.core.views.scene import Scene
from render.pictures import drawing
from tests.app.harness import AppHarness
from tests.page.phone import SENDER_PX, message_px, text_px
from tests.ui.handler_harness import HandlerHarness, NoRenderer
from tests.ui.tutorial_player import TutorialPlayer
from ui.components import Message
from ui.i18n import Translator

TEXT = (17, 1.36, "alegreya-sans-500")  # of an embed: size, line height, font


class LessonPanel(NamedTuple):
    """Panel of a step: its number, its message, its height and the lines of the step's text."""

    number: int
    message: Message
    px: float
    lines: int


async def lesson_panels(folder: Path, game: str, by: User) -> list[LessonPanel]:
    """Play a game's lesson by what it says, in the user's language; return its panels."""
    harness = AppHarness(folder)
    await harness.open()
    harness.app.renderer = NoRenderer()
    await harness.app.repo.users.save(by)
    pupil, panels = TutorialPlayer(HandlerHarness(harness), by), list[LessonPanel]()
    await pupil.begin(game)
    async for at in pupil.steps():
        words, guide = Translator.of(at.panel.match, by.lang), at.guide
        said = guide.text[by.lang] if guide.text else ""
        if not guide.over:
            said = words("ui.lesson.step", n=guide.number, m=guide.total, said=said)
        scene = at.message.picture_source
        size = drawing.paint(scene).sheet.size if isinstance(scene, Scene) else None
        px = SENDER_PX + message_px(at.message, size)
        panels.append(LessonPanel(guide.number, at.message, px, line_count(said)))
    await harness.app.stop()
    return panels


def line_count(said: str) -> int:
    """Return how many lines a phone needs for a text of an embed."""
    size, line_height, _ = TEXT
    return round(text_px(said, *TEXT) / (size * line_height))
