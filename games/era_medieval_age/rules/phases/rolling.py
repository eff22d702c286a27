"""ROLL: up to three secret rolls; then dice are revealed and quills are used (rules 5.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import field, structs

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import (
    DisabledOption,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
)
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Msg, Path, Seat, listed, literal, msg
from games.era_medieval_age.model.catalog import (
    DICE,
    FACES,
    PIECES,
    RULES,
    SIDES,
    calamity,
    class_of,
)
from games.era_medieval_age.model.events import JaimeThrew, PhaseDone, Quilled, SetDie, Shown, Threw
from games.era_medieval_age.model.names import dice_words, die_label, die_shows, face
from games.era_medieval_age.model.state import Die, EraState, Town, forbid_undo, last_round
from games.era_medieval_age.rules.phases.harvest import hunger

QUILL_ALONE = "alone"
_ADVICE_TO_KEEP = msg("era.advice.keep")
# (last part of the message key, round, last round or 0 if it is not fixed)
RoundStatus = tuple[str, int, int]


def throw(rng: Rng, die: Die) -> None:
    """Roll one die in place; each of its six sides is equally likely."""
    sides = SIDES[die.id[0]]
    die.face = sides[rng.below(len(sides))]


def locked(die: Die) -> bool:
    """Return whether a die shows a skull; then only a monastery or a quill can change it.

    Raises KeyError if the die was not rolled.
    """
    return FACES[die.face].skulls > 0


def dice_to_set(town: Town) -> int:
    """Return the number of dice that the monasteries of a domain may set."""
    counts = town.land.counts
    return sum(PIECES[kind].sets * counts[kind] for kind in _KINDS_THAT_SET_DICE)


_NEW_ROUNDS = 2  # rounds in which the question names skulls as its topic
_KINDS_THAT_SET_DICE = tuple(kind for kind, piece in PIECES.items() if piece.sets)


class RollPhase(Frame[EraState], tag="roll"):
    """Frame that forks a lane per seat, waits for all lanes and reveals the dice (rules 5.1)."""

    forked: bool = False

    def advance(self, t: StepContext[EraState]) -> None:
        """Fork lanes for the seats with dice; later reveal the dice and push the next frames.

        These are the quills in turn order and `CountSkulls`.
        """
        s = t.state
        if not self.forked:
            self.forked = True
            for town in s.towns:
                town.dice = [Die(die.id) for die in town.dice]
            s.jaime = []
            t.fork(
                {
                    seat: FirstRoll(seat, dice_to_set(town))
                    for seat, town in enumerate(s.towns)
                    if town.dice
                }
            )
            return
        t.reveal()
        t.pop()
        t.emit(Shown([{die.id: die.face for die in town.dice} for town in s.towns]))
        quills: list[Frame[EraState]] = [
            Quill(seat) for seat in s.order() if _quills(s.towns[seat])
        ]
        t.push(*quills, CountSkulls())


def rolling(pos: Position[EraState, Any]) -> bool:
    """Return whether dice are being rolled in secret."""
    return bool(pos.stack) and isinstance(pos.stack[-1], RollPhase)


class FirstRoll(Frame[EraState], tag="first_roll"):
    """Frame, in a lane, that makes a player's first roll, which needs no decision.

    `sets` is as in `SecretRoll`.
    """

    seat: int = field(name="who")
    sets: int = 0

    def advance(self, t: StepContext[EraState]) -> None:
        """Roll all dice; then let the seat reroll, set dice or stop."""
        t.pop()
        frame = SecretRoll(self.seat, self.sets)
        t.push(frame)
        frame.apply(t, self.seat, ("throw",))


class SecretRoll(Frame[EraState], tag="throw"):  # stored name
    """Frame, in a lane, for one player's secret dice.

    `throws` counts the rolls made; it is 0 only in positions of rules 3 and older. `sets` is the
    number of dice that monasteries may still set, `fixed` are the dice that they have set. `again`
    are the dice of the last roll that may be rolled again.
    """

    seat: int
    sets: int = 0
    throws: int = 0
    fixed: list[str] = field(default_factory=list)
    again: list[str] = field(default_factory=list)

    def prompt(self, t: StepContext[EraState], seat: Seat, path: Path) -> PromptResult:
        """Offer to roll, to set a die, and to stop.

        Dice can be set only between the first and the second roll.
        """
        town = t.state.towns[seat]
        match path:
            case ():
                return self._verb_prompt(town, t)
            case ("throw",) if self.throws == 0:
                return _first_roll_ready(len(town.dice), self.sets > 0, _round_status(t))
            case ("throw",):
                return self._dice_prompt(town, _round_status(t), _dice_lines(t, town))
            case ("throw", str(die)):  # the only die that may roll
                return _reroll_ready((die,), self.throws + 1)
            case ("throw", list(dice)):
                done = _reroll_ready(tuple(map(str, dice)), self.throws + 1)
                stops = not dice and self.throws + 1 == RULES.throws
                return structs.replace(done, effects=_drawbacks(town)) if stops else done
            case ("set",):
                options = tuple(
                    _die_option(die.id, die.face, "monastery")
                    for die in town.dice
                    if die.id not in self.fixed
                )
                return SelectPrompt(options, msg("era.set.which"), layout="grid")
            case ("set", str(die)):
                return _face_prompt(die)
            case ("set", str(die), str(name)):
                then = ("set",) if self.sets > 1 else ("throw",)
                return MoveReady(
                    msg("era.set.done", die=die_label(die), face=face(name)),
                    then=then,
                    label=die_shows(die, name),
                    ghost=(die, face_spot(die, name)),
                    advice=msg("era.advice.set", die=die_label(die), face=face(name)),
                )
            case ("stop",):
                drawbacks = _drawbacks(town)
                return MoveReady(
                    msg("era.throw.stopped"),
                    # The picture shows hunger and calamity; no hammer may be an oversight.
                    instant=_NO_HAMMER not in drawbacks,
                    effects=drawbacks,
                    label=msg("era.throw.stop"),
                    advice=_ADVICE_TO_KEEP,
                )
        return IllegalPath(msg("core.refused.option"))

    def apply(self, t: StepContext[EraState], seat: Seat, path: Path) -> None:
        """Roll, set a die or stop; only the seat sees the result.

        The random numbers come from the seat's own stream.
        """
        town = t.state.towns[seat]
        match path:
            case ("set", str(name), str(shown)):
                town.die(name).face = shown
                self.sets -= 1
                self.fixed.append(name)
                t.emit(None, secret={seat: SetDie(seat, name, shown)})
                return
            case ("throw", *rest):
                # the first roll has all dice, a later one those of the path
                chosen = rest[0] if rest else [die.id for die in town.dice]
                names = chosen if isinstance(chosen, list) else [chosen]
                dice = [die for die in town.dice if die.id in names]
                for die in dice:
                    throw(t.rng, die)
                self.throws += 1
                if self.throws > 1:  # dice are set only between the first and the second roll
                    self.sets = 0
                self.again = [die.id for die in dice if not locked(die)] if self.throws > 1 else []
                faces = {die.id: die.face for die in town.dice}
                t.emit(
                    None, secret={seat: Threw(seat, self.throws, [die.id for die in dice], faces)}
                )
                if self.throws < RULES.throws and (
                    self.rollable_dice(town) or self.sets or self._third_roll_possible(town)
                ):
                    return
        # the player has stopped, or nothing can be rolled or set any more
        t.pop()
        t.emit(PhaseDone(seat))

    def rollable_dice(self, town: Town) -> list[Die]:
        """Return the dice that may be rolled now.

        A die with a skull may not be rolled. In the second roll, a die set by a monastery may not
        be rolled either.
        """
        return [
            die
            for die in town.dice
            if not locked(die) and not (self.throws == 1 and die.id in self.fixed)
        ]

    def _third_roll_possible(self, town: Town) -> bool:
        """Return, after the first roll, whether the third roll may have any dice.

        A die that a monastery has set may be rolled in the third roll, but not in the second
        (ruling R11).
        """
        return self.throws == 1 and any(not locked(die) for die in town.dice)

    def _verb_prompt(self, town: Town, t: StepContext[EraState]) -> SelectPrompt:
        if self.throws == 0:
            return SelectPrompt(
                (_THROW,),
                msg("era.throw.first", n=len(town.dice), when=_round_words(_round_status(t))),
            )
        again = self.rollable_dice(town) or self._third_roll_possible(town)
        lines = _dice_lines(t, town)
        # Setting a die is the main option; rolling and stopping are offered too.
        if self.sets and self.throws == 1:
            return SelectPrompt(
                (_SET, _ROLL_ON, _STOP) if again else (_SET, _STOP),
                _WHAT_SET,
                default="stop",
                lines=lines,
            )
        return SelectPrompt(
            (_THROW, _STOP) if again else (_STOP,), _WHAT, default="stop", lines=lines
        )

    def _dice_prompt(self, town: Town, when: RoundStatus, lines: tuple[Msg, ...]) -> SelectPrompt:
        free = {die.id for die in self.rollable_dice(town)}
        options = tuple(
            _die_option(die.id, die.face, "roll") for die in town.dice if die.id in free
        )
        blocked = tuple(_locked_option(die.id, die.face) for die in town.dice if die.id not in free)
        prompt = _which_words(self.throws + 1, when, _topic(town, when[1]))
        # No die is preselected, to prevent accidental rolls. Rolling no die wastes a roll, so it is
        # offered only where a die that rests in this roll may be rolled in the next one (R11).
        rests = self.throws == 1 and bool(self.fixed)
        return SelectPrompt(
            options,
            prompt,
            blocked,
            0 if rests or not options else 1,
            len(options),
            layout="grid",
            unlisted_keys={(), tuple(option.key for option in options)},
            ask_single=True,
            incomplete=None if rests else _CHOOSE_DICE,
            lines=lines,
        )


class Quill(Frame[EraState], tag="quill"):
    """Frame where a player with quills may reroll in public, one roll at a time (rules 5.1.6)."""

    seat: int

    def actors(self, t: StepContext[EraState]) -> tuple[Seat, ...]:
        """Return the seat while one of its dice shows a quill."""
        return (self.seat,) if _quills(t.state.towns[self.seat]) else ()

    def advance(self, t: StepContext[EraState]) -> None:
        """End the frame, since no die shows a quill any more."""
        t.pop()

    def prompt(self, t: StepContext[EraState], seat: Seat, path: Path) -> PromptResult:
        """Offer a quill, alone or with any other own die, or to pass."""
        town = t.state.towns[seat]
        match path:
            case ():
                return structs.replace(_QUILL, lines=_dice_lines(t, town))
            case ("pass",):
                return _QUILL_PASS
            case ("quill",):
                options = tuple(_die_option(die.id, die.face, "quill") for die in _quills(town))
                return SelectPrompt(options, msg("era.quill.which"), layout="grid")
            case ("quill", str(name)):
                alone = Option(
                    QUILL_ALONE,
                    msg("era.quill.alone", die=die_label(name)),
                    tone="main",
                    rule="quill",
                )
                others = (
                    _with_option(name, die.id, die.face) for die in town.dice if die.id != name
                )
                return SelectPrompt(
                    (alone, *others),
                    msg("era.quill.how", die=die_label(name)),
                    default=QUILL_ALONE,
                    layout="grid",
                )
            case ("quill", str(name), str(other)):
                dice = (
                    die_label(name)
                    if other == QUILL_ALONE
                    else listed([die_label(name), die_label(other)])
                )
                return MoveReady(
                    msg("era.quill.done", dice=dice),
                    instant=True,
                    then=("quill",),
                    advice=msg("era.advice.again", dice=dice),
                )
        return IllegalPath(msg("core.refused.option"))

    def apply(self, t: StepContext[EraState], seat: Seat, path: Path) -> None:
        """Reroll in public with the shared random stream; this can't be undone."""
        town = t.state.towns[seat]
        if path[0] == "pass":
            t.pop()
            forbid_undo(t)
            return
        name, other = str(path[1]), str(path[2])
        dice = [town.die(name)] + ([] if other == QUILL_ALONE else [town.die(other)])
        for die in dice:
            throw(t.rng, die)
        t.emit(
            Quilled(
                seat,
                name,
                "" if other == QUILL_ALONE else other,
                {die.id: die.face for die in dice},
            )
        )


