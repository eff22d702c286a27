"""What beginners missed in a whole game is announced, and no longer repeated."""

from __future__ import annotations

from games.core.engine import walk
from games.core.prompts.prompt import DistributePrompt, MoveReady, SelectPrompt
from games.core.text.messages import Key
from games.tadmor.model.events import EraBegan
from games.tadmor.rules.goods.rare_goods import Spoils
from games.tadmor.rules.turn.buying import Buy, Grants
from games.tadmor.rules.turn.kingdom import KingdomEnd
from games.tadmor.rules.turn.placing import Placement, PlacePiece
from games.tadmor.rules.turn.raid import Reaction
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
    temple,
    tiles,
    towers,
)


def asked(pos: Pos, *path: Key) -> SelectPrompt:
    form = walk.ask(pos, 0, path)
    assert isinstance(form, SelectPrompt)
    return form


def summary_and_effects(pos: Pos, *path: Key) -> list[str]:
    """Return the summary and the effects of a ready move."""
    done = walk.ask(pos, 0, path)
    assert isinstance(done, MoveReady)
    return [say(done.summary), *map(say, done.effects)]


def space(pos: Pos, name: str) -> tuple[str, str]:
    """Return label and detail of a space for a camel."""
    stage(pos, PlacePiece(0), Placement(at=1), resolving=False)
    one = next(one for one in asked(pos, "place", "camel").options if one.key == name)
    assert one.detail is not None
    return say(one.label), say(one.detail)


def test_a_mission_says_that_its_favour_comes_when_it_is_returned() -> None:
    pos = build(
        put(
            cards(stock(begin(), 0, wood=1, stone=2, marble=1, gold=2), 0, "k15", to="hand"),
            0,
            "missions_ebla",
        )
    )
    offer = asked(pos, "mission", "missions_ebla", "complete").options[0].detail
    assert offer is not None
    assert say(offer) == "al devolverla: Toma gratis hasta 2 mejoras a la vista"
    assert say(offer, "en") == "when returned: Take up to 2 upgrades on display for free"


def test_giving_a_mission_back_is_asked_as_what_one_may_leave_and_names_what_it_brings() -> None:
    pos = show(cards(begin(turn=7), 0, "k15"), "i38", "i39")
    stage(pos, Grants([0]))
    assert say(asked(pos, "return").prompt) == "¿Devuelves una misión para usar su favor?"
    assert summary_and_effects(pos, "return", "k15", ["i38", "i39"])[1:3] == [
        "Torre más alta: Al final, +12 PP si tu torre es la más alta, sin empate.",
        "Favorito del Rey: Al final, +12 PP si tus misiones son las que más PP valen, sin empate.",
    ]


def test_the_question_of_a_window_names_the_region_also_where_the_verb_alone_is_left() -> None:
    pos = cards(begin(), 0, "k9")
    pos.state.raid, pos.state.revealer = "ebla", 1
    stage(pos, Reaction([0], window="marauders_after_reveal"))
    assert (
        say(asked(pos).prompt)
        == say(asked(pos, "return").prompt)
        == "Los merodeadores van a atacar esta región: Ebla. ¿Los desvías?"
    )


def test_what_is_left_unused_is_neither_a_tower_that_was_raised_nor_a_mission_to_be_returned() -> (
    None
):
    pos = build(
        put(
            cards(stock(begin(turn=4), 0, wood=1, stone=1), 0, "k7", to="face_up"),
            0,
            "tower_single",
        )
    )
    cards(pos, 0, "k13", to="hand")
    done = walk.ask(pos, 0, ("done",))
    assert isinstance(done, MoveReady)
    assert [say(one) for one in done.gives_up] == ["Sin usar este turno: Torre."]
    pos = go(pos, ("tower", "tower_single", "1"))
    assert [one.key for one in asked(pos).blocked if one.tone != "free"] == ["tower"], (
        "a card given up would bring 1 resource"
    )
    assert summary_and_effects(pos, "done") == ["Terminas de construir."]


def test_a_traitor_who_would_find_no_tower_says_so_before_a_camel_goes_there() -> None:
    assert space(towers(begin(turn=7), 14, 4), "traitor") == (
        "Traidor · ahora no",
        "Damasco · solo contra una torre al menos tan alta como la tuya (14)",
    )
    assert space(towers(begin(turn=7), 4, 4), "traitor") == (
        "Traidor",
        "Damasco · derriba 2 niveles de una torre rival",
    )
    assert space(begin(turn=7), "traitor")[0] == "Traidor · ahora no", "nobody has a tower"
    assert space(begin(), "traitor")[0] == "Traidor · sin uso en esta Era"


