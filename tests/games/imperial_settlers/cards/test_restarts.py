"""Nested effects are frames of the position.

It is stored and loaded at every decision of whole games, and undone at any depth.
"""

from __future__ import annotations

import pathlib
from collections import Counter
from itertools import count

import pytest

from app.log.game_log import public_rows
from app.model.match import LoadedMatch
from games.core.engine import history, walk
from games.core.prompts.prompt import IllegalPath
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.imperial_settlers import GAME
from tests.app.harness import PEOPLE, AppHarness
from tests.contract import playouts
from tests.games.asking import keys
from tests.games.imperial_settlers.cards.eager import Pos, begin, eager
from tests.games.imperial_settlers.cards.table import (
    built,
    go,
    hand,
    have,
    place,
    signed,
    supply,
    table,
    who,
)

EXPLORE = ("standard", "alternative", "advanced")


def top(pos: Pos) -> str:
    """Return the prompting frame."""
    return type(pos.stack[-1]).__name__ if pos.stack else ""


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_a_restart_at_every_decision_changes_nothing(n: int, seed: int) -> None:
    """Played straight on in memory, and decoded from what was stored before every question and every answer."""
    options = {"exploration": EXPLORE[seed]} if n > 1 else {}
    straight, rng = begin(n, f"restart-{seed}", **options), Rng.of(seed)
    stored = GAME.codec.encode(straight)
    asked: Counter[str] = Counter()
    while straight.outcome is None:
        again = GAME.codec.decode(stored)
        assert GAME.codec.encode(again) == stored == GAME.codec.encode(straight)
        assert walk.actors(again) == walk.actors(straight)
        seat = rng.pick(walk.actors(straight))
        asked[top(straight)] += 1
        if top(straight) != "PlayerTurn":
            assert playouts.prefixes(again, seat, Rng.of(1), 15) == playouts.prefixes(
                straight, seat, Rng.of(1), 15
            )
        path = eager(straight, seat, rng, tries=3)
        step = walk.submit(again, seat, path)
        told = walk.apply(straight, seat, path)
        assert told == step.events
        assert GAME.codec.digest(step.pos) == GAME.codec.digest(straight)
        stored = GAME.codec.encode(step.pos)
    assert len(asked) >= 3


class Log:
    """Game as the log stores it: rows, and the position after each."""

    def __init__(self, pos: Pos, seed: str) -> None:
        self.start, self.seed = GAME.codec.clone(pos), seed
        self.rows: list[history.HistoryRow] = []
        self.at = [self.start]

    @property
    def pos(self) -> Pos:
        return self.at[-1]

    def play(self, seat: Seat, path: Path) -> None:
        step = walk.submit(self.pos, seat, path)
        self.rows.append(history.move_row(len(self.rows) + 1, seat, "player", path, step))
        self.at.append(step.pos)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_steps_are_taken_back_one_by_one_as_deep_as_nothing_came_to_light(n: int) -> None:
    """From every position back as far as it goes: each time the position before, within whatever effect; and forward again."""
    pos, rng = begin(n, "undo"), Rng.of(n)
    log = Log(pos, "eager-undo")
    depths: Counter[int] = Counter()
    within: Counter[str] = Counter()
    while log.pos.outcome is None:
        seat = rng.pick(walk.actors(log.pos))
        log.play(seat, eager(log.pos, seat, rng, tries=3))
        last = max((row.n for row in log.rows if seat in row.barrier), default=0)
        base, rows = log.at[last], log.rows[last:]
        depth = 0
        while rows:
            back = history.undo(base, rows, seat, log.seed)
            if isinstance(back, IllegalPath):
                break
            assert back.row.n == rows[-1].n
            rows = rows[:-1]
            depth += 1
            before = log.at[last + len(rows)]
            assert GAME.codec.encode(back.pos) == GAME.codec.encode(before)
            within[top(before)] += 1
            again = walk.submit(back.pos, seat, tuple(back.row.path))
            assert GAME.codec.digest(again.pos) == back.row.hash
        depths[depth] += 1
        assert depth == len(log.rows) - last or any(row.seat != seat for row in log.rows[last:])
    assert max(depths) >= 2
    assert list(history.verify(log.start, log.rows, log.seed)) == [row.n for row in log.rows]
    assert within["PlayerTurn"] > 20


