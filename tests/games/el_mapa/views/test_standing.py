"""Projected standings come from the score, and nothing hidden changes them."""

from __future__ import annotations

import pytest
from msgspec import structs

from games.core.state.rng import Rng
from games.el_mapa import GAME
from games.el_mapa.rules.ending.scoring import points
from games.el_mapa.views.standing import leaders, standing
from tests.games.el_mapa import busy_player


@pytest.mark.parametrize("n", [2, 4, 6])
def test_the_standing_is_that_of_the_score_for_every_viewer(n: int) -> None:
    pos = busy_player.crowded(n, n, round_limit="8")
    expected = []
    for seat in range(n):
        rows = points(pos, seat)
        expected.append((rows["tiles"] + rows["fights"], sum(rows.values())))
    for viewer in (None, *range(n)):
        assert standing(GAME.view(pos, viewer)) == expected
    assert any(now != total for now, total in expected)
    assert [total for _, total in expected] == list(GAME.score(pos).total)


def test_no_hand_deck_or_hidden_tile_changes_the_standing() -> None:
    pos = busy_player.crowded(3, 4, round_limit="8")
    before = standing(GAME.view(pos, None))
    other, lot = GAME.codec.clone(pos), Rng.of(5)
    s = other.state
    for player in s.players:
        player.hand.clear()
        player.buried.clear()
    for deck in s.decks.values():
        lot.shuffle(deck)
    hidden = [at for at, up in enumerate(s.up) if up == "0"]
    assert len(hidden) > 1
    kinds = list(s.kinds)
    swapped = [kinds[at] for at in reversed(hidden)]
    for at, kind in zip(hidden, swapped, strict=True):
        kinds[at] = kind
    s.kinds = "".join(kinds)
    assert standing(GAME.view(other, None)) == before


def test_who_has_most_leads_unless_they_are_out_or_all_have_as_many() -> None:
    view = GAME.view(busy_player.crowded(1, 3, round_limit="8"), None)

    def with_totals(*totals: int, out: int = -1) -> frozenset[int]:
        seats = tuple(
            structs.replace(one, total=total, out=2 if seat == out else 0)
            for seat, (one, total) in enumerate(zip(view.seats, totals, strict=True))
        )
        return leaders(structs.replace(view, seats=seats))

    assert with_totals(5, 9, 7) == {1}
    assert with_totals(9, 9, 7) == {0, 1}
    assert with_totals(7, 7, 7) == frozenset()
    assert with_totals(5, 9, 7, out=1) == {2}
