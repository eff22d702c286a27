"""Scenes and AI requests are the same after another process has decoded them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.model.ai_request import AiRequest, AiResponse
from app.workers.remote_pool import decode_request, encode_request
from games.core.engine.game import register
from games.core.text.messages import listed, literal, msg, seat_name
from games.core.views.scene import (
    Animation,
    CoatOfArms,
    Mark,
    News,
    PieceMovement,
    Scene,
    digest,
)
from tests.contract.playouts import ALL, cases, played

register(*ALL.values())
NEWS = News(
    (msg("a.b", seats=listed([seat_name(0), seat_name(1)]), n=2), msg("c", said=literal("d"))), 1
)
MARKS = (Mark("a", "A"), Mark("b", "B", "chosen"))


def travelled(what: Scene | Animation) -> Any:
    """Return the object as another process decodes it."""
    found, hurried = decode_request(encode_request(what, digest(what), fast_encoding=True))
    assert hurried
    return found


@pytest.mark.parametrize(("game", "n", "seed"), cases())
def test_a_scene_of_every_game_travels_whole(game: str, n: int, seed: str) -> None:
    match, scenes = played(game, n, seed), []
    for moment in match.some(12):
        for seat in (None, *range(n)):
            view = ALL[game].view(moment.pos, seat)
            scene = Scene(
                game,
                "board",
                view,
                ("Ana", "小林", "")[:n],
                "es",
                MARKS,
                ("a",),
                (PieceMovement(("a", "b"), 1), PieceMovement(("c",))),
                ("g",),
                "contrast",
                large=True,
                focus=seat,
                spot="x",
                arms=(CoatOfArms("lion", "gold"),),
                legend=True,
                legend_page=2,
                aim=("z",),
                news=NEWS,
            )
            assert travelled(scene) == scene
            scenes.append(scene)
    film = Animation("film", tuple(scenes[:: n + 1]), ("one", "two"), ((1, 2), (3, 4)))
    assert travelled(film) == film


@pytest.mark.parametrize("view", ["card-7", ("night", "winter", "tadmor"), None])
def test_so_does_one_that_shows_no_position(view: Any) -> None:
    scene = Scene("cellar", "card", view, (), "en")
    assert travelled(scene) == scene


def test_what_is_no_scene_of_the_game_or_of_a_game_unknown_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        travelled(Scene("cellar", "board", {"nothing": "of it"}, (), "es"))
    with pytest.raises(msgspec.ValidationError):
        travelled(Scene("cellar", "board", 7, (), "es"))
    with pytest.raises(KeyError):
        travelled(Scene("nobody_knows_it", "board", None, (), "es"))
    one = Scene("cellar", "board", "a", (), "es")
    with pytest.raises(ValueError, match="differs"):
        decode_request(
            encode_request(one, digest(msgspec.structs.replace(one, view="b")), fast_encoding=False)
        )


def test_questions_and_thoughts_travel_whole() -> None:
    asked = AiRequest("cellar", b"\x00{}", 1, "firm", 2**64 - 1, 0.5)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(asked), type=AiRequest) == asked
    thought = AiResponse(("buy", 3, "a"), "what went wrong")
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(thought), type=AiResponse) == thought
