"""Cards in words, sentences of the log, texts of panels within their limits."""

from __future__ import annotations

import pytest

from app.play.panel_builder import letters
from games.core.engine import walk
from games.core.prompts.prompt import DisabledOption, MoveReady, Option, SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Msg, Path
from games.eight_minute_empire import GAME
from games.eight_minute_empire.model.catalog import CARDS, RULES
from games.eight_minute_empire.model.events import Bade, BidsOpened, CampaignOver, Scored, TurnEnded
from games.eight_minute_empire.rules.scoring import tally
from games.eight_minute_empire.rules.turns import goods_on_card, short_action
from games.eight_minute_empire.views.narrate import action_words
from tests.games import wording
from tests.games.asking import done, pick
from tests.games.eight_minute_empire.positions import Pos, begin, board, go, row, say


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_card_has_its_words_from_its_ops(lang: str) -> None:
    for card in CARDS:
        for english in (False, True):
            assert 4 <= len(say(short_action(card, english), lang)) <= 30
        assert say(goods_on_card(card), lang)
    assert say(short_action("c37", False), "es") == "colocar 3 o mover 4"
    assert say(short_action("c15", False), "en") == "destroy 1 and place 1"
    assert say(short_action("c13", False), "es") == "mover 3 por mar"


@pytest.mark.parametrize("lang", ["es", "en"])
def test_labels_fit_and_rules_have_anchors(lang: str) -> None:
    pos, rng = walk.start(GAME, {"neutral_armies": True, "bid_winner": "chooses"}, 2, 4), Rng.of(3)
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        path: Path = ()
        while isinstance(form := walk.ask(pos, seat, path), SelectPrompt):
            assert len(say(form.prompt, lang)) <= 100
            entries: tuple[Option | DisabledOption, ...] = (*form.options, *form.blocked)
            for option in entries:
                assert len(say(option.label, lang)) <= 80
                assert option.rule in wording.anchors(GAME, lang) or option.rule is None
                if more := getattr(option, "detail", None) or getattr(option, "why", None):
                    assert len(say(more, lang)) <= 100
            path = (*path, form.options[rng.below(len(form.options))].key)
        walk.apply(pos, seat, walk.default_path(pos, seat, path))


_OPTIONS = {
    "neutral_armies": True,
    "bid_winner": "chooses",
    "wild_assignment": "manual",
    "goods_tokens": True,
}


def test_every_move_has_an_order_for_advice() -> None:
    told = set[str]()
    for seed in range(6):
        pos, rng = walk.start(GAME, _OPTIONS, 2, seed), Rng.of(seed)
        while pos.outcome is None:
            seat = walk.actors(pos)[0]
            path = walk.random_move(pos, seat, rng)
            ready = walk.ask(pos, seat, path)
            assert isinstance(ready, MoveReady)
            assert ready.advice is not None, path
            for lang in ("es", "en"):
                order = say(ready.advice, lang)
                assert order[0].islower(), order
                assert not order.endswith("."), order
            told.add(str(path[0]))
            walk.apply(pos, seat, path)
    assert told >= {"neutral", "bid", "first", "take", "place", "move", "city", "end", "wilds"}
    take = done(row(begin(), "c09"), "take", "card1").advice
    assert say(take, "en") == "take the double food card (place 3) for free"
    assert say(take) == "toma la carta doble de alimento (colocar 3) gratis"


def test_a_turn_is_told_in_one_sentence_with_names() -> None:
    told = GAME.narrate(TurnEnded(2, 5, "c20", 1, [["move", "c8", "c6"]], []))
    assert told is not None
    assert say(told) == "▲ Carla toma la carta de madera por 1 moneda y mueve C8→C6."
    assert say(told, "en") == "▲ Carla takes the wood card for 1 coin and moves C8→C6."
    told = GAME.narrate(
        TurnEnded(0, 5, "c09", 0, [["place", "c4", "2"], ["place", "c7", "1"]], ["c7"])
    )
    assert told is not None
    assert (
        say(told)
        == "● Ana toma la carta doble de alimento gratis y coloca 2 en C4 y 1 en C7; ahora controla C7."
    )
    told = GAME.narrate(
        TurnEnded(
            1, 5, "c42", 3, [["move", "c8", "s1"], ["move", "c4", "c2"], ["move", "s1", "s2"]], []
        )
    )
    assert told is not None
    assert say(told) == "■ Bruno toma un comodín por 3 monedas y mueve C8→S1→S2 y C4→C2."
    told = GAME.narrate(
        TurnEnded(1, 5, "c15", 2, [["destroy", "c8", "neutral"], ["place", "c4", "1"]], [])
    )
    assert told is not None
    assert (
        say(told)
        == "■ Bruno toma la carta de alimento por 2 monedas, destruye un ejército neutral en C8 y coloca 1 en C4."
    )
    idle = GAME.narrate(TurnEnded(1, 5, "c06", 2))
    assert idle is not None
    assert say(idle) == "■ Bruno toma la carta de alimento por 2 monedas y no usa su acción."


