"""Custom_ids of the bot's components, encoded and decoded only here.

Panel components are `p1:<match>:<decision>:<depth>:<act>`; components of a table, a lobby or a page
are `t1:<match>:<action>:<arg>`. `decision` is the number of the question that the panel asks;
`depth` is how many steps of the answer the user had taken. Because of these two numbers, a late or
double click can't answer the next question. Messages keep their custom_ids for months: never change
the value of a member, and never reuse that of a removed one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

MAX_LENGTH = 100
NO_MATCH = "_"  # match id of components that belong to no match
_MATCH = r"[A-Za-z0-9_]{1,24}"
_ACT = r"([~+<^!#=]?)([a-z0-9_-]{1,40})(?:\*(\d{1,3}))?(?:@(\d{1,3}))?"
_PANEL = re.compile(rf"p1:({_MATCH}):(\d{{1,9}}):(\d{{1,2}}):{_ACT}\Z")
_TABLE = re.compile(rf"t1:({_MATCH}):([a-z_]{{1,24}})(?::([A-Za-z0-9_.,-]{{1,60}}))?\Z")
_NUMBER = re.compile(r"-?[0-9]{1,9}\Z")


class TableAction(StrEnum):
    """Action of a component of a table, a lobby or a page; its value is in the custom_id.

    `TableHandler.actions` maps each action to its method; only `CHOOSE_TABLE` is handled by the
    dispatcher.
    """

    # the lobby
    JOIN = "join"
    JOIN_CHOSEN = "sit"
    NEW_TABLE = "new"
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
    SET_LANGUAGE = "lang"
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
    WRITE_NOTE = "note"

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
    POST_HERE = "post"

    # tutorials
    START_TUTORIAL = "learn"
    LEAVE_TUTORIAL = "alone"
    RESUME_TUTORIAL = "guided"
    PLAY_REAL_GAME = "real"

    # the user
    SHOW_INBOX = "turns"
    OPEN_FROM_INBOX = "go"
    SNOOZE_REMINDERS = "snooze"
    SET_PREFERENCE = "pref"
    EXPORT_USER_DATA = "my_data"
    ASK_TO_ERASE_USER_DATA = "erase_ask"
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
    """Kind of click on a panel's component: what it does with the component's argument.

    The value is a single character in the custom_id, or nothing for `PICK`.
    """

    PICK = ""
    TOGGLE = "~"
    ADD = "+"
    TAKE = "<"
    FILL = "^"
    ENTER_NUMBER = "#"
    UNDO = "="
    RUN = "!"


class PanelVerb(StrEnum):
    """Argument of `PanelAct.RUN`: what a click does to the whole panel."""

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
    FOLLOW_ADVICE = "follow"


@dataclass(frozen=True)
class PanelId:
    """Decoded custom_id of a component of a panel.

    `arg` is the key of an option or slot, or a number; with `PanelAct.RUN`, it is a `PanelVerb`.
    `group` and `page` say which part of a long list of options the panel shows.
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
        """Return the verb of `PanelAct.RUN`; None for other acts and for unknown verbs.

        Another version of the bot may have other verbs.
        """
        if self.act is not PanelAct.RUN:
            return None
        try:
            return PanelVerb(self.arg)
        except ValueError:
            return None


@dataclass(frozen=True)
class TableId:
    """Decoded custom_id of a component of a table's messages, a lobby or a page.

    The meaning of `arg` depends on the action: for example a page or an option.
    """

    match: str
    action: TableAction
    arg: str = ""


AnyId = PanelId | TableId


def number(text: str) -> int | None:
    """Return the number in the text; None if the text is no number.

    Use it for custom_ids and values of selects: a client may send any text.
    """
    return int(text) if _NUMBER.match(text) else None


def encode(component: AnyId) -> str:
    """Return the custom_id of a component.

    Raises ValueError if the custom_id would be too long or could not be decoded.
    """
    match component:
        case PanelId():
            tail = (f"*{component.group}" if component.group >= 0 else "") + (
                f"@{component.page}" if component.page else ""
            )
            text = f"p1:{component.match}:{component.decision}:{component.depth}:{component.act}{component.arg}{tail}"
        case TableId():
            text = f"t1:{component.match}:{component.action}" + (
                f":{component.arg}" if component.arg else ""
            )
    if len(text) > MAX_LENGTH or decode(text) != component:
        raise ValueError(f"no custom id: {component}")
    return text


def decode(text: str) -> AnyId | None:
    """Parse a custom_id; None if it is not one of the bot's."""
    if found := _PANEL.match(text):
        match, decision, depth, sign, arg, group, page = found.groups()
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
    if found := _TABLE.match(text):
        return TableId(found[1], _table_action(found[2]), found[3] or "")
    return None


def _table_action(stored: str) -> TableAction:
    """Return the action with this value; `SHOW_BOARD` for an unknown value.

    Messages of older versions may have values that no longer exist.
    """
    try:
        return TableAction(stored)
    except ValueError:
        return TableAction.SHOW_BOARD