class CountSkulls(Frame[EraState], tag="final"):  # stored name
    """Frame that stores the number of skulls of each seat (ruling R30).

    In a solo game Master Jaime rolls his dice here, too (ruling R9).
    """

    def advance(self, t: StepContext[EraState]) -> None:
        """Store the skulls; roll Master Jaime's dice with the shared random stream."""
        s = t.state
        t.pop()
        for town in s.towns:
            town.skulls = town.total("skulls")
        if t.n == 1:
            dice = RULES.solo.dice[t.options["solo_jaime_dice"]]
            s.jaime = [t.rng.pick(DICE[kind].sides) for kind, n in dice.items() for _ in range(n)]
            t.emit(JaimeThrew(list(s.jaime)))


def _dice_lines(t: StepContext[EraState], town: Town) -> tuple[Msg, ...]:
    """Return one line that names the dice, since the image of them may come late.

    Returns () if there are no dice.
    """
    if t.keys_only or not town.dice:
        return ()
    return (dice_words([(die.id, die.face) for die in town.dice]),)


def _quills(town: Town) -> list[Die]:
    return [die for die in town.dice if FACES[die.face].quill]


@lru_cache(2048)
def _die_option(name: str, shown: str, rule: str) -> Option:
    return Option(
        name,
        die_shows(name, shown),
        spot=name,
        art=shown,
        rule=rule,
        mark=die_label(name),
        short=literal(die_label(name)),
    )


