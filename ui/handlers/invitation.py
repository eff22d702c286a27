"""What a press on *Join* of an invitation does. No Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.app import App
from ui.action import Tap
from ui.components import Message
from ui.handlers.panel import Answer
from ui.i18n import Words, plain
from ui.views.lobby.lobby_message import head


class InvitationHandler:
    """The verb `accept`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.verbs: dict[str, Callable[[Tap], Awaitable[Answer]]] = {"accept": self.accept}

    async def accept(self, tap: Tap) -> Answer:
        """Seat the guest; the lobby shows it, and the invitation goes."""
        match = await self._app.invitations.accept(tap.match, tap.by, tap.click)
        words = Words.of(match, tap.by.lang)
        return Answer(Message(content=words("ui.lobby.joined", table=plain(head(match, words)))), edit=False)
