"""Custom ids: encoding is reversible, and nothing else is accepted."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.match.lobby import CODE_MAX_LENGTH
from ui.custom_ids import LIMIT, PanelId, TableId, decode, encode
from ui.interactions.persistent_items import PanelControl, TableControl

MATCH = st.from_regex(r"[A-Za-z0-9_]{1,24}", fullmatch=True)
KEY = st.from_regex(r"[a-z0-9_-]{1,40}", fullmatch=True)
PANEL = st.builds(
    PanelId,
    MATCH,
    st.integers(0, 999_999_999),
    st.integers(0, 99),
    st.sampled_from(["pick", "toggle", "add", "take", "most", "verb", "undo"]),
    KEY,
    st.integers(-1, 999),
    st.integers(0, 999),
)
NUMBER = st.builds(
    PanelId,
    MATCH,
    st.integers(0, 99),
    st.integers(0, 9),
    st.just("number"),
    st.integers(-999, 9999).map(str),
)
VERB, ARG = (
    st.from_regex(r"[a-z_]{1,24}", fullmatch=True),
    st.from_regex(r"([A-Za-z0-9_.,-]{1,60})?", fullmatch=True),
)
TABLE = st.builds(TableId, MATCH, VERB, ARG)


@given(st.one_of(PANEL, NUMBER, TABLE))
def test_every_id_is_read_back_and_fits(one: PanelId | TableId):
    text = encode(one)
    assert decode(text) == one
    assert len(text) <= LIMIT


@given(st.one_of(PANEL, NUMBER, TABLE))
def test_exactly_one_class_of_controls_takes_an_id(one: PanelId | TableId):
    classes = [PanelControl, TableControl]
    taken = [c for c in classes if re.fullmatch(c.__discord_ui_compiled_template__, encode(one))]
    assert len(taken) == 1


def test_the_longest_control_has_room_for_the_longest_code():
    code = "W" * CODE_MAX_LENGTH
    longest = (
        PanelId(code, 999_999_999, 99, "pick", "x" * 40, 999, 999),
        TableId(code, "v" * 24, "x" * 60),
    )
    assert [decode(encode(one)) for one in longest] == list(longest)


@given(st.text(max_size=120))
def test_anything_else_is_nobodys(text: str):
    found = decode(text)
    assert found is None or encode(found) == text


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
        PanelId("a b", 1, 0, "pick", "x"),
        PanelId("4K2", 1, 0, "pick", "x" * 41),
        TableId("4K2", "Play"),
        TableId("4K2", "log", "x" * 61),
        TableId("a" * 24, "b" * 24, "c" * 60),  # each part fits, the whole does not
    ],
)
def test_what_could_not_be_read_back_is_not_written(one: PanelId | TableId):
    with pytest.raises(ValueError, match="no custom id"):
        encode(one)
