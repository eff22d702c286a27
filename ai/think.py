"""Entry point for AI players: choose a move for a seat.

An AI player has one of five strengths, or is the *caretaker*, which plays for absent users:

- *beginner*, *easy* and *medium* are the game's own bot, which misjudges what things are worth
  (`ai/noise.py`): *beginner* the most, *medium* the least.
- *firm* and *fierce* (shown as Hard and Expert) search (`ai/search.py`). In games without settings
  of a search, the game's own bots play.
- The caretaker is always the game's own bot.

`strengths.toml` has the settings of each game.
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
from ai.noise import misjudged, noise_stream
from games.core.engine import bots
from games.core.engine.bots import no_time_limit
from games.core.engine.game import Game, HasTime, find
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat

# Stored in databases. Game tables from before there were five strengths have players `easy`, `firm`
# or `fierce`, which are now Easy (stronger than it was then), Hard and Expert (both unchanged).
Strength = Literal["beginner", "easy", "medium", "firm", "fierce"]
PlayerKind = Literal["beginner", "easy", "medium", "firm", "fierce", "caretaker"]
# strengths of AI players with a seat of their own, weakest first; the caretaker plays only for
# absent players
STRENGTHS: tuple[Strength, ...] = ("beginner", "easy", "medium", "firm", "fierce")
# Moves that leave the rest of a turn unused. A player that misjudges makes one only where it would
# also make it without noise, so that it never wastes goods or the action of a card.
PASSES: tuple[Path, ...] = (("done",), ("end",), ("pass",))
_RESOLUTION = 1 << 32  # steps of a random fraction
_STRENGTHS_FILE = File(__file__).with_name("strengths.toml")


class NoiseConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """How much each strength below *firm* misjudges (`noise.misjudged`)."""

    beginner: float
    easy: float
    medium: float


class DrawConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the players below *firm* in games whose bot has no weights.

    Where the bot has weights, such a player misjudges them (`NoiseConfig`). Elsewhere it draws one
    of the bot's best plans at random (`_draw`), at most `width` of them. At noise 1, a plan that
    is worth `heat` points less is drawn e times less often.
    """

    width: int
    heat: float


class GameAiConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of all strengths of one game.

    If `firm` or `fierce` is None, this strength has no search, and the game's own bot plays it.
    `steady` names the weights that are never misjudged: limits of a search, and the values of goods
    that the seat has left after a move. A seat that overrated these goods would hoard them or pass.
    """

    noise: NoiseConfig
    draw: DrawConfig
    steady: frozenset[str] = frozenset()
    firm: search.SearchConfig | None = None
    fierce: search.SearchConfig | None = None


def decide(
    pos: Position[Any, Any],
    seat: Seat,
    kind: PlayerKind,
    rng: Rng,
    has_time: HasTime = no_time_limit,
    rollouts: int | None = None,
    mood: int = 0,
) -> Path:
    """Return the move of an AI player of this kind in `seat`.

    `rng` is the AI's own randomness, never the game's. A searching player makes `rollouts`
    rollouts (by default the number configured for its strength) and stops early when `has_time`
    returns False. Unless it stops early, the move depends only on `rng`, `mood` and what the seat
    can know. `mood` is a random number fixed for the match. Together with the seat and the turn
    (`Game.stage`) it seeds a weaker player's misjudgements, so they stay the same during a turn but
    differ between turns and matches.
    """
    game, config = find(pos.game), ai_config(pos.game)
    if kind == "beginner" or kind == "easy" or kind == "medium":
        return decide_with_noise(pos, seat, getattr(config.noise, kind), rng, mood)
    search_config = config.fierce if kind == "fierce" else config.firm if kind == "firm" else None
    if search_config is None:
        # the game's own bots have the kinds "game", "fierce" and "caretaker"
        bot_kind = "game" if kind == "firm" else kind
        return bots.decide(pos, seat, bot_kind, rng, has_time)
    if rollouts is not None:
        search_config = msgspec.structs.replace(search_config, rollouts=rollouts)
    best = search.search(pos, game, seat, search_config, rng, has_time)[0]
    return _legal_or_fallback(pos, seat, best.plan[0], rng)


def decide_with_noise(
    pos: Position[Any, Any], seat: Seat, noise: float, rng: Rng, mood: int = 0
) -> Path:
    """Return the move of the game's own bot, which misjudges by `noise` (0: not at all).

    The bot gets misjudged weights (`noise.misjudged`). The move is a pass (`PASSES`) only if the
    bot would also pass without noise. If the game has no bot with weights (`Game.weighted_bot` is
    None), one of the best plans is drawn at random (`_draw`): the higher `noise`, the more equal
    are the plans' chances; `noise` must then be positive. If the move is illegal because hidden
    information was guessed wrong, the bot decides again with a new guess and without noise. `mood`
    is as in `decide`.
    """
    game, config = find(pos.game), ai_config(pos.game)
    if game.weighted_bot is None:
        return _draw(pos, game, seat, config.draw, noise, rng)
    guess = determinization.determinize(pos, game, seat, rng)
    noise_rng = noise_stream(mood, seat, game.stage(pos.state))
    weights = misjudged(game.weights, noise, noise_rng, config.steady)
    view = game.view(guess, seat)
    path = game.weighted_bot(view, guess, seat, weights)
    if path in PASSES:  # misjudged weights must not make the bot pass: ask again without noise
        path = game.weighted_bot(view, guess, seat, game.weights)
    return _legal_or_fallback(pos, seat, path, rng)


def shares(pos: Position[Any, Any]) -> list[float]:
    """Return the value of a position for each seat by expected points; the values sum to 1.

    Winning a finished game gives no bonus.
    """
    return determinization.score_shares(pos, find(pos.game), _section(pos.game)["scale"])


def offered_strengths(game: str) -> tuple[Strength, ...]:
    """Return the strengths to offer in a game; *fierce* is left out if it equals *firm*."""
    fierce_differs = ai_config(game).fierce is not None or find(game).strong_bot is not None
    return STRENGTHS if fierce_differs else STRENGTHS[:-1]


@lru_cache(64)
def ai_config(game: str) -> GameAiConfig:
    """Return the AI settings of a game from `strengths.toml`, cached.

    The section `every` has the defaults for all games. Raises `msgspec.ValidationError` for a
    faulty entry.
    """
    section = _section(game)
    # The file has one `scale` per game, outside the settings of a search, because `shares` uses it,
    # too. `SearchConfig` needs it as well; a `scale` of its own has priority.
    scale = section.pop("scale")
    for kind in ("firm", "fierce"):
        if kind in section:
            section[kind] = {"scale": scale, **section[kind]}
    return msgspec.convert(section, GameAiConfig)


def _section(game: str) -> dict[str, Any]:
    """Return a game's section of `strengths.toml` as a plain dict.

    Values that the section leaves out come from the section `every`.
    """
    sections = tomllib.loads(_STRENGTHS_FILE.read_text("utf-8"))
    return {**sections["every"], **sections.get(game, {})}


def _draw(
    pos: Position[Any, Any],
    game: Game[Any, Any],
    seat: Seat,
    config: DrawConfig,
    noise: float,
    rng: Rng,
) -> Path:
    """Choose one of the bot's plans at random and return its first move.

    The bigger the seat's lead over the best opponent after a plan, the likelier the plan is chosen:
    the probabilities are a softmax of the leads. The higher `noise`, the more equal they are.
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
    weights = [exp((lead - best_lead) / (config.heat * noise)) for lead in leads]
    drawn = rng.below(_RESOLUTION) / _RESOLUTION * sum(weights)
    for plan, weight in zip(plans, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return _legal_or_fallback(pos, seat, plan[0], rng)
    return _legal_or_fallback(pos, seat, plans[-1][0], rng)


def _legal_or_fallback(pos: Position[Any, Any], seat: Seat, path: Path, rng: Rng) -> Path:
    """Return the path if it is legal in `pos`, else the move of the game's own bot.

    The path is illegal if the AI has guessed hidden information wrong.
    """
    return (
        path if determinization.is_legal(pos, seat, path) else bots.decide(pos, seat, "game", rng)
    )
