"""Saved games of Tadmor, one file for each version of the rules and kind of match.

Old positions.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.engine.migrations import read
from games.core.state.rng import Rng
from games.tadmor import GAME
from games.tadmor.rules.missions.missions import MISSIONS
from tests.games import saved
from tests.games.asking import keys
from tests.games.tadmor.positions import Pos, say

SAVED = Path(__file__).parent / "saved"
V3: dict[str, Any] = json.loads((SAVED / "v3_positions.json").read_text("utf-8"))
OLD: dict[str, Any] = json.loads((SAVED / "v1_positions.json").read_text("utf-8"))


def record(n: int, options: dict[str, Any], seed: str) -> dict[str, Any]:
    """Return a game of bots and one random seat, as the saved games were made."""
    rng = Rng.of(2016)
    return saved.record(
        GAME,
        say,
        n,
        options,
        seed,
        lambda pos, seat: decide(pos, seat, "game" if seat else "random", rng),
    )


@pytest.mark.parametrize("name", ["v5_two", "v5_three"])
def test_saved_games_play_as_they_did(name: str) -> None:
    saved.check(GAME, say, SAVED, name)


@pytest.mark.parametrize("name", ["v4_two", "v4_three"])
def test_saved_games_of_rules_4_play_as_they_did(name: str) -> None:
    """Rules 5 only sum up in an event what each player has placed."""
    saved.check(GAME, say, SAVED, name, rules=4)


@pytest.mark.parametrize("name", ["v3_two", "v3_three"])
def test_saved_games_of_rules_3_tell_the_same(name: str) -> None:
    """Rules 4 offer more to K25 and K26, which nobody returned there: all but the version in the digest is as it was."""
    told = saved.load(SAVED, name)
    assert not any(
        key in ("k25", "k26") for move in told["moves"] if move[1] == "return" for key in move
    )
    assert saved.retell(GAME, say, told) | {"hash": ""} == told | {"hash": ""}


@pytest.mark.parametrize(
    ("name", "before", "now"),
    [
        ("archive_1", {"i5", "i9", "i11", "i12", "i16", "i17"}, set()),
        (
            "archive_2",
            {f"i{n}" for n in (5, 6, 8, 9, 10, 11, 14, 16, 18, 19, 23, 27, 29, 30, 35)},
            {"i2", "i4"},
        ),
    ],
)
def test_a_table_of_rules_3_may_fetch_the_starting_tiles_from_era_ii_on(
    name: str, before: set[str], now: set[str]
) -> None:
    """Amid the upgrades, with Royal archive to be returned: in Era I for the same tiles, in Era II for untaken I1 to I4 too."""
    raw = V3[name]
    pos: Pos = read(GAME, json.dumps(raw).encode())
    assert (raw["rules"], pos.rules) == (3, GAME.rules)
    card = "k25" if name == "archive_1" else "k26"
    assert set(keys(pos, "return", card)) == before | now
    for tile in sorted(now) or ["i5"]:
        after = walk.submit(pos, 0, ("return", card, tile)).pos
        assert tile in after.state.players[0].tiles
        assert GAME.audit(after) == []


def old(name: str) -> Pos:
    """Return a position of rules 1 as it is played now."""
    pos: Pos = read(GAME, json.dumps(OLD[name]).encode())
    return pos


@pytest.mark.parametrize("name", OLD)
def test_a_table_of_rules_1_goes_on_to_its_end(name: str) -> None:
    pos = old(name)
    assert (pos.rules, "mission_deck" in pos.options) == (GAME.rules, False)
    while pos.outcome is None:
        assert GAME.audit(pos) == []
        seat = walk.actors(pos)[0]
        walk.apply(pos, seat, walk.default_path(pos, seat))


@pytest.mark.parametrize("name", [name for name in OLD if name.startswith("shared")])
def test_who_shared_a_space_by_rules_1_has_piece_and_card_again(name: str) -> None:
    raw, pos = OLD[name], old(name)
    second = [(space, here[1]) for space, here in raw["state"]["board"].items() if len(here) > 1]
    assert second
    for space, (seat, piece) in second:
        first = raw["state"]["board"][space][0]
        assert [[one.seat, one.piece] for one in pos.state.board[space]] == [first]
        assert pos.state.reserve(seat, piece) > _reserve(raw, seat, piece)
    face_up = sum(len(player["done"]) for player in raw["state"]["players"])
    assert sum(len(player.face_up) for player in pos.state.players) == face_up + len(second)


def _reserve(raw: dict[str, Any], seat: int, piece: str) -> int:
    """Return a player's number of pieces of a kind in a raw position."""
    out = sum(
        tuple(one) == (seat, piece) for here in raw["state"]["board"].values() for one in here
    )
    player = raw["state"]["players"][seat]
    placed = sum(kind == piece for kind in player["placed"].values())
    return int(player["own"][piece] - out - placed)


def test_the_deck_of_24_gets_its_two_cards() -> None:
    pos = old("Place_24")
    s = pos.state
    held = [card for one in s.players for card in (*one.hand, *one.face_up, *one.returned)]
    assert sorted([*s.deck, *s.discard, *held]) == sorted(MISSIONS)


def test_missions_dealt_before_the_starting_tiles_stay_in_their_hands() -> None:
    pos = old("StartTile_26")
    hands = [list(player.hand) for player in pos.state.players]
    assert all(len(hand) == 2 for hand in hands)
    while pos.state.turn == 0:
        seat = walk.actors(pos)[0]
        walk.apply(pos, seat, walk.default_path(pos, seat))
    assert [player.hand for player in pos.state.players] == hands
