"""Click paths of Tadmor, and the same moves as text.

A legal position is stored at a running table, as a saved one would be.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.frame import Frame
from games.tadmor import GAME
from games.tadmor.model.catalog import RESOURCES
from games.tadmor.model.state import PlacedPiece
from games.tadmor.rules.flow.setup import TurnOrder
from games.tadmor.rules.turn.buying import Buy, Gathering, Resolution
from games.tadmor.rules.turn.construction import Build, Construction
from games.tadmor.rules.turn.kingdom import GiveUp, Kingdom, KingdomEnd, Storage, Tax
from games.tadmor.rules.turn.placing import Placement, PlacePiece
from games.tadmor.rules.turn.raid import Aftermath, Camp, Hire, Raid
from tests.e2e.conftest import ROOM, BotHarness, Player, asked, labels, menu, staged, words

Pos = Any


def world(
    turn: int = 5, *, n: int = 2, tiles: tuple[str, ...] = (), tower: int = 0, **goods: int
) -> Pos:
    """A turn, in which the first seat has these goods, tiles and tower; nothing is placed."""
    pos = walk.start(GAME, {}, n, "paths")
    s = pos.state
    s.turn, s.first, s.order = turn, 0, list(range(n))
    for seat, player in enumerate(s.players):
        player.tiles = list(tiles) if seat == 0 else []
        player.hand = [s.deck.pop(0), s.deck.pop(0)]
        player.store = {what: goods.get(what, 0) if seat == 0 else 1 for what in RESOURCES}
    s.players[0].tower = tower
    era = str(s.era + 1)
    s.later = sorted(tile for tile in (*s.later, *s.display) if tile not in tiles)
    s.display = [tile for tile in s.later if tile in _ERAS[era]][:6]
    s.later = [
        tile
        for tile in s.later
        if not any(tile in _ERAS[str(past)] for past in range(1, s.era + 2))
    ]
    known = {*s.later, *s.display, *tiles}
    s.box = sorted({f"i{at}" for at in range(1, 49)} - known)
    return pos


_ERAS = {
    "1": [f"i{at}" for at in range(1, 19)],
    "2": [f"i{at}" for at in range(19, 37)],
    "3": [f"i{at}" for at in range(37, 49)],
}


def stand(pos: Pos, seat: int, piece: str, *spaces: str) -> Pos:
    for space in spaces:
        pos.state.board[space].append(PlacedPiece(seat, piece))
    return pos


def at(pos: Pos, *frames: Frame[Any]) -> Pos:
    """These frames on top, first on top, above what follows in the turn."""
    order = list(range(pos.n))
    rest: list[Frame[Any]] = [Resolution(), Construction(order), Kingdom(), Storage(), TurnOrder()]
    kinds = {type(one) for one in frames}
    if kinds & {PlacePiece, Placement}:
        rest = [Placement(at=1), Raid(), *rest]
    elif kinds & {Buy, Build}:
        pos.state.resolving = True
        rest = rest[2:] if Build in kinds else [Gathering(), *rest[1:]]
    pos.stack = list(reversed([*frames, *rest]))
    pos.lanes = [[] for _ in range(pos.n)]
    return pos


def lanes(pos: Pos, *frames: Frame[Any], under: Frame[Any]) -> Pos:
    """Answers at once, seat by seat, above the frame that waits for them."""
    at(pos)
    pos.stack = [TurnOrder(), *([Storage(), under] if isinstance(under, Kingdom) else [under])]
    pos.state.resolving = isinstance(under, Kingdom)
    pos.lanes = [[frame] for frame in frames] + [[] for _ in range(pos.n - len(frames))]
    return pos


async def test_placing_takes_one_press_of_a_proposal_or_two_of_a_menu(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = stand(world(), 1, "camel", "tower_single")
    panel = await asked(harness, at(pos, PlacePiece(0)), ana, bruno)
    assert "¿Qué espacio quieres?" in words(panel)
    assert "Impuesto al final: 1 de oro o −3 PP." in words(panel)
    assert labels(panel)[:4] == [
        "Coloca 5 por mí",
        "🐪 Misiones (Palmira) · P7",
        "⛵ Piedra (Sur) +4 · S1",
        "🐪 Torre doble · D1",
    ]
    lines = lines_of(panel, "camello")
    assert (
        lines["🐪 Mercado · P5"]
        == "Palmira · madera o piedra → mármol u oro; mármol u oro → 2 de madera o piedra"
    ), "a space's mark is the same every turn"
    assert lines["✕ Torre"] == "espacio ocupado por ■ Bruno", (
        "and what is taken, by whom, at the end"
    )
    await menu(ana, "market_palmyra")
    assert ana.clicks == 3, "with the press that opens the panel and the two of a menu"
    assert "● Ana ocupa Mercado (camello)." in words(await ana.table())
    ana.clicks = 0
    await bruno.play()
    await bruno.choose("⛵ Piedra (Sur)")
    assert "■ Bruno ocupa Piedra (Sur) (barco)." in words(await ana.table())


async def test_a_placement_is_undone_until_the_next_one(
    harness: BotHarness, ana: Player, bruno: Player
):
    await asked(harness, at(world(), PlacePiece(0), PlacePiece(1)), ana, bruno)
    panel = await ana.choose("⛵ Piedra (Sur)")
    assert "↩ Deshacer" in labels(panel)
    panel = await ana.choose("↩ Deshacer")
    assert "¿Qué espacio quieres?" in words(panel)
    assert "⛵ Piedra (Sur) +4 · S1" in labels(panel)
    await ana.choose("🐪 Torre doble")
    await bruno.play()
    await bruno.choose("⛵ Piedra (Sur)")
    assert not any("Deshacer" in label for label in labels(await ana.play()))


def lines_of(panel: dict[str, Any], piece: str) -> dict[str, str]:
    """The lines of a kind of piece in a panel's menu, with their small print."""
    (one,) = [
        part
        for row in panel["components"]
        for part in row["components"]
        if part["type"] == 3 and piece in part["placeholder"]
    ]
    return {line["label"]: line.get("description", "") for line in one["options"]}


