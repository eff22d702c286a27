"""Bounded collections keep the newest entries."""

from __future__ import annotations

from app.runtime.bounded_dict import BoundedDict


def test_the_newest_stay_and_what_is_written_again_is_new():
    kept = BoundedDict[str, int](3)
    for at, name in enumerate("abcad"):
        kept[name] = at
    assert dict(kept) == {"c": 2, "a": 3, "d": 4}


def test_a_long_life_takes_no_more_room_than_a_short_one():
    kept = BoundedDict[int, int](100)
    for at in range(5000):
        kept[at] = at
    assert len(kept) == 100
    assert min(kept) == 4900
