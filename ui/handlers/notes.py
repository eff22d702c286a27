"""A user's private note about a table: written in a modal, read by nobody else."""

from __future__ import annotations

from app.app import App
from app.match.seating import not_seated_error
from app.model.match import Match, User, UserError
from games.core.text.messages import msg
from ui.action import ActionHandlers, ComponentAction
from ui.components import MAX_MODAL_LABEL_CHARS, Button, Message, Modal, ModalField, cut
from ui.custom_ids import TableAction, TableId, encode
from ui.i18n import Translator, table_name
from ui.response import Response

MAX_NOTE_CHARS = 1000


def opens_modal(component: TableId) -> bool:
    """Return whether a component opens a modal."""
    return component.action is TableAction.WRITE_NOTE


class NoteHandler:
    """Actions of private notes; each may raise `UserError`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.actions: ActionHandlers = {TableAction.WRITE_NOTE: self.submit}

    async def open(self, match_id: str, by: User) -> Response:
        """Return the modal with the user's present note."""
        match, words = await self._seated(match_id, by)
        table = table_name(match, words) or words.game_name()
        field = ModalField(
            "note",
            cut(words("ui.note.only_you"), MAX_MODAL_LABEL_CHARS),
            await self._app.repo.notes.get(match_id, by.id),
            max_chars=MAX_NOTE_CHARS,
            paragraph=True,
        )
        modal_id = encode(TableId(match_id, TableAction.WRITE_NOTE))
        return Response(
            modal=Modal(
                modal_id,
                cut(words("ui.note.title", table=table), MAX_MODAL_LABEL_CHARS),
                (field,),
            )
        )

    async def submit(self, action: ComponentAction) -> Response:
        """Store a submitted modal's text; for a click on the button, open the modal."""
        if not action.values:
            return await self.open(action.match, action.by)
        return await self.save(action.match, action.by, action.values[0])

    async def save(self, match_id: str, by: User, text: str) -> Response:
        """Store the text of the user's note; a blank text deletes the note.

        Raises `UserError` if the text is too long.
        """
        _, words = await self._seated(match_id, by)
        text = text.strip()
        if len(text) > MAX_NOTE_CHARS:
            raise UserError(msg("ui.note.too_long", n=MAX_NOTE_CHARS))
        await self._app.repo.notes.save(match_id, by.id, text)
        self._app.publish_scheduler.refresh_panels_of(match_id, by.id)
        edit = Button(words("ui.note.edit"), encode(TableId(match_id, TableAction.WRITE_NOTE)))
        saved = words("ui.note.saved" if text else "ui.note.deleted")
        return Response(Message(content=saved, rows=((edit,),)))

    async def _seated(self, match_id: str, by: User) -> tuple[Match, Translator]:
        """Return the match and the user's translator; raise `UserError` if they have no seat."""
        match = await self._app.lobby.get(match_id)
        if match.seat_of(by.id) is None:
            raise not_seated_error(match, by.id)
        return match, Translator.of(match, by.lang)
