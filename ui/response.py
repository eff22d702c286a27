"""Answer of a handler to an interaction."""

from __future__ import annotations

from dataclasses import dataclass

from ui.components import Message, Modal


@dataclass(frozen=True)
class Response:
    """Answer to an interaction: a message, a modal, or only an acknowledgement.

    - `message`: the message to show, if any
    - `modal`: the modal to open, if any
    - `edit`: the message replaces the clicked one, otherwise it is sent as a new one
    - `public`: everybody in the channel sees the message, otherwise only the user
    - `saved`: the handler has just committed a move
    """

    message: Message | None = None
    modal: Modal | None = None
    edit: bool = True
    public: bool = False
    saved: bool = False
