"""Pages about the data that the bot stores about a user: what, a copy, their deletion."""

from __future__ import annotations

from app.model.match import User
from ui.components import Button, Message, TextAttachment
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.i18n import Translator

EXPORT_FILE_NAME = "sobremesa.json"


def privacy_message(by: User, keep_finished_days: int) -> Message:
    """Return what is stored about users, with buttons to export and to erase it.

    Finished matches are deleted after `keep_finished_days` days; 0: never.
    """
    words = Translator(by.lang)
    finished = (
        words("ui.me.finished", n=keep_finished_days)
        if keep_finished_days
        else words("ui.me.finished_never")
    )
    export, erase = (
        Button(words("ui.me.export_button"), _id(TableAction.EXPORT_USER_DATA)),
        Button(words("ui.me.erase_button"), _id(TableAction.ASK_TO_ERASE_USER_DATA)),
    )
    return Message(content=words("ui.me.privacy", finished=finished), rows=((export, erase),))


def export_message(by: User, data: bytes) -> Message:
    """Return the message with the user's data (JSON) as an attachment."""
    return Message(
        content=Translator(by.lang)("ui.me.export"),
        attachment=TextAttachment(EXPORT_FILE_NAME, data),
    )


def erase_question(by: User) -> Message:
    """Return the question whether to erase the user's data, with a button that does so."""
    words = Translator(by.lang)
    erase = Button(words("ui.me.erase_sure"), _id(TableAction.ERASE_USER_DATA), "red")
    return Message(content=words("ui.me.erase"), rows=((erase,),))


def _id(action: TableAction) -> str:
    return encode(TableId(NO_MATCH, action))
