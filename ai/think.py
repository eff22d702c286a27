"""Entry point for AI players: choose a move for a seat.

An AI player has one of three strengths, *easy*, *firm* or *fierce*, or is the *caretaker*, which
plays for absent users. `strengths.toml` has the settings of each game:

- *Easy* draws a plan at random. The better the seat stands after a plan, the likelier the plan.
- *Firm* and *fierce* search (`ai/search.py`). Without settings of a search in the file, the
  game's own bot plays.
- The caretaker is always the game's own bot.
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
PlayerKind = Literal["easy", "firm", "fierce", "caretaker"]
# strengths of AI players with a seat of their own; the caretaker plays only for absent players
STRENGTHS: tuple[Strength, ...] = ("easy", "firm", "fierce")
_RESOLUTION = 1 << 32  # steps of a random fraction
_TABLE = File(__file__).with_name("strengths.toml")


class EasyConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of *easy*: how many plans it considers, and its softmax temperature `heat`.

    A plan that is better by `heat` points is e times as likely.
    """

    width: int
    heat: float


class GameAiConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of all strengths of one game; None means the game's own bot."""

    easy: EasyConfig
    firm: search.SearchConfig | None = None
    fierce: search.SearchConfig | None = None


def decide(
    pos: Position[Any, Any],
    seat: Seat,
    kind: PlayerKind,
    rng: Rng,
    has_time: HasTime = no_time_limit,
    rollouts: int | None = None,
) -> Path:
    """Return the move of an AI player of this kind in `seat`.

    `rng` is the AI's own randomness, never the game's. A searching player makes `rollouts`
    rollouts (by default the number configured for its strength) and stops early when `has_time`
    returns False. Unless that happens, the move depends only on `rng` and on what the seat can
    know.
    """
    game, config = find(pos.game), ai_config(pos.game)
    if kind == "easy":
        return _easy(pos, game, seat, config.easy, rng)
    search_config = config.fierce if kind == "fierce" else config.firm if kind == "firm" else None
    if search_config is None:
        # the game's own bots have the kinds "game", "fierce" and "caretaker"
        bot_kind = "game" if kind == "firm" else kind
        return bots.decide(pos, seat, bot_kind, rng, has_time)
    if rollouts is not None:
        search_config = msgspec.structs.replace(search_config, rollouts=rollouts)
    best = search.search(pos, game, seat, search_config, rng, has_time)[0]
    return _legal_or_fallback(pos, seat, best.plan[0], rng)


def shares(pos: Position[Any, Any]) -> list[float]:
    """Return the value of a position for every seat by expected points; the values sum to 1.

    Winning a finished game gives no bonus.
    """
    return determinization.score_shares(pos, find(pos.game), _table(pos.game)["scale"])


def offered_strengths(game: str) -> tuple[Strength, ...]:
    """Return the strengths to offer in a game; *fierce* is left out if it equals *firm*."""
    fierce_differs = ai_config(game).fierce is not None or find(game).strong_bot is not None
    return STRENGTHS if fierce_differs else STRENGTHS[:-1]


@lru_cache(64)
def ai_config(game: str) -> GameAiConfig:
    """Return the AI settings of a game from `strengths.toml`, cached.

    The section `every` has the defaults. Raises `msgspec.ValidationError` for a faulty entry.
    """
    table = _table(game)
    scale = table.pop("scale")
    for kind in ("firm", "fierce"):
        if kind in table:
            table[kind] = {"scale": scale, **table[kind]}
    return msgspec.convert(table, GameAiConfig)


def _table(game: str) -> dict[str, Any]:
    """Return the settings of a game as in the file, with the defaults of the section `every`."""
    table = tomllib.loads(_TABLE.read_text("utf-8"))
    return {**table["every"], **table.get(game, {})}


def _easy(
    pos: Position[Any, Any], game: Game[Any, Any], seat: Seat, config: EasyConfig, rng: Rng
) -> Path:
    """Draw a plan at random and return its first move.

    The bigger the seat's lead over the best opponent after a plan, the likelier that plan is drawn:
    its weight is a softmax of the leads.
    """
    world = determinization.determinize(pos, game, seat, rng)
    plans = [
        plan for _, plan in determinization.candidate_plans(world, game, seat, config.width, rng)
    ]
    if len(plans) == 1:
        return _legal_or_fallback(pos, seat, plans[0][0], rng)
    leads = []
    for plan in plans:
        after = game.codec.clone(world)
        determinization.apply_plan(after, seat, plan)
        points = list(determinization.expected_points(after, game))
        own = points.pop(seat)
        leads.append(own - max(points, default=0.0))
    best_lead = max(leads)
    weights = [exp((lead - best_lead) / config.heat) for lead in leads]
    drawn = rng.below(_RESOLUTION) / _RESOLUTION * sum(weights)
    for plan, weight in zip(plans, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return _legal_or_fallback(pos, seat, plan[0], rng)
    return _legal_or_fallback(pos, seat, plans[-1][0], rng)


def _legal_or_fallback(pos: Position[Any, Any], seat: Seat, path: Path, rng: Rng) -> Path:
    """Return the path if it is legal in `pos`, else the move of the game's own bot.

    It may be illegal if the AI has guessed hidden information wrong.
    """
    return (
        path if determinization.is_legal(pos, seat, path) else bots.decide(pos, seat, "game", rng)
    )
