"""The end of Imperial Settlers: the winners' land with their buildings, shared or lost.

Points.
"""

from __future__ import annotations

import json

import pytest
from msgspec import structs

from games.imperial_settlers import GAME
from games.imperial_settlers.model.catalog import FACTS
from games.imperial_settlers.views.view import GameView
from render.base.canvas import Canvas
from render.imperial_settlers.layers import glory
from render.pictures.drawing import paint as painted
from tests.render.imperial_settlers.staged import played
from tests.render.scenes import LONG, boxes, names, outside, overlaps, scene


def hidden(canvas: Canvas) -> list[str]:
    """Return the monuments behind the laurels."""
    ((_, laurels),) = boxes(canvas, "laurels")
    return [code for code, box in boxes(canvas, "monument") if box.meets(laurels)]


def test_a_building_is_stored_for_every_card() -> None:
    cards = json.loads((glory.BUILDINGS / "cards.json").read_text(encoding="utf-8"))
    assert set(cards) == set(FACTS)
    assert set(cards.values()) == {file.stem for file in glory.BUILDINGS.glob("*.webp")}


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_end_tells_where_points_come_from_and_what_decided_a_tie(lang: str) -> None:
    pos = played(4, 9)
    view: GameView = GAME.view(pos, None)
    assert view.scoreboard is not None
    canvas = painted(scene(pos, "end", lang=lang))
    order = [rank.seat for rank in view.scoreboard.ranking]
    assert names(canvas, "points") == [str(view.scoreboard.total[seat]) for seat in order]
    assert names(canvas, "place") == [str(rank.place) for rank in view.scoreboard.ranking]
    assert names(canvas, "land") == [
        str(rank.seat) for rank in view.scoreboard.ranking if rank.place == 1
    ]
    assert len(names(canvas, "monument")) >= 4
    assert len(names(canvas, "faction")) == 4
    assert overlaps(boxes(canvas, "standard", "laurels")) == hidden(canvas) == []
    numbers = names(canvas, "number", "none")
    wanted = [str(row.values[seat]) for row in view.scoreboard.rows for seat in order]
    assert [number.replace("–", "0") for number in numbers[:16]] == wanted
    tied = max(len(rank.trail) for rank in view.scoreboard.ranking)
    assert len(numbers) == 16 + 4 * tied
    assert [word for word in names(canvas, "label") if "…" in word] == []
    assert overlaps(boxes(canvas, "number", "points", "name", "label")) == []


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_a_victory_that_is_shared_shows_the_land_of_each(n: int) -> None:
    one = scene(played(4, 9), "end", names=LONG[:4])
    board = one.view.scoreboard
    shared = [
        structs.replace(rank, place=1 if at < n else n + 1) for at, rank in enumerate(board.ranking)
    ]
    view = structs.replace(
        one.view, scoreboard=structs.replace(board, ranking=type(board.ranking)(shared))
    )
    canvas = painted(structs.replace(one, view=view))
    assert names(canvas, "land") == [str(rank.seat) for rank in shared[:n]]
    assert outside(canvas) == hidden(canvas) == []
    lands = dict(boxes(canvas, "land"))
    assert all(
        any(box.is_inside(land) for land in lands.values()) for _, box in boxes(canvas, "monument")
    )


def test_the_solo_game_ends_in_victory_with_its_step_or_in_defeat() -> None:
    pos = GAME.codec.clone(played(1, 9))
    pos.state.collection = []
    pos.state.players[0].points = 30
    won = painted(scene(pos, "end"))
    assert "Victoria" in names(won, "victor")[0]
    assert len(names(won, "laurels")) == 1
    assert names(won, "rung").count("here") == 1
    assert names(won, "balance") == ["ahead"]
    pos.state.collection = ["com001"] * 30
    lost = painted(scene(pos, "end"))
    assert "Derrota" in names(lost, "victor")[0]
    assert names(lost, "laurels") == names(lost, "monument") == []
    assert "here" not in names(lost, "rung")
    assert names(lost, "balance") == ["behind"]
    assert outside(won) == outside(lost) == []


def test_the_solo_game_of_the_japanese_ends_with_what_lies_on_their_cards() -> None:
    pos = GAME.codec.clone(played(1, 9))
    pos.state.players[0].faction = "japanese"
    canvas = painted(scene(pos, "end", lang="en"))
    assert "Gate/Shrine bonus" in names(canvas, "label")
    assert outside(canvas) == []


def test_only_the_japanese_have_points_on_cards() -> None:
    one = scene(played(4, 9), "end")
    n_japanese = sum(empire.faction == "japanese" for empire in one.view.empires)
    canvas = painted(one)
    has_column = any(row.id == "placed" for row in one.view.scoreboard.rows)
    assert len(names(canvas, "none")) == (4 - n_japanese if has_column else 0)
