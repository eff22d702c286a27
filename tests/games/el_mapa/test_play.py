"""Whole games from crowded positions: invariants with all options, everything happens, events add up."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

import pytest

from games.core.engine import history, walk
from games.core.state.options import Choice
from games.core.state.rng import Rng
from games.el_mapa import GAME
from games.el_mapa.model import events as ev
from games.el_mapa.model.catalog import BUILDINGS, RULES, TECHS, TILES, TROOPS
from games.el_mapa.model.options import SETTINGS
from games.el_mapa.model.state import MapState
from games.el_mapa.rules.battle.flights import Flight
from games.el_mapa.rules.battle.outcomes import Return
from games.el_mapa.rules.castles.hiring import price
from tests.contract.playouts import LONG
from tests.games.el_mapa.busy_player import crowded, eager, game
from tests.games.el_mapa.positions import Pos
from tests.games.occurrence import until_seen

BOOSTABLE = {name for name, one in TECHS.items() if one.boost}


class Watch:
    """Invariants of two successive positions (rules 16)."""

    def __init__(self, pos: Pos) -> None:
        self.kinds, self.limit = pos.state.kinds, pos.options["round_limit"]

    def look(self, before: MapState, told: list[Any], pos: Pos) -> None:
        """Check the invariants after a move."""
        s = pos.state
        assert GAME.audit(pos) == []
        assert s.kinds == self.kinds, "tiles stay where they lie"
        assert all(new >= old for new, old in zip(s.up, before.up, strict=True)), (
            "face-up never turns back"
        )
        rotated = {one.cell for one in told if isinstance(one, ev.Rotated)}
        assert {
            cell for at, cell in enumerate(s.board.cells) if s.turned[at] != before.turned[at]
        } <= rotated
        assert s.raised >= before.raised
        assert s.round - before.round in (0, 1)
        assert self.limit == "none" or s.round <= int(self.limit)
        for mine, old in zip(s.players, before.players, strict=True):
            assert (mine.tiles, mine.fights) >= (old.tiles, 0)
            assert mine.fights >= old.fights, "points are never lost"
            assert mine.out == old.out or not old.out
        for one in told:
            self._event(before, one)

    def _event(self, before: MapState, one: Any) -> None:
        match one:
            case ev.Moved(origin=origin, way=way, jump=False):
                for here, there in zip([origin, *way], way, strict=False):
                    assert not before.barred(here, before.board.side(here, there), there), (
                        "a closed border is never crossed"
                    )
            case ev.Fled(cell=cell, to=to):
                assert not before.barred(cell, before.board.side(cell, to), to)
            case ev.Struck(strikes=strikes, dead=dead):
                for strike, fallen in zip(strikes, reversed(dead), strict=True):
                    assert sum(TROOPS[kind].hp * n for kind, n in fallen.items()) <= strike, (
                        "no remainder carries over"
                    )


def played(pos: Pos, seed: int, tries: int = 4) -> Pos:
    """Play a game to its end with all checks."""
    watch, rng = Watch(pos), Rng.of(seed)
    for seat, path in game(pos, rng, tries):
        before = GAME.codec.clone(pos).state
        watch.look(before, [one.public for one in walk.apply(pos, seat, path)], pos)
    return pos


FREE = [one for one in SETTINGS if isinstance(one, Choice) and one.id != "round_limit"]


def mixes() -> list[Any]:
    """Return options with each value for some number of players, the others random.

    Without TEST_LONG several values share a game.
    """
    if not LONG:
        return [
            (
                at,
                n,
                {one.id: one.values[(at + odd) % len(one.values)] for odd, one in enumerate(FREE)},
            )
            for at, n in enumerate((2, 6, 3, 6, 4, 5, 2, 6, 3, 4))
        ]
    cases = [(one.id, value) for one in FREE for value in one.values]
    return [
        pytest.param(
            at, 6 if key == "six_player_map" else 2 + at % 5, {key: value}, id=f"{key}={value}"
        )
        for at, (key, value) in enumerate(cases)
    ]


@pytest.mark.parametrize(("seed", "n", "options"), mixes())
def test_every_option_keeps_every_invariant(seed: int, n: int, options: dict[str, str]) -> None:
    pos = crowded(seed, n, **{"round_limit": "8", **options})
    assert GAME.audit(pos) == []
    pos = played(pos, seed, tries=2 + seed % 2)
    assert pos.outcome is not None
    assert len(GAME.codec.encode(pos)) < 16_000


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_without_a_limit_a_game_ends_by_wonders_map_survivor_or_when_nobody_does_anything(
    n: int,
) -> None:
    pos, rng, why = crowded(7, n, round_limit="none"), Rng.of(n), ""
    for seat, path in game(pos, rng, 2):
        for one in walk.apply(pos, seat, path):
            why = one.public.why if isinstance(one.public, ev.Ended) else why
        assert pos.state.round < 60
    assert why in ("wonders", "map", "survivor", "idle")
    assert GAME.audit(pos) == []


class Seen:
    """What has happened in some games."""

    def __init__(self) -> None:
        self.told: Counter[str] = Counter()
        self.things: Counter[tuple[str, ...]] = Counter()

    def note(self, pos: Pos, seat: int, path: Any) -> None:
        top = pos.lanes[seat][-1] if pos.lanes[seat] else pos.stack[-1]
        self.things["asked", str(type(top).__struct_config__.tag)] += 1
        self.things["did", str(type(top).__struct_config__.tag), str(path[0])] += 1
        if path[0] == "trade":
            self.things["trade", str(path[1]).partition("-")[0]] += 1

    def hear(self, one: Any) -> None:
        self.told[type(one).__name__] += 1
        match one:
            case ev.Built(building=name):
                self.things["built", name] += 1
            case ev.Played(card=card, lasting=lasting, levels=levels):
                self.things["lasting" if lasting else "card", card] += 1
                if levels:
                    self.things["boosted", card] += 1
            case ev.Lasting(card=card):
                self.things["laid", card] += 1
            case ev.Flipped(kinds=kinds, how=how):
                self.things["how", how] += 1
                self.things.update(("tile", kind) for kind in kinds)
            case ev.Hired(troops=some):
                self.things.update(("hired", kind) for kind in some)
            case ev.BattleEnded(end=end):
                self.things["battle", end] += 1
            case ev.Ended(why=why):
                self.things["end", why] += 1
            case ev.Claimed(what=what):
                self.things["claimed", what] += 1


VERBS = {
    "turn": ("move", "build", "hire", "trade", "tech", "look", "produce", "end"),
    "move": ("step", "go", "jump", "feet", "stop"),
    "luck": ("luck", "open"),
    "offer": ("accept", "refuse", "counter", "withdraw"),
    "order": ("battle",),
    "decide": ("stay", "flee", "card", "lasting"),
    "strike": ("kill",),
    "pursue": ("kill",),
}
EXPECTED: set[tuple[str, ...]] = {
    *(("built", name) for name in BUILDINGS),
    *(("card", name) for name in TECHS),
    *(("laid", name) for name in TECHS),
    *(("boosted", name) for name in BOOSTABLE),
    *(("tile", name) for name, one in TILES.items() if one.level),
    *(("lasting", name) for name in BOOSTABLE),
    *(("hired", kind) for kind in TROOPS),
    *(("asked", frame) for frame in VERBS),
    *(("did", frame, verb) for frame, verbs in VERBS.items() for verb in verbs),
    *(
        ("trade", way)
        for way in ("offer", "take", "post", "unpost", *(rate.id for rate in RULES.bank))
    ),
    *(("battle", end) for end in ("won", "fled", "standoff", "both")),
    *(("how", how) for how in ("sight", "tower", "vision")),
    *(("claimed", what) for what in ("village", "wood", "stone", "gold", "tower")),
    ("end", "wonders"),
    ("end", "rounds"),
}
SHOWING = (
    95,
    135,
    160,
    175,
    101,
    157,
    76,
    71,
    66,
    110,
    145,
    137,
    140,
    171,
    166,
    148,
    336,
)  # games that show all of it


EVENTS = {one.__name__ for one in get_args(ev.MapEvent)} - {"Began", "NoneType", "Eliminated"}


def test_everything_occurs() -> None:
    """Over some games: every question and verb, fact, building, technology in every way, kind of tile and troop."""
    seen = Seen()

    def play(seed: int) -> None:
        pos, rng = crowded(seed, 2 + seed % 5), Rng.of(seed)
        for seat, path in game(pos, rng, 3):
            seen.note(pos, seat, path)
            for one in walk.apply(pos, seat, path):
                seen.hear(one.public)
        assert GAME.audit(pos) == []

    def missing() -> object:
        return (EXPECTED - set(seen.things)) | (EVENTS - set(seen.told))

    until_seen(play, missing, SHOWING, range(60, 140))
    assert missing() == set()


def tally(book: list[Counter[str]], one: Any) -> None:
    """Count a public event."""
    match one:
        case ev.Upkeep(gains=gains):
            for mine, gained in zip(book[:-1], gains, strict=True):
                mine.update({what: n for what, n in gained.items() if what in RULES.resources})
        case ev.Produced(seat=seat, gains=gains):
            book[seat].update({what: n for what, n in gains.items() if what in RULES.resources})
        case ev.Treasure(seat=seat, what=what, n=n):
            book[seat][what] += n
        case ev.Built(seat=seat, paid=paid):
            book[seat].subtract(paid)
        case ev.Banked(seat=seat, give=give, get=get):
            book[seat].subtract(give)
            book[seat].update(get)
        case ev.Dealt(seat=seat, other=other, give=give, get=get):
            for who, out, into in ((seat, give, get), (other, get, give)):
                book[who].subtract({what.replace("cards", "hand"): n for what, n in out.items()})
                book[who].update({what.replace("cards", "hand"): n for what, n in into.items()})
        case ev.Flipped(seat=seat, cells=cells):
            book[seat]["tiles"] += len(cells)
        case ev.BattleEnded(winner=winner, points=points) if winner >= 0:
            book[winner]["fights"] += points
        case _:
            _people(book, one)


def _people(book: list[Counter[str]], one: Any) -> None:
    """Return the numbers of troops and cards."""
    match one:
        case ev.Hired(seat=seat, troops=some):
            book[seat].subtract(price(some))
            book[seat].update(some)
        case ev.BattleBegan(seats=seats):
            book[-1] = Counter({"attacker": seats[0], "defender": seats[1]})
        case ev.Struck(dead=dead):
            for who, fallen in zip((book[-1]["attacker"], book[-1]["defender"]), dead, strict=True):
                if who >= 0:
                    book[who].subtract(fallen)
        case ev.Fled(seat=seat, given=given, caught=caught):
            book[seat].subtract({given: 1})
            book[seat].subtract(caught)
        case ev.Retreated(seat=seat, to="", troops=some):
            book[seat].subtract(some)
        case ev.Drew(seat=seat, levels=levels):
            book[seat].update({f"hand{level}": n for level, n in levels.items()})
        case ev.Played(seat=seat, card=card, lasting=lasting, levels=levels):
            book[seat].subtract({f"hand{level}": n for level, n in levels.items()})
            book[seat][f"hand{TECHS[card].level}"] -= not lasting
        case ev.Lasting(seat=seat, card=card, levels=levels):
            book[seat].subtract({f"hand{level}": n for level, n in levels.items()})
            book[seat][f"hand{TECHS[card].level}"] -= 1
        case ev.Eliminated(seat=seat):
            book[seat] = Counter(
                {what: n for what, n in book[seat].items() if what in ("tiles", "fights")}
            )


def has(pos: Pos, seat: int) -> Counter[str]:
    """Return what a player has."""
    s = pos.state
    player = s.players[seat]
    found = Counter({**player.goods, "tiles": player.tiles, "fights": player.fights})
    found.update(f"hand{TECHS[card].level}" for card in player.hand)
    for some in player.stacks.values():
        found.update(some)
    if s.moving is not None and s.turn.seat == seat:
        found.update(s.moving.troops)
    for frame in pos.stack:
        if isinstance(frame, Return) and frame.seat == seat:
            found.update(frame.troops)
        if isinstance(frame, Flight) and frame.seat == seat:
            found[frame.given] += 1  # told with the arrival
    for side in s.battle.sides if s.battle else ():
        if side.seat == seat:
            found.update(
                {kind: sum(one.n for one in side.squads if one.kind == kind) for kind in TROOPS}
            )
    return +found


@pytest.mark.parametrize("seed", range(200, 210))
def test_what_is_told_adds_up(seed: int) -> None:
    """Goods, points, troops, backs of cards: the public facts alone tell what everybody has, after every step."""
    pos, rng = crowded(seed, 2 + seed % 5), Rng.of(seed)
    book: list[Counter[str]] = [
        *(has(pos, seat) for seat in range(pos.n)),
        Counter(),
    ]  # the last one: who is in battle
    for seat, path in game(pos, rng, 3):
        for one in walk.apply(pos, seat, path):
            tally(book, one.public)
        for other in range(pos.n):
            assert +book[other] == has(pos, other), (
                path,
                "something happened that nobody was told",
            )


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_defaults_alone_end_the_game(n: int) -> None:
    for seed in range(3):
        pos = crowded(300 + seed, n, round_limit="none")
        watch = Watch(pos)
        while pos.outcome is None:
            seat = walk.actors(pos)[-1]
            before = GAME.codec.clone(pos).state
            watch.look(
                before,
                [one.public for one in walk.apply(pos, seat, walk.default_path(pos, seat))],
                pos,
            )
        assert pos.state.round <= RULES.idle + 1


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_any_seat_may_leave_in_any_state(n: int) -> None:
    """At each row of a game a seat leaves; the others play random moves to the end."""
    pos, rng = crowded(400 + n, n), Rng.of(n)
    for at, (seat, path) in enumerate(game(pos, rng, 3)):
        if at % 29 == n:
            left = at % n
            after = history.replay(
                pos, history.system_row(1, left, "table", ["@gone", left], pos), "s"
            )
            assert walk.actors(after) == walk.actors(pos)
            while after.outcome is None:
                one = walk.actors(after)[0]
                walk.apply(
                    after,
                    one,
                    walk.default_path(after, one) if one == left else eager(after, one, rng, 1),
                )
                assert GAME.audit(after) == []
            assert (
                after.state.players[left].out
                or after.state.round == 1
                or len(after.state.alive()) == 1
                or not pos.outcome
            )
        walk.apply(pos, seat, path)


@pytest.mark.parametrize("n", [2, 4])
def test_the_same_seed_and_paths_give_the_same_bytes(n: int) -> None:
    games = [played(crowded(500, n), 7, 2) for _ in range(2)]
    assert GAME.codec.encode(games[0]) == GAME.codec.encode(games[1])
