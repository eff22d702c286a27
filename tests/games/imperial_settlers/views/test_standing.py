"""Projected standings: right at the end, and the same whatever is hidden."""

from __future__ import annotations

import pytest

from games.imperial_settlers import GAME
from games.imperial_settlers.views.standing import leaders, standing
from tests.render.imperial_settlers.staged import crowded, played


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_standing_at_the_end_is_the_score(n: int) -> None:
    view = GAME.view(played(n, 9), None)
    assert view.scoreboard is not None
    totals = [total for _, total in standing(view)]
    assert totals == list(view.scoreboard.total)
    earned = next(row for row in view.scoreboard.rows if row.id == "track").values
    assert [points for points, _ in standing(view)] == list(earned)


@pytest.mark.parametrize("n", [2, 4])
def test_nothing_hidden_changes_the_standing(n: int) -> None:
    pos = crowded(n, 3, "japanese")
    other = GAME.codec.clone(pos)
    other.state.deck.reverse()
    for player in other.state.players:
        player.hand, player.deck = player.deck[: len(player.hand)], [*player.hand, *player.deck]
        for one in player.foundations:
            one.card = player.deck[-1]
        for place in player.locations:
            place.under = list(reversed(place.under))
    viewers = (None, *range(n))
    told = {tuple(standing(GAME.view(it, viewer))) for it in (pos, other) for viewer in viewers}
    assert len(told) == 1
    assert GAME.view(other, 0).hand != GAME.view(pos, 0).hand


def test_the_leader_has_most_points_at_the_end_of_the_game() -> None:
    view = GAME.view(crowded(4, 3), None)
    totals = [total for _, total in standing(view)]
    assert leaders(view) == {seat for seat, total in enumerate(totals) if total == max(totals)}
    assert leaders(GAME.view(crowded(1, 3), None)) == set()
