"""Discord's errors: HTTP status, JSON error code, message, and the error tree of 50035."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

# JSON error code -> (HTTP status, message), from Discord's documentation.
CODES: dict[int, tuple[int, str]] = {
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20012: (403, "You are not authorized to perform this action on this application"),
    30032: (400, "Maximum number of application commands reached ({most})."),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40003: (403, "You are opening direct messages too fast."),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50003: (400, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50016: (
        400,
        "Provided too few or too many messages to delete. Must provide at least 2 and at most 100 messages.",
    ),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160004: (400, "A thread has already been created for this message"),
}


class ApiError(Exception):
    """Error response of the API.

    It has an HTTP `status`, Discord's JSON `code`, a `message`, and `errors`: the tree of errors in
    the request's fields, or None.
    """

    def __init__(
        self, status: int, code: int, message: str, errors: dict[str, Any] | None = None
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status, self.code, self.message, self.errors = status, code, message, errors

    def body(self) -> dict[str, Any]:
        """Return the JSON body: `message`, `code`, and `errors` if there are any."""
        plain: dict[str, Any] = {"message": self.message, "code": self.code}
        return plain | {"errors": self.errors} if self.errors else plain


class LimitedError(ApiError):
    """Rate limit error (429).

    `wait` is the time until the next request is allowed, in seconds. `everywhere` is True if the
    bot's global limit was reached.
    """

    def __init__(self, wait: float, code: int = 0, *, everywhere: bool = False) -> None:
        super().__init__(429, code, CODES[code][1] if code else "You are being rate limited.")
        self.wait, self.everywhere = wait, everywhere


class PersonError(Exception):
    """Error for an action that a user cannot take, for example to press a disabled button.

    `words` is an English sentence with {placeholders} for `values`; `page/words.py` translates it.
    """

    def __init__(self, words: str, **values: object) -> None:
        super().__init__(words.format(**values) if values else words)
        self.words, self.values = words, values


def api_error(code: int, **filled: object) -> ApiError:
    """Return the error with this JSON code; `filled` are the values of its message."""
    status, words = CODES[code]
    return ApiError(status, code, words.format(**filled))


def plain(status: int, words: str) -> ApiError:
    """Return an error without a JSON code of its own, such as "401: Unauthorized"."""
    return ApiError(status, 0, f"{status}: {words}")


@dataclass(frozen=True)
class FieldError:
    """Error in one field of a request.

    `path` has the keys and indexes that lead to the field, `code` is Discord's code.
    """

    path: tuple[str | int, ...]
    code: str
    message: str


def invalid_form_body(errors: Iterable[FieldError]) -> ApiError:
    """Return the error 50035 "Invalid Form Body" with the tree of these errors."""
    tree: dict[str, Any] = {}
    for error in errors:
        node = tree
        for key in error.path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": error.code, "message": error.message})
    status, words = CODES[50035]
    return ApiError(status, 50035, words, tree)


def raise_if_any(errors: list[FieldError]) -> None:
    """Raise the error 50035 with `errors`; do nothing if there are none."""
    if errors:
        raise invalid_form_body(errors)
