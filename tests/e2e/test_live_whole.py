"""Games against AI players in one panel, without pictures: it refreshes itself.

Short games are played completely, of others the beginning is played in the store (`make soak`:
all completely).
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.workers.ai_pool import InProcessAi
from games.core.engine import walk
from games.hosted import GAMES
from tests.contract.playouts import LONG
from tests.e2e.conftest import BotHarness, Player, words
from tests.e2e.near_end import nearly_over
from tests.e2e.test_live import mine, with_computers
from tests.e2e.whole_games import CONTROL, wish

MOST = 2_000  # taps
SHORT = {"el_mapa": "quick_async", "era_medieval_age": "short"}
FULL = ("eight_minute_empire",)  # against three, the others against one
LEFT = (
    {} if LONG else {"tadmor": 40, "imperial_settlers": 15}
)  # decisions that are tapped, at least


def controls(panel: dict[str, Any]) -> list[dict[str, Any]]:
    """Return ids, labels and open menu options of a panel."""
    parts = [
        part
        for row in panel["components"]
        for part in row["components"]
        if not part.get("disabled")
    ]
    return [
        {
            "id": part["custom_id"],
            "label": part.get("label", ""),
            "menu": part["type"] == 3,
            "values": [
                one["value"] for one in part.get("options", ()) if not one["label"].startswith("✕")
            ],
        }
        for part in parts
        if CONTROL.match(part.get("custom_id", ""))
    ]


async def tap(who: Player, luck: random.Random) -> None:
    """Press a random control of the panel."""
    panel = await who.panel()
    offered = controls(panel)
    wanted = wish(offered, luck)
    assert wanted is not None, f"nobody is asked: {words(panel)}"
    values = next(one["values"] for one in offered if one["id"] == wanted)
    done = await (
        who.person.select(panel, wanted, luck.choice(values))
        if values
        else who.person.press(panel, wanted)
    )
    assert done.state == "done", done
    await who.harness.quiet()


async def play_on(harness: BotHarness, who: Player, luck: random.Random) -> int:
    """Answer the panel to the end of the game; return the number of presses."""
    for taps in range(MOST):
        if (await harness.app.repo.matches.find())[-1].status == "ended":
            return taps
        await tap(who, luck)
    raise AssertionError("the game does not end")


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("game", "bots"), [(game.id, 3 if game.id in FULL else 1) for game in GAMES]
)
async def test_one_panel_leads_to_the_end(harness: BotHarness, ana: Player, game: str, bots: int):
    """*Play* is tapped once, *Refresh* never, and all that was played replays. The others play by lot: they need not think."""
    harness.app.ai_moves.ai_pool = InProcessAi(
        lambda pos, seat, kind, rng, more: walk.random_move(pos, seat, rng)
    )
    await with_computers(ana, bots, game=game, preset=SHORT.get(game, ""))
    if game in LEFT:
        await nearly_over(harness.app, LEFT[game])
        await harness.quiet()
    await ana.play()
    messages = await mine(ana)
    assert await play_on(harness, ana, random.Random(5)) > 10
    assert set(await mine(ana)) == set(messages), "all of it in one message"
    end = await ana.table()
    assert "Revancha" in str(end["components"])
    await ana.tap(end, "Verificar")
    await harness.quiet()
    assert "todo coincide" in words(await ana.panel())
