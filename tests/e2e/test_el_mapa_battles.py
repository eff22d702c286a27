"""Click paths of battles in El Mapa: hold, divide the blow, flee; standing orders."""

from __future__ import annotations

from app.model.match import User
from games.core.engine import walk
from tests.e2e.conftest import ROOM, BotHarness, Player, labels, staged, words
from tests.e2e.test_el_mapa_paths import pick, world
from tests.games.el_mapa.positions import face


async def test_a_battle_takes_two_taps_and_the_blow_three(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos, attacker, _ = face({"soldier": 2}, {"levy": 2, "soldier": 2})
    people = [ana, bruno] if attacker == 0 else [bruno, ana]
    await staged(harness, pos, ana, bruno)
    one, other = people
    match = (await harness.app.repo.matches.find())[-1]
    await harness.app.standing_orders.set(
        match.id, User(int(one.person.id), one.name), "battle_allocation", "ask"
    )
    panel = await one.play()
    panel = await one.choose("Terminar 🔒")
    assert "Luego se libra la batalla de D4." in words(panel)
    await one.choose("Confirmar 🔒")
    one.clicks = 0
    panel = await other.play()
    assert "Asalto 1 en D4: defiendes con 2 levas y 2 soldados contra 2 soldados." in words(panel)
    assert "Si nadie juega cartas ni huye" in words(panel)
    assert {"Resistir 🔒", "Huir"} <= set(labels(panel))
    await other.choose("Resistir 🔒")
    assert other.clicks == 2
    panel = await one.play()
    assert "Asalto 1 en D4: atacas con 2 soldados contra 2 levas y 2 soldados." in words(panel)
    panel = await one.choose("Luchar 🔒")
    assert "Haces 4 de daño. ¿Quién cae?" in words(panel), "their own panel asks on"
    assert {"2 levas · vida 1 0/2", "2 soldados · vida 2 2/2"} <= set(labels(panel))
    one.clicks = 1
    panel = await one.choose("Seguir")
    assert "Con tu golpe caen 2 soldados." in words(panel)
    await one.choose("Confirmar")
    assert one.clicks == 3


async def test_nobody_is_asked_about_a_blow_unless_they_say_so(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos, attacker, defender = face({"soldier": 2}, {"levy": 2, "soldier": 2})
    walk.apply(pos, attacker, ("end",))
    walk.apply(pos, defender, ("stay",))
    await staged(harness, pos, ana, bruno)
    one = (ana, bruno)[attacker]
    await one.play()
    panel = await one.choose("Luchar 🔒")
    assert "¿Quién cae?" not in words(panel)
    match = (await harness.app.repo.matches.find())[-1]
    rows = [entry.row for entry in await harness.app.repo.game_log.entries(match.id)]
    assert [(row.by, row.path[0]) for row in rows[:2]] == [("player", "stay"), ("default", "kill")]


async def test_fleeing_takes_five_taps_and_no_way_out_says_so(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos, attacker, defender = face({"soldier": 2}, {"levy": 2, "archer": 1})
    walk.apply(pos, attacker, ("end",))
    await staged(harness, pos, ana, bruno)
    other = (ana, bruno)[defender]
    await other.play()
    panel = await other.choose("Huir")
    assert "¿Adónde huyes?" in words(panel)
    panel = await other.choose(labels(panel)[0])
    assert "¿Qué tropa dejas atrás? La pierdes." in words(panel)
    panel = await pick(other, "2 levas")
    assert "y dejas atrás 1 leva." in words(panel)
    await other.choose("Confirmar 🔒")
    assert other.clicks == 5


async def test_a_last_troop_does_not_flee(harness: BotHarness, ana: Player, bruno: Player):
    pos, attacker, defender = face({"soldier": 2}, {"levy": 1}, cards=((), ("speed",)))
    walk.apply(pos, attacker, ("end",))
    await staged(harness, pos, ana, bruno)
    other = (ana, bruno)[defender]
    panel = await other.play()
    panel = await other.choose("✕ Huir")
    assert (
        "para huir hacen falta 2 tropas, y tienes 1. Resiste o juega una carta. Regla: Huir."
        in words(panel)
    )
    panel = await other.choose("Jugar una carta")
    assert "¿Qué carta juegas?" in words(panel), "a sole card is seen before it is played"
    panel = await other.choose(next(one for one in labels(panel) if "Velocidad" in one))
    assert "Velocidad para 1 leva: +1 de iniciativa hasta el final de la batalla." in words(panel)


async def test_orders_are_given_in_words(harness: BotHarness, ana: Player, bruno: Player):
    await staged(harness, world(), ana, bruno)
    await bruno.person.command("table orders", ROOM)
    panel = await bruno.panel()
    for one in (
        "Huir",
        "Cartas en batalla",
        "Repartir el daño",
        "Ofertas directas",
        "Suerte en los tesoros",
    ):
        assert f"**{one}**" in words(panel)
    assert "Pregúntame" in words(panel)
