"""The view: what is in it, what is not, and the position in words."""

from __future__ import annotations

import msgspec

from games.core.engine import walk
from games.core.engine.bots import determinize
from games.core.state.rng import Rng
from games.eight_minute_empire import GAME
from games.eight_minute_empire.views.view import Left
from tests.games.eight_minute_empire.positions import (
    begin,
    board,
    go,
    hands,
    last_turns,
    pick_cards,
    row,
    say,
)


def test_bids_are_seen_by_their_bidder_alone() -> None:
    pos = walk.submit(walk.start(GAME, {}, 3, 6), 1, ("bid", 7)).pos
    own, other = GAME.view(pos, 1), GAME.view(pos, 0)
    assert (own.my_bid, other.my_bid, GAME.view(pos, None).my_bid) == (7, None, None)
    assert [seat.bid_in for seat in other.seats] == [False, True, False]
    assert other.phase == "bid"
    assert other.order == ()
    assert b"7" not in msgspec.json.encode([seat.bid_in for seat in other.seats])
    assert any("Tu puja: 7" in say(line) for line in GAME.describe(own))
    assert not any("puja: 7" in say(line) for line in GAME.describe(other))


def test_guesses_deal_others_bids_anew_and_keep_the_own() -> None:
    pos = walk.submit(walk.start(GAME, {}, 2, 6), 1, ("bid", 7)).pos
    seen = set()
    for seed in range(30):
        guess = GAME.codec.clone(pos)
        determinize(guess, 0, Rng.of(seed))
        seen.add(guess.state.bids[1])
        own = GAME.codec.clone(pos)
        determinize(own, 1, Rng.of(seed))
        assert own.state.bids == [None, 7]
    assert len(seen) > 5
    assert seen <= set(range(15))


def test_a_turn_in_the_view() -> None:
    pos = row(begin(3), "c37")
    before = GAME.view(pos, 0)
    assert (before.phase, before.turn, before.turns, before.actors, before.order) == (
        "take",
        1,
        30,
        (0,),
        (0, 1, 2),
    )
    assert before.left is None
    pos = go(pos, ("take", "card1"))
    taking = GAME.view(pos, 1)
    assert taking.phase == "action"
    assert (taking.taken, taking.row[0], taking.seats[0].cards) == (1, "c37", ("c37",))
    assert taking.left == Left(place=3, move=4, join="or")
    assert taking.seats[0].goods["tools"] == 1
    pos = go(pos, ("move", "c4", "c2"))
    assert GAME.view(pos, None).left == Left(move=3)
    assert GAME.view(pos, None).control == {"c2": 0}
    pos = go(pos, ("end",))
    assert GAME.view(pos, None).taken is None
    assert say(GAME.summary(GAME.view(pos, None))) == "Turno 2 de 30 · elección de carta"


def test_sums_and_games_of_a_campaign() -> None:
    pos = walk.start(GAME, {"mode": "campaign"}, 2, 3)
    while pos.state.game == 1:
        for seat in walk.actors(pos):
            walk.apply(pos, seat, walk.default_path(pos, seat))
    view = GAME.view(pos, None)
    assert (view.game_no, view.games, view.side) == (2, 3, "b")
    assert view.sums == tuple(pos.state.past[0].totals)
    assert say(GAME.summary(view)) == "Partida 2 de 3 · Antes de empezar · puja"


def test_the_scoreboard_stands_in_the_view_at_the_end() -> None:
    pos = last_turns(begin(), [[], []])
    assert GAME.view(pos, 0).scoreboard is None
    pos = go(pos, ("take", "card1"), ("end",))
    view = GAME.view(pos, None)
    assert view.scoreboard == GAME.score(pos)
    assert view.actors == ()
    assert tuple(seat.points for seat in view.seats) == GAME.score(pos).total


def test_the_whole_position_in_words() -> None:
    pos = board(begin(goods_tokens=True), {"c4": {0: 2, 1: 2}, "w1": {0: 1}}, {"c7": {1: 1}})
    pos.state.tokens = {"w1": "wood"}
    pos = hands(row(pos, "c20", "c09"), pick_cards(wood=2, wild=1), [])
    lines = [say(line) for line in GAME.describe(GAME.view(pos, 0))]
    assert lines[0] == "Turno 1 de 26 · elección de carta"
    assert "Carta 1: Madera; mover 3 por mar. Cuesta 0." in lines
    assert "Carta 2: Alimento ×2; colocar 3. Cuesta 1." in lines
    assert "W1 Puerta del Norte: ● Ana (1 ejército) y ficha de madera. Control: ● Ana." in lines
    assert (
        "C4 Tierras de la Corona: ● Ana (2 ejércitos) y ■ Bruno (2 ejércitos). Control: nadie."
        in lines
    )
    assert "C7 Llanura Dorada: ■ Bruno (1 ciudad). Control: ■ Bruno." in lines
    assert "Mercancías: 2 de madera y 1 comodín." in lines
    assert any(line.startswith("Vacías: W2, W3") for line in lines)
    assert "Continentes: Confín Occidental (● Ana) y Tierra Central (■ Bruno)." in lines
    text = " ".join(lines)
    for code in ("W7", "C13", "I2", "S3"):
        assert code in text


def test_the_words_of_an_action_say_what_is_left() -> None:
    pos = go(row(begin(), "c37"), ("take", "card1"))
    lines = [say(line) for line in GAME.describe(GAME.view(pos, 1))]
    assert "● Ana tiene la carta de herramientas y aún puede colocar 3 o mover 4." in lines
    assert "Carta 1: Herramientas; ya la han tomado." in lines
    done = go(pos, *([("move", "c4", "c2"), ("move", "c2", "c4")] * 2))
    lines = [say(line) for line in GAME.describe(GAME.view(done, 1))]
    assert "● Ana tiene la carta de herramientas y ya ha usado toda su acción." in lines


def test_spots_of_events() -> None:
    pos = go(row(begin(), "c35"), ("take", "card1"))
    moved = walk.submit(pos, 0, ("move", "c4", "c2")).events
    assert [GAME.changed_spots(one.public) for one in moved if one.public] == [("c4", "c2")]
    ended = walk.submit(pos, 0, ("end",)).events
    assert [GAME.changed_spots(one.public) for one in ended if one.public] == [(), ("card6",)]
