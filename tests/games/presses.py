"""Count the presses that moves take on a panel: its buttons, and choices from its menus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from app.model.match import LoadedMatch, Match, MessageRefs
from app.play.panel_builder import (
    UNCOUNTED_TONES,
    UndoForecast,
    alternatives,
    back,
    legal_path,
    prefilled,
)
from games.core.engine import walk
from games.core.engine.bots import follow_orders
from games.core.engine.game import find
from games.core.prompts.prompt import (
    AmountPrompt,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    Prompt,
    SelectPrompt,
)
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Key, Path, Seat
from ui.components import MAX_BUTTONS_PER_ROW, MAX_SELECT_OPTIONS
from ui.views.panel.forms import (
    MAX_BLOCKED_BUTTONS,
    MAX_BUTTONS,
    MAX_COUNTERS,
    MAX_GRID,
    choices_of,
    groups_of,
)

Pos = Position[Any, Any]
Play = Callable[[Pos, Seat], Path]


def presses(pos: Pos, seat: Seat, path: Path, opened: Path = (), *, menus: int = 1) -> int:
    """Return the presses from an open panel to the committed move.

    `opened` is the path at which the panel stands (`MoveReady.then` of the last move). A choice
    from a menu is `menus` presses: 2 counts the press that opens the menu too. Raises
    `ValueError` if no button leads to the move.
    """
    shown = legal_path(pos, seat, opened)
    taken = 0
    if path[: len(shown)] != shown:
        root = walk.ask(pos, seat)
        at_hand = isinstance(root, SelectPrompt) and next(
            (o.tone for o in root.options if o.key == path[0] and o.tone in UNCOUNTED_TONES), ""
        )
        if at_hand:  # at every depth; free actions are behind More
            taken += 1 + (at_hand == "free")
            shown = legal_path(pos, seat, path[:1])
        else:
            while shown and path[: len(shown)] != shown:
                here = len(shown) - 1
                if path[:here] == shown[:here] and any(
                    option.key == path[here] for option in alternatives(pos, seat, shown)
                ):
                    taken, shown = taken + 1, legal_path(pos, seat, path[: here + 1])
                    continue
                before = back(pos, seat, shown)
                taken += len(before) < len(shown)
                shown = legal_path(pos, seat, before) if before else ()
    while len(shown) < len(path):
        key, prompt = path[len(shown)], walk.ask(pos, seat, shown)
        if isinstance(prompt, MoveReady | IllegalPath):
            raise ValueError(path)
        taken += _answer(prompt, key) + (menus - 1) * _is_in_menu(prompt, key)
        shown = legal_path(pos, seat, (*shown, key))
        if path[: len(shown)] != shown:  # a proposed answer is changed
            same = next(at for at, (a, b) in enumerate(zip(path, shown, strict=False)) if a != b)
            taken, shown = taken + 1, path[:same]
    forecast = UndoForecast(LoadedMatch(_match(pos), pos), seat)
    return taken + (not taken or forecast.immediate_move(path) is None)


def _is_in_menu(prompt: Prompt, key: Key) -> bool:
    """Return whether the answer is chosen from a menu instead of a button."""
    if not isinstance(prompt, SelectPrompt) or (prompt.min, prompt.max) != (1, 1):
        return False
    if prompt.layout == "menus":
        return key not in prompt.proposed
    options = choices_of(prompt)
    if groups_of(prompt) or all(option.key != key for option in options):
        return False  # a group's own options are few
    if prompt.layout in ("grid", "cards"):
        return len(options) > MAX_GRID
    blocked = len(prompt.blocked) if len(prompt.blocked) <= MAX_BLOCKED_BUTTONS else 0
    most = MAX_BUTTONS_PER_ROW if prompt.layout == "menu" else MAX_BUTTONS
    return len(options) + blocked > most


def _answer(prompt: Prompt, key: Key) -> int:
    match prompt, key:
        case SelectPrompt(min=1, max=1), str():
            keys = [option.key for option in prompt.options]
            if key not in keys:
                raise ValueError(key)
            at = keys.index(key)
            group = groups_of(prompt)
            if prompt.layout == "menus":
                return 1  # a button, or a choice from a menu
            return 1 + bool(group) + (0 if group else at // MAX_SELECT_OPTIONS)
        case SelectPrompt(min=1, max=1), [str(one)]:
            return _answer(prompt, one)
        case SelectPrompt(), list():
            ticked = prefilled(prompt)
            assert isinstance(ticked, list)
            n = len(prompt.options)
            bulk = 1 + n - len(key) if prompt.max >= n and n > 2 else len(key)
            return min(len(set(key) ^ set(ticked)), bulk) + 1
        case AmountPrompt(lo=lo, hi=hi), int():
            return 1 if hi - lo < MAX_SELECT_OPTIONS else 2
        case DistributePrompt(), dict():
            auto = prompt.initial()
            assert isinstance(auto, dict)
            if key == auto:
                return 1
            if len(prompt.slots) > MAX_COUNTERS:
                return 3  # a modal, sent, and Continue
            # a press on a slot's name fills it; a full sum takes from the other slots
            more = sum(
                1 if key.get(slot.key, 0) == slot.most else n
                for slot in prompt.slots
                if (n := key.get(slot.key, 0) - auto.get(slot.key, 0)) > 0
            )
            less = sum(max(0, n - key.get(name, 0)) for name, n in auto.items())
            full = prompt.lo == prompt.hi and all(slot.weight == 1 for slot in prompt.slots)
            return more + (0 if full else less) + 1
    raise ValueError(key)


def _match(pos: Pos) -> Match:
    return Match(
        "PRES",
        pos.game,
        "",
        "en",
        1,
        pos.options,
        pos.n,
        "running",
        [],
        MessageRefs(1, 2),
        0.0,
        0.0,
    )


def recorded(pos: Pos, play: Play, *, menus: int = 1) -> Iterator[tuple[Pos, Seat, Path, int]]:
    """Play to the end; yield each position with the seat, its move and the presses for it.

    `menus` is the number of presses that a choice from a menu takes.

    What the game's standing orders answer without being given is played, but not yielded.
    """
    opened: dict[Seat, Path] = {}
    by_default = find(pos.game).orders_answer_by_default
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        if by_default and (answer := follow_orders(pos, seat, {}, Rng.of(0))):
            pos = walk.submit(pos, seat, answer).pos
            continue
        path = play(pos, seat)
        done = walk.ask(pos, seat, path)
        assert isinstance(done, MoveReady)
        yield pos, seat, path, presses(pos, seat, path, opened.get(seat, ()), menus=menus)
        opened[seat] = done.then
        pos = walk.submit(pos, seat, path).pos
