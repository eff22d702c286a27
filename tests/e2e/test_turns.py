"""`/turns` over several tables: from each to the next that waits, and back to the list."""

from __future__ import annotations

from tests.e2e.conftest import ROOM, House, Player, labels, seated, words

LIST, NEXT = "Mis turnos", "Siguiente mesa ▶"


async def test_turns_lead_from_table_to_table(house: House, ana: Player, bruno: Player):
    for _ in range(3):
        await seated(ana, bruno)
    await ana.person.command("turns", ROOM)
    await house.quiet()
    inbox = await ana.panel()
    assert "Tus turnos (3)" in words(inbox)
    await ana.tap(inbox, "1 ▶")
    await house.quiet()
    panel = await ana.panel()
    assert LIST in labels(panel), "back to the list"
    await ana.tap(panel, LIST)
    await house.quiet()
    assert "Tus turnos (3)" in words(await ana.panel())
    await ana.tap(await ana.panel(), "1 ▶")
    await house.quiet()
    for left in (2, 1, 0):
        await bid(house, ana)
        panel = await ana.panel()
        on = next(one for one in labels(panel) if one.startswith(NEXT) or one == LIST)
        assert on == {2: f"{NEXT} (2)", 1: NEXT, 0: LIST}[left]
        await ana.tap(panel, on)
        await house.quiet()
    assert "Ninguna mesa te espera" in words(await ana.panel())
    rows = [match.rows for match in await house.app.repo.matches()]
    assert rows == [1, 1, 1], "a bid at each table"


async def bid(house: House, who: Player) -> None:
    await who.tap(await who.panel(), "1")
    await house.quiet()
    await who.tap(await who.panel(), "Confirmar")
    await house.quiet()


async def test_who_has_one_table_is_led_nowhere(house: House, ana: Player, bruno: Player):
    await seated(ana, bruno)
    await ana.play()
    await bid(house, ana)
    assert not {LIST, NEXT} & set(labels(await ana.panel()))
