"""EXTORT: seats with more swords demand resources of others (rules 5.6; solo 8).

A victim has fewer swords than the extorter, and fewer shields than the extorter has swords.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import field
from msgspec.structs import replace

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import MoveReady, Option, PromptResult, SelectPrompt
from games.core.state.position import Position
from games.core.text.messages import Msg, Path, Seat, listed, msg, seat_name
from games.era_medieval_age.model.catalog import FACES, RESOURCES, RULES
from games.era_medieval_age.model.events import (
    Demanded,
    ExtortionRefused,
    NoExtortion,
    Paid,
    Plundered,
)
from games.era_medieval_age.model.names import GOODS, amount
from games.era_medieval_age.model.state import EraState, Town, forbid_undo
from games.era_medieval_age.rules.domain.building import Build

JAIME = -1


def pairs(s: EraState) -> list[list[int]]:
    """Return the pairs [extorter, victim] in turn order (rules 5.6).

    They are fixed when the step begins.
    """
    n = len(s.towns)
    swords = [town.total("swords") for town in s.towns]
    shields = [town.total("shields") for town in s.towns]
    return [
        [by, victim]
        for by in s.order()
        for victim in ((by + at) % n for at in range(1, n))
        if swords[by] > swords[victim] and swords[by] > shields[victim]
    ]


def total(faces: list[str], what: str) -> int:
    """Return the sum of `swords` or `shields` on the given faces."""
    return sum(getattr(FACES[face], what) for face in faces)


def jaime_resources(faces: list[str]) -> list[str]:
    """Return the resources on Master Jaime's dice, in the order of the tracks."""
    shown = {
        what for face in faces for gain in (FACES[face].gain, *FACES[face].choose) for what in gain
    }
    return [what for what in RESOURCES if what in shown]


class Extort(Frame[EraState], tag="extort"):
    """Frame of the step; `pairs_left` are the pairs (extorter, victim) still to come."""

    pairs_left: list[list[int]] = field(name="left")
    ready: bool = False

    def advance(self, t: StepContext[EraState]) -> None:
        """Let the next extorter demand a resource; end the step after the last pair.

        A victim without resources takes calamity points. If the victim has only one kind of
        resource, that kind is demanded without a question. In a solo game, Master Jaime is the only
        rival.
        """
        s = t.state
        if not self.ready:
            self.ready = True
            if t.n == 1:
                t.pop()
                _solo(t)
                return
            self.pairs_left = pairs(s)
            if not self.pairs_left:
                t.emit(NoExtortion())
        if not self.pairs_left:
            t.pop()
            return
        by, victim = self.pairs_left.pop(0)
        town = s.towns[victim]
        own = [what for what in RESOURCES if town.stock[what]]
        if not own:
            add_refusal_points(t, by, victim, poor=True)
        elif len(own) == 1:
            demand(t, by, victim, own[0])
        else:
            t.push(Demand(by, victim))


class Demand(Frame[EraState], tag="demand"):
    """Frame where the extorter names a resource of the victim (rulings R15, R16)."""

    seat: int
    victim: int

    def prompt(self, t: StepContext[EraState], seat: Seat, path: Path) -> PromptResult:
        """Ask which resource to demand: `("demand", "p1", resource)`.

        The second key names the victim (`p1`: seat 1), which is the only choice. Only resources
        that the victim has are offered.
        """
        if not path:
            return _DEMAND
        if len(path) == 1:
            return _victim_prompt(self.victim)
        if len(path) == 2:  # verb and victim are given
            stock = t.state.towns[self.victim].stock
            options = tuple(_ask_option(what, stock[what]) for what in RESOURCES if stock[what])
            return SelectPrompt(options, msg("era.demand.which", seat=seat_name(self.victim)))
        what = amount(str(path[2]), 1)
        return MoveReady(
            msg("era.demand.done", seat=seat_name(self.victim), what=what),
            instant=True,
            unconfirmed=True,
            advice=msg("era.advice.demand", seat=seat_name(self.victim), what=what),
        )

    def apply(self, t: StepContext[EraState], seat: Seat, path: Path) -> None:
        """Make the demand, which is final, and ask the victim."""
        t.pop()
        forbid_undo(t)
        demand(t, seat, self.victim, str(path[2]))


