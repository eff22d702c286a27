"""Entry point for AI players: choose a move for a seat by strength.

`strengths.toml` configures each strength for each game. *Easy* draws from sensible plans with a
softmax of high temperature over their value one step later. *Firm* and *fierce* search; where
the file has no search settings for them, the game's own bots play.
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
from games.core.engine.bots import no_time_limit
from games.core.engine.game import Game, HasTime, find
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat

Strength = Literal["easy", "firm", "fierce"]
Kind = Literal["easy", "firm", "fierce", "caretaker"]
STRENGTHS: tuple[Strength, ...] = (
    "easy",
    "firm",
    "fierce",
)  # strengths that can take a seat; the caretaker only plays for an absent person
_RESOLUTION = 1 << 32
_TABLE = File(__file__).with_name("strengths.toml")


class EasyConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of *easy*: how many plans it considers, and its softmax temperature.

    A plan that is worth `heat` points more is e times as likely.
    """

    width: int
    heat: float


class DifficultyConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of all strengths of one game; None means the game's own bot."""

    easy: EasyConfig
    firm: search.SearchConfig | None = None
    fierce: search.SearchConfig | None = None


def decide(
    pos: Position[Any, Any],
    seat: Seat,
    kind: Kind,
    rng: Rng,
    more: HasTime = no_time_limit,
    rollouts: int | None = None,
) -> Path:
    """Return the move of an AI player of strength `kind` in `seat`.

    `rng` is the AI's own randomness, never the game's. A searching player makes `rollouts`
    rollouts, by default as many as its strength has, and stops early when `more` returns False.
    The result depends only on `rng` and on what the seat can know, provided that `more` never
    returns False.
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
    """Return the value of a position for every seat by expected points; the values sum to 1.

    Winning a finished game gives no bonus.
    """
    return determinization.score_shares(pos, find(pos.game), _table(pos.game)["scale"])


def offered(game: str) -> tuple[Strength, ...]:
    """Return the strengths to offer in a game; *fierce* is left out if it equals *firm*."""
    harder = strengths(game).fierce is not None or find(game).fierce is not None
    return STRENGTHS if harder else STRENGTHS[:-1]


@lru_cache(64)
def strengths(game: str) -> DifficultyConfig:
    """Return the AI settings of a game from `strengths.toml`, cached.

    The section `every` has the defaults. Raises `msgspec.ValidationError` for a faulty entry.
    """
    own = _table(game)
    scale = own.pop("scale")
    for kind in ("firm", "fierce"):
        if kind in own:
            own[kind] = {"scale": scale, **own[kind]}
    return msgspec.convert(own, DifficultyConfig)


def _table(game: str) -> dict[str, Any]:
    """Return the settings of a game as in the file, with the defaults of the section `every`."""
    table = tomllib.loads(_TABLE.read_text("utf-8"))
    return {**table["every"], **table.get(game, {})}


def _easy(
    pos: Position[Any, Any], game: Game[Any, Any], seat: Seat, ease: EasyConfig, rng: Rng
) -> Path:
    """Draw a plan at random; the more points it is worth one step later, the likelier it is."""
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
    """Return the path if it is legal in `pos`, else the move of the game's own bot.

    It can be illegal only because the search guessed hidden information wrong.
    """
    return path if determinization.legal(pos, seat, path) else bots.decide(pos, seat, "game", rng)