def test_first_player_promises_no_turn_after_the_last() -> None:
    assert (
        space(begin(turn=8), "first_player")[1]
        == "Palmira · tras construir recibes 1 de madera o piedra, y empiezas el próximo turno"
    )
    assert (
        space(begin(turn=9), "first_player")[1]
        == "Palmira · tras construir recibes 1 de madera o piedra"
    )


def test_the_rare_goods_of_a_temple_are_foretold_and_counted_down() -> None:
    pos = build(put(temple(stock(begin(), 0, marble=4, gold=3), 0, "roof"), 0, "temple_palmyra"))
    assert summary_and_effects(pos, "temple", "temple_palmyra", "t0") == [
        "Construyes: Estatuas. Pagas 4 de mármol y 3 de oro.",
        "+20 PP al final. Este templo valdrá 45.",
        "Por completarlo tomas 2 mercancías raras gratis.",
        "Robas 1 misión.",
    ]
    pos = go(pos, ("temple", "temple_palmyra", "t0"))
    assert (
        say(asked(pos, "take").prompt)
        == "Templo completo: tomas gratis 2 mercancías raras. ¿Cuál tomas primero?"
    )
    assert summary_and_effects(pos, "take", "red")[1:] == [
        "+5 PP al final, con las mercancías raras que ya tienes."
    ]
    pos = go(pos, ("take", "red"))
    assert say(asked(pos, "take").prompt) == "Templo completo: ¿qué mercancía rara tomas gratis?"


def test_a_further_temple_is_not_told_as_if_it_were_the_first() -> None:
    pos = build(put(temple(stock(begin(), 0, wood=2, stone=2), 0, "statues"), 0, "temple_palmyra"))
    assert (
        summary_and_effects(pos, "temple", "temple_palmyra", "t1")[1]
        == "+5 PP al final. Este templo valdrá 5."
    )


def test_who_has_one_kind_of_goods_is_not_asked_which_they_pay() -> None:
    pos = put(stock(begin(turn=7), 0, wood=4), 0, "upgrade_1")
    stage(pos, Buy(0, "upgrade_1"))
    tile = asked(pos, "buy").options[0].key
    pay = walk.ask(pos, 0, ("buy", tile))
    assert isinstance(pay, DistributePrompt)
    assert pay.only_answer() == {"wood": 3}
    stock(pos, 0, wood=4, gold=1)
    pay = walk.ask(pos, 0, ("buy", tile))
    assert isinstance(pay, DistributePrompt)
    assert pay.only_answer() is None


def test_the_second_caravan_brings_the_camel_after_that_of_the_first() -> None:
    """With tower 6 the first brings the fourth camel; the fifth asks for tower 10, 4 missions, or 5 and 2."""
    pos = towers(begin(3), 6)
    assert space(pos, "caravan_2") == (
        "Caravana 2",
        "Desierto Sirio · el camello n.º 4, para colocarlo cada turno",
    )
    put(pos, 0, "caravan_1")
    assert space(pos, "caravan_2") == (
        "Caravana 2 · aún no",
        "Desierto Sirio · camello n.º 5: torre 10, 4 misiones o torre 5 + 2 misiones (torre: 6, misiones: 0)",
    )
    towers(pos, 10)
    assert space(pos, "caravan_2") == (
        "Caravana 2",
        "Desierto Sirio · el camello n.º 5, para colocarlo cada turno",
    )
    pos.state.players[0].own["camel"] = 4
    assert space(pos, "caravan_2")[0] == "Caravana 2 · sin uso en esta Era", (
        "there is no sixth camel"
    )
    pos = put(towers(begin(3), 6), 1, "caravan_1")
    assert (
        space(pos, "caravan_2")[1] == "Desierto Sirio · el camello n.º 4, para colocarlo cada turno"
    ), "a rival's camel brings none to me"


def test_the_second_shipyard_brings_the_boat_after_that_of_the_first() -> None:
    pos = rare(begin(3), 0, "oil", "jade", "incense")

    def second() -> str:
        stage(pos, PlacePiece(0), Placement(at=1), resolving=False)
        found = {one.key: one.detail for one in asked(pos, "place", "boat").options}
        detail = found["shipyard_2"]
        assert detail is not None
        return say(detail, "en")

    assert second() == "South Sea · boat no. 3, which you place every turn"
    put(pos, 0, "shipyard_1")
    assert second().startswith("South Sea · boat no. 4 needs rare goods: 2 of each color")


