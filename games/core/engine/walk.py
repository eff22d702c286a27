"""Walk over the tree of legal choices: the functions through which all others play a game.

A path is a sequence of answers to prompts. `ask` returns the next prompt after a path. `submit`
checks a complete path and plays it on a copy; `apply` plays it in place, unchecked. `legal_moves`,
`random_move` and `default_path` find complete paths. All of these call `Frame.prompt` in the same
way, so a listed move is always legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from itertools import combinations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.engine.game import Game, find
from games.core.engine.prompt_cache import PromptCache, cache_key
from games.core.prompts.prompt import (
    AmountPrompt,
    DisabledOption,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    Option,
    Prompt,
    PromptResult,
    SelectPrompt,
    has_answer_form,
    why_illegal,
)
from games.core.state import options as settings
from games.core.state.events import AddressedEvent
from games.core.state.position import Position
from games.core.state.rng import Rng, streams
from games.core.text.messages import Key, Path, Seat, msg

MAX_AUTOMATIC_STEPS = 1000
Pos = Position[Any, Any]
# Caches of the positions in `cached_prompts` blocks: one or two at a time.
_PROMPT_CACHES: list[PromptCache] = []
# A tuple, because `isinstance` with `dict | list` would build a new union at each check.
_CONTAINER_KEYS = (dict, list)


class IllegalMoveError(ValueError):
    """Error for a path that is not a complete legal move.

    `reject` says why, in words for users.
    """

    def __init__(self, reject: IllegalPath) -> None:
        super().__init__(reject.why.key)
        self.reject = reject


class MoveResult(Struct):
    """Result of a move: new position, events and the seats that may not undo the move.

    `informed` are the seats that may have learned something, because the move used randomness or
    showed hidden information. `barrier` are the seats that may not undo the move: the `informed`
    ones, or all seats if another seat must act because of the move.
    """

    pos: Pos
    events: list[AddressedEvent]
    barrier: list[Seat]
    informed: list[Seat]


def start(game: Game[Any, Any], options: dict[str, Any], seats: int, seed: str | int) -> Pos:
    """Return the first position in which a seat must decide; `seed` decides all randomness.

    Raises ValueError for a number of seats or options that cannot be played.
    """
    return start_with_events(game, options, seats, seed).pos


def start_with_events(
    game: Game[Any, Any], options: dict[str, Any], seats: int, seed: str | int
) -> MoveResult:
    """Return the first position in which a seat must decide, with the events of the setup.

    All seats are in `barrier`, because nobody can undo the setup. Raises like `start`.
    """
    if seats not in game.players:
        raise ValueError(f"{game.id} is not played by {seats}")
    error = settings.check(game.options, options, seats)
    all_options = {} if error else settings.complete(game.options, deepcopy(options), seats)
    if error := error or game.why_options_invalid(all_options, seats):
        raise ValueError(error.key, error.args)
    lanes: list[list[Any]] = [[] for _ in range(seats)]
    pos = Position(
        game=game.id,
        rules=game.rules,
        options=all_options,
        n=seats,
        state=game.blank(seats),
        rng=streams(str(seed), 0, seats),
        stack=[],
        lanes=lanes,
        gone=[False] * seats,
    )
    ctx = StepContext(game, pos)
    pos.stack.extend(reversed(game.setup(ctx)))
    game.check_state(ctx)
    run_automatic(game, pos, ctx)
    all_seats = list(range(seats))
    # Cloning sorts the dicts by key, so that the position equals one that was read from the store.
    return MoveResult(
        pos=game.codec.clone(pos), events=ctx.events, barrier=all_seats, informed=all_seats
    )


def actors(pos: Pos) -> tuple[Seat, ...]:
    """Return the seats that must act, in ascending order."""
    if pos.outcome is not None:
        return ()
    game = find(pos.game)
    if any(pos.lanes):
        return tuple(
            seat
            for seat, lane in enumerate(pos.lanes)
            if lane and lane[-1].actors(StepContext(game, pos, seat))
        )
    return tuple(sorted(pos.stack[-1].actors(StepContext(game, pos))))


def optional_actors(pos: Pos) -> tuple[Seat, ...]:
    """Return the seats that may act although the game does not wait for them."""
    if pos.outcome is not None or not pos.stack:
        return ()
    required = actors(pos)
    return tuple(
        sorted(
            seat
            for seat in pos.stack[-1].optional_actors(StepContext(find(pos.game), pos))
            if seat not in required and not pos.lanes[seat]
        )
    )


def ask(pos: Pos, seat: Seat, path: Path = ()) -> PromptResult:
    """Return what follows `path` for a seat: a prompt, `MoveReady` or `IllegalPath`.

    Safe for any input, also from users; changes nothing.
    """
    cache = _cache_of(pos) if _PROMPT_CACHES else None
    asked = _frame_asking(pos, seat) if cache is None else cache.frame_asking(seat)
    if asked is None:
        return IllegalPath(msg("core.refused.over" if pos.outcome else "core.refused.not_now"))
    frame, ctx = asked
    if cache is not None and (cached_as := cache_key(path)) is not None:
        return cache.checked(frame, ctx, seat, path, cached_as)
    result = _prompt_after(frame, ctx, seat, ())
    for depth, key in enumerate(path, 1):
        if isinstance(result, IllegalPath):
            return result
        if isinstance(result, MoveReady) or not has_answer_form(key):
            return IllegalPath(msg("core.refused.option"))
        if refused := why_illegal(result, key):
            return refused
        result = _prompt_after(frame, ctx, seat, tuple(path[:depth]))
    return result


def question(pos: Pos, seat: Seat) -> str:
    """Return the tag of the frame that asks the seat, which names the kind of question.

    Returns "" if the seat is not asked.
    """
    asked = _frame_asking(pos, seat)
    return "" if asked is None else str(type(asked[0]).__struct_config__.tag)


@contextmanager
def cached_prompts(pos: Pos) -> Iterator[None]:
    """Cache the prompts of `pos` in the `with` block, in which `pos` must not change.

    `ask`, `random_move` and `default_path` use the cache. `ask` checks each path from its
    beginning, so without the cache a walk over the whole tree would repeat the first prompts for
    every move.
    """
    if _cache_of(pos) is not None:
        yield
        return
    cache = PromptCache(pos, _frame_asking, _prompt_after)
    _PROMPT_CACHES.append(cache)
    try:
        yield
    finally:
        _PROMPT_CACHES.remove(cache)


def options_behind(pos: Pos, seat: Seat, path: Path) -> tuple[DisabledOption, ...]:
    """Return the options behind a disabled option, which are disabled too.

    The last key of `path` is the key of the disabled option. Users may open a disabled option to
    read why the options behind it are disabled. Empty if the key is no disabled option, or if no
    options are behind it.
    """
    prompt, asked = ask(pos, seat, path[:-1]), _frame_asking(pos, seat)
    if (
        asked is None
        or not isinstance(prompt, SelectPrompt)
        or all(option.key != path[-1] for option in prompt.blocked)
    ):
        return ()
    result = _prompt_after(*asked, seat, path)
    return result.blocked if isinstance(result, SelectPrompt) and not result.options else ()


def apply(pos: Pos, seat: Seat, path: Path) -> list[AddressedEvent]:
    """Play a complete legal path in place and return its events.

    The path is not checked: use it only for paths from `random_move` and `legal_moves`.
    """
    return _play(pos, seat, path).events


def submit(pos: Pos, seat: Seat, path: Path) -> MoveResult:
    """Check a complete path and play it on a copy of `pos`.

    Raises `IllegalMoveError` if the path is not a complete legal move.
    """
    result = ask(pos, seat, path)
    if not isinstance(result, MoveReady):
        raise IllegalMoveError(
            result
            if isinstance(result, IllegalPath)
            else IllegalPath(msg("core.refused.unfinished"))
        )
    after = find(pos.game).codec.clone(pos)
    ctx = _play(after, seat, path)
    informed = _informed_seats(pos, after, ctx.revealed)
    # A move cannot be undone once it has made another seat act.
    newly_awaited = set(actors(after)) - set(actors(pos)) - {seat}
    return MoveResult(
        after, ctx.events, list(range(after.n)) if newly_awaited else informed, informed
    )


def legal_moves(pos: Pos, seat: Seat, path: Path = ()) -> Iterator[Path]:
    """Yield all complete legal paths of a seat that begin with the legal prefix `path`.

    They are generated one at a time, in the order of the prompts. Yields nothing if the seat has
    nothing to decide.
    """
    if asked := _frame_asking(pos, seat):
        frame, ctx = asked
        # only the keys of the options are needed, so prompts may skip their texts (`StepContext`)
        ctx.keys_only = True
        yield from _all_complete_paths(frame, ctx, seat, path)


def random_move(pos: Pos, seat: Seat, rng: Rng) -> Path:
    """Return a random legal move, found by a random answer at each prompt.

    Raises `IllegalMoveError` if the seat has no legal move.
    """
    return _completed_path(pos, seat, (), rng)


def default_path(pos: Pos, seat: Seat, path: Path = ()) -> Path:
    """Return `path`, which must be legal, completed with the default answers of the prompts.

    Timeouts and the button *Auto* use it.
    """
    return _completed_path(pos, seat, path, None)


def _frame_asking(pos: Pos, seat: Seat) -> tuple[Frame[Any], StepContext[Any]] | None:
    """Return the frame that asks `seat` now, with its context; None if no frame asks.

    It is the top frame of the seat's lane if that lane is open, else the top frame of the stack.
    """
    if pos.outcome is not None or type(seat) is not int or not 0 <= seat < pos.n or not pos.stack:
        return None
    game = find(pos.game)
    if pos.lanes[seat]:
        return pos.lanes[seat][-1], StepContext(game, pos, seat)
    frame, ctx = pos.stack[-1], StepContext(game, pos)
    if (seat in frame.actors(ctx) and not any(pos.lanes)) or seat in frame.optional_actors(ctx):
        return frame, ctx
    return None


def _cache_of(pos: Pos) -> PromptCache | None:
    """Return the cache of `pos`; None outside `cached_prompts`."""
    for cache in _PROMPT_CACHES:
        if cache.pos is pos:
            return cache
    return None


def _prompt_after(frame: Frame[Any], ctx: StepContext[Any], seat: Seat, path: Path) -> PromptResult:
    """Return what the frame, or one of its free actions, asks after `path`.

    Whether `path` is valid is not checked.
    """
    if not frame.free:
        return frame.prompt(ctx, seat, path)
    if not path:
        return _with_free_actions(frame, ctx, seat)
    for actions in frame.free:
        if path[0] in actions.verbs:
            return actions.prompt(ctx, seat, path)
    return frame.prompt(ctx, seat, path)


def _with_free_actions(frame: Frame[Any], ctx: StepContext[Any], seat: Seat) -> PromptResult:
    """Return the frame's first prompt for `seat`, extended by its free actions.

    Each free action that is offered (`FreeActions`) becomes one more option, disabled if it is
    impossible now. If the frame's own prompt is no `SelectPrompt`, for example because the frame
    has no question for the seat, only the free actions are offered; if none is possible either, the
    frame's own prompt is returned.
    """
    own_prompt = frame.prompt(ctx, seat, ())
    offers = [offer for actions in frame.free for offer in actions.offer(ctx, seat)]
    options = tuple(offer for offer in offers if isinstance(offer, Option))
    blocked = tuple(offer for offer in offers if isinstance(offer, DisabledOption))
    if not isinstance(own_prompt, SelectPrompt):
        return SelectPrompt(options, blocked=blocked) if options else own_prompt
    default = own_prompt.default or next((option.key for option in own_prompt.options), None)
    return replace(
        own_prompt,
        options=own_prompt.options + options,
        blocked=own_prompt.blocked + blocked,
        default=default,
    )


def _play(pos: Pos, seat: Seat, path: Path) -> StepContext[Any]:
    """Play a complete path in place, then automatic frames; return the step's context."""
    game = find(pos.game)
    path = _normalized(path)
    lane = seat if pos.lanes[seat] else None
    ctx = StepContext(game, pos, lane)
    frame = ctx.stack[-1]
    for actions in frame.free:
        if path[0] in actions.verbs:
            actions.apply(ctx, seat, path)
            break
    else:
        frame.apply(ctx, seat, path)
    game.check_state(ctx)
    run_automatic(game, pos, ctx)
    return ctx


