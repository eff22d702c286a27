"""Validation of user settings.

Discord checks the choices of a command's option only in its clients, so any value may arrive.
"""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from app.people.avatars import CHARGES, TINCTURES

CHOICES: dict[str, tuple[str, ...]] = {
    "pings": ("channel", "dm", "none"),
    "palette": ("default", "contrast"),
    "confirm": ("final", "always"),
    "charge": CHARGES,
    "tincture": TINCTURES,
}
SWITCHES = (
    "text",  # text instead of pictures
    "large",  # large pictures
    "bare",  # no arrows for the latest moves in pictures
    "unsung",  # no messages about first achievements
    "unlisted",  # never named in other users' lists
)
BEGIN_HOURS, END_HOURS = range(24), range(25)  # hours at which quiet hours may begin and end


def is_valid(name: str, value: Any) -> bool:
    """Return whether `value` is valid for the setting `name`.

    Every value is valid for settings that only the bot sets.
    """
    if name in CHOICES:
        return value in CHOICES[name]
    if name in SWITCHES:
        return isinstance(value, bool)
    match name, value:
        case "quiet", [int(begin), int(end)]:
            return begin in BEGIN_HOURS and end in END_HOURS
        case "quiet", _:
            return False
        case "zone", _:
            return value in available_timezones()
    return True


def without_invalid(prefs: dict[str, Any]) -> dict[str, Any]:
    """Return stored settings without invalid values.

    A time zone is never removed, because another machine may know it.
    """
    return {name: value for name, value in prefs.items() if name == "zone" or is_valid(name, value)}
