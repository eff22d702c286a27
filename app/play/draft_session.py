"""Drafts: what a seat has chosen of its next move, before it commits the move.

A draft is stored outside the position. So other players see nothing of it, and the buttons *Back*
and *Cancel* change only the draft. Terms used for steps of a path: a *forced* step is the only
possible answer; a *proposed* step is the game's default, which the user may change.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from app.model.match import Draft, LoadedMatch, Match, SeatRow, User
from app.play.panel_builder import (
    UndoForecast,
    alternatives,
    back,
    is_changeable,
    is_changing_proposal,
    legal_path,
    prefilled,
    without_forced_steps,
)
from app.play.tutorials import TutorialProgress, progress_of
from games.core.engine import walk
from games.core.guides.tutorials import Guide
from games.core.prompts.prompt import (
    DistributePrompt,
    IllegalPath,
    Prompt,
    PromptResult,
    SelectPrompt,
    how_many_message,
)
from games.core.text.messages import Key, Msg, Path, Seat, msg

if TYPE_CHECKING:
    from app.ports.repo import Repo

Pending = str | tuple[str, int] | list[str] | dict[str, int]


class DraftSession(Struct):
    """Draft of one user in a locked match, reduced to what is still legal.

    - `path`, `pending`, `shown`: as in `Draft`
    - `written`, `on_screen`: version of the stored draft, and the version that the seat's private
      message shows
    - `match_changed`: True if the draft no longer fits, because the match has changed since
    - `returned`: True if the player was absent until this click
    - `tutorial`: the user's progress, if the match is a tutorial
    """

    stored: LoadedMatch
    person: User
    seat: SeatRow | None
    path: Path = ()
    pending: Key | None = None
    shown: str = ""
    written: int = 0
    on_screen: int = 0
    match_changed: bool = False
    returned: bool = False  # the player was absent until this click
    tutorial: TutorialProgress | None = None  # the tutorial, if the match is one

    @property
    def match(self) -> Match:
        """Return the match that the draft belongs to."""
        return self.stored.match

    def ask(self, path: Path) -> PromptResult:
        """Return what follows the answers in `path`.

        The result is the next prompt, a `MoveReady` if the path is a complete move, or an
        `IllegalPath` if the path is not legal.
        """
        return walk.ask(self.stored.pos, -1 if self.seat is None else self.seat.seat, path)

    def legal_path(self, path: Path, *, auto: bool = True) -> Path:
        """Return the legal part of `path`, followed by automatic steps.

        These are the forced steps and, with `auto`, the proposed steps.
        """
        return (
            path
            if self.seat is None
            else legal_path(self.stored.pos, self.seat.seat, path, auto=auto)
        )

    def position_and_seat(self) -> tuple[Any, Seat]:
        """Return the position and the seat; the user must have a seat."""
        assert self.seat is not None  # noqa: S101 - only a user with a seat has a draft
        return self.stored.pos, self.seat.seat

    def back(self) -> Path:
        """Return the path to show after a click on *Back*, which leads to the previous prompt.

        If the user has opened the counters of a proposed step, *Back* only closes them: the path
        stays.
        """
        return (
            self.path
            if is_changing_proposal(*self.position_and_seat(), self.path, self.pending)
            else back(*self.position_and_seat(), self.path)
        )

    def alternative_keys(self) -> tuple[str, ...]:
        """Return the keys of options that may replace the last answer of the path.

        See `SelectPrompt.alternatives`.
        """
        return tuple(option.key for option in alternatives(*self.position_and_seat(), self.path))

    def can_edit_step(self, depth: int) -> bool:
        """Return whether the step at this depth was proposed, so that the user can change it."""
        return is_changeable(*self.position_and_seat(), self.path, depth)

    def commits_immediately(self, path: Path) -> bool:
        """Return whether the click that completes the path commits the move without confirmation."""
        asks_always = self.person.prefs.get("confirm") == "always"
        return (
            not asks_always
            and UndoForecast(self.stored, self.position_and_seat()[1]).immediate_move(path)
            is not None
        )

    def tutorial_objection(self, path: Path) -> IllegalPath | None:
        """Return the tutorial's objection to this path; None if there is none or no tutorial."""
        return None if self.tutorial is None else self.tutorial.objection(self.stored.pos, path)

    def guide(self) -> Guide | None:
        """Return the tutorial text for the current path; None without a tutorial."""
        if self.tutorial is None:
            return None
        return self.tutorial.guide(
            self.path,
            chosen=bool(without_forced_steps(*self.position_and_seat(), self.path, auto=False)),
        )

    def draft(self, shown: str) -> Draft:
        """Return the draft to store for the current decision.

        `shown` is the digest of the complete move that the user saw, "" for none. The stored path
        ends with a step that the user chose: forced and proposed steps after it are left out. If an
        answer is pending, the proposed steps before it stay.
        """
        assert self.seat is not None  # noqa: S101 - only a user with a seat has a draft
        path = without_forced_steps(
            self.stored.pos, self.seat.seat, self.path, auto=self.pending is None
        )
        return Draft(
            self.match.id,
            self.seat.seat,
            self.seat.decision,
            list(path),
            self.pending,
            shown,
            self.written + 1,
        )


