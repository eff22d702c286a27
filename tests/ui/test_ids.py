"""Custom ids: encoding is reversible, and nothing else is accepted."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.match.lobby import CODE_MAX_LENGTH
from ui.custom_ids import (
    MAX_LENGTH,
    PanelAct,
    PanelId,
    PanelVerb,
    TableAction,
    TableId,
    decode,
    encode,
)
from ui.interactions.persistent_items import PanelControl, TableControl

MATCH = st.from_regex(r"[A-Za-z0-9_]{1,24}", fullmatch=True)
KEY = st.from_regex(r"[a-z0-9_-]{1,40}", fullmatch=True)
PANEL = st.builds(
    PanelId,
    MATCH,
    st.integers(0, 999_999_999),
    st.integers(0, 99),
    st.sampled_from([act for act in PanelAct if act is not PanelAct.ENTER_NUMBER]),
    KEY,
    st.integers(-1, 999),
    st.integers(0, 999),
)
NUMBER = st.builds(
    PanelId,
    MATCH,
    st.integers(0, 99),
    st.integers(0, 9),
    st.just(PanelAct.ENTER_NUMBER),
    st.integers(-999, 9999).map(str),
)
ARG = st.from_regex(r"([A-Za-z0-9_.,-]{1,60})?", fullmatch=True)
TABLE = st.builds(TableId, MATCH, st.sampled_from(TableAction), ARG)


@given(st.one_of(PANEL, NUMBER, TABLE))
def test_every_id_is_read_back_and_fits(one: PanelId | TableId):
    text = encode(one)
    assert decode(text) == one
    assert len(text) <= MAX_LENGTH


@given(st.one_of(PANEL, NUMBER, TABLE))
def test_exactly_one_class_of_controls_takes_an_id(one: PanelId | TableId):
    classes = [PanelControl, TableControl]
    taken = [c for c in classes if re.fullmatch(c.__discord_ui_compiled_template__, encode(one))]
    assert len(taken) == 1


def test_the_longest_control_has_room_for_the_longest_code():
    code = "W" * CODE_MAX_LENGTH
    longest = (
        PanelId(code, 999_999_999, 99, PanelAct.PICK, "x" * 40, 999, 999),
        TableId(code, max(TableAction, key=len), "x" * 60),
    )
    assert [decode(encode(one)) for one in longest] == list(longest)


@given(st.text(max_size=120))
def test_anything_else_is_nobodys(text: str):
    found = decode(text)
    assert found is None or decode(encode(found)) == found


def test_an_action_of_another_version_shows_the_board():
    assert decode("t1:4K2:of_another_version:9") == TableId("4K2", TableAction.SHOW_BOARD, "9")


def test_a_panel_verb_of_another_version_is_none_of_ours():
    known, old = decode("p1:4K2:7:0:!confirm"), decode("p1:4K2:7:0:!of_old")
    assert isinstance(known, PanelId)
    assert isinstance(old, PanelId)
    assert (known.verb, old.verb) == (PanelVerb.CONFIRM, None)
    assert PanelId("4K2", 7, 0, PanelAct.PICK, "confirm").verb is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "p1:",
        "p1:4K2:1:0:",
        "p1:4K2:x:0:a",
        "p2:4K2:1:0:a",
        "p1:4K2:1:0:#many",
        "t1:4K2:",
        "t1:4K2:play\n",
    ],
)
def test_what_is_nearly_an_id_is_none(text: str):
    assert decode(text) is None


@pytest.mark.parametrize(
    "one",
    [
        PanelId("a b", 1, 0, PanelAct.PICK, "x"),
        PanelId("4K2", 1, 0, PanelAct.PICK, "x" * 41),
        TableId("4K2", TableAction.SHOW_LOG, "x" * 61),
        # each part fits, the whole does not
        TableId("a" * 24, max(TableAction, key=len), "c" * 60),
    ],
)
def test_what_could_not_be_read_back_is_not_written(one: PanelId | TableId):
    with pytest.raises(ValueError, match="no custom id"):
        encode(one)
