"""Hidden things: hands, decks, the order of piles, the marauder card until revealed."""

from __future__ import annotations

import msgspec
import pytest

from games.core.engine import walk
from games.core.state.rng import Rng
from games.tadmor import GAME
from games.tadmor.model import events as ev
from games.tadmor.model.catalog import REGIONS
from games.tadmor.rules.flow.audit import determinize
from games.tadmor.rules.turn.raid import Hire
from tests.games.asking import keys
from tests.games.tadmor.busy_player import busy
from tests.games.tadmor.positions import Pos, begin, build, cards, go, put, stage, stock, tiles, who


def views(pos: Pos) -> list[bytes]:
    """Return what each viewer may know as bytes, spectators first."""
    return [msgspec.json.encode(GAME.view(pos, viewer)) for viewer in (None, *range(pos.n))]


def test_views_are_the_same_in_every_world() -> None:
    for n in (2, 3, 4):
        pos, rng = walk.start(GAME, {}, n, f"secret-{n}"), Rng.of(n)
        steps = 0
        while pos.outcome is None:
            steps += 1
            if steps % 9 == 0:
                for viewer in (None, *range(n)):
                    other = GAME.codec.clone(pos)
                    determinize(other, viewer, rng)
                    assert GAME.audit(other) == []
                    assert GAME.view(other, viewer) == GAME.view(pos, viewer)
                    assert walk.actors(other) == walk.actors(pos)
                    if viewer in walk.actors(pos):
                        assert walk.ask(other, viewer) == walk.ask(pos, viewer)
            seat = rng.pick(walk.actors(pos))
            walk.apply(pos, seat, busy(pos, seat, rng, tries=3))


def test_the_hand_is_its_owners_alone() -> None:
    pos = cards(cards(begin(3), 0, "k3", "k9", to="hand"), 1, "k20", to="hand")
    anybody, own, *others = (GAME.view(pos, viewer) for viewer in (None, 0, 1, 2))
    assert own.hand is not None
    assert own.hand.missions == ("k3", "k9")
    assert anybody.hand is None
    for view in (anybody, own, *others):
        assert [mat.hand for mat in view.mats] == [2, 1, 0], "how many is public"
    for view in (anybody, *others):
        assert not {b'"k3"', b'"k9"'} & {
            word for word in (b'"k3"', b'"k9"') if word in msgspec.json.encode(view)
        }


def test_the_chosen_region_is_told_to_nobody_else() -> None:
    pos = begin(3)
    pos.state.attacked = "ebla"
    stage(pos, Hire(1), resolving=False)
    told, seen = [], []
    for region in (region for region in REGIONS if region != "ebla"):
        step = walk.submit(pos, 1, ("marauders", region))
        hired = [one for one in step.events if isinstance(one.public, ev.Hired)]
        told.append([one.seen_by(viewer) for one in hired for viewer in (None, 0, 2)])
        assert [one.seen_by(1) for one in hired] == [ev.Hired(1, True, region)]
        seen.append([GAME.view(step.pos, viewer) for viewer in (None, 0, 2)])
        own = GAME.view(step.pos, 1).hand
        assert own is not None
        assert own.marauders == region
        assert GAME.view(step.pos, 1).mats[1].hired
    assert all(one == told[0] for one in told)
    assert all(one == seen[0] for one in seen)
    assert told[0] == [ev.Hired(1, True)] * 3


def test_a_guess_at_the_chosen_region_is_any_but_the_open_one() -> None:
    pos = begin(3)
    pos.state.attacked, who(pos, 1).chosen = "ebla", "desert"
    guesses = set()
    for salt in range(60):
        other = GAME.codec.clone(pos)
        determinize(other, 0, Rng.of(salt))
        guesses.add(who(other, 1).chosen)
        own = GAME.codec.clone(pos)
        determinize(own, 1, Rng.of(salt))
        assert who(own, 1).chosen == "desert"
    assert guesses == set(REGIONS) - {"ebla"}


def test_a_card_that_is_drawn_is_told_to_its_owner() -> None:
    pos = build(put(begin(3), 0, "missions_ebla"))
    step = walk.submit(pos, 0, ("mission", "missions_ebla", "draw"))
    (dealt,) = (one for one in step.events if isinstance(one.public, ev.Dealt))
    assert dealt.seen_by(1) == dealt.seen_by(None) == ev.Dealt(0, 1)
    assert dealt.seen_by(0) == ev.Dealt(0, 1, step.pos.state.players[0].hand)
    assert step.barrier == [0, 1, 2]


@pytest.mark.parametrize("way", ["i43", "k1"])
def test_looking_through_a_pile_tells_nothing_new(way: str) -> None:
    """Its contents are public; what lies below the top has no order."""
    pos = stock(begin(3), 0, gold=3)
    pos = (
        build(put(tiles(pos, 0, way), 0, "rare_grey"))
        if way == "i43"
        else build(cards(pos, 0, way))
    )
    path = ("rare", "rare_grey", "grey", "pay") if way == "i43" else ("return", way, "grey")
    contents = GAME.view(pos, 2).contents["grey"]
    assert [kind for kind, n in contents.items() if n] == keys(pos, *path)
    pos = go(pos, (*path, keys(pos, *path)[0]))
    assert sum(GAME.view(pos, 2).contents["grey"].values()) == 8
    assert pos.state.piles["grey"] == sorted(pos.state.piles["grey"])


def test_the_shuffled_rest_brings_any_tile_up() -> None:
    tops = set()
    for seed in range(30):
        pos = build(
            put(stock(tiles(begin(2, seed=f"pile-{seed}"), 0, "i43"), 0, gold=3), 0, "rare_grey")
        )
        other = next(
            good
            for good in keys(pos, "rare", "rare_grey", "grey", "pay")
            if good != pos.state.tops["grey"]
        )
        was = pos.state.tops["grey"]
        pos = go(pos, ("rare", "rare_grey", "grey", "pay", other))
        tops.add(pos.state.tops["grey"] == was)
    assert tops == {True, False}, "the tile that lay on top was shuffled in"