class MoveTree:
    """Tree of one seat's legal choices at one decision, to autocomplete typed moves.

    It reveals no more than the seat's panel does.
    """

    def __init__(self, stored: LoadedMatch, seat: Seat, decision: int) -> None:
        self._pos = stored.pos
        self.seat, self.decision = seat, decision

    def ask(self, path: Path) -> PromptResult:
        """Return what follows the answers in `path`.

        The result is the next prompt, a `MoveReady` if the path is a complete move, or an
        `IllegalPath` if the path is not legal.
        """
        return walk.ask(self._pos, self.seat, path)

    def cached_prompts(self) -> AbstractContextManager[None]:
        """Return a context manager that caches the prompts during a search of the whole tree."""
        return walk.cached_prompts(self._pos)


async def load_session(repo: Repo, stored: LoadedMatch, person: User) -> DraftSession:
    """Return the user's session: the match, their seat, and the legal part of their draft.

    `seat` is None in the session of a user without a seat.
    """
    session = DraftSession(stored, person, stored.match.seat_of(person.id))
    if session.seat is None:
        return session
    draft = await repo.drafts.get(stored.match.id, session.seat.seat)
    path = tuple(draft.path) if draft else ()
    if (course := await progress_of(repo.game_log, stored, person)) is not None:
        session.tutorial, path = course, course.fit(path)
    session.path = session.legal_path(path, auto=draft is None or draft.pending is None)
    if draft is not None:
        session.written, session.on_screen = draft.written, draft.on_screen
        kept = session.path[: len(path)] == path
        session.match_changed = bool(path or draft.pending is not None) and (
            draft.decision != session.seat.decision or not kept
        )
        if kept:
            session.pending, session.shown = (
                _kept_pending(draft.pending, session.ask(session.path)),
                draft.shown,
            )
    if session.pending is None:
        session.path = session.legal_path(session.path)
    return session


def canonical_answer(form: Prompt, key: Key) -> Key:
    """Return the answer `key` as it is stored.

    Lists are in the order of the prompt `form`; distributions have no zero counts.
    """
    match form, key:
        case SelectPrompt(), list():
            return [option.key for option in form.options if option.key in key]
        case DistributePrompt(), dict():
            return {slot.key: key[slot.key] for slot in form.slots if key.get(slot.key)}
    return key


def update_pending(form: Prompt, pending: Key | None, change: Pending) -> Key | Msg:
    """Return the pending answer after the user's `change`, or why the change is refused.

    `form` is the prompt, and `pending` the answer before the change (None: the prompt's initial
    answer).
    """
    have = prefilled(form) if pending is None else pending
    if isinstance(form, SelectPrompt) and isinstance(change, str) and isinstance(have, list):
        return _toggle(form, have, change)
    if isinstance(form, DistributePrompt) and isinstance(change, tuple) and isinstance(have, dict):
        return _change_slot(form, have, *change)
    return (
        _checked_whole(form, change)
        if isinstance(change, list | dict)
        else msg("core.refused.option")
    )