@lru_cache(2048)
def _with_option(name: str, other: str, shown: str) -> Option:
    label = msg("era.quill.with", die=die_label(name), other=die_label(other))
    return Option(
        other,
        label,
        face(shown),
        spot=other,
        art=shown,
        rule="quill",
        mark=die_label(other),
        short=literal(f"+ {die_label(other)}"),
    )


@lru_cache(1024)
def _locked_option(name: str, shown: str) -> DisabledOption:
    why = msg("era.why.skull") if FACES[shown].skulls else msg("era.why.set")
    return DisabledOption(
        name,
        die_shows(name, shown),
        why,
        "roll" if FACES[shown].skulls else "monastery",
        spot=name,
        art=shown,
        # the picture has no label on a locked die: the sign says which one it is
        short=literal(f"{die_label(name)} {'💀' if FACES[shown].skulls else '🔒'}"),
    )


def face_spot(die: str, name: str) -> str:
    """Return the marked place of a face that a die may be set to: `p1=peasant_food3`."""
    return f"{die}={name}"


@lru_cache(64)
def _face_prompt(die: str) -> SelectPrompt:
    faces = class_of(die).faces
    options = tuple(
        Option(one.id, face(one.id), spot=face_spot(die, one.id), art=one.id, rule="monastery")
        for one in faces
    )
    return SelectPrompt(options, msg("era.set.face", die=die_label(die)), layout="grid")


