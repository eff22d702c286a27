"""Components of a user's settings (`/me`), and the deletion of their data."""

from __future__ import annotations

from app.app import App
from app.model.match import User, UserError
from games.core.text.messages import msg
from ui.action import ActionHandlers, ComponentAction
from ui.components import Message
from ui.custom_ids import TableAction
from ui.i18n import Translator
from ui.response import Response
from ui.views.pages import settings, user_data


class UserSettingsHandler:
    """Actions on the user's own settings and data."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.actions: ActionHandlers = {
            TableAction.SET_PREFERENCE: self.set_preference,
            TableAction.EXPORT_USER_DATA: lambda action: self.export_user_data(action.by),
            TableAction.ASK_TO_ERASE_USER_DATA: lambda action: self.ask_to_erase_user_data(
                action.by
            ),
            TableAction.ERASE_USER_DATA: self.erase_user_data,
        }

    async def set_preference(self, action: ComponentAction) -> Response:
        """Change a setting of the user, and republish their matches if these show the setting."""
        picture_game = next(iter(self._app.games)) if self._app.renderer is not None else ""
        if action.arg == settings.ARMS:
            return Response(settings.arms_message(action.by, picture_game))
        if action.arg == settings.BACK:
            return Response(settings.settings_message(action.by))
        changes = settings.changed_preferences(action.by, action.arg, action.values)
        if changes is None:
            raise UserError(msg("ui.stale_control"))
        by = await self._app.users.set(action.by, **changes)
        if action.arg not in settings.INVISIBLE_SETTINGS:
            await self._app.game_service.republish(by)
        return Response(
            settings.arms_message(by, picture_game)
            if action.arg in settings.COATS
            else settings.settings_message(by)
        )

    async def show_privacy(self, by: User) -> Response:
        """Return what is stored about the user, with buttons to export and to erase it."""
        return Response(user_data.privacy_message(by, self._app.settings.keep_finished))

    async def export_user_data(self, by: User) -> Response:
        """Return the user's data as a file.

        Raises `UserError` if the user has asked for it too often.
        """
        self._app.limits.count_request(by, "export")
        return Response(
            user_data.export_message(by, await self._app.privacy.export(by)), edit=False
        )

    async def ask_to_erase_user_data(self, by: User) -> Response:
        """Ask whether to erase the user's data."""
        return Response(user_data.erase_question(by))

    async def erase_user_data(self, action: ComponentAction) -> Response:
        """Erase the user's data for good."""
        tables = await self._app.privacy.erase(action.by)
        key = "ui.me.erased" if tables else "ui.me.erased_none"
        return Response(Message(content=Translator(action.by.lang)(key, n=tables)))