async def test_with_one_kind_of_piece_left_there_is_one_menu(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = stand(world(), 0, "boat", "north_wood_boat_1", "shipyard_1")
    panel = await asked(harness, at(pos, PlacePiece(0)), ana, bruno)
    selects = [
        part for row in panel["components"] for part in row["components"] if part["type"] == 3
    ]
    assert [one["placeholder"] for one in selects] == ["Coloca un camello (te quedan 3)…"]


async def test_spaces_say_what_they_bring_and_why_not(
    harness: BotHarness, ana: Player, bruno: Player
):
    """Beside the name what it brings here and now; taken ones say by whom."""
    pos = stand(world(2, tiles=("i10",)), 1, "camel", "traitor")
    pos = stand(pos, 1, "boat", "north_wood_boat_1")
    panel = await asked(harness, at(pos, PlacePiece(0)), ana, bruno)
    lines = lines_of(panel, "camello")
    assert "🐪 Regalos de Paz (Damasco) · +1 PP · D4" in lines
    caravan = lines["🐪 Caravana · aún no · C2"]
    assert caravan == "Desierto Sirio · camello n.º 4: torre 5 o 2 misiones (torre: 0, misiones: 0)"
    war = next(said for label, said in lines.items() if "Suministros de Guerra" in label)
    assert "se cuentan tras construir" in war
    lines = lines_of(panel, "barco")
    assert list(lines)[:2] == [
        "⛵ Mármol (Norte) +2 · N3",
        "⛵ Regalos de Paz (Norte) · +2 PP · N4",
    ]
    assert lines["✕ Madera (Norte)"] == "espacio ocupado por ■ Bruno"
    panel = await menu(ana, "traitor")
    assert (
        "✕ Traidor: espacio ocupado por ■ Bruno. Elige otro espacio libre. Regla: Colocación."
        in words(panel)
    )


async def test_a_fleet_shows_in_the_figure(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    pos = stand(world(2, n=3, tiles=("i10",)), 1, "boat", "north_wood_boat_1")
    panel = await asked(harness, at(pos, PlacePiece(0)), ana, bruno, carla)
    assert "⛵ Madera 2 (Norte) +4 · N2" in lines_of(panel, "barco"), (
        "3, and 1 more by the wood fleet"
    )


async def test_marauders_take_two_taps_and_nobody_else_hears_where(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = world()
    pos.state.attacked = "ebla"
    panel = await asked(harness, at(pos, Hire(0)), ana, bruno)
    assert "Ninguna" in "".join(labels(panel))
    assert "✕ Ebla" in labels(panel)
    await ana.choose(next(label for label in labels(panel) if "Damasco" in label))
    assert ana.clicks == 2
    assert "Damasco" not in words(await bruno.table())
    await bruno.tap(await bruno.table(), "Crónica")
    told = words(await bruno.panel())
    assert "● Ana contrata merodeadores en secreto." in told
    assert "Damasco" not in told
    await ana.tap(await ana.table(), "Crónica")
    assert "Tus merodeadores atacarán esta región: Damasco." in words(await ana.panel())


async def test_an_upgrade_is_chosen_from_a_menu_with_the_payment_proposed(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = stand(world(5, wood=3, gold=1), 0, "camel", "upgrade_1")
    panel = await asked(harness, at(pos, Buy(0, "upgrade_1")), ana, bruno)
    assert "¿Qué mejora compras? Cuesta 2 recursos." in words(panel)
    assert "Pasar" in "".join(labels(panel)), "to pass stays at hand"
    (select,) = (
        one for row in panel["components"] for one in row["components"] if one["type"] == 3
    )
    tile, _, number = select["options"][0]["label"].partition(" n.º ")
    assert number.isdigit(), "the number that the picture shows, the same in each game"
    assert all(line["description"] for line in select["options"]), "what each upgrade does"
    panel = await menu(ana, select["options"][0]["value"])
    assert "por 2 de madera." in words(panel)
    assert "Cambiar el pago" in labels(panel)
    await ana.choose(tile)
    assert ana.clicks == 4, "with the press that opens the panel and the two of a menu"


async def test_who_cannot_pay_reads_what_is_missing(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = stand(world(5, wood=1), 0, "camel", "upgrade_1", "market_palmyra")
    panel = await asked(harness, at(pos, Buy(0, "upgrade_1")), ana, bruno)
    assert {"✕ Comprar", "Descartar una misión"} <= set(labels(panel)), (
        "what may help stands beside it; trading one for one does not"
    )
    panel = await ana.choose("✕ Comprar")
    assert "falta 1 recurso" in words(panel)


async def test_a_tower_takes_two_taps_and_says_what_the_next_level_lacks(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = stand(
        world(5, tower=8, stone=7, wood=1, tiles=("i4",)), 0, "camel", "tower_single", "traitor"
    )
    panel = await asked(harness, at(pos, Build(0)), ana, bruno)
    ana.clicks = 0
    assert "Torre" in labels(panel)
    assert "✕ Traidor" in labels(panel)
    panel = await ana.choose("Torre")
    assert labels(panel)[:4] == ["+1: 2 piedra", "+2: 4 piedra", "+3: 7 piedra", "✕ +4 niveles"]
    panel = await ana.choose("✕ +4")
    assert "faltan 3 de piedra" in words(panel)
    ana.clicks -= 1
    panel = await ana.choose("+3: 7 piedra")
    assert "Guardado: Subes tu torre a 11 por 7 de piedra." in words(panel)
    assert ana.clicks == 2
    assert "↩ Deshacer" in labels(panel)


async def test_a_trade_stands_beside_the_works_and_takes_three_taps(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = stand(world(5, tower=6, stone=1, wood=3), 0, "camel", "tower_single", "market_palmyra")
    pos.state.players[0].store["marble"] = 1
    panel = await asked(harness, at(pos, Build(0)), ana, bruno)
    assert {"✕ Torre", "Comerciar"} <= set(labels(panel))
    panel = await ana.choose("✕ Torre")
    assert "falta 1 de piedra, pero puedes cambiar 1 mármol → 1 madera y 1 piedra" in words(
        panel
    ), "the refusal names the way"
    ana.clicks = 0
    panel = await ana.choose("Comerciar")
    assert "Cambios con mármol (3)" in labels(panel), "many deals: first what to give"
    await ana.choose("Cambios con mármol")
    panel = await ana.choose("1 mármol → 1 madera y 1 piedra")
    assert ana.clicks == 3
    assert "Guardado: Cambias 1 de mármol por 1 de madera y 1 de piedra." in words(panel)
    assert "Torre · +1: 2 piedra" in labels(panel)
    assert "↩ Deshacer" in labels(panel)
    panel = await ana.choose("Comerciar")
    assert "3 madera → 3 mármol" in labels(panel), "few enough: how often is on the buttons"


async def test_what_was_traded_is_not_traded_again_today(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = stand(world(5, stone=1), 0, "camel", "tower_single", "market_palmyra")
    pos.state.players[0].traded["marble"] = 2
    await asked(harness, at(pos, Build(0)), ana, bruno)
    panel = await ana.choose("Comerciar")
    assert "✕ 1 mármol → 2 madera" in labels(panel)
    panel = await ana.choose("✕ 1 mármol → 2 madera")
    assert "ya se ha cambiado este turno" in words(panel)


async def test_done_takes_two_taps_and_says_what_is_left(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = stand(world(5, stone=7, wood=1), 0, "camel", "tower_single", "missions_ebla")
    await asked(harness, at(pos, Build(0)), ana, bruno)
    ana.clicks = 0
    panel = await ana.choose("Terminar")
    assert "Sin usar este turno: Torre y Misión (Ebla)." in words(panel)
    await ana.choose("Confirmar")
    assert ana.clicks == 2


async def test_a_mission_is_completed_by_its_own_button(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = stand(world(5, wood=9, stone=9, marble=9, gold=9), 0, "camel", "missions_ebla")
    card = pos.state.players[0].hand[0]
    panel = await asked(harness, at(pos, Build(0)), ana, bruno)
    ana.clicks = 0
    assert any(label.startswith("Robar") for label in labels(panel)[:3])
    assert labels(panel)[0].endswith("🔒"), "the card leaves the hand: everybody sees it"
    await ana.choose(labels(panel)[0])
    assert ana.clicks == 1
    assert "● Ana cumple" in words(await ana.table())
    assert card


async def test_a_temple_takes_one_tap_and_a_good_one(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = stand(
        stand(world(5, wood=2, stone=2, gold=3), 0, "camel", "temple_palmyra"),
        0,
        "boat",
        "rare_grey",
    )
    panel = await asked(harness, at(pos, Build(0)), ana, bruno)
    ana.clicks = 0
    assert labels(panel)[:2] == [
        "Templo (Palmira) · 2 madera y 2 piedra 🔒",
        "Mercancía rara (Gris) · 3 oro 🔒",
    ]
    await ana.choose("Templo (Palmira) · 2 madera y 2 piedra")
    assert ana.clicks == 1
    panel = await ana.panel()
    assert "¿Con qué pagas?" in words(panel), (
        "what is left is not asked for, but trading may come first"
    )
    ana.clicks = 0
    await ana.choose("Pagar 3 de oro")
    assert ana.clicks == 1


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("Pagar 1 de oro", "● Ana paga 1 de oro al Recaudador."),
        ("Perder 3 PP", "● Ana no paga al Recaudador y pierde 3 PP."),
    ],
)
async def test_the_tax_takes_two_taps(
    harness: BotHarness, ana: Player, bruno: Player, answer: str, told: str
):
    pos = lanes(world(5, gold=1), Tax(0), Tax(1), under=Kingdom(asked=True))
    panel = await asked(harness, pos, ana, bruno)
    assert labels(panel)[:2] == ["Pagar 1 de oro", "Perder 3 PP"]
    await ana.choose(answer)
    assert ana.clicks == 2
    await ana.tap(await ana.table(), "Crónica")
    assert told in words(await ana.panel())


async def test_without_gold_the_tax_says_so(harness: BotHarness, ana: Player, bruno: Player):
    pos = lanes(world(8, gold=1, wood=1), Tax(0), Tax(1), under=Kingdom(asked=True))
    panel = await asked(harness, pos, ana, bruno)
    assert {"Perder 6 PP", "✕ Pagar 2 de oro"} <= set(labels(panel))
    panel = await ana.choose("✕ Pagar 2 de oro")
    assert "falta 1 de oro, pero puedes descartar una misión por 1 recurso" in words(panel)


async def test_what_the_warehouse_cannot_hold_takes_two_taps(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = lanes(world(5, wood=5, stone=4, gold=2), GiveUp(0), under=Storage(asked=True))
    panel = await asked(harness, pos, ana, bruno)
    assert "En tu almacén caben 8. ¿Qué 3 recursos descartas?" in words(panel)
    assert "madera 2/5" in labels(panel), "most numerous first"
    await ana.choose(
        next(label for label in labels(panel) if label.startswith("Descartar recursos"))
    )
    assert ana.clicks == 2


async def test_the_end_of_a_kingdom_answer_takes_two_taps(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = lanes(
        world(2, tiles=("i1",), wood=1), KingdomEnd(0), KingdomEnd(1), under=Kingdom(asked=True)
    )
    panel = await asked(harness, pos, ana, bruno)
    assert "Comerciar" in labels(panel), "with nothing else to do the free ones stand open"
    await ana.choose("Terminar")
    assert ana.clicks == 2


@pytest.mark.parametrize(
    ("seat", "typed", "meant"), [(0, "mercado", "Mercado · P5"), (1, "market", "Market · P5")]
)
async def test_a_placement_is_completed_from_two_words(
    harness: BotHarness, ana: Player, carla: Player, seat: int, typed: str, meant: str
):
    """Each in their own language: Carla reads English."""
    player = (ana, carla)[seat]
    await staged(harness, at(world(), PlacePiece(seat)), ana, carla)
    found = await player.person.autocomplete("play", ROOM, "move", typed)
    assert [one["name"] for one in found if one["name"].endswith(meant)], found
    await player.person.command(
        "play", ROOM, move=next(one for one in found if one["name"].endswith(meant))["value"]
    )
    await harness.quiet()
    match = (await harness.app.repo.matches.find())[-1]
    stored = await harness.app.repo.matches.load(match.id)
    assert stored is not None
    said = words(await player.panel())
    assert stored.pos.state.board["market_palmyra"] or meant in said


def test_the_phases_that_are_staged_are_the_games_own() -> None:
    """So that a renamed frame is not overlooked here."""
    tags = {
        frame.__struct_config__.tag
        for frame in (PlacePiece, Hire, Buy, Build, Tax, KingdomEnd, GiveUp, Aftermath, Camp)
    }
    assert tags == {"place", "hire", "buy", "build", "tax", "last", "give_up", "aftermath", "camp"}
