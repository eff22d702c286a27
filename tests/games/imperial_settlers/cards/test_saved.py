"""Saved games of Imperial Settlers, one file for each version of the rules and kind of table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.migrations import read
from games.core.state.rng import Rng
from games.core.text.messages import Seat
from games.imperial_settlers import GAME
from games.imperial_settlers.model.events import SettlersEvent
from games.imperial_settlers.model.state import SettlersState
from games.imperial_settlers.rules.actions.free import FreeOps, may_defend
from games.imperial_settlers.rules.flow import turn
from tests.games import saved
from tests.games.imperial_settlers.cards.eager import Pos, eager
from tests.games.wording import speaker

OLD = ("v2_two", "v2_three", "v2_four", "v2_solo")
SAVED = Path(__file__).parents[1] / "saved"
say = speaker(GAME)
TABLES: dict[str, tuple[int, dict[str, Any], str]] = {
    "v3_two": (2, {}, "saved-two"),
    "v3_three": (
        3,
        {"factions": "random", "exploration": "advanced", "peaceful": True},
        "saved-three",
    ),
    "v3_four": (
        4,
        {"factions": "random", "exploration": "alternative", "faction_reshuffle": True},
        "saved-four",
    ),
    "v3_solo": (1, {"factions": "random", "acting_troupe_pays": True}, "saved-solo"),
}


def record(name: str) -> dict[str, Any]:
    """Return a random eventful game, as the saved games were made."""
    n, options, seed = TABLES[name]
    rng = Rng.of(2014)

    def play(pos: Pos, seat: Seat) -> tuple[Any, ...]:
        return eager(pos, seat, rng)

    return saved.record(GAME, say, n, options, seed, play)


def renew() -> None:
    """Write the saved games again, move by move, after looking at the differences."""
    for name in TABLES:
        game = saved.retell(GAME, say, saved.load(SAVED, name))
        (SAVED / f"{name}.json").write_text(
            json.dumps(game, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8"
        )


@pytest.mark.parametrize("name", TABLES)
def test_saved_games_play_as_they_did(name: str) -> None:
    saved.check(GAME, say, SAVED, name)


def asked_by_rules_2(s: SettlersState, seat: Seat, *, peaceful: bool = False) -> bool:
    """Return whether rules 2 asked for the end of the turn: if any free operation was possible."""
    return may_defend(s, seat) or any(
        option.key != "defend"
        for option in FreeOps().offer(_OnlyState(s), seat)  # type: ignore[arg-type]
    )


class _OnlyState:
    """Stands for a context of which only the state is read."""

    def __init__(self, state: SettlersState) -> None:
        self.state = state


@pytest.mark.parametrize("name", OLD)
def test_saved_games_of_rules_2_differ_only_in_the_question_after_an_action(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn, "asks_end", asked_by_rules_2)
    game = saved.load(SAVED, name)
    told = saved.retell(GAME, say, game)
    assert {key: told[key] for key in ("log", "end")} == {key: game[key] for key in ("log", "end")}
    assert any(path == ["end"] for _, *path in game["moves"]) or game["n"] == 1


def test_a_position_of_rules_2_goes_on_asking_for_the_end_of_the_turn() -> None:
    """`end`: a turn whose action is done, while no rival could raze."""
    raw = saved.load(SAVED, "v2_positions")
    for name, keys in (("turn", {"pass"}), ("end", {"end"})):
        pos = read(GAME, json.dumps(raw[name]).encode())
        assert (pos.rules, GAME.audit(pos)) == (GAME.rules, [])
        (seat,) = walk.actors(pos)
        form = walk.ask(pos, seat)
        assert keys <= {option.key for option in form.options}  # type: ignore[union-attr]
        after = walk.submit(pos, seat, (*keys,)).pos
        assert walk.actors(after) != (seat,)


def test_the_saved_games_tell_of_most_there_is() -> None:
    kinds = set()
    for name in TABLES:
        game = saved.load(SAVED, name)
        pos = walk.start(GAME, game["options"], game["n"], game["seed"])
        for seat, *path in game["moves"]:
            kinds |= {type(one.public).__name__ for one in walk.apply(pos, seat, tuple(path))}
    assert len(kinds) >= 30
    assert kinds <= {event.__name__ for event in SettlersEvent.__args__}
