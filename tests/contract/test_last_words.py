"""A confirmation says whether the move can be changed afterwards, and that is true."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import MoveReady
from games.core.state.rng import Rng
from games.hosted import GAMES
from tests.contract import playouts

CHANGEABLE = {
    "era.layout.until_all",
    "eme.bid.effect",
}  # "You can change it until the whole table is ready"


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_nothing_final_is_said_to_be_changeable(game: str) -> None:
    promised = last = 0
    for n in playouts.counts(playouts.ALL[game]):
        for moment in playouts.played(game, n).moments[:40]:
            for seat in playouts.movers(moment.pos):
                for path, answer in playouts.prefixes(moment.pos, seat, Rng.of(5), most=25):
                    if not isinstance(answer, MoveReady):
                        continue
                    final = seat in walk.submit(moment.pos, seat, path).barrier
                    told = any(
                        line.key in CHANGEABLE for line in (*answer.gives_up, *answer.effects)
                    )
                    assert not (told and final), (n, path)
                    promised, last = promised + told, last + final
    assert last
    assert (promised > 0) is (game in ("era_medieval_age", "eight_minute_empire"))
