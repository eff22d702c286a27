"""Payments are proposed with the move; counters open if gold could replace goods."""

from __future__ import annotations

from typing import Any

import pytest

from app.model.match import User
from games.core.text.messages import msg
from tests.e2e.conftest import ROOM, BotHarness, Player, asked, labels, staged, words
from tests.games.imperial_settlers.positions import begin, empire, hand, supply


async def test_where_gold_could_stand_in_the_payment_is_proposed_without_it(
    harness: BotHarness, ana: Player, bruno: Player
):
    """No tap more than without gold: what is paid stands in the sentence to be confirmed."""
    pos = supply(hand(begin("rb"), 0, "com046", "com065"), 0, wood=3, stone=1, gold=2)
    await asked(harness, pos, ana, bruno)
    await ana.choose("Construir")
    panel = await ana.choose("A Castillo")
    assert "Construyes el Castillo por 1 de madera y 1 de piedra." in words(panel)
    assert labels(panel) == ["Cambiar el pago", "‹ Volver", "Cancelar", "?", "Confirmar ↩"]
    await ana.choose("Confirmar ↩")
    assert ana.clicks == 4
    assert "por 1 de madera y 1 de piedra." in words(await ana.table())


async def count(harness: BotHarness, player: Player, good: str, sign: str) -> dict[str, Any]:
    """Press the sign beside a counter."""
    panel = await player.panel()
    row = next(
        row["components"]
        for row in panel["components"]
        if good in [one.get("label") for one in row["components"]]
    )
    player.clicks += 1
    await player.person.press(panel, next(one["custom_id"] for one in row if one["label"] == sign))
    await harness.quiet()
    return await player.panel()


async def test_gold_can_be_chosen_instead(harness: BotHarness, ana: Player, bruno: Player):
    pos = supply(hand(begin("rb"), 0, "com046", "com065"), 0, wood=3, stone=1, gold=2)
    await asked(harness, pos, ana, bruno)
    await ana.choose("Construir")
    await ana.choose("A Castillo")
    panel = await ana.choose("Cambiar el pago")
    assert "¿Con qué pagas 1 de madera y 1 de piedra?" in words(panel)
    assert {"madera 1/1", "piedra 1/1", "oro 0/2", "‹ Volver", "Seguir"} <= set(labels(panel))
    panel = await count(harness, ana, "piedra 1/1", "−")
    assert "¿Qué falta?" in labels(panel)
    await count(harness, ana, "oro 0/2", "+")
    panel = await ana.choose("Seguir")
    assert "Construyes el Castillo por 1 de madera y 1 de oro." in words(panel)
    assert "Cambiar el pago" in labels(panel), "it can be changed again"
    await ana.choose("Confirmar ↩")
    assert ana.clicks == 8
    assert "por 1 de madera y 1 de oro." in words(await ana.table())


async def test_the_counters_lead_back_to_what_was_proposed(
    harness: BotHarness, ana: Player, bruno: Player
):
    """And Play opens a half-changed payment again where it was."""
    pos = supply(hand(begin("rb"), 0, "com046", "com065"), 0, wood=3, stone=1, gold=2)
    await asked(harness, pos, ana, bruno)
    await ana.choose("Construir")
    await ana.choose("A Castillo")
    await ana.choose("Cambiar el pago")
    await count(harness, ana, "piedra 1/1", "−")
    panel = await ana.play()
    assert {"piedra 0/1", "¿Qué falta?"} <= set(labels(panel))
    panel = await ana.choose("‹ Volver")
    assert "Construyes el Castillo por 1 de madera y 1 de piedra." in words(panel)
    panel = await ana.choose("‹ Volver")
    assert labels(panel)[:2] == ["A Castillo", "B Atalaya"]


@pytest.mark.parametrize(
    ("verb", "card", "price"),
    [
        ("Firmar un Acuerdo", "B Aprendiz de escultor", "por 1 de comida: ganas 1 de piedra"),
        ("Activar", "B Albañil", "Pagas 1 obrero y 1 de piedra."),
    ],
)
async def test_a_deal_and_an_action_say_what_they_cost_and_gold_may_pay_it(
    harness: BotHarness, ana: Player, bruno: Player, verb: str, card: str, price: str
):
    pos = empire(hand(begin("rb"), 0, "rom001", "rom005"), 0, "com046", "com034")
    await asked(harness, supply(pos, 0, worker=3, stone=1, food=1, gold=1), ana, bruno)
    await ana.choose(verb)
    panel = await ana.choose(card)
    assert price in words(panel)
    assert "Cambiar el pago" in labels(panel)
    await ana.choose("Confirmar ↩")
    assert ana.clicks == 4, "undone until Bruno answers"


async def test_a_double_tap_opens_the_counters_once(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = supply(hand(begin("rb"), 0, "com046", "com065"), 0, wood=3, stone=1, gold=2)
    await asked(harness, pos, ana, bruno)
    await ana.choose("Construir")
    await ana.choose("A Castillo")
    await ana.choose("Cambiar el pago")
    await count(harness, ana, "piedra 1/1", "−")
    match, by = (
        (await harness.app.repo.matches.find())[-1].id,
        User(int(ana.person.id), "Ana", "es"),
    )
    decision = (await harness.app.game_service.open_or_refresh_panel(match, by)).decision
    late = await harness.app.game_service.open_counters(match, by, decision, 2)
    assert (late.pending, late.notice) == ({"wood": 1}, None), "what was changed meanwhile stands"
    stale = await harness.app.game_service.open_counters(match, by, decision, 1)
    assert stale.notice == msg("ui.stale"), "a card is not proposed"


async def test_a_building_said_in_words_is_paid_as_proposed(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = supply(hand(begin("rb"), 0, "com046", "com065"), 0, wood=3, stone=1, gold=2)
    await staged(harness, pos, ana, bruno)
    for _ in range(2):  # final: it is said once more
        await ana.person.command("play", ROOM, move="construir castillo")
        await harness.quiet()
    assert "construye el Castillo por 1 de madera y 1 de piedra." in words(await ana.table())
