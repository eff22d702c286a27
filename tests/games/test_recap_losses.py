"""What recaps count as a loss of a seat, and as the main deed of a step."""

from __future__ import annotations

from games.el_mapa.model import events as mapa
from games.el_mapa.views.recap import losers as lost_in_el_mapa
from games.era_medieval_age.model import events as era
from games.era_medieval_age.views.recap import losers as lost_in_era
from games.tadmor.model import events as tadmor
from games.tadmor.views.recap import RECAP as TADMOR


def test_the_winner_of_a_battle_loses_troops_too() -> None:
    battle = mapa.BattleEnded("C5", "won", 0, 1, [0, 1], [{"levy": 1}, {"levy": 2}])
    assert lost_in_el_mapa(battle) == {0, 1}
    unhurt = mapa.BattleEnded("C5", "won", 0, 1, [0, 1], [{}, {"levy": 2}])
    assert lost_in_el_mapa(unhurt) == {1}
    assert lost_in_el_mapa(mapa.BattleEnded("C5", "won", 0, 1, [0, 1])) == {1}, "stored before"


def test_who_had_the_largest_area_loses_its_points() -> None:
    assert lost_in_era(era.LargestArea([2], [0, 1], 12, 10)) == {0, 1}


def test_the_summary_of_a_placement_comes_before_each_piece() -> None:
    placed = tadmor.PiecePlaced(1, "camel", "P6")
    assert TADMOR.rank(tadmor.AllPlaced(1, 3, 2, ["P6"])) > TADMOR.rank(placed) > 0