def scene(
    factions: str, mine: str, purse: str, cards: str = "", deals: str = "", theirs: str = ""
) -> Pos:
    """Return seat 0 with Locations, hand, Deals and a token left, seat 1 with Locations."""
    pos = built(built(table(*factions.split()), 0, *mine.split()), 1, *theirs.split())
    return have(signed(hand(pos, 0, *cards.split()), 0, *deals.split()), 0, f"{purse} 1D")


NESTED: dict[str, tuple[dict[str, str], list[Path]]] = {
    "ninjas-built-from-a-deal": (
        {
            "factions": "japanese romans",
            "mine": "jap019 jap020 com041 jap024",
            "purse": "3K 3S 3W",
            "deals": "jap026 jap016",
        },
        [
            ("activate", "jap019"),
            ("build_now", "jap026", {"stone": 1}),
            ("deploy", ["jap020", "jap024"]),
        ],
    ),
    "guard-built-by-settlers-with-slaver-and-sphinx": (
        {
            "factions": "egyptians romans",
            "mine": "com040 com041 egi006 egi019",
            "purse": "5W 5F 3G 3K 2S",
            "cards": "egi004",
        },
        [
            ("activate", "com040", {"wood": 1}),
            ("build_now", "egi004", {"food": 2}),
            ("choose", "1"),
            ("exchange", "0"),
        ],
    ),
    "administrations-one-after-the-other": (
        {
            "factions": "romans barbarians",
            "mine": "com041 com040 rom012 rom013",
            "purse": "3W 4S 3K",
            "cards": "rom015 rom003",
        },
        [
            ("activate", "com040", {"wood": 1}),
            ("build_now", "rom015", {"stone": 2}),
            ("choose", "0"),
            ("choose", "1"),
        ],
    ),
    "porters-produce-farmers-who-copy": (
        {
            "factions": "romans barbarians",
            "mine": "com016 com084 com007 rom023 com008",
            "purse": "2F",
        },
        [
            ("activate", "com084", {"food": 1}),
            ("produce_location", "com016"),
            ("copy_production", "rom023"),
        ],
    ),
    "pack-twice": (
        {
            "factions": "barbarians romans",
            "mine": "bar016 com005",
            "purse": "3K",
            "theirs": "com012 com018",
        },
        [
            ("activate", "bar016", "twice"),
            ("gain_from_enemy_raze_value", "p1", "com018", "vp"),
            ("gain_from_enemy_raze_value", "p1", "com012", "worker"),
        ],
    ),
    "dark-chapel-with-triggers": (
        {
            "factions": "barbarians romans",
            "mine": "bar014 bar007 com005 com041",
            "purse": "3R 1K",
            "cards": "com008",
            "theirs": "com046 com018",
        },
        [("activate", "bar014", "0"), ("raze_hand_card", "com008", {"stone": 2})],
    ),
}


@pytest.mark.parametrize("name", NESTED)
def test_nested_effects_are_stored_undone_and_done_again_at_every_depth(name: str) -> None:
    what, paths = NESTED[name]
    pos = scene(**what)
    pos.state.players[1].supply["raze"] = 2  # so the end of the turn is asked
    log = Log(pos, "nested")
    for path in paths:
        assert not isinstance(walk.ask(log.pos, 0, path), IllegalPath), (path, keys(log.pos))
        log.at[-1] = GAME.codec.decode(GAME.codec.encode(log.pos))
        log.play(0, path)
        assert GAME.audit(log.pos) == []
    depth = 0
    rows = log.rows
    while rows and not isinstance(back := history.undo(log.start, rows, 0, log.seed), IllegalPath):
        rows = rows[:-1]
        depth += 1
        assert GAME.codec.digest(back.pos) == GAME.codec.digest(log.at[len(rows)])
    assert depth == len(log.rows), "nothing came to light, and the turn is not over"