@lru_cache(64)
def _first_roll_ready(n: int, sets: bool, when: RoundStatus) -> MoveReady:
    # An ordinary round is not announced, since the log names it.
    effects = () if when[0] == "round" else (msg("era.throw.when", when=_round_words(when)),)
    return MoveReady(
        msg("era.throw.first_done", n=n),
        instant=True,
        then=("set",) if sets else ("throw",),
        effects=effects,
        label=msg("era.throw.some", n=n),
        advice=msg("era.advice.roll"),
    )


def _round_status(t: StepContext[EraState]) -> RoundStatus:
    """Return whether the round is the last one or may be, with its number."""
    s = t.state
    if last_round(s, t.n, t.options["round_limit"]):
        return "last", s.round, s.round
    if t.n == 1:
        return "of", s.round, RULES.solo.rounds
    return "maybe" if s.markers - len(s.ended) == 1 else "round", s.round, 0


def _round_words(when: RoundStatus) -> Msg:
    key, n, m = when
    return msg(f"era.when.{key}", n=n, m=m)


@lru_cache(256)
def _which_words(throw_no: int, when: RoundStatus, topic: str) -> Msg:
    """Return the question which dice to roll again.

    `throw_no` is the number of the next roll. If this round is the last one or may be (`when`), the
    question says so. Otherwise its message key has the `topic` that help explains to newcomers.
    """
    # the log and the picture name an ordinary round
    topic = when[0] if when[0] in ("last", "maybe") else topic
    return msg(
        f"era.throw.which_{topic}" if topic else "era.throw.which", n=throw_no, m=RULES.throws
    )


