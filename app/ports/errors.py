"""Errors of the store."""

from __future__ import annotations

from app.model.match import UserError
from games.core.text.messages import msg


class DuplicateInteractionError(Exception):
    """Error for an interaction that was processed before: its id is already stored."""


class StorageUnavailableError(Exception):
    """Error of a write that failed (disk or connection): nothing of it is stored."""


class CorruptDataError(UserError):
    """Error for stored data that is unreadable, or for a position that contradicts its log.

    The match is neither shown nor changed until a backup is restored.
    """

    def __init__(self) -> None:
        super().__init__(msg("host.trouble.damaged"))