def _normalized(path: Path) -> Path:
    """Return the path with its lists and dicts copied, and the dicts sorted by key.

    The copies keep the position from sharing objects with the caller; the order makes equal answers
    give equal positions.
    """
    if not any(isinstance(key, _CONTAINER_KEYS) for key in path):
        return path
    return tuple(_copied(key) for key in path)


def _copied(key: Key) -> Key:
    """Return a copy of the key; a dict is sorted by its keys."""
    if isinstance(key, dict):
        return dict(sorted(key.items()))
    return list(key) if isinstance(key, list) else key


def run_automatic(game: Game[Any, Any], pos: Pos, ctx: StepContext[Any]) -> None:
    """Run automatic frames until a seat must decide or the game is over.

    A frame is automatic if no seat must act in it. Raises RuntimeError after more than
    `MAX_AUTOMATIC_STEPS` steps, a sign of an endless loop.
    """
    for _ in range(MAX_AUTOMATIC_STEPS + 1):
        if pos.outcome is not None:
            return
        frame = _automatic(pos, ctx)
        if frame is None:
            return
        frame.advance(ctx)
        game.check_state(ctx)
    raise RuntimeError(f"{game.id}: more than {MAX_AUTOMATIC_STEPS} automatic steps")


def _automatic(pos: Pos, ctx: StepContext[Any]) -> Frame[Any] | None:
    """Return the next automatic frame, or None if a seat must act.

    Also sets `ctx.lane` to the lane of the frame.
    """
    lanes_empty = True
    for seat, lane in enumerate(pos.lanes):
        if lane:
            lanes_empty = False
            ctx.lane = seat
            top: Frame[Any] = lane[-1]
            if not top.actors(ctx):
                return top
    ctx.lane = None
    if not lanes_empty:
        return None
    if not pos.stack:
        raise RuntimeError(f"{pos.game}: the stack is empty and the game is not over")
    frame: Frame[Any] = pos.stack[-1]
    return None if frame.actors(ctx) else frame