def _topic(town: Town, round_no: int) -> str:
    """Return the topic about these dice that help explains to newcomers.

    Returns "" if there is none.
    """
    faces = [FACES[die.face] for die in town.dice]
    if any("culture" in face.gain for face in faces):
        return "culture"
    if round_no > _NEW_ROUNDS:
        return ""
    return "skull" if any(face.skulls for face in faces) else "first" if round_no == 1 else ""


@lru_cache(256)
def _reroll_ready(dice: tuple[str, ...], throw_no: int) -> MoveReady:
    n = len(dice)
    done = msg("era.throw.done", n=n) if n else msg("era.throw.none", m=throw_no)
    kept = "era.throw.keep" if throw_no < RULES.throws else "era.throw.stop"
    return MoveReady(
        done,
        instant=True,
        then=("throw",),
        label=msg("era.throw.again", n=n) if n else msg(kept),
        ghost=dice,
        quiet=not n,
        advice=msg("era.advice.again", dice=listed([die_label(die) for die in dice]))
        if n
        else _ADVICE_TO_KEEP,
    )


def _drawbacks(town: Town) -> tuple[Msg, ...]:
    """Describe the drawbacks of a player's dice: hungry dice, no hammers, the calamity."""
    hungry = hunger(town)
    effects = [msg("era.text.hungry", n=hungry)] if hungry else []
    if not town.total("hammers"):
        effects.append(_NO_HAMMER)
    skulls = town.total("skulls")
    if which := calamity(skulls):
        sick = which == "disease" and bool(town.land.grouped)
        effects.append(
            msg(
                "era.text.calamity_sick" if sick else "era.text.calamity",
                what=msg(f"era.calamity.{which}"),
                n=len(town.land.grouped) if sick else skulls,
            )
        )
    return tuple(effects)


_THROW = Option("throw", msg("era.throw.verb"), tone="main", rule="roll")
_ROLL_ON = Option("throw", msg("era.throw.on"), tone="finish", rule="roll")
_SET = Option("set", msg("era.set.verb"), tone="main", rule="monastery")
_STOP = Option("stop", msg("era.throw.stop"), tone="finish", rule="roll")
_NO_HAMMER = msg("era.effect.no_hammer")
_WHAT = msg("era.throw.what")
_CHOOSE_DICE = msg("era.throw.choose")
_WHAT_SET = msg("era.set.what")
_QUILL = SelectPrompt(
    (
        Option("quill", msg("era.quill.verb"), tone="main", rule="quill"),
        Option("pass", msg("era.quill.pass"), tone="finish", rule="quill"),
    ),
    msg("era.quill.what"),
    default="pass",
)
_QUILL_PASS = MoveReady(msg("era.quill.passed"), instant=True)
