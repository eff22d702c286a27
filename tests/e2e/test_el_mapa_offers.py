"""An offer between two players in El Mapa: made, answered, withdrawn."""

from __future__ import annotations

from tests.e2e.conftest import BotHarness, Player, asked, labels, words
from tests.e2e.test_el_mapa_paths import market


async def offered(harness: BotHarness, ana: Player, bruno: Player) -> None:
    """Ana has offered Bruno 1 wood for 1 stone, and both have their panel open."""
    await asked(harness, market(0, 1), ana, bruno)
    await ana.choose("Comerciar")
    await ana.choose("A Trato con ■ Bruno")
    await ana.choose("Seguir")
    await ana.choose("Ofrecer a ■ Bruno 🔒")
    assert "Retirar la oferta" in labels(await ana.panel())
    await bruno.play()


async def test_a_rejected_offer_disappears_from_the_panel_of_its_maker(
    harness: BotHarness, ana: Player, bruno: Player
):
    await offered(harness, ana, bruno)
    await bruno.choose("Rechazar")
    await bruno.choose("Confirmar")
    await harness.quiet()
    panel = await ana.panel()
    assert "Retirar la oferta" not in labels(panel)
    assert "■ Bruno rechaza tu oferta" in words(panel)


async def test_a_withdrawn_offer_disappears_from_the_panel_of_who_was_asked(
    harness: BotHarness, ana: Player, bruno: Player
):
    await offered(harness, ana, bruno)
    await ana.choose("Retirar la oferta")
    panel = await ana.choose("Confirmar")
    await harness.quiet()
    panel = await bruno.panel()
    assert "Aceptar" not in labels(panel), "its buttons would be dead"
    assert "Falta ● Ana" in words(panel)


async def test_a_rejected_counter_offer_disappears_from_the_panel_of_its_maker(
    harness: BotHarness, ana: Player, bruno: Player
):
    """It is the other's turn again: nothing is asked of whoever made it, and there is nothing left to withdraw."""
    await offered(harness, ana, bruno)
    await bruno.choose("Contraoferta")
    await bruno.choose("Seguir")
    panel = await bruno.choose("Ofrecer a ● Ana 🔒")
    assert "Retirar la oferta" in labels(panel)
    await ana.choose("Rechazar")
    await ana.choose("Confirmar")
    await harness.quiet()
    panel = await bruno.panel()
    assert "Retirar la oferta" not in labels(panel)
    assert "Falta ● Ana" in words(panel)
    assert "● Ana rechaza" in words(panel)


async def test_a_choice_that_was_begun_is_left_alone_while_its_question_stands(
    harness: BotHarness, ana: Player, bruno: Player
):
    await offered(harness, ana, bruno)
    panel = await bruno.choose("Contraoferta")
    harness.bot.dispatcher.live.refresh((await harness.app.repo.matches.find())[-1].id)
    await harness.quiet()
    assert words(await bruno.panel()) == words(panel)
