"""What an interaction is answered with."""

from __future__ import annotations

from dataclasses import dataclass

from ui.components import Message, Modal


@dataclass(frozen=True)
class Response:
    """What a tap is answered with: a message, a form that pops up, or nothing but the acknowledgement. `edit` asks for the
    message in the place of the pressed one; `public` says that everybody sees it, `saved` that a move has just been committed."""

    message: Message | None = None
    sheet: Modal | None = None
    edit: bool = True
    public: bool = False
    saved: bool = False
