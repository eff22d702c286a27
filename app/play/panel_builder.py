"""Content of the panel: path in words, next prompt, and what would be final."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from app.model.match import Breadcrumb, FinalReason, LoadedMatch, Panel, Promise
from games.core.engine import walk
from games.core.engine.bots import determinize
from games.core.engine.game import find
from games.core.prompts.prompt import (
    AmountPrompt,
    Answer,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    Prompt,
    SelectPrompt,
    why_illegal,
)
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Key, Msg, Path, Seat, listed, literal, msg, seat_name
from games.core.views.scene import Mark

Pos = Position[Any, Any]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SAMPLED_WORLDS = 12  # determinizations that must agree before the next seat is named
MAX_LEAVES = 32  # moves tried before a panel leaves open whether a choice can be undone
SIDE_TONES = ("finish", "free")  # root options available at every depth


def letters(answer: Answer | None) -> dict[str, str]:
    """Return a letter for each option with a place on the board, in the form's order.

    A ... Z, AA, AB ...: the same in the image, on the buttons and in the text. Options with a
    mark of their own keep it.
    """
    if not isinstance(answer, SelectPrompt):
        return {}
    return {
        option.key: option.mark or _letter(at)
        for at, option in enumerate(o for o in answer.options if o.spot is not None)
    }


def marks(answer: Answer | None, chosen: Key | None = None) -> tuple[Mark, ...]:
    """Return the lettered markers of a form; those of the current choice are `chosen`."""
    if not isinstance(answer, SelectPrompt):
        return ()
    named, taken = letters(answer), chosen if isinstance(chosen, list) else ()
    return tuple(
        Mark(option.spot, named[option.key], "chosen" if option.key in taken else "legal")
        for option in answer.options
        if option.spot is not None
    )


def aim(panel: Panel) -> tuple[str, ...]:
    """Return the places that a tutorial points to.

    If several options must be toggled, only those that are not yet as they should be.
    """
    key = panel.guide.keys[0] if panel.guide and panel.guide.keys else None
    if not isinstance(panel.answer, SelectPrompt) or key is None:
        return ()
    have = panel.pending if isinstance(panel.pending, list) else ()
    wanted = set(key) ^ set(have) if isinstance(key, list) else {str(key)}
    return tuple(
        one.spot for one in panel.answer.options if one.key in wanted and one.spot is not None
    )


def settle(pos: Pos, seat: Seat, path: Path, *, auto: bool = True) -> Path:
    """Return the longest legal part of `path`, plus every forced step after it.

    With `auto`, proposed steps are added as well.
    """
    while path and isinstance(walk.ask(pos, seat, path), IllegalPath):
        path = path[:-1]
    while (key := automatic_answer(pos, seat, path, auto=auto)) is not None:
        path = (*path, key)
    return path


def automatic_answer(pos: Pos, seat: Seat, path: Path, *, auto: bool = True) -> Key | None:
    """Return the answer that is given without asking after `path`, or None.

    That is the only answer, and with `auto` also a proposed one. At the root it is the only
    option besides those of `SIDE_TONES`, which stay available at every depth. Three exceptions:
    ending the turn is never automatic, nor is an option that is a whole move if the turn could
    end instead, and blocked options are shown so that their reason can be read. If a free
    action is possible first (such as trading for what is missing), no path is led to the end of
    a move without a choice.
    """
    form = walk.ask(pos, seat, path)
    key = None if isinstance(form, MoveReady | IllegalPath) else _only(pos, seat, path, form)
    if key is None and auto:
        key = _proposed(pos, seat, path, form)
    if key is None or not isinstance(walk.ask(pos, seat, (*path, key)), MoveReady):
        return key
    root = walk.ask(pos, seat)
    if not isinstance(root, SelectPrompt) or all(option.tone != "free" for option in root.options):
        return key
    unasked = all(
        automatic_answer(pos, seat, path[:depth]) == one for depth, one in enumerate(path)
    )
    shut = isinstance(form, SelectPrompt) and any(
        one.tone not in SIDE_TONES for one in form.blocked
    )
    return None if unasked or shut else key


def _only(pos: Pos, seat: Seat, path: Path, form: Prompt) -> Key | None:
    if not isinstance(form, SelectPrompt) or form.min != 1 or form.max != 1:
        return form.only()
    if form.shown:
        return None
    going = [option.key for option in form.options if option.tone not in SIDE_TONES]
    ends = len(form.options) - len(going)
    if len(going) != 1 or (
        ends and (path or any(one.tone not in SIDE_TONES for one in form.blocked))
    ):
        return None
    whole = (
        ends
        and isinstance(done := walk.ask(pos, seat, (*path, going[0])), MoveReady)
        and done.instant
    )
    return None if whole else going[0]


def _proposed(pos: Pos, seat: Seat, path: Path, form: Answer) -> Key | None:
    """Return the proposed answer, unless it leads to a dead end.

    A payment may leave too little for what it pays for.
    """
    if _change(form) is None or not isinstance(form, DistributePrompt):
        return None
    key = form.auto()
    return None if isinstance(walk.ask(pos, seat, (*path, key)), IllegalPath) else key


def _change(form: Answer) -> Msg | None:
    """Return the label of the button that changes a form's answer; None if it can't change."""
    return form.change if isinstance(form, DistributePrompt) and form.only() is None else None


def changing(pos: Pos, seat: Seat, path: Path, pending: Key | None) -> bool:
    """Return whether the counters of a proposed step after `path` are open."""
    return (
        pending is not None
        and _change(walk.ask(pos, seat, path)) is not None
        and automatic_answer(pos, seat, path) is not None
    )


def changeable(pos: Pos, seat: Seat, path: Path, depth: int) -> bool:
    """Return whether the bot filled in the step at this depth and the player may change it."""
    return depth < len(path) and _change(walk.ask(pos, seat, path[:depth])) is not None


def instant(pos: Pos, seat: Seat, path: Path) -> MoveReady | None:
    """Return the move if the game needs no confirmation for it, else None.

    None as well after a proposed step: no payment is made unseen.
    """
    done = walk.ask(pos, seat, path)
    if not isinstance(done, MoveReady) or not done.instant:
        return None
    return None if any(changeable(pos, seat, path, depth) for depth in range(len(path))) else done


def crumbs(pos: Pos, seat: Seat, path: Path) -> tuple[Breadcrumb, ...]:
    """Return the path in words."""
    said = []
    for depth, key in enumerate(path):
        form = walk.ask(pos, seat, path[:depth])
        if not isinstance(form, MoveReady | IllegalPath):
            said.append(
                Breadcrumb(
                    in_words(form, key),
                    automatic_answer(pos, seat, path[:depth]) == key,
                    _change(form),
                )
            )
    return tuple(said)


def chosen(pos: Pos, seat: Seat, path: Path, *, auto: bool = True) -> Path:
    """Return the path without the forced steps at its end; with `auto`, without proposed ones."""
    while path and automatic_answer(pos, seat, path[:-1], auto=auto) == path[-1]:
        path = path[:-1]
    return path


def back(pos: Pos, seat: Seat, path: Path) -> Path:
    """Return the path up to the last prompt that needed an answer."""
    return chosen(pos, seat, path)[:-1]


def in_words(form: Prompt, key: Key) -> Msg:
    """Return an answer in words; unknown parts are shown by key or left out."""
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
            return msg("core.trail", what=unit, n=key)
    return literal(str(key))


def _letter(at: int) -> str:
    return (
        LETTERS[at]
        if at < len(LETTERS)
        else LETTERS[at // len(LETTERS) - 1] + LETTERS[at % len(LETTERS)]
    )


class UndoForecast:
    """Dry runs of moves on determinizations, to predict whether they can be undone.

    They use no hidden information, so the warnings reveal none.
    """

    def __init__(self, stored: LoadedMatch, seat: Seat) -> None:
        self.seat, self._stored = seat, stored
        self._others: list[Pos] = []
        self.guess = self._world(0)

    def _world(self, n: int) -> Pos:
        """Return determinization `n`; the same one as long as the match does not change."""
        guess = find(self._stored.pos.game).codec.clone(self._stored.pos)
        word = hashlib.sha256(
            f"{self._stored.match.id}:{self._stored.match.rows}:{self.seat}:{n}".encode()
        ).digest()
        determinize(guess, self.seat, Rng.of(int.from_bytes(word[:8], "big")))
        return guess

    def _newly(self, before: Pos, after: Pos) -> list[Seat]:
        return [s for s in walk.actors(after) if s not in walk.actors(before) and s != self.seat]

    def _sure(self, path: Path, newly: list[Seat]) -> bool:
        """Return whether the same seats act next in other determinizations as well.

        One guess alone must not decide, for example, who wins a hidden bid.
        """
        for n in range(SAMPLED_WORLDS - 1):
            if n == len(self._others):
                self._others.append(self._world(n + 1))
            world = self._others[n]
            try:
                if self._newly(world, walk.submit(world, self.seat, path).pos) != newly:
                    return False
            except walk.IllegalMoveError:
                return False
        return True

    def final(self, path: Path) -> FinalReason | None:
        """Return why this complete path would be final for the seat; None if it can be undone."""
        try:
            step = walk.submit(self.guess, self.seat, path)
        except walk.IllegalMoveError:  # the guess contradicts the real position: promise nothing
            return FinalReason(msg("host.final.revealed"))
        if self.seat not in step.barrier:
            return None
        if step.pos.outcome is not None:
            return FinalReason(msg("host.final.over"))
        newly = self._newly(self.guess, step.pos)
        if newly and self._sure(path, newly):
            return FinalReason(
                msg("host.final.next", n=len(newly), seats=listed([seat_name(s) for s in newly]))
            )
        if self.guess.rng != step.pos.rng:
            return FinalReason(msg("host.final.luck"))
        return FinalReason(msg("host.final.revealed"))

    def at_once(self, path: Path) -> MoveReady | None:
        """Return the move if the click that completes `path` commits it; None if it is confirmed.

        A single click may be final only because of randomness or by an option that says that it
        ends the turn: nobody ends their turn by accident.
        """
        done = instant(self._stored.pos, self.seat, path)
        if done is None or self._ends(path):
            return done
        try:
            step = walk.submit(self.guess, self.seat, path)
        except walk.IllegalMoveError:
            return None
        return done if self.seat not in step.barrier or step.pos.rng != self.guess.rng else None

    def _ends(self, path: Path) -> bool:
        """Return whether the path contains an option that ends the turn."""
        forms = (walk.ask(self._stored.pos, self.seat, path[:depth]) for depth in range(len(path)))
        return any(
            option.tone == "finish" and option.key == key
            for form, key in zip(forms, path, strict=True)
            if isinstance(form, SelectPrompt)
            for option in form.options
        )

    def promise(self, path: Path, finals: Iterable[Key]) -> Promise:
        """Return whether all moves that begin with `path` can be undone, or none, or it is open.

        Moves by the options in `finals` are left out. Moves that no form lists
        (`SelectPrompt.also`) are assumed to be like the listed ones. If other seats must answer
        at the same time, nothing is promised: the seat's own answer is final if it is the last.
        """
        marked, found = set(map(str, finals)), set[bool]()
        for n, leaf in enumerate(walk.legal_moves(self._stored.pos, self.seat, path)):
            if n == MAX_LEAVES:
                return "open"
            if str(leaf[len(path)]) in marked:
                continue
            found.add(self._barred(leaf))
            if len(found) > 1:
                return "open"
        if True in found:
            return "final"
        return (
            "open"
            if any(other != self.seat for other in walk.actors(self._stored.pos))
            else "undoable"
        )

    def _barred(self, path: Path) -> bool:
        """Return whether this complete path would be final; True if the guess contradicts it."""
        try:
            return self.seat in walk.submit(self.guess, self.seat, path).barrier
        except walk.IllegalMoveError:
            return True


def fill(
    panel: Panel,
    stored: LoadedMatch,
    seat: Seat,
    path: Path,
    pending: Key | None,
    *,
    ask_always: bool,
) -> None:
    """Fill prompt, words and warnings into the panel of a seat that is asked."""
    with walk.cached_answers(stored.pos):
        answer = walk.ask(stored.pos, seat, path)
        if isinstance(answer, IllegalPath):
            return
        foresight = UndoForecast(stored, seat)
        with walk.cached_answers(foresight.guess):
            _fill(panel, stored.pos, path, answer, pending, foresight, ask_always)


def _fill(
    panel: Panel,
    pos: Pos,
    path: Path,
    answer: Prompt | MoveReady,
    pending: Key | None,
    foresight: UndoForecast,
    ask_always: bool,
) -> None:
    seat, root = foresight.seat, walk.ask(pos, foresight.seat)
    panel.path, panel.crumbs, panel.answer, panel.question = (
        path,
        crumbs(pos, seat, path),
        answer,
        walk.question(pos, seat),
    )
    panel.root = root if isinstance(root, SelectPrompt) else None
    panel.letters = letters(answer)
    if isinstance(answer, MoveReady):
        panel.final = foresight.final(path)
    else:
        panel.pending = prefilled(answer) if pending is None else pending
        panel.changing = changing(pos, seat, path, pending)
    if not ask_always:
        if whole := _given(pos, seat, path, answer, panel.pending):
            panel.gives = instant(pos, seat, whole)
            panel.gives_final = foresight.final(whole) if foresight.at_once(whole) else None
        panel.finals = frozenset(_finals(pos, seat, path, answer, foresight))
    if not isinstance(answer, MoveReady):
        panel.promise = foresight.promise(path, panel.finals)
    if not ask_always and panel.root is not None and path:
        verbs = SelectPrompt(
            tuple(option for option in panel.root.options if option.tone in SIDE_TONES)
        )
        panel.finals |= set(_finals(pos, seat, (), verbs, foresight))


def prefilled(form: Prompt) -> Key | None:
    """Return the initial answer of a form with counters or toggles."""
    match form:
        case DistributePrompt():
            return form.auto()
        case SelectPrompt(min=1, max=1):
            return None
        case SelectPrompt(default=tuple() as names):
            return list(names)
        case SelectPrompt():
            return []
    return None


def _given(pos: Pos, seat: Seat, path: Path, form: Answer, pending: Key | None) -> Path:
    """Return the path that the answer under construction leads to; empty if it is incomplete."""
    if (
        not isinstance(form, SelectPrompt | DistributePrompt)
        or not isinstance(pending, list | dict)
        or why_illegal(form, pending)
    ):
        return ()
    return settle(pos, seat, (*path, pending))


def _finals(pos: Pos, seat: Seat, path: Path, answer: Answer, foresight: UndoForecast) -> list[str]:
    """Return the options whose click alone would commit a final move."""
    match answer:
        case SelectPrompt(min=1, max=1):
            keys: list[Key] = [option.key for option in answer.options]
        case AmountPrompt(lo=lo, hi=hi) if hi - lo < 25:  # the most that are shown as buttons
            keys = list(range(lo, hi + 1))
        case _:
            return []
    found = []
    for key in keys:
        whole = settle(pos, seat, (*path, key))
        if foresight.at_once(whole) and foresight.final(whole):
            found.append(str(key))
    return found