def test_the_acting_troupe_repeats_settlers_which_build_what_asks() -> None:
    """Turn, Troupe, repeated Settlers, building, its production and triggers: seven deep, stored at each depth."""
    pos = have(
        hand(
            built(table("romans", "barbarians"), 0, "com041", "com040", "rom012"),
            0,
            "rom013",
            "rom015",
        ),
        0,
        "1W 4S 1K",
    )
    who(pos, 1).passed = True
    tops = []
    for path in (
        ("activate", "com040", {"wood": 1}),
        ("build_now", "rom013", {"stone": 2}),
        ("choose", "0"),
        ("choose", "1"),
        ("activate", "com041"),
        ("repeat_action", "com040"),
        ("choose", "1"),
        ("choose", "0"),
    ):
        tops.append(top(pos))
        if path[0] == "repeat_action":
            pos = go(pos, path)
            assert keys(pos, "build_now") == ["rom015"]
            pos = go(pos, ("build_now", "rom015", {"stone": 2}))
            continue
        pos = go(pos, path)
    assert tops == [
        "PlayerTurn",
        "BuildNow",
        "Either",
        "Either",
        "PlayerTurn",
        "Repeat",
        "Either",
        "Either",
    ]
    assert supply(pos) == {"gold": 3, "vp": 3}
    assert (place(pos, "com040").used, place(pos, "com041").used) == (1, 1)


async def answer(harness: AppHarness, match: str, seat: Seat, path: Path) -> None:
    """Play a whole path, and confirm it where needed."""
    panel = await harness.app.game_service.play(match, PEOPLE[seat], path)
    if not panel.committed:
        panel = await harness.app.game_service.confirm(match, PEOPLE[seat], panel.decision)
    assert panel.committed, (panel.refused, panel.notice)


async def loaded(harness: AppHarness, match: str) -> LoadedMatch:
    """Return a match with its position as stored."""
    found = await harness.app.repo.matches.load(match)
    assert found is not None
    return found


async def test_the_host_restarts_at_every_decision_of_a_game(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is stopped and started before each answer of a whole game of two; what was answered can be taken back after it, and
    the log folds to what is stored."""
    numbers = count()
    monkeypatch.setattr(
        "app.match.lobby.secrets.token_hex",
        lambda n: f"{next(numbers) * 7919 + 104729:x}".zfill(2 * n)[-2 * n :],
    )
    harness = AppHarness(tmp_path)
    await harness.open(games=(GAME,))
    match = await harness.table(2, game=GAME.id)
    rng, restarts, undone = Rng.of(5), 0, 0
    straight = GAME.codec.clone((await loaded(harness, match.id)).pos)
    while straight.outcome is None:
        await harness.reopen(games=(GAME,))
        restarts += 1
        seat = rng.pick(walk.actors(straight))
        path = eager(straight, seat, rng, tries=3, spare="workers")
        if straight.state.round > 2 and top(straight) == "PlayerTurn" and rng.below(3):
            path = ("pass",) if not getattr(straight.stack[-1], "acted", False) else ("end",)
        before = GAME.codec.digest(straight)
        await answer(harness, match.id, seat, path)
        walk.apply(straight, seat, path)
        stored = await loaded(harness, match.id)
        assert GAME.codec.digest(stored.pos) == GAME.codec.digest(straight)
        if straight.outcome is None and rng.below(2):
            panel = await harness.app.game_service.undo(match.id, PEOPLE[seat])
            if panel.committed:
                undone += 1
                assert GAME.codec.digest((await loaded(harness, match.id)).pos) == before
                await harness.reopen(games=(GAME,))
                await answer(harness, match.id, seat, path)
    verified = await harness.app.queries.verify(match.id)
    public = public_rows([entry.row for entry in await harness.app.repo.game_log.entries(match.id)])
    await harness.app.stop()
    assert (verified.ok, verified.rows, verified.first_broken_row) == (True, len(public), None)
    assert restarts > 60
    assert undone > 3
