"""Close-ups of other players' things and of cards, in both languages."""

from __future__ import annotations

import io

import pytest
from msgspec import structs
from PIL import Image

from games.core.engine import walk
from games.core.views.scene import Scene
from games.era_medieval_age import GAME as ERA
from games.era_medieval_age.views.looks import closeups
from games.tadmor import GAME as TADMOR
from games.tadmor.views.looks import CARDS as TILES
from render.base.canvas import Canvas
from render.era_medieval_age.screens import domain
from render.pictures import drawing
from render.pictures.drawing import paint as painted
from render.tadmor.pieces import header
from tests.contract.playouts import ALL, played
from tests.render.tadmor.staged import scene, settled

KIB = 1024
CARDS = [
    (game.id, face.image_id or card)
    for game in ALL.values()
    if "card" in drawing.painters(game.id)
    for card, face in game.cards.items()
    if face.pictured
]


def about(canvas: Canvas, kind: str) -> set[str]:
    return {noted.about for noted in canvas.regions if noted.kind == kind}


def test_a_rivals_mat_shows_the_rivals_things_and_no_mission_of_their_hand() -> None:
    pos = settled()
    own, rival = scene(pos, "mat", 0), structs.replace(scene(pos, "mat", 0), focus=1)
    assert (header.shown_seat(own), header.shown_seat(rival)) == (0, 1)
    seen = about(painted(rival), "mission")
    assert not seen & set(pos.state.players[1].hand)
    assert not seen & set(pos.state.players[0].hand)
    assert about(painted(own), "mission") >= set(pos.state.players[0].hand)
    assert about(painted(rival), "tile") == set(pos.state.players[1].tiles)


def test_a_mat_looked_at_is_the_same_for_its_owner_with_and_without_focus() -> None:
    one = scene(settled(), "mat", 2)
    assert painted(one).sheet.tobytes() == painted(structs.replace(one, focus=2)).sheet.tobytes()


def test_of_a_hidden_layout_only_the_keep_is_seen_and_nothing_of_what_is_left() -> None:
    pos = walk.start(ERA, {}, 2, "hidden")
    while len(pos.state.towns[1].pieces) < 4:
        pos = walk.submit(pos, 1, walk.default_path(pos, 1)).pos
        if not pos.lanes[1]:
            break
    one = Scene("era_medieval_age", "domain", ERA.view(pos, 0), ("Ana", "Bruno"), "es")
    rival = painted(structs.replace(one, focus=1))
    assert len(one.view.towns[1].pieces) == 1
    assert "left" not in {noted.kind for noted in rival.regions}
    assert "left" in {noted.kind for noted in painted(one).regions}, (
        "one's own pieces are still to be placed"
    )
    assert domain.shown_seat(structs.replace(one, focus=1)) == 1


@pytest.mark.parametrize("n", [2, 4])
def test_every_domain_is_drawn_for_everybody_in_every_phase(n: int) -> None:
    for moment in played("era_medieval_age", n).some(5):
        for viewer in (None, 0):
            view = ERA.view(moment.pos, viewer)
            for one in closeups(view):
                shown = Scene(
                    "era_medieval_age",
                    one.picture,
                    view,
                    ("Ana", "Bruno", "Carla", "Diego")[:n],
                    "en",
                    focus=one.seat,
                )
                grid = [noted.box for noted in painted(shown).regions if noted.kind == "grid"]
                assert grid == [domain.grid_rect()]


@pytest.mark.parametrize("game", ["eight_minute_empire", "imperial_settlers", "tadmor"])
def test_every_part_is_drawn_for_a_spectator_all_game_long(game: str) -> None:
    for moment in played(game, 3).some(6):
        view = ALL[game].view(moment.pos, None)
        for one in ALL[game].closeups(view):
            painted(Scene(game, one.picture, view, ("Ana", "Bruno", "Carla"), "es", focus=one.seat))


@pytest.mark.parametrize(("game", "card"), CARDS[::4])
def test_a_card_is_drawn_by_itself_and_its_words_fit(game: str, card: str) -> None:
    for lang in ("es", "en"):
        canvas = painted(Scene(game, "card", card, (), lang))
        assert all(noted.box.is_inside(canvas.box) for noted in canvas.regions), card
    picture = drawing.draw_picture(Scene(game, "card", card, (), "es"))
    assert Image.open(io.BytesIO(picture.data)).size == (picture.width, picture.height)
    assert len(picture.data) <= 300 * KIB


def test_every_card_of_tadmor_has_its_face() -> None:
    assert "card" in TADMOR.pictures
    assert {card for game, card in CARDS if game == "tadmor"} == {
        tile for tile, face in TILES.items() if face.pictured
    }
