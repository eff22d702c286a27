"""Custom_ids of the bot's components, encoded and decoded only here.

Panel components are `p1:<match>:<decision>:<depth>:<act>`; components of a table, a lobby or a
page are `t1:<match>:<action>:<arg>`. The decision and the depth keep a late or double click from
answering the next question (DESIGN 4). Messages keep their custom_ids for months: never change
the value of a member, and never reuse one that was removed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

LIMIT = 100
NOBODY = "_"  # match id of components that belong to no match
_MATCH = r"[A-Za-z0-9_]{1,24}"
_WHAT = r"([~+<^!#=]?)([a-z0-9_-]{1,40})(?:\*(\d{1,3}))?(?:@(\d{1,3}))?"
_PANEL = re.compile(rf"p1:({_MATCH}):(\d{{1,9}}):(\d{{1,2}}):{_WHAT}\Z")
_TABLE = re.compile(rf"t1:({_MATCH}):([a-z_]{{1,24}})(?::([A-Za-z0-9_.,-]{{1,60}}))?\Z")
_NUMBER = re.compile(r"-?[0-9]{1,9}\Z")


class TableAction(StrEnum):
    """Action of a component of a table, a lobby or a page; the value is its part of the custom_id.

    `TableHandler.actions` says which method runs it; `CHOOSE_TABLE` is the dispatcher's.
    """

    # the lobby
    JOIN = "join"
    JOIN_CHOSEN = "sit"
    OPEN_TABLE = "open"
    LEAVE = "leave"
    ADD_BOT = "bot"
    REMOVE_BOT = "nobot"
    START = "start"
    TOGGLE_ANIMATION = "moving"
    SHOW_OPTIONS = "options"
    SHOW_OPTION = "option"
    SET_OPTION = "value"
    SET_PRESET = "preset"
    SET_SIZE = "size"
    SET_TIME_CONTROL = "pace"
    ACCEPT_INVITATION = "accept"
    MOVE_TABLE = "move"

    # the running game
    OPEN_PANEL = "play"
    SHOW_HAND = "hand"
    UNDO = "undo"
    SHOW_BOARD = "board"
    SHOW_TEXT = "text"
    SHOW_PART = "look"
    SHOW_PART_AS_TEXT = "look_text"
    SHOW_PART_AS_PICTURE = "look_picture"
    SHOW_LEGEND = "legend"
    SHOW_LAST_TURN = "turn"
    SHOW_RECAP = "since"
    SHOW_LOG = "log"
    SHOW_SCORE = "score"

    # rules and help
    EXPLAIN_PROMPT = "explain"
    SHOW_HELP = "help"
    SHOW_RULES = "rules"
    SHOW_RULES_SHEET = "sheet"
    SHOW_ORDERS = "orders"
    SET_ORDER = "order"

    # seats, votes, spectators
    RESIGN = "resign_sure"
    RESUME_MATCH = "resume"
    SHOW_VOTE = "vote"
    VOTE_YES = "vote_yes"
    VOTE_NO = "vote_no"
    END_PAUSE = "go_on"
    KEEP_SEAT = "keep"
    ASK_TO_TAKE_SEAT = "take"
    TAKE_SEAT = "take_sure"
    FOLLOW = "follow"
    UNFOLLOW = "unfollow"
    REWIND = "rewind_sure"

    # replay and records of the game
    REMATCH = "rematch"
    VERIFY_LOG = "verify"
    SHOW_REPLAY = "replay"
    SHOW_REPLAY_ROUND = "replay_round"
    SHOW_FIRST_STEP = "replay_first"
    SHOW_LAST_STEP = "replay_last"
    SWITCH_REPLAY_VIEW = "replay_eyes"
    GO_TO_STEP = "replay_row"
    REPLAY_FROM_LOG = "replay_page"
    SHOW_MOMENTS = "replay_moments"
    SHOW_FILM = "film"
    SHOW_POSTER = "poster"

    # tutorials
    START_TUTORIAL = "learn"
    LEAVE_TUTORIAL = "alone"
    RESUME_TUTORIAL = "guided"

    # the user
    SHOW_INBOX = "turns"
    OPEN_FROM_INBOX = "go"
    SNOOZE_REMINDERS = "snooze"
    SET_PREFERENCE = "pref"
    ERASE_USER_DATA = "erase_sure"

    # records
    SHOW_RECORDS = "records"
    SHOW_OWN_RECORDS = "records_own"
    HIDE_FROM_RECORDS = "records_unlist"
    LIST_IN_RECORDS = "records_list"
    MUTE_FIRST_TIMES = "records_unsung"
    ANNOUNCE_FIRST_TIMES = "records_sung"

    # a guild's settings
    SHOW_DEFAULTS = "defaults"
    SET_DEFAULT = "default"
    SET_RATINGS = "ratings"
    SHOW_AUDIT_LOG = "done"
    TEST_PERMISSIONS = "try_here"
    SHOW_HEALTH_CHECK = "condition"

    # any message
    PAGE_NUMBER = "here"
    CHOOSE_TABLE = "which"


class PanelAct(StrEnum):
    """What a component of a panel does with its argument; the value is the sign in the custom_id."""

    PICK = ""
    TOGGLE = "~"
    ADD = "+"
    TAKE = "<"
    FILL = "^"
    ENTER_NUMBER = "#"
    UNDO = "="
    RUN = "!"


class PanelVerb(StrEnum):
    """Argument of `PanelAct.RUN`: an action of the whole panel; the value is stored."""

    # steps of the answer
    BACK = "back"
    CANCEL = "cancel"
    CHANGE_STEP = "change"
    FILL_DEFAULTS = "auto"
    SELECT_ALL = "all"
    SELECT_NONE = "none"
    GIVE_ANSWER = "give"
    CONFIRM = "confirm"

    # selects: the chosen option, number or options are the select's values
    CHOOSE_OPTION = "choose"
    CHOOSE_NUMBER = "number"
    CHOOSE_SEVERAL = "several"

    # modals
    WRITE_NUMBER = "write"
    DISTRIBUTE = "spread"

    # what the panel shows
    SHOW_GROUP = "group"
    PREVIOUS_PAGE = "earlier"
    NEXT_PAGE = "later"
    PAGE_NUMBER = "here"
    SHOW_TOP = "top"
    SHOW_MORE = "more"
    SHOW_REASONS = "why"
    SHOW_TEXT = "text"
    SHOW_PICTURE = "picture"
    ADVISE = "advice"


@dataclass(frozen=True)
class PanelId:
    """Component of a panel.

    `arg` is an option, a slot or a number; of `PanelAct.RUN`, a `PanelVerb`. `group` and `page`
    select the shown part of a long list.
    """

    match: str
    decision: int
    depth: int
    act: PanelAct
    arg: str
    group: int = -1
    page: int = 0

    @property
    def verb(self) -> PanelVerb | None:
        """Return what `PanelAct.RUN` runs; None for other acts and for verbs of an older version."""
        if self.act is not PanelAct.RUN:
            return None
        try:
            return PanelVerb(self.arg)
        except ValueError:
            return None


@dataclass(frozen=True)
class TableId:
    """Component of a table's messages, the lobby or a paged text.

    `arg` depends on the action (a page, an option).
    """

    match: str
    action: TableAction
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
            text = f"p1:{one.match}:{one.decision}:{one.depth}:{one.act}{one.arg}{tail}"
        case TableId():
            text = f"t1:{one.match}:{one.action}" + (f":{one.arg}" if one.arg else "")
    if len(text) > LIMIT or decode(text) != one:
        raise ValueError(f"no custom id: {one}")
    return text


def decode(text: str) -> AnyId | None:
    """Parse a custom_id; None if it is not one of the bot's."""
    if m := _PANEL.match(text):
        match, decision, depth, sign, arg, group, page = m.groups()
        if sign == PanelAct.ENTER_NUMBER and not _NUMBER.match(arg):
            return None
        return PanelId(
            match=match,
            decision=int(decision),
            depth=int(depth),
            act=PanelAct(sign),
            arg=arg,
            group=int(group) if group else -1,
            page=int(page or 0),
        )
    if m := _TABLE.match(text):
        return TableId(m[1], _table_action(m[2]), m[3] or "")
    return None


def _table_action(stored: str) -> TableAction:
    """Return the stored action; an unknown one of an older version shows the board."""
    try:
        return TableAction(stored)
    except ValueError:
        return TableAction.SHOW_BOARD
