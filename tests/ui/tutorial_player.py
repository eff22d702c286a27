"""User who plays a tutorial by pressing the controls of its panels."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from app.model.match import Match, Panel, User
from games.core.guides.tutorials import ANY, Guide
from tests.ui.handler_harness import HandlerHarness, controls
from ui.components import Message, Select
from ui.custom_ids import PanelAct, PanelId, decode
from ui.i18n import Translator
from ui.views.panel.tutorial import component_to_click

MARK = "➜ "


@dataclass
class Taken:
    """Step of a tutorial, and the number of presses before it."""

    guide: Guide
    panel: Panel
    message: Message
    taps: int


class TutorialPlayer:
    """User in a tutorial who presses the controls of real panels."""

    def __init__(self, handlers: HandlerHarness, by: User) -> None:
        self.handlers, self.by, self.taps = handlers, by, 0
        self.match: Match
        self.message: Message

    async def begin(self, game: str) -> None:
        answer = await self.handlers.tap("_", "learn", self.by, game)
        assert answer.message is not None
        self.match = next(
            one
            for one in await self.handlers.harness.app.repo.matches.find(user=self.by.id)
            if one.lesson
        )
        self.message = answer.message

    async def panel(self) -> Panel:
        await self.handlers.harness.settle()
        return await self.handlers.harness.app.game_service.open_or_refresh_panel(
            self.match.id, self.by
        )

    async def look(self) -> Message:
        """Return the panel as Play shows it."""
        answer = await self.handlers.tap(self.match.id, "play", self.by)
        assert answer.message is not None
        self.message = answer.message
        return self.message

    async def steps(self) -> AsyncIterator[Taken]:
        """Yield each step of the tutorial; press its control before the next one."""
        panel = await self.panel()
        await self.look()
        while panel.guide is not None and not panel.guide.over:
            yield Taken(panel.guide, panel, self.message, self.taps)
            await self.follow(panel)
            panel = await self.panel()
            if (
                self.message.panel is None or self.message.panel.is_waiting
            ):  # an open panel goes on by itself (`sending/live.py`)
                await self.look()
        if panel.guide is not None:
            await self.look()
            yield Taken(panel.guide, panel, self.message, self.taps)

    async def follow(self, panel: Panel) -> None:
        """Press the control that the tutorial points at."""
        words = Translator.of(panel.match, self.by.lang)
        assert panel.guide is not None
        found = component_to_click(panel, panel.guide, self.message.rows)
        assert found is not None, (
            panel.guide,
            [getattr(one, "label", "") for one in controls(self.message)],
        )
        key, control, args = found
        if key == "ui.lesson.line":
            assert args["what"].startswith(MARK), "where nothing has a colour the line is marked"
            args = {**args, "what": args["what"].removeprefix(MARK)}
            menus = [one for one in controls(self.message) if isinstance(one, Select)]
            marked = [menu.id for menu in menus if menu.placeholder.startswith(MARK)]
            assert marked == [control], "of two menus, the closed one to open is marked"
        said = words(key, **args)
        assert self.message.embed is not None
        assert said in self.message.embed.text, "what is to be tapped is said"
        if not control:
            assert panel.guide.keys[0] == ANY
            control = next(one.id for one in controls(self.message) if _answers(one))
        await self.press(control, *self._values(control, panel))

    async def press(self, control: str, *values: str) -> Any:
        component = decode(control)
        assert isinstance(component, PanelId)
        self.taps += 1
        answer = await self.handlers.panels.handle_click(
            component, self.by, self.handlers.click(), values
        )
        await self.handlers.harness.settle()
        assert answer.message is not None
        self.message = answer.message
        return answer

    def _values(self, control: str, panel: Panel) -> tuple[str, ...]:
        menu = next(
            (
                one
                for one in controls(self.message)
                if isinstance(one, Select) and one.id == control
            ),
            None,
        )
        if menu is None or panel.guide is None:
            return ()
        key = panel.guide.keys[0]
        if isinstance(key, list):
            return tuple(key)
        wanted = [one.value for one in menu.choices if one.value == str(key)]
        return tuple(wanted or [menu.choices[0].value])


def _answers(one: Any) -> bool:
    component = decode(one.id) if one.id else None
    return isinstance(component, PanelId) and component.act in (
        PanelAct.PICK,
        PanelAct.ENTER_NUMBER,
    )
