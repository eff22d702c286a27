"""The custom ids of our controls: written and read in this file only, and never longer than Discord allows.

A control of a choosing panel is `p1:<match>:<decision>:<depth>:<act>`, one of a table, a lobby or a page is
`t1:<match>:<verb>:<arg>`.
The decision and the depth stop a late or double click from answering the next question (DESIGN 4).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

LIMIT = 100
NOBODY = "_"  # stands for the table in controls that belong to none
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
    """One control of a choosing panel.

    `act` is what it does with `arg`: pick an option, toggle one, add to / take from / fill a slot, give a number, or a verb of
    the panel itself (`back`, `cancel`, `auto`, `confirm`, `more`...). `group` and `page` say which part of a long list is shown.
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
    """A control of a table's messages, of the lobby, or of a paged text. `arg` is the verb's own (a page, an option)."""

    match: str
    verb: str
    arg: str = ""


AnyId = PanelId | TableId


def number(text: str) -> int | None:
    """The number in an id or in a menu's value; None for anything else, for both come back from outside."""
    return int(text) if _NUMBER.match(text) else None


def encode(one: AnyId) -> str:
    """The custom id; raises ValueError when it could not be read back or is too long for Discord."""
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
    """What a custom id means; None when it is none of ours."""
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
