"""Whole games: invariants at every move with all options, everything happens, timeouts end games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.core.engine import walk
from games.core.state.options import Choice
from games.core.state.rng import Rng
from games.tadmor import GAME
from games.tadmor.model import events as ev
from games.tadmor.model.catalog import SPACES
from games.tadmor.model.effects import UPGRADES, Op
from games.tadmor.model.events import TadmorEvent
from games.tadmor.model.options import SETTINGS
from games.tadmor.rules.missions.benefits import Op as Benefit
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.buying import Buy
from games.tadmor.rules.turn.kingdom import Kingdom
from games.tadmor.rules.turn.placing import Placement, PlacePiece
from tests.games.asking import default, keys
from tests.games.occurrence import until_seen
from tests.games.tadmor.busy_player import busy
from tests.games.tadmor.positions import Pos, begin, cards, go, put, show, stage, stock, tiles, who
from tools.playing import random_options


class Watch:
    """Invariants of two successive positions."""

    def __init__(self, pos: Pos) -> None:
        self.stays, self.attacked = pos.options["attacked_card_stays"], ""

    def look(self, before: Pos, seat: int, after: Pos) -> None:
        """Check the invariants after a move."""
        assert GAME.audit(after) == []
        old, new = before.state, after.state
        if any(before.lanes) and before.stack == after.stack:
            others = [other for other in range(after.n) if other != seat]
            assert all(old.players[other] == new.players[other] for other in others), (
                "a lane is its seat's own"
            )
            assert [before.lanes[other] for other in others] == [
                after.lanes[other] for other in others
            ]
            assert (old.deck, old.piles, old.tops, old.display) == (
                new.deck,
                new.piles,
                new.tops,
                new.display,
            )
        if isinstance(before.stack[-1], Kingdom):
            assert [one.tower for one in old.players] == [one.tower for one in new.players], (
                "heights are constant in the kingdom"
            )
        if new.attacked and new.attacked != old.attacked:
            assert not self.stays or new.attacked != self.attacked, "the same region twice in a row"
            self.attacked = new.attacked
        assert new.turn - old.turn in (0, 1)
        assert set(old.box) <= set(new.box)
        assert all(
            set(a.tiles) <= set(b.tiles) for a, b in zip(old.players, new.players, strict=True)
        )
        assert all(
            set(a.returned) <= set(b.returned)
            for a, b in zip(old.players, new.players, strict=True)
        )


def mixes() -> list[Any]:
    """Return options with each value at least once for every number of players, the others random."""
    cases, rng = [], Rng.of(19)
    for setting in SETTINGS:
        values: tuple[Any, ...] = setting.values if isinstance(setting, Choice) else (False, True)
        cases += [
            pytest.param(
                n,
                random_options(GAME, n, rng) | {setting.id: value},
                id=f"{setting.id}={value}-{n}",
            )
            for value in values
            for n in GAME.players
        ]
    return cases


@pytest.mark.parametrize(("n", "options"), mixes())
def test_every_option_keeps_every_invariant(n: int, options: dict[str, Any]) -> None:
    pos, rng = walk.start(GAME, options, n, f"mixes-{n}"), Rng.of(n)
    watch = Watch(pos)
    while pos.outcome is None:
        seat = rng.pick(walk.actors(pos))
        after = walk.submit(pos, seat, busy(pos, seat, rng, tries=1 + n % 3)).pos
        watch.look(pos, seat, after)
        pos = after
    assert pos.state.turn == 9
    assert len(GAME.codec.encode(pos)) < 12_000


EVERYTHING = {
    *(("space", at) for at in SPACES),
    *(("space", tile) for tile, one in UPGRADES.items() if one.category == "private"),
    *(("tile", tile) for tile in UPGRADES),
    *((what, card) for what in ("completed", "returned") for card in MISSIONS),
    *(("told", event.__name__) for event in TadmorEvent.__args__),
}


def occurrences(event: Any) -> set[tuple[str, str]]:
    """Return what a public event shows."""
    found = {("told", type(event).__name__)}
    match event:
        case ev.PiecePlaced(at=at):
            found.add(("space", at))
        case object(seat=_, tile=tile):
            found.add(("tile", tile))
        case ev.Completed(card=card):
            found.add(("completed", card))
        case ev.Returned(card=card):
            found.add(("returned", card))
    return found


def test_everything_occurs() -> None:
    """Every space, tile, upgrade, mission and event occurs."""
    seen: set[tuple[str, str]] = set()

    def play(seed: int) -> None:
        first = walk.start_with_events(GAME, {}, 3 + seed % 2, seed)
        pos, rng = first.pos, Rng.of(seed)
        seen.update(*(occurrences(one.public) for one in first.events))
        while pos.outcome is None:
            seat = rng.pick(walk.actors(pos))
            seen.update(
                *(occurrences(one.public) for one in walk.apply(pos, seat, busy(pos, seat, rng)))
            )
        assert GAME.audit(pos) == []

    until_seen(
        play,
        lambda: EVERYTHING - seen,
        (35, 19, 55, 11, 7, 56, 202, 32, 4, 6, 25, 5, 47),
        range(90),
    )
    assert seen == EVERYTHING
    assert {type(op) for tile in UPGRADES.values() for op in tile.effects} == set(Op.__args__)
    assert {type(mission.benefit) for mission in MISSIONS.values()} == set(Benefit.__args__)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_defaults_alone_end_the_game(n: int) -> None:
    pos = walk.start(GAME, {}, n, "asleep")
    watch, steps = Watch(pos), 0
    while pos.outcome is None:
        seat = walk.actors(pos)[-1]
        after = walk.submit(pos, seat, default(pos, seat=seat)).pos
        watch.look(pos, seat, after)
        pos, steps = after, steps + 1
    assert steps < 600


def test_whose_time_is_up_at_the_start() -> None:
    pos = walk.start(GAME, {}, 4, "time")
    last = pos.state.order[3]
    assert default(pos, seat=last) == ("bonus", "wood")
    pos = walk.submit(pos, last, ("bonus", "stone")).pos
    assert default(pos, seat=last) == ("bonus", "marble")
    while any(pos.lanes):
        pos = walk.submit(pos, walk.actors(pos)[0], default(pos)).pos
    assert walk.actors(pos) == (last,), "the last in order chooses first"
    assert default(pos) == ("start", "i1")
    pos = go(pos, ("start", "i1"))
    assert default(pos) == ("start", "i2")


def test_whose_time_is_up_places_on_the_first_gathering_space() -> None:
    pos = begin()
    stage(pos, Placement(), resolving=False)
    assert default(pos) == ("place", "ebla_wood_camel")
    who(pos).own = {"camel": 0, "boat": 2}
    assert default(pos) == ("place", "north_wood_boat_1")
    pos = cards(begin(), 0, "k23", "k11")
    stage(pos, PlacePiece(0), Placement(at=1), resolving=False)
    put(
        pos,
        1,
        *(name for name, space in SPACES.items() if space.for_two and space.action == "gather"),
    )
    assert default(pos) == ("place", "upgrade_1"), (
        "no mission is given back; else the first space of the board"
    )


def test_whose_time_is_up_in_resolution() -> None:
    pos = put(
        stock(show(begin(turn=4), "i33"), 0, gold=1, wood=9),
        0,
        "upgrade_1",
        "first_player",
        "rare_red",
    )
    stage(cards(pos, 0, "k16", "k7"), Buy(0, "upgrade_1"))
    assert default(pos) == ("pass",)
    pos = put(stock(begin(turn=4), 0, gold=1, wood=9), 0, "first_player")
    stage(pos, Kingdom())
    assert default(pos, seat=0) == ("tax", "pay")
    pos = go(pos, ("tax", "pay"), seat=0)
    assert default(pos, seat=0) == ("first", "wood")
    pos = stock(cards(begin(turn=4), 0, "k16"), 0, wood=2)
    stage(pos, Kingdom())
    assert default(pos, seat=0) == ("tax", "lose"), "it can't be paid, though a card could help"


def test_whose_pieces_do_nothing_sees_them_come_back() -> None:
    """An upgrade space that was passed keeps its camel until the kingdom ends; a bought upgrade frees it at once."""
    pos = put(stock(show(begin(), "i33", "i5"), 0, wood=2), 0, "upgrade_1", "upgrade_2")
    stage(pos, Buy(0, "upgrade_1"), Buy(0, "upgrade_2"), Kingdom())
    pos = go(pos, ("pass",))
    assert [one.seat for one in pos.state.board["upgrade_1"]] == [0]
    pos = go(pos, ("buy", "i5", {"wood": 1}))
    assert pos.state.turn == 2
    assert pos.state.reserve(0, "camel") == 3


@pytest.mark.parametrize("expert", [False, True])
def test_starting_tiles_in_reverse_order(expert: bool) -> None:
    pos = walk.start(GAME, {"expert_start": expert}, 2, "tiles")
    while any(pos.lanes):
        pos = walk.submit(pos, walk.actors(pos)[0], default(pos)).pos
    assert walk.actors(pos) == (pos.state.order[1],)
    some = keys(pos, "start")
    assert (some == ["i1", "i2", "i3", "i4"]) is not expert
    if expert:
        assert [*some] == [
            "i1",
            "i2",
            "i3",
            "i4",
            "i5",
            "i6",
            "i8",
            "i9",
            "i10",
            "i11",
            "i14",
            "i16",
            "i18",
        ]
    pos = go(pos, ("start", "i2"))
    assert "i2" not in keys(pos, "start")
    pos = go(pos, ("start", "i3"))
    rest = {"i1", "i4"}
    assert (rest & {*pos.state.box} == rest) or (
        expert and rest <= {*pos.state.box, *pos.state.display}
    )
    assert len([tile for tile in pos.state.display if tile]) == 6


def test_two_players_have_their_side_and_their_box() -> None:
    pos = walk.start(GAME, {}, 2, "two")
    out = [
        "i7",
        "i12",
        "i13",
        "i15",
        "i17",
        "i22",
        "i25",
        "i26",
        "i31",
        "i32",
        "i36",
        "i45",
        "i46",
        "i48",
    ]
    assert set(out) <= set(pos.state.box)
    assert len(pos.state.board) == 28
    assert not {"upgrade_4", "market_ebla", "temple_ebla", "caravan_2", "shipyard_2"} & set(
        pos.state.board
    )
    assert [len(pos.state.pile_tiles(color)) for color in pos.state.tops] == [6, 6, 6]


def test_an_upgrade_has_no_effect_on_others() -> None:
    pos = tiles(begin(), 0, "i33")
    assert (who(pos).powers.storage_limit, who(pos, 1).powers.storage_limit) == (12, 8)


def less(goods: dict[str, int]) -> dict[str, int]:
    """Subtract goods."""
    return {what: -n for what, n in goods.items()}


SAYS: dict[
    type, Any
] = {  # what a fact says of its seat's goods, points (`pp`), tower, pieces and tiles
    ev.Chose: lambda one: {one.what: 1},
    ev.Claimed: lambda one: {one.what: 1},
    ev.Discarded: lambda one: {one.what: 1},
    ev.Gathered: lambda one: {one.what: one.n},
    ev.Gained: lambda one: one.goods,
    ev.GoodsStored: lambda one: less(one.goods),
    ev.Traded: lambda one: {one.give: -one.n, **one.got},
    ev.Favoured: lambda one: {one.what: 1, "pp": -one.points},
    ev.Gifted: lambda one: {"pp": one.points},
    ev.Prestige: lambda one: {"pp": one.points},
    ev.Supplied: lambda one: {"pp": one.points},
    ev.Taxed: lambda one: {"gold": -one.gold, "pp": -one.points},
    ev.Looted: lambda one: {"gold": one.gold, "pp": one.points},
    ev.NewPiece: lambda one: {one.piece: 1},
    ev.TookRare: lambda one: {**less(one.paid), "pp": one.points - one.favour, "rare": 1},
    ev.BuiltTemple: lambda one: {**less(one.paid), "pp": one.points},
    ev.Completed: lambda one: {**less(one.paid), "pp": one.points},
    ev.Climbed: lambda one: {**less(one.paid), "tower": one.height - one.before},
    ev.FreeLevel: lambda one: {"tower": 1},
    ev.Bought: lambda one: {**less(one.paid), "tiles": 1},
    ev.TookStart: lambda one: {"tiles": 1},
}


def tally(book: list[Counter[str]], event: Any) -> None:
    """Count an event."""
    if isinstance(event, ev.EraBegan):
        for mine, points in zip(book, event.points, strict=True):
            mine["pp"] += points
    elif isinstance(event, ev.Destroyed):
        book[event.victim]["tower"] += event.height - event.before
    elif type(event) in SAYS:
        book[event.seat].update(SAYS[type(event)](event))


@pytest.mark.parametrize("n", [2, 3, 4])
def test_what_is_told_adds_up(n: int) -> None:
    """Goods, points, towers, pieces, tiles: the public facts alone tell what everybody has, after every step."""
    for seed in range(4):
        step = walk.start_with_events(GAME, {}, n, f"book-{seed}")
        pos, rng = step.pos, Rng.of(seed)
        book = [
            Counter(
                {"wood": 2, "stone": 2, "marble": 1, "gold": 1, "pp": 10, "camel": 3, "boat": 2}
            )
            for _ in range(n)
        ]
        while pos.outcome is None:
            seat = rng.pick(walk.actors(pos))
            for one in walk.apply(pos, seat, busy(pos, seat, rng)):
                tally(book, one.public)
            for mine, player in zip(book, pos.state.players, strict=True):
                has = Counter(
                    {
                        **player.goods,
                        **player.own,
                        "pp": player.points,
                        "tower": player.tower,
                        "rare": len(player.rare),
                        "tiles": len(player.tiles),
                    }
                )
                assert mine == has, "something happened that nobody was told"
