"""Standard AI player: evaluates dice, plans a ring of walls and fills its court.

A ring is a closed line of walls; its court is the cells inside. The player uses only what its seat
may know: its own secret dice and all public information. It never reads hidden dice and layouts of
other seats.
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
from games.era_medieval_age.ai.evaluate_dice import (
    CLERGY_CHOICES,
    PEASANT_CHOICES,
    DiceValuation,
    sum_of,
    swap,
)
from games.era_medieval_age.ai.openings import next_layout_step
from games.era_medieval_age.ai.weights import WEIGHTS, Weights
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
    PlacedPiece,
    piece_id,
    placed,
    scorch_sites,
)
from games.era_medieval_age.model.state import EraState
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.domain.layout import DomainLayout
from games.era_medieval_age.rules.domain.placement import best_sites, disease_change, sites
from games.era_medieval_age.rules.domain.scoring import points_of
from games.era_medieval_age.rules.phases.calamities import Bandits, Remove, Scorch
from games.era_medieval_age.rules.phases.extortion import (
    Demand,
    TakeByForce,
    Yield,
    jaime_resources,
)
from games.era_medieval_age.rules.phases.harvest import Choose, choices, split
from games.era_medieval_age.rules.phases.rolling import QUILL_ALONE, Quill, SecretRoll
from games.era_medieval_age.views.view import GameView

Pos = Position[EraState, Any]
BUILDING_BLUR = 1.0  # points by which `Weights.blur` 1 misjudges a building


def choose(_view: GameView, position: Pos, seat: Seat) -> Path:
    """Return the move of the AI player in `seat` in the determinized `position`."""
    return choose_without_view(position, seat)


def choose_by(_view: GameView, position: Pos, seat: Seat, w: Weights) -> Path:
    """Return the move of the AI player in `seat`, with the weights `w`."""
    return choose_without_view(position, seat, w)


def choose_without_view(position: Pos, seat: Seat, w: Weights = WEIGHTS) -> Path:
    """Return the move of `choose` for callers without a view, with the weights `w`."""
    valuation = Valuation(position.state, seat, position.options, w=w)
    return answer(asking_frame(position, seat), position, seat, valuation, DiceValuation(valuation))


def asking_frame(pos: Pos, seat: Seat) -> Frame[EraState]:
    """Return the frame that asks the seat.

    This is the last frame of the seat's lane, or of the stack if the seat has no lane.
    """
    frame: Frame[EraState] = (pos.lanes[seat] or pos.stack)[-1]
    return frame


def answer(
    frame: Frame[EraState], position: Pos, seat: Seat, valuation: Valuation, dice: DiceValuation
) -> Path:
    """Return the AI player's answer to the question that `frame` asks the seat.

    `valuation` has the values of the position, and `dice` those of the seat's dice.
    """
    match frame:
        case DomainLayout():
            return next_layout_step(valuation.town.pieces, position.n, position.rng[-1])
        case SecretRoll():
            return _roll_path(frame, valuation, dice, Rng.of(position.rng[-1]))
        case Quill():
            return _quill_path(valuation, dice)
        case Choose():
            return ("collect", *_choice_keys(valuation, dice))
        case Bandits():
            return ("bandits", _bandits_loss(valuation))
        case Remove(eligible=eligible):
            return (
                "remove",
                min(eligible, key=lambda piece: _building_value(valuation, placed(piece))),
            )
        case Scorch():
            return _scorch_path(valuation)
        case Build(hammers=hammers):
            return _build_path(valuation, hammers, Rng.of(position.rng[-1]))
        case Demand(victim=victim):
            stock = position.state.towns[victim].stock
            return (
                "demand",
                f"p{victim}",
                _most_valuable_resource(valuation, [what for what in RESOURCES if stock[what]]),
            )
        case Yield(what=what):
            return (
                ("pay",)
                if valuation.unit_values[what] * valuation.resource_factor < RULES.refusal
                else ("refuse",)
            )
        case TakeByForce():
            return (
                "take",
                _most_valuable_resource(valuation, jaime_resources(position.state.jaime)),
            )
    return walk.default_path(position, seat)


def estimate(pos: Pos, seat: Seat) -> float:
    """Return the value of a position for a seat, in points.

    The value is the lead over the best rival plus half the value of the seat's resources.
    """
    scores = [points_of(pos.state, pos.options, other) for other in range(pos.n)]
    stock = (
        sum(
            unit * pos.state.towns[seat].stock[what]
            for what, unit in zip(RESOURCES, WEIGHTS.unit, strict=True)
        )
        / 2
    )
    rivals = [points for other, points in enumerate(scores) if other != seat]
    return scores[seat] + stock - max(rivals, default=0)


def _roll_path(frame: SecretRoll, valuation: Valuation, dice: DiceValuation, rng: Rng) -> Path:
    """Return the next step of a secret roll: roll, set a die with a monastery, or stop."""
    town = valuation.town
    if frame.throws == 0:
        return ("throw",)
    if frame.sets and frame.throws == 1:
        total = sum_of([die.face for die in town.dice])
        value, die_id, face_id = max(
            (dice.worth(swap(total, die.face, face.id)), die.id, face.id)
            for die in town.dice
            if die.id not in frame.fixed
            for face in class_of(die.id).faces
        )
        if value > dice.worth(total) + valuation.w.throw:
            return ("set", die_id, face_id)
    dice_ids, gain = dice.best_reroll(
        frame.rollable_dice(town), town.dice, frame.throws + 1 < RULES.throws, rng
    )
    if gain > valuation.w.throw:
        return ("throw", [die.id for die in town.dice if die.id in dice_ids])
    return ("stop",)


def _quill_path(valuation: Valuation, dice: DiceValuation) -> Path:
    """Return the path of the best reroll with a quill; the pass if none gains anything.

    The die with the quill is rerolled alone, or together with the die that gains most by it.
    """
    town = valuation.town
    total = sum_of([die.face for die in town.dice])
    now = dice.worth(total)
    quill = next(die for die in town.dice if FACES[die.face].quill)
    alone = dice.mean_after_reroll(total, quill.id, quill.face) - now
    others = [
        (dice.mean_after_reroll(total, die.id, die.face) - now, die.id)
        for die in town.dice
        if die is not quill
    ]
    gain, companion = max(others, default=(0.0, QUILL_ALONE))
    if gain > valuation.w.throw:
        return ("quill", quill.id, companion)
    return ("quill", quill.id, QUILL_ALONE) if alone > 0 else ("pass",)


def _choice_keys(valuation: Valuation, dice: DiceValuation) -> list[str]:
    """Return the best use of the dice with choice faces.

    The result has one key of `harvest.split` per choice face shown.
    """
    town = valuation.town
    faces = choices(town)
    total = sum_of([die.face for die in town.dice])
    total[PEASANT_CHOICES] = total[CLERGY_CHOICES] = 0
    best: tuple[float, list[str]] = (-1e9, [])
    for choices_by_face in product(*(list(split(face, n)) for face, n in faces)):
        tried = list(total)
        for _, gain in choices_by_face:
            for what, n in gain.items():
                tried[RESOURCES.index(what)] += n
        value = dice.worth(tried)
        if value > best[0]:
            best = value, [key for key, _ in choices_by_face]
    return best[1]


def _bandits_loss(valuation: Valuation) -> str:
    """Return what to lose to Bandits: the least useful resource, or `calamity`.

    `calamity` takes a calamity point instead.
    """
    stock = tuple(valuation.town.stock[what] for what in RESOURCES)
    hammers = valuation.town.total("hammers")
    now = valuation.build_worth((stock[0], stock[1], stock[2], stock[3]), hammers)
    costs = [(1.0, "calamity")]
    for at, what in enumerate(RESOURCES):
        if stock[at]:
            less = [n - (i == at) for i, n in enumerate(stock)]
            costs.append(
                (now - valuation.build_worth((less[0], less[1], less[2], less[3]), hammers), what)
            )
    return min(costs)[1]


def _building_value(valuation: Valuation, one: PlacedPiece) -> float:
    """Return the value of a standing building to its owner."""
    piece = PIECES[one.kind]
    points = piece.points * (2 if valuation.land.walled(one) or one.cells & valuation.court else 1)
    # rough values of the bonuses at the end
    bonus = {
        "free_orthogonal_neighbour": 7,
        "stored_resource": 6,
        "culture": 5,
        "die_owned": 8,
    }.get(piece.bonus, 0)
    # A keep may be part of a ring, which would be open without it.
    ring_points = 15 if one.kind == KEEP and valuation.land.area else 0
    return (
        points
        + bonus
        + ring_points
        + (0.7 * valuation.rounds_left if piece.die or piece.income or piece.sets else 0)
    )


def _scorch_path(valuation: Valuation) -> Path:
    """Return the path for the cheapest place for scorched earth.

    Lost buildings cost most, then cells of the planned ring and court, then cells next to
    markets. Among equal costs, the place with the fewest free neighbors is chosen.
    """
    removed_by_cell = scorch_sites(tuple(valuation.town.pieces))
    market = _market_cells(valuation)

    def cost(cell: Cell) -> tuple[float, int, Cell]:
        one = placed(piece_id(SCORCHED, *cell))
        loss = sum(_building_value(valuation, placed(piece)) for piece in removed_by_cell[cell])
        is_in_plan = bool(one.cells & (valuation.court | valuation.missing_wall_cells))
        loss += 6 * is_in_plan + (one.cells & market).bit_count()
        return loss, (one.near & valuation.land.free).bit_count(), cell

    return ("scorch", cell_name(*min(removed_by_cell, key=cost)))


def _market_cells(valuation: Valuation) -> int:
    """Return the cells next to the seat's markets, which should stay free."""
    cells = 0
    for one in valuation.land.pieces:
        if one.kind == "market":
            cells |= one.near
    return cells