class Yield(Frame[EraState], tag="yield"):
    """Frame where the victim pays or refuses.

    `seat` is the victim, `by` the extorter (-1: Master Jaime), and `what` the resource demanded.
    """

    seat: int
    by: int
    what: str

    def prompt(self, t: StepContext[EraState], seat: Seat, path: Path) -> PromptResult:
        """Ask whether to pay or to refuse, which costs calamity points (rules 5.6).

        Paths are `("pay",)`, the default, and `("refuse",)`.
        """
        if not path:
            town = t.state.towns[seat]
            if self.by == JAIME:
                return _jaime_demands(
                    self.what, town.stock[self.what], total(t.state.jaime, "swords")
                )
            return _pay_or_refuse(self.by, self.what, town.stock[self.what])
        if path[0] == "pay":
            return MoveReady(
                msg("era.yield.paid", what=amount(self.what, 1)), instant=True, unconfirmed=True
            )
        return MoveReady(msg("era.yield.refused", n=RULES.refusal), instant=True, unconfirmed=True)

    def apply(self, t: StepContext[EraState], seat: Seat, path: Path) -> None:
        """Pay or refuse; this is final, except against Master Jaime."""
        s, what = t.state, self.what
        t.pop()
        forbid_undo(t)
        if path[0] == "refuse":
            add_refusal_points(t, self.by, seat)
            return
        s.towns[seat].stock[what] -= 1
        wasted = self.by != JAIME and not receive(s.towns[self.by], what)
        t.emit(Paid(self.by, seat, what, wasted))


def order_answer(
    _view: object, guess: Position[EraState, Any], seat: Seat, orders: Mapping[str, Any]
) -> Path | None:
    """Return the path of a standing order, or None if the user must be asked.

    The order `used_up` finishes a building turn in which nothing can be built. The order
    `pay_extortion` pays if at least `keep` units of the demanded resource are left then; it never
    refuses.
    """
    asked = guess.stack[-1]
    if isinstance(asked, Build):
        return asked.finish(guess.state) if asked.seat == seat and orders["used_up"] else None
    if not isinstance(asked, Yield) or asked.seat != seat or not orders["pay_extortion"]:
        return None
    stock_after = guess.state.towns[seat].stock[asked.what] - 1
    return ("pay",) if stock_after >= orders["keep"] else None


class TakeByForce(Frame[EraState], tag="take"):  # stored name
    """Frame where the player takes a resource that Master Jaime's dice show (rules 8)."""

    seat: int

    def prompt(self, t: StepContext[EraState], seat: Seat, path: Path) -> PromptResult:
        """Ask which resource to take: `("take", resource)`.

        The resources on Master Jaime's dice are offered.
        """
        if not path:
            return _TAKE
        if len(path) == 1:
            return SelectPrompt(
                tuple(_take_option(what) for what in jaime_resources(t.state.jaime)),
                msg("era.take.which"),
            )
        return MoveReady(
            msg("era.take.done", what=amount(str(path[1]), 1)), instant=True, unconfirmed=True
        )

    def apply(self, t: StepContext[EraState], seat: Seat, path: Path) -> None:
        """Take one unit of the resource; the number on the face does not matter."""
        t.pop()
        plunder(t, seat, str(path[1]))


def _solo(t: StepContext[EraState]) -> None:
    """Compare the player's and Master Jaime's swords, and let one extort the other.

    The one with more swords extorts, unless the other has at least as many shields as these swords.
    """
    s = t.state
    town = s.towns[0]
    mine, his = town.total("swords"), total(s.jaime, "swords")
    if mine > his and mine > total(s.jaime, "shields"):
        shown = jaime_resources(s.jaime)
        if len(shown) > 1:
            t.push(TakeByForce(0))
        else:
            plunder(t, 0, shown[0] if shown else "")
    elif his > mine and his > town.total("shields"):
        own = [what for what in RESOURCES if town.stock[what]]
        if own:
            demand(t, JAIME, 0, own[0])
        else:
            add_refusal_points(t, JAIME, 0, poor=True)
    else:
        t.emit(NoExtortion(alone=True))


