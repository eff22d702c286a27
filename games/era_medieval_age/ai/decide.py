"""Standard computer player: evaluates dice, plans a ring of walls and fills its court.

It uses only what its seat may know: its own secret dice and all public information. Hidden dice
and layouts of others are never read.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from games.core.engine import walk
from games.core.engine.frame import Frame
from games.core.prompts.grid import Cell
from games.core.prompts.option_table import cell_name
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.era_medieval_age.ai.evaluate import Valuation
from games.era_medieval_age.ai.evaluate_dice import DiceValuation, sum_of, swap
from games.era_medieval_age.ai.openings import arrange
from games.era_medieval_age.ai.weights import WEIGHTS
from games.era_medieval_age.model.catalog import (
    FACES,
    KEEP,
    PIECES,
    RESOURCES,
    RULES,
    SCORCHED,
    WALLS,
    class_of,
)
from games.era_medieval_age.model.land import (
    GRID,
    TURNS,
    PlacedBuilding,
    name,
    placed,
    scorch_sites,
)
from games.era_medieval_age.model.state import EraState
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.domain.layout import DomainLayout
from games.era_medieval_age.rules.domain.placement import best_sites, crowd, sites
from games.era_medieval_age.rules.domain.scoring import points_of
from games.era_medieval_age.rules.phases.calamities import Bandits, Remove, Scorch
from games.era_medieval_age.rules.phases.extortion import Demand, TakeByForce, Yield, jaime_shows
from games.era_medieval_age.rules.phases.harvest import Choose, choices, split
from games.era_medieval_age.rules.phases.rolling import ALONE, Quill, SecretRoll
from games.era_medieval_age.views.view import GameView

Pos = Position[EraState, Any]


def choose(_view: GameView, guess: Pos, seat: Seat) -> Path:
    """Return the move of the computer player in `seat`."""
    return at_once(guess, seat)


def at_once(guess: Pos, seat: Seat) -> Path:
    """Return the same move as `choose`, without the view."""
    out = Valuation(guess.state, seat, guess.options)
    return answer(asked(guess, seat), guess, seat, out, DiceValuation(out))


def asked(guess: Pos, seat: Seat) -> Frame[EraState]:
    """Return the frame that asks `seat`."""
    frame: Frame[EraState] = (guess.lanes[seat] or guess.stack)[-1]
    return frame


def answer(
    frame: Frame[EraState], guess: Pos, seat: Seat, out: Valuation, dice: DiceValuation
) -> Path:
    """Return the answer to a frame, given the evaluations of position and dice."""
    match frame:
        case DomainLayout():
            return arrange(out.town.pieces, guess.n, guess.rng[-1])
        case SecretRoll():
            return _throw(frame, out, dice, Rng.of(guess.rng[-1]))
        case Quill():
            return _quill(out, dice)
        case Choose():
            return ("collect", *_collect(out, dice))
        case Bandits():
            return ("bandits", _bandits(out))
        case Remove(eligible=eligible):
            return ("remove", min(eligible, key=lambda piece: _value(out, placed(piece))))
        case Scorch():
            return _scorch(out)
        case Build(hammers=hammers):
            return _build(out, hammers)
        case Demand(victim=victim):
            stock = guess.state.towns[victim].stock
            return (
                "demand",
                f"p{victim}",
                _wanted(out, [what for what in RESOURCES if stock[what]]),
            )
        case Yield(what=what):
            return ("pay",) if out.unit[what] * out.fade < RULES.refusal else ("refuse",)
        case TakeByForce():
            return ("take", _wanted(out, jaime_shows(guess.state.jaime)))
    return walk.default_path(guess, seat)


def worth(pos: Pos, seat: Seat) -> float:
    """Evaluate a position: lead over the best rival, plus half the value of the stock."""
    here = [points_of(pos.state, pos.options, other) for other in range(pos.n)]
    stock = (
        sum(
            unit * pos.state.towns[seat].stock[what]
            for what, unit in zip(RESOURCES, WEIGHTS.unit, strict=True)
        )
        / 2
    )
    rivals = [points for other, points in enumerate(here) if other != seat]
    return here[seat] + stock - max(rivals, default=0)


def _throw(frame: SecretRoll, out: Valuation, dice: DiceValuation, rng: Rng) -> Path:
    town = out.town
    if frame.throws == 0:
        return ("throw",)
    if frame.sets and frame.throws == 1:
        total = sum_of([die.face for die in town.dice])
        best = max(
            (dice.worth(swap(total, die.face, face.id)), die.id, face.id)
            for die in town.dice
            if die.id not in frame.fixed
            for face in class_of(die.id).faces
        )
        if best[0] > dice.worth(total) + out.w.throw:
            return ("set", best[1], best[2])
    some, gain = dice.best_throw(
        frame.may_roll(town), town.dice, frame.throws + 1 < RULES.throws, rng
    )
    if gain > out.w.throw:
        return ("throw", [die.id for die in town.dice if die.id in some])
    return ("stop",)


def _quill(out: Valuation, dice: DiceValuation) -> Path:
    """Choose the best reroll: a quill alone, or with the die that gains most from it."""
    town = out.town
    total = sum_of([die.face for die in town.dice])
    now = dice.worth(total)
    quill = next(die for die in town.dice if FACES[die.face].quill)
    alone = dice.chances(total, quill.id, quill.face) - now
    others = [
        (dice.chances(total, die.id, die.face) - now, die.id)
        for die in town.dice
        if die is not quill
    ]
    best = max(others, default=(0.0, ALONE))
    if best[0] > out.w.throw:
        return ("quill", quill.id, best[1])
    return ("quill", quill.id, ALONE) if alone > 0 else ("pass",)


def _collect(out: Valuation, dice: DiceValuation) -> list[str]:
    """Choose the gains of the choice faces that build and feed best."""
    town = out.town
    faces = choices(town)
    total = sum_of([die.face for die in town.dice])
    total[9] = total[10] = 0
    best: tuple[float, list[str]] = (-1e9, [])
    for ways in product(*(list(split(face, n)) for face, n in faces)):
        tried = list(total)
        for _, gain in ways:
            for what, n in gain.items():
                tried[RESOURCES.index(what)] += n
        value = dice.worth(tried)
        if value > best[0]:
            best = value, [key for key, _ in ways]
    return best[1]


def _bandits(out: Valuation) -> str:
    """Choose the least useful resource, or the calamity point."""
    stock = tuple(out.town.stock[what] for what in RESOURCES)
    hammers = out.town.total("hammers")
    now = out.build_worth((stock[0], stock[1], stock[2], stock[3]), hammers)
    costs = [(1.0, "calamity")]
    for at, what in enumerate(RESOURCES):
        if stock[at]:
            less = [n - (i == at) for i, n in enumerate(stock)]
            costs.append(
                (now - out.build_worth((less[0], less[1], less[2], less[3]), hammers), what)
            )
    return min(costs)[1]


def _value(out: Valuation, one: PlacedBuilding) -> float:
    """Return the value of a standing building to its owner."""
    piece = PIECES[one.kind]
    points = piece.points * (2 if out.here.walled(one) or one.cells & out.court else 1)
    bonus = {
        "free_orthogonal_neighbour": 7,
        "stored_resource": 6,
        "culture": 5,
        "die_owned": 8,
    }.get(piece.bonus, 0)
    closes = 15 if one.kind == KEEP and out.here.area else 0
    return (
        points + bonus + closes + (0.7 * out.left if piece.die or piece.income or piece.sets else 0)
    )


def _scorch(out: Valuation) -> Path:
    """Choose the cheapest place for scorched earth.

    No buildings lost, off the ring and the court, away from markets, in a corner.
    """
    found = scorch_sites(tuple(out.town.pieces))
    market = _market_cells(out)

    def cost(cell: Cell) -> tuple[float, int, Cell]:
        one = placed(name(SCORCHED, *cell))
        lost = sum(_value(out, placed(piece)) for piece in found[cell])
        lost += 6 * bool(one.cells & (out.court | out.to_close)) + (one.cells & market).bit_count()
        return lost, (one.near & out.here.free).bit_count(), cell

    return ("scorch", cell_name(*min(found, key=cost)))


def _market_cells(out: Valuation) -> int:
    """Return the cells next to own markets, better left free."""
    cells = 0
    for one in out.here.pieces:
        if one.kind == "market":
            cells |= one.near
    return cells


def _build(out: Valuation, hammers: int) -> Path:
    """Choose the building with the best net value, and its best place."""
    stock = tuple(out.town.stock[what] for what in RESOURCES)
    now = out.build_worth((stock[0], stock[1], stock[2], stock[3]), 0)
    best: tuple[float, str] = (0.0, "")
    for value, cost, _, kind in out.offers:
        if all(have >= need for have, need in zip(stock, cost, strict=True)):
            after = [have - need for have, need in zip(stock, cost, strict=True)]
            rest = out.build_worth((after[0], after[1], after[2], after[3]), 0)
            gain = value + rest - now + out.ends(kind)
            if gain > best[0]:
                best = gain, kind
    if not best[1] or not hammers:
        return ("pass",)
    kind = best[1]
    if kind in WALLS and out.ring:
        return _way(next(piece for piece in out.ring.walls if placed(piece).kind == kind))
    return _way(_site(out, kind))


def _site(out: Valuation, kind: str) -> str:
    """Choose a place by its value and by the room left."""
    pieces, here = tuple(out.town.pieces), out.here
    market, heart = _market_cells(out), here.inside | out.court
    points = PIECES[kind].points
    best: tuple[float, str] = (-1e9, "")
    for degrees in TURNS[kind]:
        for cell in GRID.cells(sites(pieces, kind, degrees)):
            one = placed(name(kind, *cell, degrees))
            if one.cells & out.to_close:
                continue
            within = one.cells & heart == one.cells
            open_cells = (one.near & here.free).bit_count()
            value = 0.0 - (one.cells & market).bit_count() - out.w.open_cells * open_cells
            if within:
                value += out.w.inside[0] * points - out.w.inside[1] * one.cells.bit_count()
            elif one.cells & heart:
                value -= out.w.astride
            if kind == "market":
                value += open_cells - 0.5 * (one.near & heart).bit_count()
            if (value, one.id) > best:
                best = max(best, (value - out.w.crowd * max(0, crowd(here, one)), one.id))
    return best[1] or _any_site(pieces, kind)


def _any_site(pieces: tuple[str, ...], kind: str) -> str:
    for degrees in TURNS[kind]:
        for cell, _ in best_sites(pieces, kind, degrees):
            return name(kind, *cell, degrees)
    raise LookupError(kind)


def _way(piece: str) -> Path:
    """Return the path that builds a piece."""
    kind, at, degrees = piece.split("-")
    return ("build", kind, f"t{degrees}", at)


def _wanted(out: Valuation, kinds: list[str]) -> str:
    """Choose the most valuable resource, if possible one that fits on its track."""
    stock = out.town.stock
    fitting = [what for what in kinds if stock[what] < RULES.resources[what].most] or kinds
    return max(fitting, key=lambda what: out.unit[what] - 0.05 * stock[what])
