"""Every fault, a few times, at tables of every title: what is stored is whole, what is shown is true, the log is short.
`SOBREMESA_TEST_LONG`: many times; `python -m tests.faults` prints the table."""

from __future__ import annotations

import os

import pytest

from games.hosted import HOSTED
from tests.faults.case import FAULTS
from tests.faults.harness import Report, played

CASES = 20 if os.environ.get("SOBREMESA_TEST_LONG") else 1
SEED = 1


@pytest.mark.e2e
@pytest.mark.parametrize("game", HOSTED)
def test_whatever_goes_wrong_everything_is_whole_and_true_a_minute_later(game: str):
    names = list(FAULTS)[:3]
    report = played(names, game, CASES, SEED, Report())
    assert report.wrong == []
    assert sum(one.healed for one in report.by_fault.values()) == CASES * len(names)
