"""The closed lists of actions: each has one handler, and is stored in custom_ids as it always was."""

from __future__ import annotations

import pytest

from tests.ui.handler_harness import HandlerHarness
from ui.custom_ids import PanelAct, PanelId, PanelVerb, TableAction, TableId, decode, encode
from ui.handlers import table

# messages of many months bear these: a line may be added, none changed
STORED_ACTIONS = {
    TableAction.JOIN: "join",
    TableAction.JOIN_CHOSEN: "sit",
    TableAction.NEW_TABLE: "new",
    TableAction.OPEN_TABLE: "open",
    TableAction.LEAVE: "leave",
    TableAction.ADD_BOT: "bot",
    TableAction.REMOVE_BOT: "nobot",
    TableAction.START: "start",
    TableAction.TOGGLE_ANIMATION: "moving",
    TableAction.SHOW_OPTIONS: "options",
    TableAction.SHOW_OPTION: "option",
    TableAction.SET_OPTION: "value",
    TableAction.SET_PRESET: "preset",
    TableAction.SET_SIZE: "size",
    TableAction.SET_LANGUAGE: "lang",
    TableAction.SET_TIME_CONTROL: "pace",
    TableAction.ACCEPT_INVITATION: "accept",
    TableAction.MOVE_TABLE: "move",
    TableAction.OPEN_PANEL: "play",
    TableAction.SHOW_HAND: "hand",
    TableAction.UNDO: "undo",
    TableAction.SHOW_BOARD: "board",
    TableAction.SHOW_TEXT: "text",
    TableAction.SHOW_PART: "look",
    TableAction.SHOW_PART_AS_TEXT: "look_text",
    TableAction.SHOW_PART_AS_PICTURE: "look_picture",
    TableAction.SHOW_LEGEND: "legend",
    TableAction.SHOW_LAST_TURN: "turn",
    TableAction.SHOW_RECAP: "since",
    TableAction.SHOW_LOG: "log",
    TableAction.SHOW_SCORE: "score",
    TableAction.EXPLAIN_PROMPT: "explain",
    TableAction.SHOW_HELP: "help",
    TableAction.SHOW_RULES: "rules",
    TableAction.SHOW_RULES_SHEET: "sheet",
    TableAction.SHOW_ORDERS: "orders",
    TableAction.SET_ORDER: "order",
    TableAction.WRITE_NOTE: "note",
    TableAction.RESIGN: "resign_sure",
    TableAction.RESUME_MATCH: "resume",
    TableAction.SHOW_VOTE: "vote",
    TableAction.VOTE_YES: "vote_yes",
    TableAction.VOTE_NO: "vote_no",
    TableAction.END_PAUSE: "go_on",
    TableAction.KEEP_SEAT: "keep",
    TableAction.ASK_TO_TAKE_SEAT: "take",
    TableAction.TAKE_SEAT: "take_sure",
    TableAction.FOLLOW: "follow",
    TableAction.UNFOLLOW: "unfollow",
    TableAction.REWIND: "rewind_sure",
    TableAction.REMATCH: "rematch",
    TableAction.VERIFY_LOG: "verify",
    TableAction.SHOW_REPLAY: "replay",
    TableAction.SHOW_REPLAY_ROUND: "replay_round",
    TableAction.SHOW_FIRST_STEP: "replay_first",
    TableAction.SHOW_LAST_STEP: "replay_last",
    TableAction.SWITCH_REPLAY_VIEW: "replay_eyes",
    TableAction.GO_TO_STEP: "replay_row",
    TableAction.REPLAY_FROM_LOG: "replay_page",
    TableAction.SHOW_MOMENTS: "replay_moments",
    TableAction.SHOW_FILM: "film",
    TableAction.SHOW_POSTER: "poster",
    TableAction.POST_HERE: "post",
    TableAction.START_TUTORIAL: "learn",
    TableAction.LEAVE_TUTORIAL: "alone",
    TableAction.RESUME_TUTORIAL: "guided",
    TableAction.PLAY_REAL_GAME: "real",
    TableAction.SHOW_INBOX: "turns",
    TableAction.OPEN_FROM_INBOX: "go",
    TableAction.SNOOZE_REMINDERS: "snooze",
    TableAction.SET_PREFERENCE: "pref",
    TableAction.EXPORT_USER_DATA: "my_data",
    TableAction.ASK_TO_ERASE_USER_DATA: "erase_ask",
    TableAction.ERASE_USER_DATA: "erase_sure",
    TableAction.SHOW_RECORDS: "records",
    TableAction.SHOW_OWN_RECORDS: "records_own",
    TableAction.HIDE_FROM_RECORDS: "records_unlist",
    TableAction.LIST_IN_RECORDS: "records_list",
    TableAction.MUTE_FIRST_TIMES: "records_unsung",
    TableAction.ANNOUNCE_FIRST_TIMES: "records_sung",
    TableAction.SHOW_DEFAULTS: "defaults",
    TableAction.SET_DEFAULT: "default",
    TableAction.SET_RATINGS: "ratings",
    TableAction.SHOW_AUDIT_LOG: "done",
    TableAction.TEST_PERMISSIONS: "try_here",
    TableAction.SHOW_HEALTH_CHECK: "condition",
    TableAction.PAGE_NUMBER: "here",
    TableAction.CHOOSE_TABLE: "which",
}
STORED_VERBS = {
    PanelVerb.BACK: "back",
    PanelVerb.CANCEL: "cancel",
    PanelVerb.CHANGE_STEP: "change",
    PanelVerb.FILL_DEFAULTS: "auto",
    PanelVerb.SELECT_ALL: "all",
    PanelVerb.SELECT_NONE: "none",
    PanelVerb.GIVE_ANSWER: "give",
    PanelVerb.CONFIRM: "confirm",
    PanelVerb.CHOOSE_OPTION: "choose",
    PanelVerb.CHOOSE_NUMBER: "number",
    PanelVerb.CHOOSE_SEVERAL: "several",
    PanelVerb.WRITE_NUMBER: "write",
    PanelVerb.DISTRIBUTE: "spread",
    PanelVerb.SHOW_GROUP: "group",
    PanelVerb.PREVIOUS_PAGE: "earlier",
    PanelVerb.NEXT_PAGE: "later",
    PanelVerb.PAGE_NUMBER: "here",
    PanelVerb.SHOW_TOP: "top",
    PanelVerb.SHOW_MORE: "more",
    PanelVerb.SHOW_REASONS: "why",
    PanelVerb.SHOW_TEXT: "text",
    PanelVerb.SHOW_PICTURE: "picture",
    PanelVerb.ADVISE: "advice",
    PanelVerb.FOLLOW_ADVICE: "follow",
}
STORED_ACTS = {
    PanelAct.PICK: "p1:4K2:7:1:7",
    PanelAct.TOGGLE: "p1:4K2:7:1:~7",
    PanelAct.ADD: "p1:4K2:7:1:+7",
    PanelAct.TAKE: "p1:4K2:7:1:<7",
    PanelAct.FILL: "p1:4K2:7:1:^7",
    PanelAct.ENTER_NUMBER: "p1:4K2:7:1:#7",
    PanelAct.UNDO: "p1:4K2:7:1:=7",
    PanelAct.RUN: "p1:4K2:7:1:!7",
}


