"""Answer of a handler to an interaction."""

from __future__ import annotations

from dataclasses import dataclass

from ui.components import Message, Modal


@dataclass(frozen=True)
class Response:
    """Answer to an interaction: a message, a modal, or (if both are None) an acknowledgement.

    - `message`: the message to show, if any
    - `modal`: the modal to open, if any
    - `edit`: if True, the message replaces the clicked one; otherwise a new one is sent. Ignored for
      slash commands, which always send a new one
    - `public`: if True, everybody in the channel sees the message; otherwise only the user
    - `saved`: True if the handler has just committed a move
    """

    message: Message | None = None
    modal: Modal | None = None
    edit: bool = True
    public: bool = False
    saved: bool = False
