"""Content of the panel: the path in words, the next prompt, and which moves are final.

A path is the list of answers that make up a move. A step of a path is *forced* if no other answer
is possible, and *proposed* if it is a default that the user may change, such as a payment. A move
is *final* for a seat if the seat can't undo it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from app.match.standing_orders import only_bots_go_on, others_may_answer_at_once
from app.model.match import Breadcrumb, FinalReason, LoadedMatch, Panel, Promise
from games.core.engine import walk
from games.core.engine.bots import determinize, follow_orders
from games.core.engine.game import find
from games.core.prompts.prompt import (
    AmountPrompt,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    Option,
    Prompt,
    PromptResult,
    SelectPrompt,
    why_incomplete,
)
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Key, Msg, Path, Seat, listed, literal, msg, seat_name
from games.core.views.scene import Mark

Pos = Position[Any, Any]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SAMPLED_WORLDS = 12  # guessed positions that must agree before the next seat is named
MAX_LEAVES = 32  # moves tried before a panel leaves open whether a choice can be undone
UNCOUNTED_TONES = ("finish", "free")  # root options available at every depth


def letters(asked: PromptResult | None) -> dict[str, str]:
    """Return the letter of each option that has a place on the board, by option key.

    `asked` is the prompt; without options there are no letters. The letters are A ... Z, AA, AB
    ..., in the order of the prompt; image, buttons and text use the same letter. An option with a
    mark of its own has this mark as its letter.
    """
    if not isinstance(asked, SelectPrompt):
        return {}
    return {
        option.key: option.mark or _letter_of(index)
        for index, option in enumerate(o for o in asked.options if o.spot is not None)
    }


def marks(asked: PromptResult | None, chosen: Key | None = None) -> tuple[Mark, ...]:
    """Return one marker to draw on the board per option with a place on the board.

    Options in `chosen` (the pending answer) are drawn in another style. The place from which the
    options start has a marker of its own, unless it is an option too.
    """
    if not isinstance(asked, SelectPrompt):
        return ()
    option_letters, chosen_keys = letters(asked), chosen if isinstance(chosen, list) else ()
    found = tuple(
        Mark(
            option.spot,
            option_letters[option.key],
            "chosen" if option.key in chosen_keys else "legal",
        )
        for option in asked.options
        if option.spot is not None
    )
    if asked.origin is None or asked.origin in {mark.spot for mark in found}:
        return found
    return (*found, Mark(asked.origin, "", "origin"))


def tutorial_targets(panel: Panel) -> tuple[str, ...]:
    """Return the ids of the places on the board that the panel's tutorial points to.

    In a prompt with toggles, these are the places of the options that the user must still toggle.
    """
    key = panel.guide.keys[0] if panel.guide and panel.guide.keys else None
    if not isinstance(panel.asked, SelectPrompt) or key is None:
        return ()
    prompt = panel.asked
    if isinstance(key, list):  # toggles that are not yet as the tutorial wants them
        ticked = panel.pending if isinstance(panel.pending, list) else ()
        to_click = set(key) ^ set(ticked)
    else:
        to_click = {str(key)}
    return tuple(
        option.spot
        for option in prompt.options
        if option.key in to_click and option.spot is not None
    )


def legal_path(pos: Pos, seat: Seat, path: Path, *, auto: bool = True) -> Path:
    """Return the longest legal part of `path`, plus every forced step after it.

    With `auto`, proposed steps are added as well.
    """
    while path and isinstance(walk.ask(pos, seat, path), IllegalPath):
        path = path[:-1]
    while (key := automatic_answer(pos, seat, path, auto=auto)) is not None:
        path = (*path, key)
    return path


def automatic_answer(pos: Pos, seat: Seat, path: Path, *, auto: bool = True) -> Key | None:
    """Return the answer after `path` that is given without asking the user, or None.

    It is the only possible answer or, with `auto`, a proposed one. At the root, options that end
    the turn and free actions (`UNCOUNTED_TONES`) do not count as other answers, because the panel
    offers them at every depth.

    The user is asked nevertheless

    - if the only answer ends the turn, or if the prompt wants it (`SelectPrompt.ask_single`)
    - if there are options of `UNCOUNTED_TONES`, and the answer is a whole move that needs no
      confirmation
    - if there are options of `UNCOUNTED_TONES` and blocked options, whose reasons the user should
      read
    - if a free action is possible, and the answer would complete a move in which the user chose
      nothing, or would skip a prompt with blocked options: the user may want the free action first
      (for example to trade for what is missing)
    """
    form = walk.ask(pos, seat, path)
    key = None if isinstance(form, MoveReady | IllegalPath) else _only_answer(pos, seat, path, form)
    if key is None and auto:
        key = _proposed_answer(pos, seat, path, form)
    if key is None or not isinstance(walk.ask(pos, seat, (*path, key)), MoveReady):
        return key
    root = walk.ask(pos, seat)
    if not isinstance(root, SelectPrompt) or all(option.tone != "free" for option in root.options):
        return key
    all_automatic = all(
        automatic_answer(pos, seat, path[:depth]) == step for depth, step in enumerate(path)
    )
    has_blocked = isinstance(form, SelectPrompt) and any(
        step.tone not in UNCOUNTED_TONES for step in form.blocked
    )
    return None if all_automatic or has_blocked else key


def _only_answer(pos: Pos, seat: Seat, path: Path, form: Prompt) -> Key | None:
    """Return the only possible answer to the prompt `form` after `path`, or None.

    Options that end the turn and free actions do not count (see `automatic_answer`).
    """
    if not isinstance(form, SelectPrompt) or form.min != 1 or form.max != 1:
        return form.only_answer()
    if form.ask_single:
        return None
    move_keys = [option.key for option in form.options if option.tone not in UNCOUNTED_TONES]
    end_count = len(form.options) - len(move_keys)
    if len(move_keys) != 1 or (
        end_count and (path or any(option.tone not in UNCOUNTED_TONES for option in form.blocked))
    ):
        return None
    is_whole_move = (
        end_count
        and isinstance(done := walk.ask(pos, seat, (*path, move_keys[0])), MoveReady)
        and done.instant
        and not done.gives_up
    )
    return None if is_whole_move else move_keys[0]


def _proposed_answer(pos: Pos, seat: Seat, path: Path, form: PromptResult) -> Key | None:
    """Return the proposed answer to the prompt `form` after `path`; None if there is none.

    Also None if the answer would be illegal. For example, the payment may use up what the next step
    needs.
    """
    if _counters_button_label(form) is None or not isinstance(form, DistributePrompt):
        return None
    key = form.default_answer()
    return None if isinstance(walk.ask(pos, seat, (*path, key)), IllegalPath) else key


def _counters_button_label(form: PromptResult) -> Msg | None:
    """Return the label of the button that opens a form's counters, or None.

    A form has the button if its default is proposed and other answers are possible.
    """
    return (
        form.change_label
        if isinstance(form, DistributePrompt) and form.only_answer() is None
        else None
    )


def is_changing_proposal(pos: Pos, seat: Seat, path: Path, pending: Key | None) -> bool:
    """Return whether the user has opened the counters of the proposed step after `path`."""
    return (
        pending is not None
        and _counters_button_label(walk.ask(pos, seat, path)) is not None
        and automatic_answer(pos, seat, path) is not None
    )


def is_changeable(pos: Pos, seat: Seat, path: Path, depth: int) -> bool:
    """Return whether step `depth` of the path was proposed, so that the user can change it."""
    return (
        depth < len(path) and _counters_button_label(walk.ask(pos, seat, path[:depth])) is not None
    )


def instant_move(pos: Pos, seat: Seat, path: Path) -> MoveReady | None:
    """Return the move of this path if the game needs no confirmation for it, else None.

    Also None if the move gives something up (`MoveReady.gives_up`), or if the bot proposed a step
    that the user can change (for example a payment): the user must see that before the move is
    made. A proposed step is accepted if the button of the first answer has told it
    (`MoveReady.told`).
    """
    done = walk.ask(pos, seat, path)
    if not isinstance(done, MoveReady) or not done.instant or done.gives_up:
        return None
    if done.told:
        return done
    return (
        None if any(is_changeable(pos, seat, path, depth) for depth in range(len(path))) else done
    )


def crumbs(pos: Pos, seat: Seat, path: Path) -> tuple[Breadcrumb, ...]:
    """Return one breadcrumb per answer of the path, in order."""
    breadcrumbs = []
    for depth, key in enumerate(path):
        form = walk.ask(pos, seat, path[:depth])
        if not isinstance(form, MoveReady | IllegalPath):
            breadcrumbs.append(
                Breadcrumb(
                    answer_text(form, key),
                    automatic_answer(pos, seat, path[:depth]) == key,
                    _counters_button_label(form),
                )
            )
    return tuple(breadcrumbs)


def without_forced_steps(pos: Pos, seat: Seat, path: Path, *, auto: bool = True) -> Path:
    """Return the path without the steps at its end that the user did not choose.

    These are forced steps and, with `auto`, proposed steps.
    """
    while path and automatic_answer(pos, seat, path[:-1], auto=auto) == path[-1]:
        path = path[:-1]
    return path


def back(pos: Pos, seat: Seat, path: Path) -> Path:
    """Return the path up to the last prompt that needed an answer."""
    return without_forced_steps(pos, seat, path)[:-1]


def alternatives(pos: Pos, seat: Seat, path: Path) -> tuple[Option, ...]:
    """Return other answers to the previous prompt that the prompt after `path` offers too.

    For example, these are the targets that the user can choose instead of the chosen one.
    """
    form = walk.ask(pos, seat, path)
    if not path or not isinstance(form, SelectPrompt) or not form.alternatives:
        return ()
    previous = walk.ask(pos, seat, path[:-1])
    if not isinstance(previous, SelectPrompt):
        return ()
    options = {option.key: option for option in previous.options}
    return tuple(options[key] for key in form.alternatives if key in options and key != path[-1])


def answer_text(form: Prompt, key: Key) -> Msg:
    """Return the answer `key` to the prompt `form` in words.

    Parts of the answer that the prompt does not list appear as keys, or not at all.
    """
    match form, key:
        case SelectPrompt(), str():
            return next(
                (option.label for option in form.options if option.key == key), literal(key.upper())
            )
        case SelectPrompt(), list():
            return listed([option.label for option in form.options if option.key in key])
        case DistributePrompt(), dict():
            return listed(
                [
                    msg("core.trail", what=slot.label, n=key[slot.key])
                    for slot in form.slots
                    if slot.key in key
                ]
            )
        case AmountPrompt(unit=Msg() as unit), int():
            return msg("host.amount", what=unit, n=key)
    return literal(str(key))


def _letter_of(index: int) -> str:
    return (
        LETTERS[index]
        if index < len(LETTERS)
        else LETTERS[index // len(LETTERS) - 1] + LETTERS[index % len(LETTERS)]
    )


class UndoForecast:
    """Forecast whether moves can be undone, by trying them on guessed positions.

    A guess (determinization) replaces what the seat does not know by random values, so the
    resulting warnings reveal nothing hidden.
    """

    def __init__(self, stored: LoadedMatch, seat: Seat) -> None:
        self.seat, self._stored = seat, stored
        self._others: list[Pos] = []
        self.guess = self._world(0)

    def _world(self, n: int) -> Pos:
        """Return the guessed position number `n`; it is the same until the match changes."""
        world = find(self._stored.pos.game).codec.clone(self._stored.pos)
        seed = hashlib.sha256(
            f"{self._stored.match.id}:{self._stored.match.rows}:{self.seat}:{n}".encode()
        ).digest()
        determinize(world, self.seat, Rng.of(int.from_bytes(seed[:8], "big")))
        return world

    def _newly_awaited(self, before: Pos, after: Pos) -> list[Seat]:
        return [s for s in walk.actors(after) if s not in walk.actors(before) and s != self.seat]

    def _agree_on_next_seats(self, path: Path, newly: list[Seat]) -> bool:
        """Return whether in all guesses the seats `newly` must act after this path.

        If the guesses differ, the seats must not be shown: a single guess could show, for example,
        the random winner of a hidden bid.
        """
        for n in range(SAMPLED_WORLDS - 1):
            if n == len(self._others):
                self._others.append(self._world(n + 1))
            world = self._others[n]
            try:
                if self._newly_awaited(world, walk.submit(world, self.seat, path).pos) != newly:
                    return False
            except walk.IllegalMoveError:
                return False
        return True

    def final_reason(self, path: Path) -> FinalReason | None:
        """Return why the move of this complete path is final; None if the seat can undo it."""
        try:
            step = self._step(path)
        except walk.IllegalMoveError:  # illegal in this guess, so the guess can't tell
            return FinalReason(msg("host.final.goes_on"))
        if not self._bars_undo(path, step):
            return None
        if step.pos.outcome is not None:
            return FinalReason(msg("host.final.over"))
        newly = self._newly_awaited(self.guess, step.pos)
        # if all seats answer in secret, the next seat may depend on their answers: do not name it
        secret = any(self._stored.pos.lanes)
        if newly and not secret and self._agree_on_next_seats(path, newly):
            return FinalReason(
                msg("host.final.next", n=len(newly), seats=listed([seat_name(s) for s in newly]))
            )
        done = walk.ask(self._stored.pos, self.seat, path)
        if isinstance(done, MoveReady) and done.why_final is not None:
            return FinalReason(done.why_final)
        if self.guess.rng != step.pos.rng:
            draws_only = find(self._stored.pos.game).draws_only
            return FinalReason(msg("host.final.drawn" if draws_only else "host.final.luck"))
        # if nothing is revealed, it is final only because others act now, who can't be named
        return FinalReason(
            msg("host.final.revealed" if self.seat in step.informed else "host.final.goes_on")
        )

    def immediate_move(self, path: Path) -> MoveReady | None:
        """Return the move if the last click of `path` commits it, else None.

        If `instant_move` returns None, the move needs confirmation. A move that can't be undone
        needs confirmation too, so that users don't end their turn by accident, except

        - if its option says that it ends the turn
        - if the game says so (`MoveReady.unconfirmed`)
        - if its result is random
        - if it is a `MoveReady.takeback` move that reveals nothing, unless the game wants a
          confirmation (`MoveReady.asks_if_final`)
        """
        done = instant_move(self._stored.pos, self.seat, path)
        if done is None or done.unconfirmed or self._ends_turn(path):
            return done
        try:
            step = self._step(path)
        except walk.IllegalMoveError:
            return None
        if done.asks_if_final and not step.informed and self._bars_undo(path, step):
            return None
        if done.takeback and not step.informed:
            return done
        is_final = self.seat in step.barrier or self._is_left_to_bots(step)
        return done if not is_final or step.pos.rng != self.guess.rng else None

    def _ends_turn(self, path: Path) -> bool:
        """Return whether the path contains an option that ends the turn."""
        forms = (walk.ask(self._stored.pos, self.seat, path[:depth]) for depth in range(len(path)))
        return any(
            option.tone == "finish" and option.key == key
            for form, key in zip(forms, path, strict=True)
            if isinstance(form, SelectPrompt)
            for option in form.options
        )

    def promise(self, path: Path, finals: Iterable[Key]) -> Promise:
        """Return what holds for all moves that begin with `path`.

        "undoable": all can be undone; "final": none can; "open": they differ, or it is not known.
        Options in `finals` are left out, because they have their own warning. Answers that a prompt
        does not list (`SelectPrompt.unlisted_keys`) are assumed to be like the listed ones. If
        other seats must act at the same time, "undoable" can't be promised: if they answer first,
        the seat's own answer comes last and is final.
        """
        excepted, found = set(map(str, finals)), set[bool]()
        for n, leaf in enumerate(walk.legal_moves(self._stored.pos, self.seat, path)):
            if n == MAX_LEAVES:
                return "open"
            if str(leaf[len(path)]) in excepted:
                continue
            found.add(self.is_final(leaf))
            if len(found) > 1:
                return "open"
        if True in found:
            return "final"
        return (
            "open"
            if not found or any(other != self.seat for other in walk.actors(self._stored.pos))
            else "undoable"
        )

    def is_final(self, path: Path) -> bool:
        """Return whether the move of this complete path is final.

        Also True if the path is not legal in the guess.
        """
        try:
            return self._bars_undo(path, self._step(path))
        except walk.IllegalMoveError:
            return True

    def _step(self, path: Path) -> walk.MoveResult:
        """Return the result of the path and of the standing order that answers next.

        This is an order of the same seat; if none answers, the result is the path's alone. Raises
        `IllegalMoveError` if the path is not legal in the guess.
        """
        step = walk.submit(self.guess, self.seat, path)
        if step.pos.outcome is not None or self.seat not in walk.actors(step.pos):
            return step
        own = next((one for one in self._stored.match.seats if one.seat == self.seat), None)
        game = find(step.pos.game)
        if own is None or not (own.orders or game.orders_answer_by_default):
            return step
        answer = follow_orders(step.pos, self.seat, own.orders, Rng.of(0))
        if answer is None:
            return step
        after = walk.submit(step.pos, self.seat, answer)
        return walk.MoveResult(
            pos=after.pos,
            events=[*step.events, *after.events],
            barrier=sorted({*step.barrier, *after.barrier}),
            informed=sorted({*step.informed, *after.informed}),
        )

    def _is_left_to_bots(self, step: walk.MoveResult) -> bool:
        """Return whether only AI players must act after `step`: their answers make it final."""
        return only_bots_go_on(self._stored.match, step.pos, self.seat)

    def _bars_undo(self, path: Path, step: walk.MoveResult) -> bool:
        """Return whether the seat can't undo the move of `path`, whose result is `step`.

        A `MoveReady.takeback` move can be undone until another seat answers; AI players and
        standing orders answer at once.
        """
        if self.seat not in step.barrier:
            return self._is_left_to_bots(step)
        done = walk.ask(self._stored.pos, self.seat, path)
        if not isinstance(done, MoveReady) or not done.takeback or step.informed:
            return True
        return others_may_answer_at_once(self._stored.match, self._stored.pos, step.pos, self.seat)


def fill_panel(
    panel: Panel,
    stored: LoadedMatch,
    seat: Seat,
    path: Path,
    pending: Key | None,
    *,
    ask_always: bool,
) -> None:
    """Set the prompt, words and warnings in the panel of a seat that must act.

    `path` are the answers so far, and `pending` is the answer under construction. With
    `ask_always`, no click commits a move at once.
    """
    with walk.cached_prompts(stored.pos):
        asked = walk.ask(stored.pos, seat, path)
        if isinstance(asked, IllegalPath):
            return
        forecast = UndoForecast(stored, seat)
        with walk.cached_prompts(forecast.guess):
            _fill_prompt(panel, stored.pos, path, asked, pending, forecast, ask_always)


def _fill_prompt(
    panel: Panel,
    pos: Pos,
    path: Path,
    asked: Prompt | MoveReady,
    pending: Key | None,
    forecast: UndoForecast,
    ask_always: bool,
) -> None:
    """Set the panel's fields in the order in which they depend on each other.

    `asked` is what follows `path`: a prompt or a complete move. `pending` is the answer under
    construction, and `forecast` tells which moves can be undone. With `ask_always`, no click
    commits a move at once, so that no warning about such clicks is needed.
    """
    seat, root = forecast.seat, walk.ask(pos, forecast.seat)
    panel.path, panel.asked = path, asked
    panel.crumbs = crumbs(pos, seat, path)
    panel.question = walk.question(pos, seat)
    panel.root = root if isinstance(root, SelectPrompt) else None
    panel.letters = letters(asked)
    panel.alternatives = alternatives(pos, seat, path)
    if isinstance(asked, MoveReady):
        panel.final = forecast.final_reason(path)
    else:
        panel.pending = prefilled(asked) if pending is None else pending
        panel.changing = is_changing_proposal(pos, seat, path, pending)
    if not ask_always:
        if given_path := _path_with_pending(pos, seat, path, asked, panel.pending):
            panel.immediate_move = instant_move(pos, seat, given_path)
            panel.immediate_final = (
                forecast.final_reason(given_path) if forecast.immediate_move(given_path) else None
            )
        panel.finals = frozenset(_final_options(pos, seat, path, asked, forecast))
    if not isinstance(asked, MoveReady):
        panel.promise = forecast.promise(path, panel.finals)
    if not ask_always and panel.root is not None and path:
        side_options = SelectPrompt(
            tuple(option for option in panel.root.options if option.tone in UNCOUNTED_TONES)
        )
        panel.finals |= set(_final_options(pos, seat, (), side_options, forecast))


def prefilled(form: Prompt) -> Key | None:
    """Return the answer with which a form with counters or toggles starts.

    None for prompts of other kinds.
    """
    match form:
        case DistributePrompt():
            return form.initial()
        case SelectPrompt(min=1, max=1):
            return None
        case SelectPrompt(default=tuple() as names):
            return list(names)
        case SelectPrompt():
            return []
    return None


def _path_with_pending(
    pos: Pos, seat: Seat, path: Path, form: PromptResult, pending: Key | None
) -> Path:
    """Return the path with the `pending` answer to `form`, and the forced steps after it.

    Returns an empty path if the pending answer is incomplete.
    """
    if (
        not isinstance(form, SelectPrompt | DistributePrompt)
        or not isinstance(pending, list | dict)
        or why_incomplete(form, pending)
    ):
        return ()
    return legal_path(pos, seat, (*path, pending))


def _final_options(
    pos: Pos, seat: Seat, path: Path, asked: PromptResult, forecast: UndoForecast
) -> list[str]:
    """Return the keys of options whose click would at once commit a move that can't be undone.

    The options belong to `asked`, the prompt after `path`; `forecast` tells which moves can be
    undone.
    """
    match asked:
        case SelectPrompt(min=1, max=1):
            keys: list[Key] = [option.key for option in asked.options]
        case AmountPrompt(lo=lo, hi=hi) if hi - lo < 25:  # more numbers are not shown as buttons
            keys = list(range(lo, hi + 1))
        case _:
            return []
    found = []
    for key in keys:
        full_path = legal_path(pos, seat, (*path, key))
        if forecast.immediate_move(full_path) and forecast.is_final(full_path):
            found.append(str(key))
    return found