def test_two_camels_that_come_of_one_tower_are_both_foretold() -> None:
    pos = put(
        stock(towers(begin(3), 4), 0, wood=1, stone=30), 0, "tower_single", "caravan_1", "caravan_2"
    )
    build(pos)
    assert summary_and_effects(pos, "tower", "tower_single", "1")[2:] == [
        "La Caravana te da el camello n.º 4."
    ]
    assert summary_and_effects(pos, "tower", "tower_single", "6")[2:] == [
        "La Caravana te da el camello n.º 4.",
        "La Caravana te da el camello n.º 5.",
    ]


def test_placing_on_a_temple_names_the_part_its_price_and_what_is_missing() -> None:
    pos = stock(begin(), 0, wood=2, stone=1)
    stage(pos, PlacePiece(0), Placement(at=1), resolving=False)
    assert summary_and_effects(pos, "place", "camel", "temple_palmyra")[1:] == [
        "Este espacio: Basamento por 2 de madera y 2 de piedra (+5 PP) y 1 misión.",
        "Aún te falta 1 de piedra, contando lo que recojas y cambies.",
    ]
    put(pos, 0, "south_stone_boat_1")
    assert len(summary_and_effects(pos, "place", "camel", "temple_palmyra")) == 2, "gathered"
    del pos.state.board["south_stone_boat_1"][:]
    stock(pos, 0, wood=2, stone=2)
    assert len(summary_and_effects(pos, "place", "camel", "temple_palmyra")) == 2
    pos.state.players[0].temples = [1, 2]
    assert (
        summary_and_effects(pos, "place", "camel", "temple_palmyra")[1]
        == "Este espacio: una parte de templo; además robas 1 misión."
    ), "with two temples it is open which part comes"


def test_a_pile_says_what_its_top_tile_is_worth() -> None:
    pos = rare(begin(), 0, "silk", "jade", "ivory")
    pos.state.tops["red"], pos.state.tops["grey"] = "silk", "incense"
    stage(pos, Spoils(0, 1))
    details = {one.key: say(one.detail) for one in asked(pos, "take").options if one.detail}
    assert details["red"] == "+5 PP al final", "the same kind begins another set"
    assert details["grey"] == "+10 PP al final", "a fourth kind"


def test_a_returned_mission_says_what_its_favour_yields() -> None:
    pos = build(cards(begin(), 0, "k7", "k3"))
    assert summary_and_effects(pos, "return", "k7")[1:] == [
        "Tu torre sube a 2.",
        "+4 PP al acabar cada Era (quedan 3).",
        "La misión valdrá 5 PP menos al final.",
    ]
    assert summary_and_effects(pos, "return", "k3", "t0")[1:3] == [
        "Construyes: Basamento.",
        "+5 PP al final. Este templo valdrá 5.",
    ]


def test_camels_on_several_mission_spaces_are_all_on_the_button() -> None:
    pos = build(put(cards(begin(), 0, "k7", to="hand"), 0, "missions_palmyra_1", "missions_ebla"))
    option = asked(pos).options[0]
    assert say(option.label, "en") == "Mission ×2 (Palmyra and Ebla) · draw"
    pos = go(pos, ("mission", "missions_palmyra_1", "draw"))
    assert say(asked(pos).options[0].label, "en") == "Mission (Ebla) · draw"


def test_the_tax_is_announced_before_it_is_due() -> None:
    pos = begin(turn=4)
    stage(pos, PlacePiece(0), Placement(at=1), resolving=False)
    assert [say(line, "en") for line in asked(pos, "place").lines] == [
        "Tax this turn: 1 gold or −3 PP."
    ]
    built = build(put(stock(begin(turn=7), 0, wood=1, stone=1), 0, "tower_single"))
    assert [say(line, "en") for line in asked(built).lines] == [
        "Tax after building: 2 gold or −6 PP."
    ]
    assert asked(build(put(built, 0, "tax_collector"))).lines == ()
    assert asked(build(put(begin(turn=3), 0, "tower_single", "missions_ebla"))).lines == ()


def test_a_question_tells_what_the_warehouse_cannot_hold() -> None:
    """Not in the last turn, after which there is no limit (ruling R47)."""
    full = build(put(stock(begin(turn=2), 0, wood=6, stone=5), 0, "tower_single", "missions_ebla"))
    assert [say(line, "en") for line in asked(full).lines] == [
        "Warehouse: 11 of 8. At the end of the turn you discard what doesn't fit."
    ]
    last = build(put(stock(begin(turn=9), 0, wood=6, stone=5), 0, "tower_single", "missions_ebla"))
    assert not [line for line in asked(last).lines if "Warehouse" in say(line, "en")]