def test_a_turn_says_who_loses_what() -> None:
    changes = [["w5", "p0", "p1"], ["i2", "p0", "p1"], ["w", "p0", "p1"], ["c6", "", "p1"]]
    told = GAME.narrate(TurnEnded(1, 5, "c06", 0, [["move", "c6", "i2"]], ["w5"], changes))
    assert told is not None
    assert say(told) == (
        "■ Bruno toma la carta de alimento gratis y mueve C6→I2; "
        "le quita W5, I2 y Confín Occidental a ● Ana y ahora controla C6."
    )
    assert say(told, "en") == (
        "■ Bruno takes the food card for free and moves C6→I2; "
        "takes W5, I2 and Western Reach from ● Ana and now controls C6."
    )
    changes = [["i2", "p0", ""], ["i", "p0", ""], ["c4", "p1", "p2"], ["c5", "p1", ""]]
    told = GAME.narrate(TurnEnded(1, 5, "c15", 0, [["destroy", "i2", "p0"]], [], changes))
    assert told is not None
    assert say(told, "en") == (
        "■ Bruno takes the food card for free and destroys one of ● Ana's armies in I2; "
        "loses C5; ● Ana loses I2 and Twin Isles and ▲ Carla now controls C4."
    )


def test_the_last_card_is_called_so_and_without_coins_it_is_said_why_nothing_is_chosen() -> None:
    pos = begin(3)
    pos = row(pos, "c16", "c17", "c32", "c33", "c10", "c11")  # no good scores with one symbol
    assert say(pick(pos, "take").prompt) == "¿Qué carta tomas?"
    pos.state.cards[0] = list(CARDS)[:9]
    assert say(pick(pos, "take").prompt) == "¿Qué carta tomas? Será tu última carta."
    assert done(pos, "take", "card1").effects == ()
    pos.state.coins[0] = 0
    assert (
        say(done(pos, "take", "card1").effects[0])
        == "No te quedan monedas: solo puedes tomar la primera carta, que es gratis."
    )


