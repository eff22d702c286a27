"""Computer players by strength: the one question that a host asks of them.

How hard each of them thinks about which game stands in `strengths.toml`. *Easy* picks among sensible plans by a hot softmax of
what they are worth a step later. *Firm* and *fierce* search; where the table gives them no care they are the game's own players.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from math import exp
from pathlib import Path as File
from typing import Any, Literal

import msgspec
from msgspec import Struct

from ai import determinization, search
from games.core.engine import bots
from games.core.engine.bots import constant_plan
from games.core.engine.game import Game, More, find
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat

Strength = Literal["easy", "firm", "fierce"]
Kind = Literal["easy", "firm", "fierce", "caretaker"]
STRENGTHS: tuple[Strength, ...] = (
    "easy",
    "firm",
    "fierce",
)  # those that take a seat; a caretaker minds somebody else's
_RESOLUTION = 1 << 32
_TABLE = File(__file__).with_name("strengths.toml")


class EasyConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """How easy is easy: so many plans are weighed, and `heat` points make one plan e times as likely as another."""

    width: int
    heat: float


class DifficultyConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The players of one game; `firm` and `fierce` are the game's own where nothing is said."""

    easy: EasyConfig
    firm: search.SearchConfig | None = None
    fierce: search.SearchConfig | None = None


def decide(
    pos: Position[Any, Any],
    seat: Seat,
    kind: Kind,
    rng: Rng,
    more: More = constant_plan,
    rollouts: int | None = None,
) -> Path:
    """The move of a computer player of that strength in `seat`; `rng` is its own luck and never the game's.

    A player that searches makes `rollouts` of them (as many as its strength has, when none is given). Whoever thinks ahead
    stops when `more` says no. With the same `rng` and a `more` that always agrees it decides the same, in every world that it
    cannot tell apart.
    """
    game, how = find(pos.game), strengths(pos.game)
    if kind == "easy":
        return _easy(pos, game, seat, how.easy, rng)
    care = how.fierce if kind == "fierce" else how.firm if kind == "firm" else None
    if care is None:
        return bots.decide(pos, seat, "game" if kind == "firm" else kind, rng, more)
    if rollouts is not None:
        care = msgspec.structs.replace(care, rollouts=rollouts)
    return _allowed(pos, seat, search.search(pos, game, seat, care, rng, more)[0].plan[0], rng)


def shares(pos: Position[Any, Any]) -> list[float]:
    """What a position is worth to each seat, together 1, by the points that it may expect: not by who has won."""
    return determinization.score_shares(pos, find(pos.game), _table(pos.game)["scale"])


def offered(game: str) -> tuple[Strength, ...]:
    """The strengths that a game's computer players really have: where *fierce* would play as *firm* does, there is none."""
    harder = strengths(game).fierce is not None or find(game).fierce is not None
    return STRENGTHS if harder else STRENGTHS[:-1]


@lru_cache(64)
def strengths(game: str) -> DifficultyConfig:
    """The players of a game by `strengths.toml`: what it says of this game, else of every one. Kept; ValidationError for a
    faulty line."""
    own = _table(game)
    scale = own.pop("scale")
    for kind in ("firm", "fierce"):
        if kind in own:
            own[kind] = {"scale": scale, **own[kind]}
    return msgspec.convert(own, DifficultyConfig)


def _table(game: str) -> dict[str, Any]:
    """What the table says of a game, the rest as for every game."""
    table = tomllib.loads(_TABLE.read_text("utf-8"))
    return {**table["every"], **table.get(game, {})}


def _easy(
    pos: Position[Any, Any], game: Game[Any, Any], seat: Seat, ease: EasyConfig, rng: Rng
) -> Path:
    """One of the likelier plans, by lot: what is worth more a step later is likelier."""
    world = determinization.determinize(pos, game, seat, rng)
    plans = [plan for _, plan in determinization.plans(world, game, seat, ease.width, rng)]
    if len(plans) == 1:
        return _allowed(pos, seat, plans[0][0], rng)
    worth = []
    for plan in plans:
        after = game.codec.clone(world)
        determinization.apply_plan(after, seat, plan)
        points = list(determinization.points(after, game))
        mine = points.pop(seat)
        worth.append(mine - max(points, default=0.0))
    top = max(worth)
    weights = [exp((one - top) / ease.heat) for one in worth]
    drawn = rng.below(_RESOLUTION) / _RESOLUTION * sum(weights)
    for plan, weight in zip(plans, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return _allowed(pos, seat, plan[0], rng)
    return _allowed(pos, seat, plans[-1][0], rng)


def _allowed(pos: Position[Any, Any], seat: Seat, path: Path, rng: Rng) -> Path:
    """The path, if it is legal: what a seat may do never depends on what it cannot know, but a guess has misled it if it does."""
    return path if determinization.legal(pos, seat, path) else bots.decide(pos, seat, "game", rng)