def _informed_seats(before: Pos, after: Pos, revealed: set[Seat]) -> list[Seat]:
    """Return the seats that may have learned something from the step.

    `before` and `after` are the positions around the step. If the match's random stream was used or
    the game ended, these are all seats. Otherwise they are the seats in `revealed`, and the seats
    whose own random stream was used.
    """
    if after.outcome is not None or before.rng[-1] != after.rng[-1]:
        return list(range(after.n))
    return sorted(
        revealed | {seat for seat in range(after.n) if before.rng[seat] != after.rng[seat]}
    )


def _all_complete_paths(
    frame: Frame[Any], ctx: StepContext[Any], seat: Seat, path: Path
) -> Iterator[Path]:
    result = _prompt_after(frame, ctx, seat, path)
    if isinstance(result, MoveReady):
        yield path
    elif not isinstance(result, IllegalPath):
        for key in _keys(result):
            yield from _all_complete_paths(frame, ctx, seat, (*path, key))


def _keys(prompt: Prompt) -> Iterator[Key]:
    """Yield all valid answers to a prompt, lazily."""
    match prompt:
        case SelectPrompt(min=1, max=1):
            yield from (option.key for option in prompt.options)
        case SelectPrompt():
            keys = [option.key for option in prompt.options]
            for k in range(prompt.min, prompt.max + 1):
                yield from (list(some) for some in combinations(keys, k))
        case AmountPrompt():
            yield from range(prompt.lo, prompt.hi + 1)
        case DistributePrompt():
            yield from (
                key for key in _distributions(prompt, 0, {}, 0) if why_illegal(prompt, key) is None
            )