def test_every_action_is_stored_as_it_always_was() -> None:
    assert set(STORED_ACTIONS) == set(TableAction)
    for action, stored in STORED_ACTIONS.items():
        assert encode(TableId("4K2", action, "9")) == f"t1:4K2:{stored}:9"
        assert decode(f"t1:4K2:{stored}:9") == TableId("4K2", action, "9")


def test_every_act_and_verb_of_a_panel_is_stored_as_it_always_was() -> None:
    assert set(STORED_ACTS) == set(PanelAct)
    for act, stored in STORED_ACTS.items():
        assert encode(PanelId("4K2", 7, 1, act, "7")) == stored
        assert decode(stored) == PanelId("4K2", 7, 1, act, "7")
    assert set(STORED_VERBS) == set(PanelVerb)
    for verb, stored in STORED_VERBS.items():
        one = PanelId("4K2", 7, 1, PanelAct.RUN, verb)
        assert encode(one) == f"p1:4K2:7:1:!{stored}"
        read = decode(encode(one))
        assert isinstance(read, PanelId)
        assert read.verb is verb


async def test_every_action_of_a_table_has_a_handler(handlers: HandlerHarness) -> None:
    # the dispatcher answers CHOOSE_TABLE itself: it goes on with a command
    assert set(handlers.tables.actions) == set(TableAction) - {TableAction.CHOOSE_TABLE}


def test_no_action_has_two_handlers() -> None:
    async def show(_action: object) -> None: ...

    one = {TableAction.SHOW_LOG: show}
    with pytest.raises(ValueError, match="several handlers"):
        table._merge(one, one)  # type: ignore[arg-type]
