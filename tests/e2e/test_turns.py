"""`/turns` over several tables: to the next one that waits, and back to the list."""

from __future__ import annotations

from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, words

LIST, NEXT = "Mis turnos", "Siguiente mesa ▶"


async def test_turns_lead_from_table_to_table(harness: BotHarness, ana: Player, bruno: Player):
    for _ in range(3):
        await seated(ana, bruno)
    await ana.person.command("turns", ROOM)
    await harness.quiet()
    inbox = await ana.panel()
    assert "Tus turnos (3)" in words(inbox)
    await ana.tap(inbox, "1 ▶")
    await harness.quiet()
    panel = await ana.panel()
    assert LIST in labels(panel), "back to the list"
    await ana.tap(panel, LIST)
    await harness.quiet()
    assert "Tus turnos (3)" in words(await ana.panel())
    await ana.tap(await ana.panel(), "1 ▶")
    await harness.quiet()
    for left in (2, 1, 0):
        await bid(harness, ana)
        panel = await ana.panel()
        on = next(one for one in labels(panel) if one.startswith(NEXT) or one == LIST)
        assert on == {2: f"{NEXT} (2)", 1: NEXT, 0: LIST}[left]
        await ana.tap(panel, on)
        await harness.quiet()
    assert "Ninguna mesa te espera" in words(await ana.panel())
    rows = [match.rows for match in await harness.app.repo.matches.find()]
    assert rows == [1, 1, 1], "a bid at each table"


async def bid(harness: BotHarness, who: Player) -> None:
    await who.tap(await who.panel(), "1")
    await harness.quiet()
    await who.tap(await who.panel(), "Confirmar")
    await harness.quiet()


async def test_who_has_one_table_is_led_nowhere(harness: BotHarness, ana: Player, bruno: Player):
    await seated(ana, bruno)
    await ana.play()
    await bid(harness, ana)
    assert not {LIST, NEXT} & set(labels(await ana.panel()))
