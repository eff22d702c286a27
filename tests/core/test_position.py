"""Positions as JSON: sorted, strict, copied without sharing."""

from __future__ import annotations

import json

import msgspec
import pytest

from games.core.engine import walk
from games.core.engine.game import find
from tests.core.second_game import FERRY
from tests.core.small_game import CELLAR


def test_equal_positions_are_equal_bytes_and_keys_are_sorted() -> None:
    one, two = walk.start(CELLAR, {}, 3, 1), walk.start(CELLAR, {}, 3, 1)
    data = CELLAR.codec.encode(one)
    assert data == CELLAR.codec.encode(two)
    raw = json.loads(data)
    assert list(raw) == sorted(raw)
    assert list(raw["state"]) == sorted(raw["state"])
    assert CELLAR.codec.digest(one) == CELLAR.codec.digest(two)
    assert CELLAR.codec.digest(walk.start(CELLAR, {}, 3, 2)) != CELLAR.codec.digest(one)


def test_a_clone_shares_nothing() -> None:
    pos = walk.start(FERRY, {}, 3, 1)
    copy = FERRY.codec.clone(pos)
    assert copy == pos
    copy.state.hands[0].clear()
    copy.options["order"].reverse()
    copy.lanes[1].clear()
    copy.rng[0] = 1
    assert FERRY.codec.encode(pos) == FERRY.codec.encode(walk.start(FERRY, {}, 3, 1))


@pytest.mark.parametrize("place", [[], ["state"], ["lanes", 0, 0]])
def test_unknown_fields_are_refused_everywhere(place: list[str | int]) -> None:
    raw = json.loads(CELLAR.codec.encode(walk.start(CELLAR, {}, 2, 1)))
    part = raw
    for key in place:
        part = part[key]
    part["surprise"] = 1
    with pytest.raises(msgspec.ValidationError):
        CELLAR.codec.decode(json.dumps(raw).encode())


def test_frames_come_back_as_what_they_were() -> None:
    pos = walk.start(CELLAR, {}, 2, 1)
    again = CELLAR.codec.decode(CELLAR.codec.encode(pos))
    assert [type(frame) for frame in again.stack] == [type(frame) for frame in pos.stack]
    assert again.lanes == pos.lanes
    with pytest.raises(msgspec.ValidationError):
        CELLAR.codec.decode(CELLAR.codec.encode(pos).replace(b'"kind":"throw"', b'"kind":"threw"'))


def test_games_are_found_by_their_id() -> None:
    assert find("cellar") is CELLAR
    with pytest.raises(KeyError):
        find("nothing")