def test_traded_goods_that_will_not_fit_are_told_before_they_move_in() -> None:
    """Traded goods move to the warehouse at the end of the turn, so they count from the start."""
    pos = stock(begin(turn=2), 0, wood=6, stone=1)
    pos.state.players[0].traded["marble"] = 2
    full = build(put(pos, 0, "tower_single", "missions_ebla"))
    assert [say(line, "en") for line in asked(full).lines] == [
        "Warehouse: 9 of 8. At the end of the turn you discard what doesn't fit."
    ]
    full.state.players[0].traded["marble"] = 1
    assert asked(full).lines == ()


def test_the_last_question_of_the_kingdom_phase_tells_what_will_not_fit() -> None:
    pos = tiles(stock(begin(turn=2), 0, wood=6, stone=5), 0, "i1")
    stage(pos, KingdomEnd(0))
    assert [say(line, "en") for line in asked(pos).lines] == [
        "Warehouse: 11 of 8. At the end of the turn you discard what doesn't fit."
    ]
    stock(pos, 0, wood=6, stone=2)
    assert asked(pos).lines == ()


def test_of_two_towers_that_a_trade_would_pay_for_is_unused_too() -> None:
    pos = tiles(stock(begin(turn=2), 0, wood=9, stone=4, marble=1), 0, "i1")
    pos = build(put(pos, 0, "tower_single", "tower_double"))
    finish = next(option for option in asked(pos).options if option.key == "done")
    assert finish.detail is not None
    assert say(finish.detail, "en") == "Tower and Double tower."
    where = asked(pos, "tower")
    assert [option.key for option in where.options] == ["tower_single"]
    assert not where.ask_single, "the button names the only tower that can be paid"
    assert say(where.blocked[0].why, "en") == "1 marble short, but you can trade 1 wood → 1 marble"
    stock(pos, 0, wood=3, stone=1)
    assert say(asked(pos).options[0].label, "en") == "Tower · +1: 1 wood and 1 stone"
    assert asked(pos, "tower", "tower_single").blocked == (), "one press builds"
    bare = build(put(stock(begin(turn=2), 0, wood=2, stone=2), 0, "tower_single", "tower_double"))
    finish = next(option for option in asked(bare).options if option.key == "done")
    assert finish.detail is not None
    assert say(finish.detail, "en") == "Tower."


def test_a_first_trade_says_that_it_cannot_be_traded_again() -> None:
    pos = build(put(tiles(stock(begin(turn=2), 0, wood=3), 0, "i1"), 0, "tower_single"))
    assert [say(line, "en") for line in asked(pos, "trade").lines] == [
        "What you get can't be traded again this turn."
    ]
    assert asked(go(pos, ("trade", "wood-marble_x1")), "trade").lines == ()


def test_every_recap_has_the_points_of_an_era() -> None:
    event = EraBegan(2, [10, 0])
    assert event.urgent
    assert not event.heading


def test_few_upgrades_are_in_a_menu_too_which_tells_what_each_does() -> None:
    pos = put(stock(begin(), 0, wood=1), 0, "upgrade_1")
    pos.state.display = ["i10", "", "i8"]
    stage(pos, Buy(0, "upgrade_1"))
    form = asked(pos, "buy")
    assert form.layout == "menus"
    assert [(say(one.label, "en"), say(one.detail, "en")) for one in form.options] == [
        ("Wood fleet no. 10", "Each boat that gathers wood gets 1 more"),
        ("Spice factor no. 8", "+2 PP for each rare good you take with an action, +1 otherwise"),
    ]


def test_the_proposed_payment_spares_what_an_own_upgrade_trades() -> None:
    pos = put(tiles(stock(begin(), 0, wood=2, stone=2), 0, "i1"), 0, "upgrade_1")
    stage(pos, Buy(0, "upgrade_1"))
    tile = asked(pos, "buy").options[0].key
    pay = walk.ask(pos, 0, ("buy", tile))
    assert isinstance(pay, DistributePrompt)
    assert pay.default_answer() == {"stone": 1}
    stock(pos, 0, wood=3, stone=2)
    pay = walk.ask(pos, 0, ("buy", tile))
    assert isinstance(pay, DistributePrompt)
    assert pay.default_answer() == {"wood": 1}, "the most numerous kind comes first"