def _distributions(
    prompt: DistributePrompt, index: int, units_before: dict[str, int], weight_before: int
) -> Iterator[dict[str, int]]:
    """Yield all ways to put units on the slots from `index` on, up to the weight `prompt.hi`.

    `units_before` are the units on the earlier slots, `weight_before` is their weight.
    """
    if index == len(prompt.slots):
        yield dict(units_before)
        return
    slot = prompt.slots[index]
    for n in range(slot.most + 1):
        if weight_before + n * slot.weight > prompt.hi:
            break
        yield from _distributions(
            prompt,
            index + 1,
            {**units_before, slot.key: n} if n else units_before,
            weight_before + n * slot.weight,
        )


def _completed_path(pos: Pos, seat: Seat, path: Path, rng: Rng | None) -> Path:
    """Return `path`, completed with random answers, or with the defaults if `rng` is None.

    A frame may refuse a valid answer to a `DistributePrompt`, but never the default answer, which
    is then given instead.
    """
    asked = _frame_asking(pos, seat)
    if asked is None:
        raise IllegalMoveError(IllegalPath(msg("core.refused.not_now")))
    frame, ctx = asked
    cache = _cache_of(pos) if _PROMPT_CACHES else None
    ctx.keys_only = rng is not None and cache is None
    last_distribution: Path | None = None  # path to the DistributePrompt that was answered last
    while True:
        result = (
            _prompt_after(frame, ctx, seat, path)
            if cache is None
            else cache.after(frame, ctx, seat, path)
        )
        if isinstance(result, MoveReady):
            return path
        if isinstance(result, IllegalPath):
            if last_distribution is None:
                raise IllegalMoveError(result)
            prompt = _prompt_after(frame, ctx, seat, last_distribution)
            assert isinstance(prompt, DistributePrompt)  # noqa: S101 - for the type checker
            path, last_distribution = (*last_distribution, prompt.default_answer()), None
            continue
        last_distribution = path if isinstance(result, DistributePrompt) else None
        path = (*path, result.default_answer() if rng is None else _random_answer(result, rng))


