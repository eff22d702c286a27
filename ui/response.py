"""What an interaction is answered with."""

from __future__ import annotations

from dataclasses import dataclass

from ui.components import Message, Modal


@dataclass(frozen=True)
class Response:
    """Answer to an interaction: a message, a modal, or only an acknowledgement.

    `edit`: the message replaces the clicked one. `public`: everybody sees it. `saved`: a move
    has just been committed.
    """

    message: Message | None = None
    sheet: Modal | None = None
    edit: bool = True
    public: bool = False
    saved: bool = False
