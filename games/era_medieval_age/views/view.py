"""View of one viewer, built by whitelist; images and texts are made from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct, structs

from games.core.engine import walk
from games.core.prompts.option_table import cell_name
from games.core.state.position import Position
from games.core.state.score import Scoreboard
from games.core.text.messages import Seat
from games.core.views.view_helpers import Status, view_status
from games.era_medieval_age.model.catalog import PIECES, RULES, calamity, rank_of
from games.era_medieval_age.model.land import GRID, land, placed
from games.era_medieval_age.model.state import EraState, Town, last_round
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.domain.largest_area import area_holders
from games.era_medieval_age.rules.domain.layout import CENTER_KEEP, DomainLayout, Layouts
from games.era_medieval_age.rules.domain.scoring import majority_points, score, standing, tally
from games.era_medieval_age.rules.phases.calamities import (
    Attack,
    Bandits,
    Remove,
    ReturnDie,
    Treason,
)
from games.era_medieval_age.rules.phases.extortion import JAIME, Demand, Extort, TakeByForce, Yield
from games.era_medieval_age.rules.phases.harvest import (
    Choose,
    Collect,
    best_split,
    choices,
    collect,
    dice_by_use,
    feed,
    ways,
)
from games.era_medieval_age.rules.phases.rolling import (
    Quill,
    RollPhase,
    SecretRoll,
    locked,
    rolling,
)

Phase = Literal["setup", "roll", "quill", "collect", "calamities", "build", "extort", "end"]


class DieView(Struct, frozen=True):
    """Die of a player; `face` is empty while hidden or not rolled. `locked`: it shows a skull."""

    id: str
    face: str = ""
    locked: bool = False


class TownView(Struct, frozen=True):
    """What the viewer may see of one player.

    - `pieces`: ids such as `church-g7-90`; of a hidden layout only the keep
    - `inside`: the enclosed cells (`g7`)
    - `walled`: ids of the walled buildings; `grouped`: ids of those that Disease would count
    - `dice`: with faces if they are public or the viewer's own
    - `hammers`, `swords`, `shields`, `skulls`: sums of visible faces; the skulls of a lost die
      still count (ruling R30)
    - `status`: in a hidden or parallel step only whether this seat is done
    - `points`: the present score
    """

    pieces: tuple[str, ...]
    stock: dict[str, int]
    culture: int
    calamity: int
    dice: tuple[DieView, ...]
    inside: tuple[str, ...]
    walled: tuple[str, ...]
    grouped: tuple[str, ...]
    area: int
    hammers: int
    swords: int
    shields: int
    skulls: int
    status: Status
    points: int


class Forecast(Struct, frozen=True):
    """Result of the viewer's dice if they stay as they are.

    - `before`, `collected`, `after`: the stock before, after collecting and after feeding
    - `lost`: the resources that do not fit on the tracks
    - `fed`, `hungry`: numbers of dice
    - `calamity`: that of the skulls (empty: none)
    - `sick`: number of buildings that Disease counts, if it is the calamity
    - `assumed`: (die id, resource) for each die with a choice, if the player has not chosen yet
    """

    before: dict[str, int]
    collected: dict[str, int]
    lost: dict[str, int]
    after: dict[str, int]
    fed: int
    hungry: int
    culture: int
    hammers: int
    swords: int
    shields: int
    skulls: int
    calamity: str
    sick: int
    assumed: tuple[tuple[str, str], ...] = ()


class PrivateScreen(Struct, frozen=True):
    """Private screen of the viewer.

    - Setup: `unplaced` are the kinds still to be placed.
    - Roll: `throws` is the number of rolls made. `free` are the dice that the next roll may
      include, and `again` those of the last roll among them. `fixed` are the dice that monasteries
      have set, and `sets` is the number that they may still set.
    - Collect: `choosing` are the dice with a choice. `ways` has the forecast for each answer; its
      key has the keys of `split`, joined by spaces.

    `forecast` is the result without further action.
    """

    unplaced: tuple[str, ...] = ()
    throws: int = 0
    free: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    sets: int = 0
    forecast: Forecast | None = None
    choosing: tuple[str, ...] = ()
    ways: dict[str, Forecast] = {}


class EraQuestion(Struct, frozen=True):
    """Public facts about the present question.

    `kind` is the kind of frame that asks, and `hammers` the number of hammers left. `by` is the
    extorter or the seat that rolled the skulls, and `victim` the player who loses something; -1 is
    Master Jaime. `what` is the resource demanded or the cause of a loss.
    """

    kind: str = ""
    hammers: int = 0
    by: int | None = None
    victim: int | None = None
    what: str = ""


class GameView(Struct, frozen=True):
    """Position as `viewer` knows it (None: a spectator).

    - `order`: turn order of the round; `rounds`: the last round if it is fixed, else 0
    - `supply`, `box`: number of pieces by kind; `pool`: number of dice in the supply by color
    - `ended`: the kinds that ran out; the first `markers` of them flipped the end markers
    - `hand`: what only the viewer sees
    - `jaime`: faces of Master Jaime's dice; `rank`: present rank in a solo game
    - `laps`: True if a university also counts wrapped culture (ruling R6)
    - `is_last_round`: True if the game is certain to end with this round
    """

    game: str
    viewer: int | None
    n: int
    round: int
    rounds: int
    phase: Phase
    actors: tuple[int, ...]
    first: int
    order: tuple[int, ...]
    supply: dict[str, int]
    box: dict[str, int]
    pool: dict[str, int]
    markers: int
    ended: tuple[str, ...]
    towns: tuple[TownView, ...]
    hand: PrivateScreen | None
    question: EraQuestion
    jaime: tuple[str, ...]
    rank: str
    scoreboard: Scoreboard | None = None
    laps: bool = True
    is_last_round: bool = False


Pos = Position[EraState, Any]


def view(pos: Pos, viewer: Seat | None) -> GameView:
    """Return the view of one viewer.

    Layouts are hidden until all seats are ready, dice while any seat is rolling.
    """
    s, n = pos.state, pos.n
    points = standing(s, pos.options)
    top = pos.stack[-1] if pos.stack else None
    return GameView(
        game=pos.game,
        viewer=viewer,
        n=n,
        round=s.round,
        rounds=RULES.solo.rounds if n == 1 else pos.options["round_limit"],
        phase=phase(pos),
        actors=walk.actors(pos),
        first=s.first,
        order=tuple(s.order()),
        supply=dict(s.supply),
        box=dict(s.box),
        pool=dict(s.pool),
        markers=s.markers,
        ended=tuple(s.ended),
        towns=tuple(_town(pos, seat, viewer, points[seat]) for seat in range(n)),
        hand=_hand(pos, viewer),
        question=_question(top),
        jaime=tuple(s.jaime),
        rank=rank_of(points[0]) if n == 1 and s.layouts_revealed else "",
        scoreboard=score(pos) if pos.outcome is not None else None,
        laps=pos.options["university_counts_wrapped_culture"],
        is_last_round=s.layouts_revealed and last_round(s, n, pos.options["round_limit"]),
    )


def stock_after(v: GameView, seat: Seat, pieces: Sequence[str]) -> dict[str, int]:
    """Return a seat's stock if its domain holds `pieces`, given as ids.

    In the building step, the pieces that the domain does not have yet are paid for.
    """
    town = v.towns[seat]
    stock = dict(town.stock)
    for piece in set(pieces) - set(town.pieces) if v.phase == "build" else ():
        for what, n in PIECES[placed(piece).kind].cost.items():
            stock[what] -= n
    return stock


def points_after(v: GameView, seat: Seat, pieces: Sequence[str]) -> int:
    """Return a seat's score if its domain holds `pieces`, given as ids.

    The other seats count as far as the viewer knows them.
    """
    town = v.towns[seat]
    new = Town(list(pieces), stock_after(v, seat, pieces), town.culture, town.calamity)
    found = tally(new, new.land, wraps=v.laps)
    areas = [found.area if at == seat else one.area for at, one in enumerate(v.towns)]
    culture = majority_points([one.culture for one in v.towns], RULES.culture)
    return found.alone + majority_points(areas, RULES.area)[seat] + culture[seat]


def largest_area_holders(v: GameView, seat: Seat = 0, cells: int | None = None) -> list[Seat]:
    """Return the seats with the largest area, as far as the viewer knows the domains.

    With `cells`, this number of walled cells is assumed for `seat`.
    """
    areas = [town.area for town in v.towns]
    if cells is not None:
        areas[seat] = cells
    return area_holders(areas)


def hammers_left(v: GameView, seat: Seat) -> int | None:
    """Return how many hammers a seat may still use in this round; None once it has built.

    In the steps after building all seats have.
    """
    if v.phase in ("extort", "end"):
        return None
    if v.question.kind == "build" and v.actors:
        builder = v.actors[0]
        if seat == builder:
            return v.question.hammers
        if v.order.index(seat) < v.order.index(builder):
            return None
    return v.towns[seat].hammers


def panel_picture(view: GameView, spots: tuple[str, ...]) -> str:
    """Return the kind of image that suits the phase and the viewer's prompt.

    The kinds are `end`, `board`, `dice`, `layouts` and `domain` (the viewer's own). `spots` are the
    marked places of the prompt; if all are preset layouts, the image is `layouts`.
    """
    if view.phase == "end":
        return "end"
    if view.viewer is None or view.phase == "extort":
        return "board"
    if view.phase in ("roll", "quill", "collect") or view.question.kind == "return":
        return "dice"
    if view.phase == "setup" and spots and all(spot.startswith("layout-") for spot in spots):
        return "layouts"
    return "domain"


def own_picture(view: GameView) -> str:
    """Return the kind of image of the private screen: `dice` or `domain`.

    The dice are shown while they are in use. Returns "" for a spectator and after the end.
    """
    if view.viewer is None or view.phase == "end":
        return ""
    return "dice" if panel_picture(view, ()) == "dice" else "domain"


def _town(pos: Pos, seat: Seat, viewer: Seat | None, points: int) -> TownView:
    s, town = pos.state, pos.state.towns[seat]
    own = seat == viewer
    pieces = town.pieces if s.layouts_revealed or own else [CENTER_KEEP]
    domain = land(pieces)
    seen = own or not rolling(pos)
    skulls = town.total("skulls") if phase(pos) in ("setup", "roll", "quill") else town.skulls
    dice = tuple(
        DieView(die.id, die.face, bool(die.face) and locked(die)) if seen else DieView(die.id)
        for die in town.dice
    )
    return TownView(
        pieces=tuple(pieces),
        stock=dict(town.stock),
        culture=town.culture,
        calamity=town.calamity,
        dice=dice,
        inside=tuple(cell_name(*cell) for cell in GRID.cells(domain.inside)),
        walled=tuple(one.id for one in domain.buildings if domain.walled(one)),
        grouped=tuple(one.id for one in domain.grouped),
        area=domain.area,
        hammers=town.total("hammers") if seen else 0,
        swords=town.total("swords") if seen else 0,
        shields=town.total("shields") if seen else 0,
        skulls=skulls if seen else 0,
        status=view_status(pos, seat),
        points=points,
    )


def _hand(pos: Pos, viewer: Seat | None) -> PrivateScreen | None:
    if viewer is None or not any(pos.lanes):
        return None
    town = pos.state.towns[viewer]
    match pos.lanes[viewer][-1] if pos.lanes[viewer] else None:
        case DomainLayout(unplaced=unplaced):
            return PrivateScreen(unplaced=tuple(unplaced))
        case SecretRoll() as frame:
            thrown = frame.throws > 0
            free = frame.rollable_dice(town) if thrown else town.dice
            return PrivateScreen(
                throws=frame.throws,
                free=tuple(die.id for die in free),
                again=tuple(frame.again),
                fixed=tuple(frame.fixed),
                sets=frame.sets if thrown else 0,
                forecast=forecast(town) if thrown else None,
            )
        case Choose():
            faces = {face.id for face, _ in choices(town)}
            return PrivateScreen(
                forecast=forecast(town, best_split(town)),
                choosing=tuple(die.id for die in town.dice if die.face in faces),
                ways={" ".join(keys): forecast(town, keys) for keys in ways(town)},
            )
    return (
        PrivateScreen(forecast=forecast(town, town.chosen))
        if phase(pos) in ("roll", "collect") and town.dice
        else None
    )


def forecast(town: Town, chosen: Sequence[str] = ()) -> Forecast:
    """Return the result of a player's dice.

    `chosen` has one key of `split` for each choice face. If it is empty, the choice faces are used
    as `best_split` proposes.
    """
    keys = list(chosen) or best_split(town)
    copy = structs.replace(town, stock=dict(town.stock), chosen=keys, calamity=0)
    gain, lost = collect(copy)
    collected = dict(copy.stock)
    fed, hungry = feed(copy)
    skulls = town.total("skulls")
    return Forecast(
        before=dict(town.stock),
        collected=collected,
        lost=lost,
        after=copy.stock,
        fed=fed,
        hungry=hungry,
        culture=gain.get("culture", 0),
        hammers=town.total("hammers"),
        swords=town.total("swords"),
        shields=town.total("shields"),
        skulls=skulls,
        calamity=calamity(skulls),
        sick=len(town.land.grouped) if calamity(skulls) == "disease" else 0,
        assumed=() if chosen else dice_by_use(town, keys),
    )


def phase(pos: Pos) -> Phase:
    """Return the step of the round, derived from the top frame.

    It is `end` if the stack is empty, and `calamities` if the frame belongs to no other step.
    """
    match pos.stack[-1] if pos.stack else None:
        case None:
            return "end"
        case Layouts():
            return "setup"
        case RollPhase():
            return "roll"
        case Quill():
            return "quill"
        case Collect():
            return "collect"
        case Build():
            return "build"
        case Demand() | Yield() | TakeByForce() | Extort():
            return "extort"
    return "calamities"


def _question(top: Any) -> EraQuestion:
    match top:
        case Build():
            return EraQuestion("build", hammers=top.hammers)
        case Demand():
            return EraQuestion("demand", by=top.seat, victim=top.victim)
        case Yield():
            return EraQuestion("yield", by=top.by, victim=top.seat, what=top.what)
        case TakeByForce():
            return EraQuestion("take", by=top.seat, victim=JAIME)
        case Bandits():
            return EraQuestion("bandits", victim=top.seat)
        case Remove():
            return EraQuestion("remove", victim=top.seat, what=top.cause)
        case ReturnDie():
            return EraQuestion("return", victim=top.seat)
        case Treason():
            return EraQuestion("treason", by=top.seat)
        case Attack():
            return EraQuestion("attack")
    return EraQuestion()
