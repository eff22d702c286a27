"""What a recap of Eight-Minute Empire never leaves out."""

from __future__ import annotations

from games.eight_minute_empire.model.events import BidsOpened, TurnEnded
from games.eight_minute_empire.views.recap import RECAP


def test_who_lost_the_bid_is_always_told_who_won_it() -> None:
    opened = BidsOpened([0, 2, 2], 2, "age")
    assert set(RECAP.losers(opened)) == {0, 1}
    assert RECAP.rank(opened) > RECAP.rank(TurnEnded(2, 1, "c01", 0, [], [], []))