def test_a_choice_of_armies_says_how_many_moves_are_left_and_whose_armies_stand_where() -> None:
    pos = go(row(board(begin(), {"c4": {0: 2, 1: 1}, "c7": {0: 1}}), "c20"), ("take", "card1"))
    moves = next(op.n for op in CARDS["c20"].ops if op.verb == "move")
    assert say(pick(pos, "move").prompt) == f"¿Qué ejército mueves? Te quedan {moves} pasos."
    pos = go(
        pos,
        *[("move", "c4", "c7"), ("move", "c7", "c4")] * ((moves - 1) // 2),
        *[("move", "c4", "c7")] * ((moves - 1) % 2),
    )
    assert say(pick(pos, "move").prompt) == "¿Qué ejército mueves? Te queda 1 paso."
    pos = go(row(board(begin(), {"c4": {0: 2, 1: 1}}), "c15"), ("take", "card1"))
    (target,) = pick(pos, "destroy").options
    assert target.detail is not None
    assert say(target.detail) == "■ (1) y tú (2)"


def test_the_map_in_words_tells_continents_and_neighbours_and_the_row_what_goods_are_worth() -> (
    None
):
    found = {
        one.id: [say(line) for line in one.words] for one in GAME.closeups(GAME.view(begin(), 0))
    }
    assert "De C1 Cabo Norte a C2; por mar, a W2 y C13." in found["map"]
    assert "De C9 Cabo de Cobre a C7." in found["map"]
    assert "Islas Gemelas: I1 e I2." in found["map"]
    assert any(line.startswith("Madera: 1 punto con 2") for line in found["row"])


def test_equal_journeys_are_told_once_with_how_many_armies_took_them() -> None:
    steps = [["move", "c4", "c7"], ["move", "c4", "c7"], ["move", "c4", "c5"]]
    told = GAME.narrate(TurnEnded(0, 5, "c20", 0, steps))
    assert told is not None
    assert say(told) == "● Ana toma la carta de madera gratis y mueve 2 × C4→C7 y 1 × C4→C5."
    assert (
        say(told, "en") == "● Ana takes the wood card for free and moves 2 × C4→C7 and 1 × C4→C5."
    )


def test_a_way_there_and_back_is_told_as_such() -> None:
    told = GAME.narrate(TurnEnded(0, 5, "c20", 0, [["move", "c2", "c1"], ["move", "c1", "c2"]]))
    assert told is not None
    assert say(told) == "● Ana toma la carta de madera gratis y mueve C2→C1→C2."
    assert say(told, "en") == "● Ana takes the wood card for free and moves C2→C1→C2."


def test_a_campaign_tells_who_won_each_game_and_its_points() -> None:
    """Who won the whole, and why, is the log's own last line."""
    scored, over = (
        GAME.narrate(Scored(3, 3, [12, 15, 9], [2, 1, 3])),
        GAME.narrate(CampaignOver([36, 40, 22], [2, 1, 3])),
    )
    assert scored is not None
    assert over is not None
    assert (
        say(scored) == "Fin de la partida 3 de 3: ● Ana 12, ■ Bruno 15 y ▲ Carla 9. Gana ■ Bruno."
    )
    assert say(over) == "Fin de la campaña: ● Ana 36, ■ Bruno 40 y ▲ Carla 22."


def test_the_end_of_a_game_says_in_what_the_winner_was_ahead() -> None:
    sources = [[7, 1, 5], [5, 3, 9], [5, 0, 5]]
    told = GAME.narrate(Scored(1, 1, [13, 17, 10], [2, 1, 3], sources))
    assert told is not None
    assert say(told) == (
        "Fin de la partida: ● Ana 13, ■ Bruno 17 y ▲ Carla 10. "
        "■ Bruno supera a ● Ana en continentes (3 a 1) y mercancías (9 a 5)."
    )
    assert say(told, "en").endswith(
        "■ Bruno beats ● Ana in continents (3 to 1) and goods (9 to 5)."
    )
    tied = GAME.narrate(Scored(1, 1, [9, 9], [1, 2], [[4, 1, 4], [4, 1, 4]]))
    assert tied is not None
    assert "supera" not in say(tied), "coins decided"
    shared = GAME.narrate(Scored(1, 1, [9, 9], [1, 1], [[5, 0, 4], [4, 1, 4]]))
    assert shared is not None
    assert "supera" not in say(shared)


def test_bids_are_told_with_names_and_what_decided() -> None:
    told = GAME.narrate(BidsOpened([3, 5, 5], 2, "age"))
    assert told is not None
    assert (
        say(told)
        == "Pujas: ● Ana 3, ■ Bruno 5 y ▲ Carla 5. ▲ Carla gana el desempate por edad y paga 5."
    )
    assert isinstance(mine := GAME.narrate(Bade(0, 4)), Msg)
    assert say(mine) == "Tu puja: 4."


def test_a_card_says_what_its_good_adds_to_the_points_now() -> None:
    pos = row(begin(), "c16", "c10", "c01", "c40")  # wood, food, crystal, a wild
    pos.state.cards[0] = ["c17", "c09", "c34"]  # 1 wood, 2 food, 1 tools
    form = pick(pos, "take")
    assert [say(option.label, "en") for option in form.options[:4]] == [
        "A free · wood: build a city (+1)",
        "B 1🪙 · food: move 4 (+1)",
        "C 1🪙 · crystal: place 1 (+1)",
        "D 2🪙 · wild: place 2 (+1)",
    ]
    assert [say(option.short, "en") for option in form.options[:2]] == [
        "A free +1",
        "B 1🪙 +1",
    ]
    assert say(form.prompt, "en") == "Which card will you take? +1 means its good adds 1 point."
    held, before = pos.state.cards[0], tally(pos.state)[0].total
    for option, card in zip(form.options, pos.state.row, strict=True):
        pos.state.cards[0] = [*held, card]
        gain = tally(pos.state)[0].total - before
        assert say(option.label).endswith(f" (+{gain})") == (gain > 0)
    pos.state.cards[0] = []
    labels = [say(option.label, "en") for option in pick(pos, "take").options[:4]]
    assert [label.endswith(")") for label in labels] == [False, False, True, False]


def test_the_panel_s_words_for_a_turn() -> None:
    pos = board(row(begin(), "c20"), {"c4": {0: 2, 1: 3}, "c8": {0: 2}})
    pos.state.coins[0] = 2
    form = walk.ask(pos, 0, ("take",))
    assert isinstance(form, SelectPrompt)
    assert say(form.options[0].label) == "A gratis · madera: mover 3 por mar"
    assert say(form.options[1].label).startswith("B 1🪙 · ")
    assert say(form.options[0].detail) == "gratis"
    assert say(form.blocked[0].short) == "F 3🪙"
    assert say(form.blocked[0].why) == "cuesta 3 y tienes 2"
    pos = go(pos, ("take", "card1"))
    root = walk.ask(pos, 0)
    assert isinstance(root, SelectPrompt)
    assert [say(option.label) for option in root.options] == ["Mover 3 ⛵", "Terminar turno"]
    assert root.options[-1].tone == "finish"
    assert say(root.options[-1].detail) == "sin usar: mover 3 por mar"
    assert say(root.options[-1].detail, "en") == "without using: move 3 by sea"
    end = walk.ask(pos, 0, ("end",))
    assert isinstance(end, MoveReady)
    assert [say(loss) for loss in end.gives_up] == ["Aún puedes mover 3 por mar."]
    start = walk.ask(pos, 0, ("move",))
    assert isinstance(start, SelectPrompt)
    assert [say(option.label) for option in start.options] == ["C4 (2)", "C8 (2)"]
    to = walk.ask(pos, 0, ("move", "c8"))
    assert isinstance(to, SelectPrompt)
    assert [(say(option.label), option.spot) for option in to.options] == [
        ("C6", "c6"),
        ("C7", "c7"),
        ("S1 ⛵", "s1"),
        ("→→C4", "c4"),
        ("→→C5", "c5"),
        ("→→C9", "c9"),
        ("→→C10", "c10"),
        ("→→I2", "i2"),
        ("→→S2", "s2"),
        ("→→→W5", "w5"),
        ("→→→C2", "c2"),
    ]
    assert say(to.prompt) == "¿Adónde va un ejército de C8? Tienes 3 pasos (→→ gasta 2)."
    assert [say(line) for line in to.lines] == [
        "También a tu alcance, paso a paso: C3, C11, I1 y S3."
    ]
    assert to.alternatives == ("c4",)
    done = walk.ask(pos, 0, ("move", "c8", "s1"))
    assert isinstance(done, MoveReady)
    assert say(done.summary) == "Mueves un ejército de C8 a S1."
    assert [say(effect) for effect in done.effects] == ["Pasas a controlar S1 Cabo Farol."]
    assert say(done.label) == "C8→S1"
    lost = walk.ask(pos, 0, ("move", "c4", "c2"))
    assert isinstance(lost, MoveReady)
    assert [say(effect) for effect in lost.effects] == ["Pasas a controlar C2 Los Pinares."]


def test_a_place_has_the_same_label_all_turn_long_and_no_letter_before_its_code() -> None:
    """Buttons and picture name a region by its code, whichever army moves."""
    pos = go(row(board(begin(), {"c4": {0: 3, 1: 1}, "c7": {0: 2}}), "c20"), ("take", "card1"))
    for path in (("move",), ("move", "c4"), ("move", "c7")):
        answer = walk.ask(pos, 0, path)
        assert isinstance(answer, SelectPrompt)
        named = letters(answer)
        assert named, path
        for option in answer.options:
            if option.spot:
                assert named[option.key] == option.spot.upper()
                assert option.spot.upper() in say(option.label)
    for seat_coins in (0, 1, 3):
        taking = row(begin(), "c20")
        taking.state.coins[0] = seat_coins
        form = walk.ask(taking, 0, ("take",))
        assert isinstance(form, SelectPrompt)
        labels = {one.key: say(one.short) for one in form.options}
        labels |= {one.key: say(one.short) for one in form.blocked}
        assert [labels[f"card{at}"][0] for at in range(1, 7)] == list("ABCDEF")


def test_a_question_says_that_another_step_follows_or_that_an_army_can_go_on() -> None:
    pos = go(row(board(begin(), {"c4": {0: 2}, "c2": {0: 1}}), "c20"), ("take", "card1"))
    first = go(pos, ("move", "c4", "c6"))
    assert _question(first, "c4") == ("¿Adónde sigues desde C4? Te quedan 2 pasos (→→ gasta 2).")
    assert _question(first, "c6") == (
        "El ejército de C6 puede seguir. ¿Adónde? Te quedan 2 pasos (→→ gasta 2)."
    )
    assert _question(first, "c2") == (
        "Ahora un ejército de C2: ¿adónde va? Te quedan 2 pasos (→→ gasta 2)."
    )
    far = go(pos, ("move", "c4", "c6_c8"))
    assert _question(far, "c4") == "¿Adónde sigues desde C4? Te queda 1 paso.", "the same start"
    second = go(first, ("move", "c4", "c6"))
    assert _question(second, "c6") == "¿Adónde sigues desde C6? Te queda 1 paso."


def _question(pos: Pos, start: str) -> str:
    form = walk.ask(pos, 0, ("move", start))
    assert isinstance(form, SelectPrompt)
    return say(form.prompt)


def test_placing_says_how_many_armies_and_where() -> None:
    pos = go(row(board(begin(), {"c7": {0: 1}}), "c37"), ("take", "card1"))  # place 3 or move 4
    alone = walk.ask(pos, 0, ("place",))
    assert isinstance(alone, SelectPrompt)
    assert say(alone.prompt) == (
        "Puedes colocar 3 ejércitos en C4, la región inicial. ¿Cuántos ahora?"
    )
    assert [say(option.label) for option in alone.options] == ["1 en C4", "3 en C4"]
    pos.state.cities["c7"][0] = 1
    pos.state.city_reserve[0] -= 1
    both = walk.ask(pos, 0, ("place",))
    assert isinstance(both, SelectPrompt)
    assert say(both.prompt) == (
        "Puedes colocar 3 ejércitos en C4, la región inicial, o en tus ciudades. ¿Dónde?"
    )


def test_regions_with_own_armies_alone_come_last_and_say_so() -> None:
    armies = {"c4": {0: 2}, "c7": {0: 1, 1: 1}, "c9": {1: 3}}
    pos = go(row(board(begin(), armies), "c15"), ("take", "card1"))  # destroy 1 and place 1
    form = walk.ask(pos, 0, ("destroy",))
    assert isinstance(form, SelectPrompt)
    assert [say(option.label) for option in form.options] == ["C7", "C9", "C4 (solo tuyos)"]


def test_buttons_for_several_armies_have_words_because_arrows_are_steps() -> None:
    pos = go(row(board(begin(), {"w7": {0: 3}}), "c18"), ("take", "card1"))  # move 3
    form = walk.ask(pos, 0, ("move", "w7"))
    assert isinstance(form, SelectPrompt)
    several = {one.key: one for one in form.options if "_x" in one.key}
    assert say(several["w6_x3"].label) == "3 a W6"
    assert say(several["w6_x3"].label, "en") == "3 to W6"
    assert say(form.prompt, "en") == "Where will an army from W7 go? 3 steps (→→ uses 2)."


@pytest.mark.parametrize(
    ("reserve", "told"),
    [
        (0, "● Ana has the double food card but no armies left in reserve."),
        (2, "● Ana has the double food card and can still place 2."),
        (3, "● Ana has the double food card and can still place 3."),
    ],
)
def test_a_turn_that_is_not_over_says_what_the_reserve_allows(reserve: int, told: str) -> None:
    pos = board(row(begin(), "c09"), {"c4": {0: RULES.armies - reserve}})
    seen = GAME.view(go(pos, ("take", "card1")), None)
    assert say(action_words(seen), "en") == told


def test_an_empty_reserve_is_told_in_spanish_too() -> None:
    pos = board(row(begin(), "c09"), {"c4": {0: RULES.armies}})
    seen = GAME.view(go(pos, ("take", "card1")), None)
    assert say(action_words(seen)) == (
        "● Ana tiene la carta doble de alimento, pero ya no le quedan ejércitos en la provisión."
    )


def test_the_question_where_to_move_says_where_the_move_starts() -> None:
    pos = go(board(row(begin(), "c20"), {"c4": {0: 2}}), ("take", "card1"))
    form = walk.ask(pos, 0, ("move", "c4"))
    assert isinstance(form, SelectPrompt)
    assert form.origin == "c4"
