"""Button *Join* of an invitation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.app import App
from ui.action import ComponentAction
from ui.components import Message
from ui.i18n import Translator, plain
from ui.response import Response
from ui.views.lobby.lobby_message import head


class InvitationHandler:
    """Verb `accept`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.verbs: dict[str, Callable[[ComponentAction], Awaitable[Response]]] = {
            "accept": self.accept
        }

    async def accept(self, tap: ComponentAction) -> Response:
        """Seat the guest; the lobby is updated and the invitation deleted."""
        match = await self._app.invitations.accept(tap.match, tap.by, tap.click)
        words = Translator.of(match, tap.by.lang)
        return Response(
            Message(content=words("ui.lobby.joined", table=plain(head(match, words)))), edit=False
        )
