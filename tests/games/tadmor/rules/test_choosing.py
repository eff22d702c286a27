"""Prompts for beginners: prices and values of options, reasons, consequences, ends of moves."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import DisabledOption, MoveReady, Option, SelectPrompt
from games.core.state.options import Choice, value_key
from games.core.state.rng import Rng
from games.core.text.messages import Msg
from games.tadmor import GAME
from games.tadmor.ai.decide import choose
from games.tadmor.ai.spaces import pick_raid_region
from games.tadmor.model import events as ev
from games.tadmor.rules.goods.hints import Hint, describe_hint
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.buying import Buy, Grants
from games.tadmor.rules.turn.kingdom import Court, Kingdom, KingdomEnd
from games.tadmor.rules.turn.placing import Placement, PlacePiece
from games.tadmor.views.looks import closeups
from games.tadmor.views.narrate import narrate
from games.tadmor.views.view import view
from tests.games import wording
from tests.games.tadmor.positions import (
    Pos,
    begin,
    build,
    cards,
    go,
    put,
    rare,
    say,
    show,
    stage,
    stock,
    tiles,
    towers,
    who,
)


def form(pos: Pos, *path: Any, seat: int = 0) -> SelectPrompt:
    asked = walk.ask(pos, seat, path)
    assert isinstance(asked, SelectPrompt)
    return asked


def labels(pos: Pos, *path: Any) -> list[str]:
    return [
        say(one.label) for one in form(pos, *path).options if one.tone not in ("free", "finish")
    ]


def option(pos: Pos, key: str, *path: Any) -> Option:
    return next(one for one in form(pos, *path).options if one.key == key)


def shut(pos: Pos, key: str, *path: Any) -> DisabledOption:
    return next(one for one in form(pos, *path).blocked if one.key == key)


def summary_and_effects(pos: Pos, *path: Any) -> list[str]:
    """Return the summary and the effects of a ready move."""
    done = walk.ask(pos, 0, path)
    assert isinstance(done, MoveReady)
    return [say(done.summary), *map(say, done.effects)]


def test_the_first_choice_says_the_trade_on_its_button() -> None:
    pos = walk.start(GAME, {}, 2, "first")
    while pos.stack[-1].__struct_config__.tag != "start_tile" or any(pos.lanes):
        seat = walk.actors(pos)[0]
        walk.apply(pos, seat, walk.default_path(pos, seat))
    seat = walk.actors(pos)[0]
    asked = form(pos, "start", seat=seat)
    assert [say(one.label) for one in asked.options] == [
        "1 madera → 1 mármol",
        "1 madera → 1 oro",
        "1 piedra → 1 mármol",
        "1 piedra → 1 oro",
    ]
    assert [one.detail for one in asked.options] == [None] * 4, (
        "three lines that say the same again"
    )


def test_wood_is_one_word_and_favour_and_resource_mean_one_thing() -> None:
    """The glossary: words that two things would share, or that one thing would have twice."""
    for lang, banned in (
        ("es", r"\b(bien|bienes|peón de inicio|derecho de paso|favores)\b"),
        (
            "en",
            r"\b(timber|right of passage|favours|traded goods|goods? short|first-player pawn)\b",
        ),
    ):
        leaves = wording.own(GAME, lang).words.values()
        said = [
            str(form)
            for leaf in leaves
            for form in (leaf.values() if isinstance(leaf, dict) else [leaf])
        ]
        text = "\n".join([*said, re.sub(r"\{#[^}]*\}", "", wording.reference(GAME, lang))])
        assert re.findall(banned, text, re.IGNORECASE) == []


def test_spaces_on_the_board_are_numbered_only_where_there_are_several() -> None:
    for lang in ("es", "en"):
        said = wording.own(GAME, lang).words
        assert not any(
            "1" in str(said[f"tad.space.{name}"])
            for name in ("north_wood_boat_1", "south_stone_boat_1", "caravan_1")
        )


def test_a_tower_is_worth_its_points_at_each_era_to_come() -> None:
    to_come = {
        2: "+4 PP al acabar cada Era (quedan 3).",
        5: "+4 PP al acabar cada Era (quedan 2).",
        8: "+4 PP al final.",
    }
    for turn, said in to_come.items():
        pos = build(put(stock(begin(turn=turn), 0, wood=2, stone=2), 0, "tower_single"))
        assert said in summary_and_effects(pos, "tower", "tower_single", "2")


def test_the_camel_and_the_boat_that_come_of_it_are_said_before() -> None:
    pos = build(put(stock(towers(begin(), 4), 0, wood=1, stone=1), 0, "tower_single", "caravan_1"))
    assert "La Caravana te da el camello n.º 4." in summary_and_effects(
        pos, "tower", "tower_single", "1"
    )
    pos = build(put(stock(towers(begin(), 3), 0, wood=1, stone=1), 0, "tower_single", "caravan_1"))
    assert not any(
        "Caravana" in one for one in summary_and_effects(pos, "tower", "tower_single", "1")
    ), "a tower of 4 is not enough"
    pos = cards(cards(stock(begin(), 0, stone=2, marble=2), 0, "k9"), 0, "k7", to="hand")
    pos = build(put(pos, 0, "missions_ebla", "caravan_1"))
    assert "La Caravana te da el camello n.º 4." in summary_and_effects(
        pos, "mission", "missions_ebla", "complete", "k7"
    )
    pos = build(
        put(stock(rare(begin(), 0, "jade", "silk"), 0, gold=3), 0, "rare_grey", "shipyard_1")
    )
    assert "El Astillero te da el barco n.º 3." in summary_and_effects(
        pos, "rare", "rare_grey", "grey", "pay"
    )


def test_a_mission_says_what_comes_now_what_at_the_end_and_what_later() -> None:
    pos = cards(stock(tiles(begin(), 0, "i5"), 0, stone=3, gold=2), 0, "k16", to="hand")
    pos = build(put(pos, 0, "missions_ebla"))
    assert summary_and_effects(pos, "mission", "missions_ebla", "complete", "k16") == [
        "Cumples Depósito real I por 3 de piedra y 2 de oro.",
        "+2 PP ahora.",
        "Vale 12 PP al final, o la mitad si la devuelves.",
        "Más tarde, si la devuelves: Recibe 5 recursos a tu elección.",
    ]


def test_cards_parts_and_piles_say_price_and_worth() -> None:
    pos = cards(stock(begin(), 0, wood=2, stone=5, marble=2, gold=3), 0, "k7", "k13", to="hand")
    pos = build(put(pos, 0, "missions_ebla", "temple_palmyra", "rare_yellow"))
    assert labels(pos, "mission", "missions_ebla", "complete") == [
        "Canteros reales I (7) · 10 PP · 2 piedra y 2 mármol",
        "Carta de mercado (13) · 10 PP · 1 madera, 1 piedra y 2 oro",
    ]
    assert labels(pos, "temple", "temple_palmyra") == ["Templo 1: Basamento · 2 madera y 2 piedra"]
    top = say(wording_of(pos.state.tops["yellow"]))
    assert labels(pos, "rare", "rare_yellow") == [f"Amarilla: {top} · 5 piedra · B"]
    assert "+5 PP al final, con las mercancías raras que ya tienes." in summary_and_effects(
        pos, "rare", "rare_yellow", "yellow", "pay"
    )
    pos = build(cards(begin(), 0, "k16"))
    given = option(pos, "k16", "return")
    assert (say(given.label), say(given.detail)) == (
        "Depósito real I (16) · −6 PP",
        "Recibe 5 recursos a tu elección",
    )


def wording_of(good: str) -> Msg:
    return Msg(f"tad.rare_good.{good}")


def test_of_several_cards_the_reason_is_that_of_the_nearest_and_the_list_tells_each() -> None:
    pos = cards(stock(begin(), 0, wood=1, stone=1, gold=1), 0, "k7", "k13", "k3", to="hand")
    pos = build(put(pos, 0, "missions_ebla"))
    assert say(form(pos).options[0].detail) == (
        "por ahora solo puedes robar (Carta de mercado: falta 1 de oro)"
    )
    assert [one.key for one in disabled_inside(pos, "mission", "missions_ebla", "complete")] == [
        "k13",
        "k7",
        "k3",
    ], "the nearest first"


def disabled_inside(pos: Pos, *path: str) -> tuple[DisabledOption, ...]:
    """Return the disabled options behind a disabled option."""
    asked = walk._frame_asking(pos, 0)
    assert asked is not None
    listed = walk._prompt_after(*asked, 0, path)
    assert isinstance(listed, SelectPrompt)
    assert listed.options == ()
    return listed.blocked


def test_what_trades_would_mend_is_named() -> None:
    pos = cards(stock(begin(), 0, wood=2, stone=1, gold=1), 0, "k13", to="hand")
    pos = build(put(tiles(pos, 0, "i2"), 0, "missions_ebla"))
    assert say(form(pos).options[0].detail) == (
        "por ahora solo puedes robar (Carta de mercado: falta 1 de oro)"
    )
    (listed,) = disabled_inside(pos, "mission", "missions_ebla", "complete")
    assert say(listed.why) == "falta 1 de oro, pero puedes cambiar 1 madera → 1 oro"
    after = go(pos, ("trade", "wood-gold", 1))
    assert "k13" in [one.key for one in form(after, "mission", "missions_ebla").options], (
        "and it does"
    )


def test_the_trades_named_do_mend_it(subtests: pytest.Subtests) -> None:
    """By lot: whatever a refusal names is done, and then what was refused is legal."""
    for seed in range(40):
        with subtests.test(seed=seed):
            lot = Rng.of(seed)
            have = {what: lot.below(4) for what in ("wood", "stone", "marble", "gold")}
            pos = towers(begin(turn=1 + lot.below(9)), lot.below(14))
            pos = build(
                put(stock(pos, 0, **have), 0, "tower_single", "tower_double", "market_palmyra")
            )
            blocked = [one for one in form(pos).blocked if one.why.key == "tad.why.short_trade"]
            for one in blocked:
                now = _trade(pos, one.why.args["trade"])
                assert one.key in [found.key for found in form(now).options]


def _trade(pos: Pos, said: Msg) -> Pos:
    """Return the trade that a reason names."""
    give, got = say(said).split(" → ")
    n = int(give.split()[0])
    for one in form(pos, "trade").options:
        left, right = say(one.label).split(" → ")
        if int(left.split()[0]) != n:
            continue
        amounts = {word: int(k) for k, word in re.findall(r"(\d+) (\w+)", right)}
        if left.split()[-1] == give.split()[-1] and amounts == {
            word: int(k) for k, word in re.findall(r"(\d+) (\w+)", got)
        }:
            return go(pos, ("trade", one.key))
    raise AssertionError(say(said))


def test_goods_still_to_be_gathered_are_named_where_an_upgrade_is_too_dear() -> None:
    pos = put(begin(turn=5), 0, "upgrade_1", "desert_gold_camel")
    stage(pos, Buy(0, "upgrade_1"))
    assert say(shut(pos, "buy").why) == "faltan 2 recursos, pero con Recoger recibes 2 de oro"


def test_trade_stands_beside_the_works_and_is_free_elsewhere() -> None:
    pos = build(put(stock(begin(), 0, wood=1), 0, "tower_single", "market_palmyra"))
    assert option(pos, "trade").tone == "plain"
    pos = put(stock(begin(), 0, wood=1), 0, "market_palmyra")
    stage(pos, KingdomEnd(0))
    assert option(pos, "trade").tone == "free"


def test_an_upgrade_space_is_given_up_by_two_taps_and_the_log_says_which() -> None:
    pos = put(stock(begin(), 0, wood=1), 0, "upgrade_1", "upgrade_2")
    stage(pos, Buy(0, "upgrade_1"), Buy(0, "upgrade_2"))
    done = walk.ask(pos, 0, ("pass",))
    assert isinstance(done, MoveReady)
    assert not done.instant
    assert say(done.effects[0]) == "Este espacio de mejora queda sin usar."
    told = narrate(ev.PassedUpgrade(0, "upgrade_2"))
    assert told is not None
    assert say(told) == "● Ana no compra nada en Mejora 2."
    old = narrate(ev.PassedUpgrade(0))
    assert old is not None
    assert say(old) == "● Ana no compra ninguna mejora."


def test_a_private_court_is_given_up_by_two_taps() -> None:
    pos = put(tiles(begin(3, turn=8), 0, "i48"), 0, "i48")
    stage(pos, Kingdom())
    assert isinstance(pos.lanes[0][-1], Court)
    done = walk.ask(pos, 0, ("pass",))
    assert isinstance(done, MoveReady)
    assert not done.instant


def test_the_end_of_a_construction_names_what_a_trade_would_still_open() -> None:
    pos = build(put(stock(begin(), 0, wood=3), 0, "tower_single", "market_palmyra"))
    assert [one.key for one in form(pos).blocked if one.tone != "free"] == ["tower"]
    done = walk.ask(pos, 0, ("done",))
    assert isinstance(done, MoveReady)
    assert done.instant, "wood makes no stone"
    pos = build(put(stock(begin(), 0, wood=2, marble=1), 0, "tower_single", "market_palmyra"))
    done = walk.ask(pos, 0, ("done",))
    assert isinstance(done, MoveReady)
    assert (done.instant, [say(one) for one in done.gives_up]) == (
        False,
        ["Sin usar este turno: Torre."],
    )


def test_one_menu_of_all_spaces_each_with_its_letter() -> None:
    pos = put(begin(4), 1, "traitor")
    stage(pos, PlacePiece(0), Placement(at=1), resolving=False)
    asked = form(pos, "place", "camel")
    assert asked.layout == "menu"
    assert all(one.group is None and one.spot for one in asked.options)
    assert say(asked.blocked[0].why) == "espacio ocupado por ■ Bruno"
    put(pos, 2, "upgrade_1", "upgrade_2", "upgrade_3", "upgrade_4")
    asked = form(pos, "place", "camel")
    assert len(asked.options) == 24
    assert len(asked.blocked) == 1, "no second page of taken spaces"


def test_who_has_placed_everything_is_told_why_they_may_still_act() -> None:
    pos = cards(begin(2), 0, "k11")
    put(pos, 0, "upgrade_1", "upgrade_2", "traitor", "rare_red", "rare_grey")
    stage(pos, PlacePiece(1), Placement(at=0), resolving=False)
    assert (
        say(form(pos).prompt)
        == "Ya lo has colocado todo. ¿Devuelves una misión a cambio de otra pieza?"
    )


def test_a_hand_can_be_read_by_its_owner_alone() -> None:
    pos = cards(begin(2), 0, "k13", to="hand")
    own = {one.id: one for one in closeups(view(pos, 0))}
    assert own["hand"].picture == "missions"
    assert "Carta de mercado" in say(own["hand"].words[0])
    assert any(
        say(line) == "En tu mano: Carta de mercado (10 PP por 1 madera, 1 piedra y 2 oro)."
        for line in own["mat0"].words
    )
    for viewer in (1, None):
        said = " ".join(say(line) for one in closeups(view(pos, viewer)) for line in one.words)
        assert "Carta de mercado" not in said


def test_a_drawn_card_is_told_whole_to_who_drew_it() -> None:
    told = narrate(ev.Dealt(0, 1, ["k13"]))
    assert told is not None
    assert say(told) == (
        "Robas Carta de mercado, de 10 PP por 1 madera, 1 piedra y 2 oro. "
        "Al devolverla: Abre el Mercado de Palmira hasta el fin de la resolución."
    )
    for card in GAME.cards:
        if card.startswith("k"):
            for lang in ("es", "en"):
                line = narrate(ev.Dealt(0, 1, [card]))
                assert line is not None
                assert len(say(line, lang)) <= 160, card


def test_final_upgrades_say_when_they_pay() -> None:
    texts = {tile: say(GAME.cards[tile].text[0]) for tile in ("i38", "i41")}
    assert texts["i38"] == "Al final, +12 PP si tu torre es la más alta, sin empate."
    assert texts["i41"] == "Al final, +12 PP si tu mejor templo es el más avanzado, sin empate."


def test_options_of_a_table_say_what_they_mean() -> None:
    for lang in ("es", "en"):
        said = wording.own(GAME, lang).words
        for setting in GAME.options:
            assert said[f"tadmor.option.{setting.id}.name"]
            assert said[f"tadmor.option.{setting.id}.detail"]
            values = setting.values if isinstance(setting, Choice) else ()
            assert all(
                f"tadmor.option.{setting.id}.value.{value_key(one)}" in said for one in values
            )
    assert [setting.id for setting in GAME.options] == [
        "expert_start",
        "double_pairs",
        "attacked_card_stays",
    ]


def test_the_rules_begin_with_a_turn_on_one_screen_and_fit_one_menu(
    subtests: pytest.Subtests,
) -> None:
    for lang in ["es", "en"]:
        with subtests.test(lang=lang):
            text = (Path(GAME.folder) / "help" / f"{lang}.md").read_text("utf-8")
            assert wording.anchors(GAME, lang)[:2] == ["goal", "now"]
            assert len(re.findall(r"^##? ", text, re.MULTILINE)) <= 25
            now = text.split("{#now}")[1].split("\n## ")[0]
            assert len(now) < 1600
            assert "/c" in text.split("{#now}")[0], "what is ours is said, and where"


def test_marauders_of_the_computer_player_are_not_foretold() -> None:
    """By lot, weighted by harm: the same table does not always lose the same region."""
    pos = put(
        put(begin(3), 1, "south_stone_boat_1", "south_gold_boat", "rare_grey"),
        1,
        "market_palmyra",
        "upgrade_1",
    )
    seen = {pick_raid_region(pos.state, 0, Rng.of(n)) for n in range(60)}
    assert {"south_sea", "palmyra"} <= seen
    assert "ebla" not in seen, "where nobody stands nothing hurts"


def test_the_computer_player_fetches_a_tile_that_is_worth_it() -> None:
    pos = cards(begin(3), 0, "k25")
    stage(show(pos, "i5"), Grants([0]))
    path = choose(view(pos, 0), pos, 0)
    assert path == ("pass",) or (path[:2] == ("return", "k25") and who(go(pos, path)).tiles)


def test_what_one_press_pays_is_on_the_button() -> None:
    pos = put(stock(begin(), 0, wood=2, stone=2), 0, "temple_palmyra", "tower_single")
    texts = labels(build(pos))
    assert texts[0].startswith("Torre"), "with several heights, it only opens the question"
    assert "Templo (Palmira) · 2 madera y 2 piedra" in texts
    assert "·" not in texts[0]
    one = build(put(stock(begin(), 0, wood=1, stone=1), 0, "tower_single"))
    assert labels(one)[0] == "Torre · +1: 1 madera y 1 piedra"
    cheaper = build(put(tiles(stock(begin(), 0, wood=2, stone=2), 0, "i34"), 0, "temple_palmyra"))
    assert labels(cheaper)[0] == "Templo (Palmira)", "which goods are saved is asked"


def test_a_work_that_ends_a_tower_action_says_so(subtests: pytest.Subtests) -> None:
    warned = (
        "Con esto termina tu acción de torre, así que no podrás construir más niveles en Torre."
    )
    pos = put(stock(begin(), 0, wood=9, stone=9), 0, "tower_single", "missions_ebla", "rare_red")
    pos = build(cards(pos, 0, "k7"))
    draw, back = ("mission", "missions_ebla", "draw"), ("return", "k7")
    for path in (draw, back):
        done = walk.ask(pos, 0, path)
        assert isinstance(done, MoveReady)
        assert warned not in map(say, done.effects), "no tower action has begun"
    raised = go(pos, ("tower", "tower_single", "1"))
    for path in (draw, back):
        with subtests.test(path=path):
            done = walk.ask(raised, 0, path)
            assert isinstance(done, MoveReady)
            assert (done.instant, say(done.effects[-1])) == (False, warned)
            assert "tower" not in [one.key for one in form(go(raised, path)).options]
    on = walk.ask(raised, 0, ("tower", "tower_single", "1"))
    assert isinstance(on, MoveReady)
    assert warned not in map(say, on.effects)
    poor = walk.ask(stock(raised, 0), 0, draw)
    assert isinstance(poor, MoveReady)
    assert poor.instant
    assert warned not in map(say, poor.effects)


def test_a_price_reduction_counts_in_prices_and_in_what_is_missing() -> None:
    pos = cards(tiles(begin(), 0, "i20"), 0, "k7", to="hand")
    assert MISSIONS["k7"].cost == {"stone": 2, "marble": 2}
    put(pos, 0, "missions_ebla")

    def reason(**have: int) -> str:
        lines = form(build(stock(pos, 0, **have)), "mission", "missions_ebla").lines
        return say(lines[0]).removeprefix("Canteros reales I: ")

    n = who(pos).powers.reduction["mission"]
    assert n == 2
    assert labels(build(stock(pos, 0, stone=2)), "mission", "missions_ebla")[0] == (
        "Canteros reales I (7) · 10 PP · 2 piedra y 2 mármol, 2 menos"
    )
    assert reason(stone=1) == "falta 1 de mármol."
    assert reason(wood=2).startswith("faltan ")
    put(pos, 0, "market_palmyra")
    assert reason(wood=1, stone=1) == "falta 1 de mármol, pero puedes cambiar 1 madera → 1 mármol."


def test_the_colors_a_boat_lacks_are_counted() -> None:
    words = describe_hint("shipyard_1", Hint("no_boat_yet", 3, colors=("grey", "red"), per_color=1))
    assert say(words) == "barco n.º 3: mercancías raras, 1 de cada color (faltan: gris y roja)"
    words = describe_hint("shipyard_1", Hint("no_boat_yet", 3, colors=("red",), per_color=1))
    assert say(words).endswith("(falta: roja)")
