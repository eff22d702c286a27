"""Every kind of answer: modals, counters, toggles, multi-select menus, pages."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, words
from tests.e2e.prompts_game import BAZAAR


@pytest.fixture
def games():
    return (BAZAAR,)


async def told(harness: BotHarness) -> list[str]:
    match = (await harness.app.repo.matches.find())[0]
    stored = await harness.app.repo.matches.load(match.id)
    assert stored is not None
    return [one for row in stored.pos.state.told for one in row]


async def confirm(who: Player) -> None:
    await who.choose("Confirmar")


def menu(message) -> dict:
    return next(c for row in message["components"] for c in row["components"] if c["type"] == 3)


async def test_all_forms_one_after_another(harness: BotHarness, ana: Player, bruno: Player):
    await seated(ana, bruno)
    await ana.play()
    opened = await ana.tap(await ana.panel(), "Escribir")
    await ana.person.submit_modal(opened, n="mil")
    assert "«mil» no es un número entero. Escribe uno de 0 a 1000." in words(await ana.panel())
    opened = await ana.tap(await ana.panel(), "Escribir")
    await ana.person.submit_modal(opened, n="1001")
    assert "1001 no vale. Elige de 0 a 1000" in words(await ana.panel())
    opened = await ana.tap(await ana.panel(), "Escribir")
    await ana.person.submit_modal(opened, n=" 250 ")
    await confirm(ana)

    opened = await ana.tap(await ana.panel(), "Repartir (1 de 2)")
    await ana.person.submit_modal(
        opened, good0="5", good1=["2"], good2=["0"], good3=["0"], good4=["0"]
    )
    opened = await ana.tap(await ana.panel(), "Repartir (2 de 2)")
    await ana.person.submit_modal(opened, good5=["1"])
    assert "Llevas 8. Puedes llegar hasta 9." in words(await ana.panel())
    await ana.choose("Seguir")
    await confirm(ana)

    for label in ("madera", "+", "−"):
        panel = await ana.choose(label)
    assert {"madera 2/4", "piedra 0/2"} <= set(labels(panel)) or "Llevas" in words(panel)
    await ana.choose("Seguir")
    await confirm(ana)

    await ana.choose("puesto 4")
    await ana.choose("›")
    panel = await ana.choose("puesto 17")
    assert "Has marcado 2. Puedes marcar hasta 3." in words(panel)
    assert "✓ puesto 17" in labels(panel)
    assert "puesto 4" not in labels(panel), "the page is kept while toggling"
    await ana.choose("Seguir")
    await confirm(ana)

    panel = await ana.panel()
    await ana.person.select(panel, menu(panel)["custom_id"], "o7", "o2")
    await confirm(ana)

    panel = await ana.choose("›")
    assert len(menu(panel)["options"]) == 25
    await ana.person.select(panel, menu(panel)["custom_id"], "o42")
    await confirm(ana)
    assert await told(harness) == [
        "250",
        "{'good0': 5, 'good1': 2, 'good5': 1}",
        (await told(harness))[2],
        "['o4', 'o17']",
        "['o2', 'o7']",
        "o42",
    ]
    assert "Comparten la victoria ● Ana y ■ Bruno." in "".join(
        [words(m) for m in await ana.person.messages(ROOM)]
    )
    end = next(m for m in reversed(await ana.person.messages(ROOM)) if "Revancha" in labels(m))
    assert {user["id"] for user in end["mentions"]} == {ana.person.id, bruno.person.id}
    await bruno.tap(end, "Revancha")
    await harness.quiet()
    lobby = await bruno.table()
    assert "1 de 2 en la mesa" in words(lobby)
    assert "Bruno (organiza)" in words(lobby)
