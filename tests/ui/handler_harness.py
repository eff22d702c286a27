"""Handlers of an app without Discord, and helpers to read their messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.match.access import Origin
from app.model.match import Match, User, UserError
from app.ports.services import RenderPriority
from games.core.text.languages import Lang
from games.core.text.messages import msg
from games.core.views.scene import Animation, Picture, Scene
from tests.app.harness import PEOPLE, AppHarness
from tests.ui.panels import faults
from ui.action import ComponentAction
from ui.components import Button, Message, Select
from ui.custom_ids import TableAction, TableId, decode
from ui.handlers.panel import PanelHandler
from ui.handlers.table import TableHandler
from ui.response import Response

ANA, BRUNO = PEOPLE[0], PEOPLE[1]
ADMIN = 77
HERE = Origin(1, 2, lambda _channel: True)  # the guild of all tables; every user sees its channels


class FakeDiscordActions:
    """Fake of the handlers' Discord actions.

    Channels in `shut` refuse the bot; `open` says whether direct messages arrive.
    """

    def __init__(self, harness: AppHarness) -> None:
        self.harness, self.tried, self.shut, self.open = harness, list[int](), set[int](), True
        self.gone, self.told = set[int](), list[tuple[int, str]]()
        self.posted = list[Message]()
        self.guild_channels = self

    def existing_ids(self, guild: int, ids: Iterable[int]) -> set[int]:
        return {one for one in ids if one not in self.gone}

    async def check_permissions(self, channel: int, lang: Lang) -> None:
        if channel in self.shut:
            raise UserError(msg("ui.no_permissions"))
        self.tried.append(channel)

    async def post_picture(self, channel: int, message: Message, lang: Lang) -> int:
        await self.check_permissions(channel, lang)
        self.posted.append(message)
        return 9000 + len(self.posted)

    async def retry_dm(self, match: str, by: User) -> bool:
        return self.open

    async def tell(self, user: int, message: Message) -> bool:
        self.told.append((user, message.content))
        return self.open

    async def send_spectator_status(self, match: str, by: User) -> bool:
        return self.open

    async def end_spectating(self, match: str, by: User, *, keep_message: bool) -> None:
        await self.harness.app.spectators.unfollow(match, by)

    async def move(self, match: str, by: User, channel: int, click: str) -> Match:
        if channel in self.shut:
            raise UserError(msg("ui.no_permissions"))
        self.tried.append(channel)
        return await self.harness.app.lobby.get(match)


class NoRenderer:
    """Renderer for tests that look at scenes and draw nothing."""

    async def draw(self, scene: Scene | Animation, lane: RenderPriority = "panel") -> Picture:
        raise NotImplementedError


class HandlerHarness:
    """Handlers of an app. `press` finds the control in a message that offers it."""

    def __init__(self, harness: AppHarness) -> None:
        self.harness, self.rooms = harness, FakeDiscordActions(harness)
        self.panels = PanelHandler(harness.app)
        self.tables = TableHandler(harness.app, self.panels, self.rooms)
        self.clicks = 0

    def click(self) -> str:
        """Return a new interaction id."""
        self.clicks += 1
        return f"click-{self.clicks}"

    async def tap(
        self, match: str, verb: str, by: User = ANA, arg: str = "", *values: str, **more: Any
    ) -> Response:
        """Run a table action as if its control stood in a message."""
        answer = await self.tables.handle_modal(
            ComponentAction(
                TableId(match, TableAction(verb), arg),
                by,
                self.click(),
                values,
                **{"origin": HERE, **more},
            )
        )
        if answer.message is not None:
            assert list(faults(answer.message)) == []
        return answer

    async def press(
        self,
        message: Message | None,
        label: str,
        by: User = ANA,
        *values: str,
        in_dm: bool = False,
        managed_guild: int | None = None,
    ) -> Response:
        """Press the control with this label, or choose in the menu that has these values."""
        control = next(one for one in controls(message) if _matches(one, label, values))
        component = decode(control.id)
        assert component is not None
        if isinstance(component, TableId):
            answer = await self.tables.handle_modal(
                ComponentAction(
                    component,
                    by,
                    self.click(),
                    values,
                    in_dm,
                    managed_guild=managed_guild,
                    origin=HERE,
                )
            )
        else:
            answer = await self.panels.handle_click(
                component, by, self.click(), values, in_dm=in_dm
            )
        if answer.message is not None:
            assert list(faults(answer.message)) == []
        return answer


def _matches(one: Button | Select, label: str, values: tuple[str, ...]) -> bool:
    if isinstance(one, Select):
        return bool(values) and {choice.value for choice in one.choices} >= set(values)
    return not values and not one.disabled and label in one.label


def controls(message: Message | None) -> list[Button | Select]:
    """Return the buttons and menus of a message, top to bottom."""
    assert message is not None
    return [one for row in message.rows for one in (row if isinstance(row, tuple) else (row,))]


def labels(message: Message | None) -> list[str]:
    return [one.label for one in controls(message) if isinstance(one, Button)]


def text(answer: Response | Message | None) -> str:
    """Return all text of a message."""
    message = answer.message if isinstance(answer, Response) else answer
    assert message is not None
    card = message.embed
    return "\n".join(
        [message.content, *((card.author, card.title, card.text, card.footer) if card else ())]
    )