def demand(t: StepContext[EraState], by: Seat, victim: Seat, what: str) -> None:
    """Demand one unit of `what` and ask the victim; `by` is -1 for Master Jaime."""
    t.emit(Demanded(by, victim, what))
    t.push(Yield(victim, by, what))


def add_refusal_points(
    t: StepContext[EraState], by: Seat, victim: Seat, *, poor: bool = False
) -> None:
    """Give calamity points to a victim that does not pay the extorter `by`.

    With `poor`, the victim can't pay; otherwise it refuses.
    """
    t.state.towns[victim].calamity += RULES.refusal
    t.emit(ExtortionRefused(by, victim, RULES.refusal, poor))


def receive(town: Town, what: str) -> bool:
    """Add one unit of `what`; return False if the track is full and the unit is lost (R17)."""
    if town.stock[what] >= RULES.resources[what].most:
        return False
    town.stock[what] += 1
    return True


def plunder(t: StepContext[EraState], seat: Seat, what: str) -> None:
    """Give a seat one unit of `what` from Master Jaime, or nothing if `what` is empty.

    The unit is lost if the track is full.
    """
    wasted = bool(what) and not receive(t.state.towns[seat], what)
    t.emit(Plundered(seat, what, wasted))


@lru_cache(8)
def _victim_prompt(victim: Seat) -> SelectPrompt:
    return SelectPrompt(
        (Option(f"p{victim}", seat_name(victim), spot=f"town{victim}", rule="extort"),),
        msg("era.demand.of"),
    )


@lru_cache(512)
def _ask_option(what: str, n: int) -> Option:
    return Option(what, amount(what, 1), msg("era.demand.has", n=n), art=what, rule="extort")


@lru_cache(512)
def _jaime_demands(what: str, n: int, swords: int) -> SelectPrompt:
    prompt = msg("era.yield.jaime", swords=msg("era.face.swords", n=swords), what=amount(what, 1))
    return replace(_pay_or_refuse(JAIME, what, n), prompt=prompt)


@lru_cache(512)
def _pay_or_refuse(by: Seat, what: str, n: int) -> SelectPrompt:
    pay = Option(
        "pay",
        msg("era.yield.pay", what=amount(what, 1)),
        msg("era.bandits.have", n=n),
        "main",
        rule="extort",
    )
    refuse = Option(
        "refuse", msg("era.yield.refuse", n=RULES.refusal), tone="danger", rule="extort"
    )
    return SelectPrompt(
        (pay, refuse),
        msg("era.yield.what", seat=extorter_name(by), what=amount(what, 1)),
        default="pay",
    )


@lru_cache(8)
def extorter_name(by: Seat) -> Msg:
    """Return a player's name, or Master Jaime's for -1."""
    return msg("era.jaime") if by == JAIME else seat_name(by)


@lru_cache(8)
def _take_option(what: str) -> Option:
    return Option(what, msg("era.take.label", what=GOODS[what]), art=what, rule="solo")


def jaime_words(faces: list[str]) -> Msg:
    """Describe Master Jaime's dice."""
    counts = {what: total(faces, what) for what in ("swords", "shields")}
    parts = [msg(f"era.face.{what}", n=n) for what, n in counts.items() if n] + [
        GOODS[what] for what in jaime_resources(faces)
    ]
    return listed(parts) if parts else msg("era.jaime_nothing")


_DEMAND = SelectPrompt((Option("demand", msg("era.demand.verb"), tone="main", rule="extort"),))
_TAKE = SelectPrompt((Option("take", msg("era.take.verb"), tone="main", rule="solo"),))