def _random_answer(prompt: Prompt, rng: Rng) -> Key:
    """Return a random valid answer to a prompt."""
    match prompt:
        case SelectPrompt(min=1, max=1):
            return prompt.options[rng.below(len(prompt.options))].key
        case SelectPrompt():
            count = prompt.min + rng.below(min(prompt.max, len(prompt.options)) - prompt.min + 1)
            keys = [option.key for option in prompt.options]
            rng.shuffle(keys)
            chosen = set(keys[:count])
            return [option.key for option in prompt.options if option.key in chosen]
        case AmountPrompt():
            return prompt.lo + rng.below(prompt.hi - prompt.lo + 1)
        case DistributePrompt():
            return _random_distribution(prompt, rng)


def _random_distribution(prompt: DistributePrompt, rng: Rng) -> dict[str, int]:
    """Return how many units each slot gets, at random, up to a random total weight.

    If the result is not valid, return the prompt's default.
    """
    goal = prompt.hi if prompt.full else prompt.lo + rng.below(prompt.hi - prompt.lo + 1)
    given: dict[str, int] = {}
    total = 0
    while True:
        slots_with_room = [
            s for s in prompt.slots if given.get(s.key, 0) < s.most and total + s.weight <= goal
        ]
        if not slots_with_room:
            break
        slot = rng.pick(slots_with_room)
        given[slot.key] = given.get(slot.key, 0) + 1
        total += slot.weight
    key = {slot.key: given[slot.key] for slot in prompt.slots if slot.key in given}
    if why_illegal(prompt, key) is None:
        return key
    fallback = prompt.default_answer()
    return fallback if isinstance(fallback, dict) else key