def _build_path(valuation: Valuation, hammers: int, rng: Rng) -> Path:
    """Return the path of the building with the best net value at its best place, or a pass."""
    stock = tuple(valuation.town.stock[what] for what in RESOURCES)
    now = valuation.build_worth((stock[0], stock[1], stock[2], stock[3]), 0)
    best: tuple[float, str] = (0.0, "")
    for value, cost, _, kind in valuation.buildable_kinds:
        if all(have >= need for have, need in zip(stock, cost, strict=True)):
            after = [have - need for have, need in zip(stock, cost, strict=True)]
            stock_left_worth = valuation.build_worth((after[0], after[1], after[2], after[3]), 0)
            gain = value + stock_left_worth - now + valuation.ending_value(kind)
            if valuation.w.blur and gain > 0:
                gain = max(0.01, gain + BUILDING_BLUR * valuation.w.blur * rng.normal())
            if gain > best[0]:
                best = gain, kind
    if not best[1] or not hammers:
        return ("pass",)
    kind = best[1]
    if kind in WALLS and valuation.ring:
        return _path_of(next(piece for piece in valuation.ring.walls if placed(piece).kind == kind))
    return _path_of(_best_site(valuation, kind))


def _best_site(valuation: Valuation, kind: str) -> str:
    """Return the id of a piece of this kind at its best place.

    Best are places inside walls or the planned court, away from markets and other buildings, with
    few free cells beside them. A market wants free cells beside it instead.
    """
    pieces, land = tuple(valuation.town.pieces), valuation.land
    market, walled_or_planned = _market_cells(valuation), land.inside | valuation.court
    points = PIECES[kind].points
    best: tuple[float, str] = (-1e9, "")
    for degrees in TURNS[kind]:
        for cell in GRID.cells(sites(pieces, kind, degrees)):
            one = placed(piece_id(kind, *cell, degrees))
            if one.cells & valuation.missing_wall_cells:
                continue
            fully_walled = one.cells & walled_or_planned == one.cells
            open_cells = (one.near & land.free).bit_count()
            value = 0.0 - (one.cells & market).bit_count() - valuation.w.open_cells * open_cells
            if fully_walled:
                value += (
                    valuation.w.inside[0] * points - valuation.w.inside[1] * one.cells.bit_count()
                )
            elif one.cells & walled_or_planned:
                value -= valuation.w.astride
            if kind == "market":
                value += open_cells - 0.5 * (one.near & walled_or_planned).bit_count()
            if (value, one.id) > best:
                best = max(
                    best, (value - valuation.w.crowd * max(0, disease_change(land, one)), one.id)
                )
    return best[1] or _any_site(pieces, kind)


def _any_site(pieces: tuple[str, ...], kind: str) -> str:
    """Return the id of a piece of this kind at its first proposed place.

    Raises LookupError if the kind fits nowhere.
    """
    for degrees in TURNS[kind]:
        for cell, _ in best_sites(pieces, kind, degrees):
            return piece_id(kind, *cell, degrees)
    raise LookupError(kind)


def _path_of(piece: str) -> Path:
    """Return the path that builds a piece, given by its id."""
    kind, at, degrees = piece.split("-")
    return ("build", kind, f"t{degrees}", at)


def _most_valuable_resource(valuation: Valuation, kinds: list[str]) -> str:
    """Return the most valuable of the resources `kinds`.

    Resources whose track is full are left out unless all are full.
    """
    stock = valuation.town.stock
    fitting = [what for what in kinds if stock[what] < RULES.resources[what].most] or kinds
    return max(fitting, key=lambda what: valuation.unit_values[what] - 0.05 * stock[what])
