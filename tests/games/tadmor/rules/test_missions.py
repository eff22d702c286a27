"""Each of the 26 King's missions has its effect when it is returned."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.tadmor.model import events as ev
from games.tadmor.model.state import PlacedPiece
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.buying import Buy, Grants
from games.tadmor.rules.turn.construction import Build
from games.tadmor.rules.turn.placing import Placement, PlacePiece
from games.tadmor.rules.turn.raid import Raid
from tests.games.asking import events_of_move, keys
from tests.games.tadmor.positions import (
    Pos,
    begin,
    build,
    cards,
    go,
    goods,
    put,
    show,
    stage,
    stock,
    temple,
    tiles,
    top,
    towers,
    who,
)

BY_NUMBER = sorted(MISSIONS, key=lambda card: int(card[1:]))


def test_no_mission_is_missing() -> None:
    """Each stands in a test of this file by its name."""
    said = Path(__file__).read_text("utf-8")
    assert [card for card in MISSIONS if f'"{card}"' not in said] == []


def face_up(pos: Pos, card: str, seat: int = 0) -> Pos:
    """Give a player a completed mission."""
    return cards(pos, seat, card)


def given(pos: Pos, card: str) -> None:
    """Check that the mission is returned and worth half."""
    assert (who(pos).face_up, who(pos).returned) == ([], [card])


@pytest.mark.parametrize("card", BY_NUMBER)
def test_each_can_be_completed_for_its_price(card: str) -> None:
    facts = MISSIONS[card]
    pos = build(
        put(cards(stock(begin(), 0, **facts.cost), 0, card, to="hand"), 0, "missions_palmyra_1")
    )
    pos = go(pos, ("mission", "missions_palmyra_1", "complete", card))
    assert (who(pos).face_up, who(pos).hand, goods(who(pos))) == ([card], [], {})
    poor = {**facts.cost, next(iter(facts.cost)): 0}
    pos = build(put(cards(stock(begin(), 0, **poor), 0, card, to="hand"), 0, "missions_ebla"))
    assert keys(pos, "mission", "missions_ebla") == ["draw"]


@pytest.mark.parametrize("card", ["k1", "k2"])
def test_royal_collections(card: str) -> None:
    pos = build(face_up(top(begin(), "jade"), card))
    assert keys(pos, "return", card) == ["grey", "yellow", "red"]
    assert keys(pos, "return", card, "yellow") == ["jade", "ivory", "porcelain"]
    pos = go(pos, ("return", card, "yellow", "ivory"))
    assert who(pos).rare == ["ivory"]
    assert len(pos.state.pile_tiles("yellow")) == 5
    given(pos, card)


@pytest.mark.parametrize("card", ["k3", "k4"])
def test_royal_architects(card: str) -> None:
    pos = go(build(face_up(begin(), card)), ("return", card, "t0"))
    assert (who(pos).temples, who(pos).hand) == ([1], [])
    pos = build(face_up(temple(begin(), 0, "roof", "colonnade"), card))
    assert keys(pos, "return", card) == ["t0", "t1"]
    pos = go(pos, ("return", card, "t0"), ("take", "red"), ("take", "grey"))
    assert (who(pos).temples, len(who(pos).rare)) == ([4, 2], 2), (
        "statues count for the first completion"
    )
    given(pos, card)


@pytest.mark.parametrize(
    ("card", "piece"), [("k5", "boat"), ("k6", "boat"), ("k11", "camel"), ("k12", "camel")]
)
def test_shipwrights_and_stables(card: str, piece: str) -> None:
    pos = go(build(face_up(begin(), card)), ("return", card))
    assert who(pos).own[piece] == {"boat": 3, "camel": 4}[piece]
    given(pos, card)
    pos = cards(begin(), 0, card)
    who(pos).own = {"camel": 5, "boat": 4}
    assert "return" not in keys(build(pos))


@pytest.mark.parametrize(("card", "levels"), [("k7", 2), ("k8", 3)])
def test_royal_masons(card: str, levels: int) -> None:
    pos = go(build(face_up(towers(begin(), 7), card)), ("return", card))
    assert who(pos).tower == 7 + levels
    pos = go(build(tiles(cards(towers(begin(), 7), 0, card), 0, "i14")), ("return", card))
    assert who(pos).tower == {2: 10, 3: 11}[levels], "free levels come on top"


@pytest.mark.parametrize("card", ["k9", "k10"])
def test_desert_scouts(card: str) -> None:
    pos = put(put(face_up(begin(3), card), 1, "market_ebla"), 2, "traitor")
    who(pos, 1).chosen = "damascus"
    stage(pos, Raid(), resolving=False)
    assert pos.state.raid == "damascus"
    pos = go(pos, ("return", card, "ebla"))
    assert (pos.state.board["market_ebla"], pos.state.attacked) == ([], "ebla")
    assert pos.state.board["traitor"] == [PlacedPiece(2, "camel")]
    given(pos, card)


def test_market_charter() -> None:
    pos = go(build(face_up(stock(begin(), 0, gold=1), "k13")), ("return", "k13"))
    assert goods(who(go(pos, ("trade", "gold-wood-stone", 1)))) == {"wood": 1, "stone": 1}
    given(pos, "k13")


def test_exchange_of_envoys() -> None:
    pos = put(put(face_up(begin(), "k14"), 0, "upgrade_3"), 1, "upgrade_1")
    who(pos, 1).chosen = "damascus"
    stage(pos, Raid(), resolving=False)
    pos = go(pos, ("return", "k14", "upgrade_3", "camel", "upgrade_1", "p1"))
    assert pos.state.board["upgrade_1"] == [PlacedPiece(0, "camel")]
    assert pos.state.board["upgrade_3"] == [PlacedPiece(1, "camel")]
    given(pos, "k14")


def test_royal_grants() -> None:
    pos = show(face_up(begin(), "k15"), "i5", "i10")
    stage(pos, Grants([0, 1]))
    told = events_of_move(pos, ("return", "k15", ["i5", "i10"]))
    assert [one for one in told if isinstance(one, ev.Bought)] == [
        ev.Bought(0, "i5", {}),
        ev.Bought(0, "i10", {}),
    ]
    pos = go(pos, ("return", "k15", ["i5", "i10"]))
    assert who(pos).tiles == ["i5", "i10"]
    given(pos, "k15")


@pytest.mark.parametrize("card", ["k16", "k17", "k18"])
def test_royal_granaries(card: str) -> None:
    pos = go(build(face_up(begin(), card)), ("return", card, {"wood": 1, "gold": 4}))
    assert (
        {what: n for what, n in who(pos).traded.items() if n},
        sum(who(pos).store.values()),
    ) == ({"wood": 1, "gold": 4}, 0)
    given(pos, card)


def test_second_sanctuary() -> None:
    pos = go(build(face_up(temple(begin(), 0, "colonnade"), "k19")), ("return", "k19"))
    assert who(pos).temples == [2, 1]
    pos = put(stock(pos, 0, wood=9, stone=9, marble=9, gold=9), 0, "temple_palmyra")
    assert keys(pos, "temple", "temple_palmyra") == ["t0", "t1"], "the builder chooses one"


def test_saboteurs() -> None:
    pos = build(face_up(towers(begin(3), 9, 4, 2), "k20"))
    assert keys(pos, "return", "k20") == ["p1", "p2"]
    pos = go(pos, ("return", "k20", "p2"))
    assert [player.tower for player in pos.state.players] == [9, 4, 0]
    given(pos, "k20")


@pytest.mark.parametrize("card", ["k21", "k22"])
def test_royal_audiences(card: str) -> None:
    pos = go(build(face_up(begin(), card)), ("return", card))
    assert len(who(pos).hand) == 2
    given(pos, card)


@pytest.mark.parametrize("card", ["k23", "k24"])
def test_forced_marches(card: str) -> None:
    pos = face_up(begin(), card)
    stage(pos, PlacePiece(0), Placement(at=1), resolving=False)
    pos = go(pos, ("return", card))
    for at in ("traitor", "tower_single", "market_palmyra"):
        pos = go(pos, ("place", "camel", at), seat=0)
    assert (pos.stack[-1].seat, pos.state.reserve(0, "camel")) == (1, 0)
    given(pos, card)


@pytest.mark.parametrize("card", ["k25", "k26"])
@pytest.mark.parametrize("frame", [Buy(0, "upgrade_1"), Grants([0, 1])])
def test_royal_archives(card: str, frame: Buy | Grants) -> None:
    pos = put(show(face_up(begin(4), card), "i5"), 0, "upgrade_1")
    stage(pos, frame, Build(0))
    assert "i5" not in keys(pos, "return", card), "it lies open"
    fetched = keys(pos, "return", card)[0]
    told = events_of_move(pos, ("return", card, fetched))
    assert [one for one in told if isinstance(one, ev.Bought)] == [ev.Bought(0, fetched, {})]
    pos = go(pos, ("return", card, fetched))
    assert who(pos).tiles == [fetched]
    assert fetched not in pos.state.box
    given(pos, card)
