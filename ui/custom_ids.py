"""Custom_ids of the bot's components, encoded and decoded only here.

Panel components are `p1:<match>:<decision>:<depth>:<act>`; components of a table, a lobby or a
page are `t1:<match>:<verb>:<arg>`. The decision and the depth keep a late or double click from
answering the next question (DESIGN 4).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

LIMIT = 100
NOBODY = "_"  # match id of components that belong to no match
_MATCH = r"[A-Za-z0-9_]{1,24}"
_WHAT = r"([~+<^!#=]?)([a-z0-9_-]{1,40})(?:\*(\d{1,3}))?(?:@(\d{1,3}))?"
_PANEL = re.compile(rf"p1:({_MATCH}):(\d{{1,9}}):(\d{{1,2}}):{_WHAT}\Z")
_TABLE = re.compile(rf"t1:({_MATCH}):([a-z_]{{1,24}})(?::([A-Za-z0-9_.,-]{{1,60}}))?\Z")
_NUMBER = re.compile(r"-?[0-9]{1,9}\Z")

Act = Literal["pick", "toggle", "add", "take", "most", "verb", "number", "undo"]
_SIGN: dict[Act, str] = {
    "pick": "",
    "toggle": "~",
    "add": "+",
    "take": "<",
    "most": "^",
    "verb": "!",
    "number": "#",
    "undo": "=",
}
_ACT: dict[str, Act] = {sign: act for act, sign in _SIGN.items()}


@dataclass(frozen=True)
class PanelId:
    """Component of a panel.

    `act` says what happens to `arg`: pick an option, toggle it, add to / take from / fill a
    slot, enter a number, or run a panel verb (`back`, `cancel`, `auto`, `confirm`, `more`...).
    `group` and `page` select the shown part of a long list.
    """

    match: str
    decision: int
    depth: int
    act: Act
    arg: str
    group: int = -1
    page: int = 0


@dataclass(frozen=True)
class TableId:
    """Component of a table's messages, the lobby or a paged text.

    `arg` depends on the verb (a page, an option).
    """

    match: str
    verb: str
    arg: str = ""


AnyId = PanelId | TableId


def number(text: str) -> int | None:
    """Return the number in an id or a select's value; None for any other text.

    Both come from outside.
    """
    return int(text) if _NUMBER.match(text) else None


def encode(one: AnyId) -> str:
    """Return the custom_id. Raises ValueError if it is too long or could not be decoded."""
    match one:
        case PanelId():
            tail = (f"*{one.group}" if one.group >= 0 else "") + (
                f"@{one.page}" if one.page else ""
            )
            text = f"p1:{one.match}:{one.decision}:{one.depth}:{_SIGN[one.act]}{one.arg}{tail}"
        case TableId():
            text = f"t1:{one.match}:{one.verb}" + (f":{one.arg}" if one.arg else "")
    if len(text) > LIMIT or decode(text) != one:
        raise ValueError(f"no custom id: {one}")
    return text


def decode(text: str) -> AnyId | None:
    """Parse a custom_id; None if it is not one of the bot's."""
    if m := _PANEL.match(text):
        match, decision, depth, sign, arg, group, page = m.groups()
        if sign == "#" and not _NUMBER.match(arg):
            return None
        return PanelId(
            match,
            int(decision),
            int(depth),
            _ACT[sign],
            arg,
            int(group) if group else -1,
            int(page or 0),
        )
    if m := _TABLE.match(text):
        return TableId(m[1], m[2], m[3] or "")
    return None