def _toggle(form: SelectPrompt, selected: list[str], key: str) -> Key | Msg:
    """Return the `selected` keys with `key` added or removed, or a refusal.

    If the prompt `form` allows only one option, `key` replaces the selected one.
    """
    if blocked := next((option for option in form.blocked if option.key == key), None):
        return blocked.why
    if key in selected:
        return [name for name in selected if name != key]
    if form.max == 1:
        selected = []
    if len(selected) == form.max:
        return how_many_message(form)
    toggled = canonical_answer(form, [*selected, key])
    return toggled if key in toggled else msg("core.refused.option")  # type: ignore[operator]  # a list in, a list out


def _change_slot(form: DistributePrompt, counts: dict[str, int], key: str, delta: int) -> Key | Msg:
    """Return `counts` with the slot `key` changed by `delta`, or why the change is refused.

    The change is limited by the bounds of the slot and of the sum. If the sum must stay the same,
    added units are taken from the other slots, from the fullest first. Refused if there is no slot
    `key`.
    """
    slot = next((slot for slot in form.slots if slot.key == key), None)
    if slot is None:
        return msg("core.refused.option")
    count = counts.get(key, 0)
    total = sum(counts.get(other.key, 0) * other.weight for other in form.slots)
    is_fixed_sum_reached = form.lo == form.hi == total
    if delta > 0 and is_fixed_sum_reached and all(other.weight == 1 for other in form.slots):
        delta = min(delta, slot.most - count)
        return canonical_answer(form, _shift_units(form, counts, key, delta))
    room = (form.hi - total) // slot.weight if slot.weight else slot.most
    new_count = max(0, min(count + delta, slot.most, count + max(0, room)))
    return canonical_answer(form, {**counts, key: new_count})


def _shift_units(
    form: DistributePrompt, counts: dict[str, int], target: str, delta: int
) -> dict[str, int]:
    """Return `counts` with up to `delta` units moved to the slot `target`.

    Each unit is taken from the slot that is the fullest of the others at that moment.
    """
    shifted = dict(counts)
    others = [slot.key for slot in form.slots if slot.key != target]
    for _ in range(delta):
        fullest = max(others, key=lambda other: shifted.get(other, 0), default=None)
        if fullest is None or not shifted.get(fullest):
            break
        shifted[fullest] -= 1
        shifted[target] = shifted.get(target, 0) + 1
    return shifted


def _checked_whole(form: Prompt, key: list[str] | dict[str, int]) -> Key | Msg:
    """Return `key`, a whole pending answer, if its options and bounds are right.

    Else returns the reason of the refusal. `confirm` checks later whether the answer is legal as a
    whole.
    """
    match form, key:
        case SelectPrompt(), list() if len(key) <= form.max:
            answer = canonical_answer(form, key)
            if isinstance(answer, str | list) and len(answer) == len(key):
                return answer
        case DistributePrompt(), dict():
            most = {slot.key: slot.most for slot in form.slots}
            if all(
                name in most and type(n) is int and 0 <= n <= most[name] for name, n in key.items()
            ):
                return canonical_answer(form, key)
            return msg("core.refused.allot")
    return msg("core.refused.option")


def _kept_pending(pending: Key | None, form: PromptResult) -> Key | None:
    """Return the stored answer `pending` if it still fits the prompt `form`, else None."""
    match form, pending:
        case (SelectPrompt(), list()) | (DistributePrompt(), dict()):
            kept = _checked_whole(form, pending)  # type: ignore[arg-type]  # narrowed by the pattern
            return None if isinstance(kept, Msg | IllegalPath) else kept
    return None
