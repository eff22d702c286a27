"""CALAMITIES, in turn order; each is resolved before the next begins (rules 5.4)."""

from __future__ import annotations

from bisect import insort
from functools import lru_cache, reduce

from msgspec import structs

from games.core.cards.turn_order import ForEachSeat
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.option_table import cell_at
from games.core.prompts.prompt import MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Msg, Path, Seat, listed, literal, msg, seat_name
from games.era_medieval_age.model.catalog import (
    FACES,
    KEEP,
    PIECES,
    RESOURCES,
    RULES,
    SCORCHED,
    calamity,
)
from games.era_medieval_age.model.events import (
    DieLeft,
    Lost,
    NoCalamity,
    NoPieces,
    NoRoom,
    Revolted,
    Robbed,
    Scorched,
    Sick,
    Spared,
    Struck,
)
from games.era_medieval_age.model.land import (
    PlacedPiece,
    piece_id,
    place_order,
    placed,
    scorch_sites,
)
from games.era_medieval_age.model.names import amount, die_shows, short_piece, the_piece, where
from games.era_medieval_age.model.state import GOES_ON, EraState, forbid_undo
from games.era_medieval_age.rules.domain.largest_area import emit_new_holders, walled_areas
from games.era_medieval_age.rules.domain.placement import scorch_places

# Calamities that hit the rivals of the player with the skulls; in a solo game they hit that player
# (rules 8).
BACKFIRES = ("treason", "attack")


class Calamities(ForEachSeat[EraState], tag="calamities"):
    """Frame of the step: resolves one seat's calamity after the other."""

    def visit(self, t: StepContext[EraState], seat: Seat) -> None:
        """Begin the calamity for the skulls of a seat's final roll (ruling R30).

        Disease and Revolt take effect at once; the other calamities ask the seats that they hit.
        """
        town = t.state.towns[seat]
        what = calamity(town.skulls)
        if not what:
            is_first = len(self.left) == t.n - 1
            if is_first and not any(one.skulls for one in t.state.towns):
                t.emit(NoCalamity())
            return
        t.emit(Struck(seat, what, town.skulls, alone=t.n == 1))
        match what:
            case "bandits":
                t.push(Bandits(seat))
            case "disease":
                sick = len(town.land.grouped)
                town.calamity += sick
                t.emit(Sick(seat, sick))
            case "treason" | "attack":
                others = [seat] if t.n == 1 else [(seat + at) % t.n for at in range(1, t.n)]
                t.push(Treason(seat, others) if what == "treason" else Attack(others))
            case "fire":
                t.push(Fire(seat))
            case _:
                goods, town.stock["goods"] = town.stock["goods"], 0
                t.emit(Revolted(seat, goods))


class Bandits(Frame[EraState], tag="bandits"):
    """Frame where the seat takes a calamity point or gives up one resource."""

    seat: int

    def actors(self, t: StepContext[EraState]) -> tuple[Seat, ...]:
        """Return the seat, or nobody if it has no resources: it then takes the point."""
        return () if t.state.towns[self.seat].poor else (self.seat,)

    def advance(self, t: StepContext[EraState]) -> None:
        """Give the calamity point, since there is nothing to rob."""
        self._rob(t, "calamity")

    def prompt(self, t: StepContext[EraState], seat: Seat, path: Path) -> PromptResult:
        """Ask whether the seat takes a calamity point or loses one unit of a resource.

        Paths are `("bandits", "calamity")` and, for a resource, `("bandits", "wood")`.
        """
        if not path:
            return _BANDITS
        if len(path) == 1:
            stock = t.state.towns[seat].stock
            own = tuple(_lose_option(what, stock[what]) for what in RESOURCES if stock[what])
            return SelectPrompt((_POINT, *own), msg("era.bandits.which"), default="calamity")
        if path[1] == "calamity":
            return MoveReady(
                msg("era.bandits.point_done"),
                instant=True,
                label=_POINT.label,
                advice=msg("era.advice.point"),
                unconfirmed=True,
            )
        lost = amount(str(path[1]), 1)
        return MoveReady(
            msg("era.bandits.done", what=lost),
            instant=True,
            unconfirmed=True,
            label=msg("era.bandits.lose", what=lost),
            advice=msg("era.advice.lose", what=lost),
        )

    def apply(self, t: StepContext[EraState], seat: Seat, path: Path) -> None:
        """Take the point, or one unit of the resource."""
        self._rob(t, str(path[1]))

    def _rob(self, t: StepContext[EraState], what: str) -> None:
        town = t.state.towns[self.seat]
        if what == "calamity":
            town.calamity += 1
        else:
            town.stock[what] -= 1
        t.pop()
        t.emit(Robbed(self.seat, "" if what == "calamity" else what))


class Treason(Frame[EraState], tag="treason"):
    """Frame where each seat in `others` places scorched earth, in parallel lanes.

    `seat` has rolled the skulls; `others` are the victims in turn order. The lanes can be parallel,
    since domains do not affect each other.
    """

    seat: int
    others: list[int]
    forked: bool = False

    def advance(self, t: StepContext[EraState]) -> None:
        """Let all victims place scorched earth, each in a lane of its own.

        Nothing happens if the supply has fewer pieces than there are victims (ruling R13). A victim
        without a legal place is skipped; its piece stays in the supply.
        """
        s = t.state
        if self.forked or s.supply[SCORCHED] < len(self.others):
            if not self.forked:
                t.emit(NoPieces(self.seat))
            t.pop()
            return
        self.forked = True
        with_place = [seat for seat in self.others if scorch_sites(tuple(s.towns[seat].pieces))]
        for seat in self.others:
            if seat not in with_place:
                t.emit(NoRoom(seat))
        s.supply[SCORCHED] -= len(with_place)
        t.fork({seat: Scorch(seat) for seat in with_place})


class Scorch(Frame[EraState], tag="scorch"):
    """Frame, in a lane, where a victim places scorched earth outside its walls.

    If there is no free place, the piece replaces buildings, which leave the game (rulings R14,
    R31).
    """

    seat: int

    def prompt(self, t: StepContext[EraState], seat: Seat, path: Path) -> PromptResult:
        """Ask for a place for scorched earth: `("scorch", cell)`.

        Places that are not proposed are chosen by row: `("scorch", "other", row, cell)`. Only legal
        places are offered; they name the buildings that would be removed.
        """
        if not path:
            return _SCORCH
        pieces = tuple(t.state.towns[seat].pieces)
        places = scorch_places(pieces)
        if not places.names_a_place(path[1:]):
            answer = places.choose(*path[1:])
            return (
                answer
                if len(path) > 1
                else structs.replace(answer, prompt=_loss_prompt("scorch", "treason", t))
            )
        spot = self._scorched_piece(path)
        gone = scorch_sites(pieces)[spot.row, spot.col]
        effects = (
            (msg("era.scorch.removes", what=listed([the_piece(piece) for piece in gone])),)
            if gone
            else ()
        )
        return MoveReady(
            msg("era.scorch.done", at=where(spot.id)),
            # the button says all about a free place; a lost building is confirmed
            instant=not gone,
            unconfirmed=not gone,
            effects=effects,
            ghost=(spot.id,),
            why_final=GOES_ON,
        )

    def apply(self, t: StepContext[EraState], seat: Seat, path: Path) -> None:
        """Place the piece; this is final, since it answers another player's roll."""
        town, spot = t.state.towns[seat], self._scorched_piece(path)
        gone = scorch_sites(tuple(town.pieces))[spot.row, spot.col]
        forbid_undo(t)
        t.pop()
        for piece in gone:
            raze(t, seat, piece)
        insort(town.pieces, spot.id)
        t.emit(Scorched(seat, spot.id, list(gone)))

    def _scorched_piece(self, path: Path) -> PlacedPiece:
        return placed(piece_id(SCORCHED, *cell_at(str(path[-1]))))


class Fire(Frame[EraState], tag="fire"):
    """Frame where one of the seat's buildings burns, walled or not (ruling R7)."""

    seat: int

    def advance(self, t: StepContext[EraState]) -> None:
        """Ask which building burns; if the seat has no building, nothing happens.

        Keeps are included only with the option `fire_may_take_keep`.
        """
        t.pop()
        keeps_may_burn = t.options["fire_may_take_keep"]
        eligible = [
            one.id
            for one in t.state.towns[self.seat].land.buildings
            if keeps_may_burn or one.kind != KEEP
        ]
        if eligible:
            t.push(Remove(self.seat, "fire", eligible))
        else:
            t.emit(Spared(self.seat, "fire"))


class Attack(Frame[EraState], tag="attack"):
    """Frame where each victim loses an unwalled building of its choice.

    `others` are the victims in turn order; they choose in parallel lanes.
    """

    others: list[int]
    forked: bool = False

    def advance(self, t: StepContext[EraState]) -> None:
        """Fork lanes for the victims that have an unwalled building.

        The other victims lose nothing.
        """
        if self.forked:
            t.pop()
            return
        self.forked = True
        lanes: dict[Seat, Frame[EraState]] = {}
        for seat in self.others:
            unwalled = [one.id for one in t.state.towns[seat].land.unwalled]
            if unwalled:
                lanes[seat] = Remove(seat, "attack", unwalled)
            else:
                t.emit(Spared(seat, "attack"))
        t.fork(lanes)


class Remove(Frame[EraState], tag="remove"):
    """Frame where a player gives up one of the `eligible` buildings.

    `eligible` has ids of buildings. `cause` is `fire` or `attack`.
    """

    seat: int
    cause: str
    eligible: list[str]

    def actors(self, t: StepContext[EraState]) -> tuple[Seat, ...]:
        """Return the owner if there is more than one building to choose from."""
        return (self.seat,) if len(self.eligible) > 1 else ()

    def advance(self, t: StepContext[EraState]) -> None:
        """Remove the only eligible building."""
        self._remove(t, self.eligible[0])

    def prompt(self, t: StepContext[EraState], seat: Seat, path: Path) -> PromptResult:
        """Ask for `("remove", piece)`; the default has the fewest points (rules 9)."""
        if not path:
            return _REMOVE
        if len(path) == 1:
            land = t.state.towns[seat].land
            options = tuple(
                _remove_option(
                    piece, walled=land.walled(placed(piece)), tells_walls=self.cause == "fire"
                )
                for piece in sorted(self.eligible, key=place_order)
            )
            least = min(
                (placed(piece) for piece in self.eligible),
                key=lambda one: _loss_order(one, walled=land.walled(one)),
            )
            return SelectPrompt(
                options,
                _loss_prompt("remove", self.cause, t),
                default=least.id,
                layout="buttons" if len(options) <= _MAX_LOSS_BUTTONS else "menu",
            )
        return MoveReady(
            msg("era.remove.done", what=the_piece(str(path[1]))),
            label=short_piece(str(path[1])),
            ghost=(str(path[1]),),
            why_final=GOES_ON,
        )

    def apply(self, t: StepContext[EraState], seat: Seat, path: Path) -> None:
        """Remove the building from the game; this is final except in a solo game."""
        forbid_undo(t)
        self._remove(t, str(path[1]))

    def _remove(self, t: StepContext[EraState], piece: str) -> None:
        t.pop()
        areas_before = walled_areas(t.state)
        raze(t, self.seat, piece)
        t.emit(Lost(self.seat, piece, self.cause))
        emit_new_holders(t, areas_before)  # a burnt Keep may open a wall


class ReturnDie(Frame[EraState], tag="return_die"):
    """Frame where the owner of a lost building gives up a die of the color it granted.

    `letter` is that of the color. Rulings R5, R30.
    """

    seat: int
    letter: str

    def actors(self, t: StepContext[EraState]) -> tuple[Seat, ...]:
        """Return the seat, or nobody if all dice of the color show the same face."""
        return (self.seat,) if len(self._dice(t)) > 1 else ()

    def advance(self, t: StepContext[EraState]) -> None:
        """Remove one die, since all dice of the color show the same face."""
        self._return(t, self._dice(t)[0])

    def prompt(self, t: StepContext[EraState], seat: Seat, path: Path) -> PromptResult:
        """Ask which die is returned; the default is the least useful one.

        Dice that show the same face are offered once. The path is `("return", die)`.
        """
        if not path:
            return _RETURN
        town = t.state.towns[seat]
        if len(path) == 1:
            dice = [town.die(die) for die in self._dice(t)]
            options = tuple(
                Option(die.id, die_shows(die.id, die.face), spot=die.id, art=die.face, rule="lost")
                for die in dice
            )
            return SelectPrompt(
                options,
                msg("era.return.which"),
                default=min(dice, key=lambda die: (_face_value(die.face), die.id)).id,
            )
        die = town.die(str(path[1]))
        return MoveReady(msg("era.return.done", die=die_shows(die.id, die.face)), why_final=GOES_ON)

    def apply(self, t: StepContext[EraState], seat: Seat, path: Path) -> None:
        """Remove the die with its hammers, swords and shields; its skulls still count."""
        forbid_undo(t)
        self._return(t, str(path[1]))

    def _return(self, t: StepContext[EraState], die: str) -> None:
        town = t.state.towns[self.seat]
        town.dice.remove(town.die(die))
        t.pop()
        t.emit(DieLeft(self.seat, die))

    def _dice(self, t: StepContext[EraState]) -> list[str]:
        """Return one die of the color for each face shown."""
        by_face = {
            die.face: die.id
            for die in reversed(t.state.towns[self.seat].dice)
            if die.id[0] == self.letter
        }
        return sorted(by_face.values())


def raze(t: StepContext[EraState], seat: Seat, piece: str) -> None:
    """Remove a building from the game, and a die if the building granted one.

    The owner chooses a die of the color (ruling R5). With the option
    `lost_die_result_stays_this_round` the die stays until the end of the round.
    """
    kind = placed(piece).kind
    t.state.towns[seat].pieces.remove(piece)
    t.state.box[kind] += 1
    if PIECES[kind].die and not t.options["lost_die_result_stays_this_round"]:
        t.push(ReturnDie(seat, PIECES[kind].die[0]))


def _loss_prompt(verb: str, cause: str, t: StepContext[EraState]) -> Msg:
    """Return the question for a loss; it names the calamity.

    `verb` is `scorch` or `remove`, and `cause` the calamity. The question also names the seat with
    the skulls if the calamity hits that seat's rivals.
    """
    if cause not in BACKFIRES:
        return msg(f"era.{verb}.{cause}")
    return (
        msg(f"era.alone.{cause}")
        if t.n == 1
        else msg(f"era.{verb}.{cause}", by=seat_name(_seat_with_skulls(t)))
    )


def _seat_with_skulls(t: StepContext[EraState]) -> Seat:
    """Return the seat whose skulls caused the present Treason or Attack.

    It is the only seat that is not among the victims, the `others` of the top frame. Returns 0 if
    the top frame is of another kind.
    """
    frame = t.pos.stack[-1]
    others = frame.others if isinstance(frame, Treason | Attack) else []
    return next((seat for seat in range(t.n) if seat not in others), 0)


def _loss_order(one: PlacedPiece, *, walled: bool) -> tuple[int, bool, str]:
    """Return the sort key of a building to lose: fewest points first (rules 9).

    Of equal points, a building without a die comes first. The points of a walled building count
    double.
    """
    facts = PIECES[one.kind]
    return facts.points * (RULES.walled if walled else 1), bool(facts.die), one.id


def _face_value(face: str) -> int:
    """Return the value that a die's face still has after COLLECT, to choose what to lose."""
    one = FACES[face]
    return 3 * one.hammers + one.swords + one.shields // 4


@lru_cache(64)
def _lose_option(what: str, n: int) -> Option:
    return Option(
        what,
        msg("era.bandits.give", what=amount(what, 1), n=n),
        # the picture shows how much there is; longer buttons would not fit a phone
        short=amount(what, 1),
        art=what,
        rule="bandits",
    )


@lru_cache(4096)
def _remove_option(piece: str, *, walled: bool, tells_walls: bool) -> Option:
    """Return the option to lose a building, with its points and what else goes with it.

    With `tells_walls`, the option also says whether the building is walled, because the other
    options may differ in this.
    """
    facts = PIECES[placed(piece).kind]
    points = facts.points * (RULES.walled if walled else 1)
    parts = [msg("era.remove.points", n=points)]
    if tells_walls and facts.id != KEEP:
        parts.append(msg("era.remove.walled" if walled else "era.remove.unwalled"))
    if facts.die:
        parts.append(msg("era.remove.with_die"))
    detail = reduce(lambda a, b: msg("era.build.also", a=a, b=b), parts)
    label = short_piece(piece)
    return Option(
        piece,
        label,
        detail,
        spot=piece,
        art=facts.id,
        rule="lost",
        mark=where(piece),
        name=literal(where(piece)),
        # many buttons leave no room for lines with the details
        short=msg("era.remove.short", piece=label, n=points),
    )


_MAX_LOSS_BUTTONS = 6  # buildings that have a button each; more would not fit a phone
_BANDITS = SelectPrompt((Option("bandits", msg("era.bandits.verb"), tone="main", rule="bandits"),))
_POINT = Option("calamity", msg("era.bandits.point"), rule="bandits")
_SCORCH = SelectPrompt((Option("scorch", msg("era.scorch.verb"), tone="main", rule="treason"),))
_REMOVE = SelectPrompt((Option("remove", msg("era.remove.verb"), tone="main", rule="lost"),))
_RETURN = SelectPrompt((Option("return", msg("era.return.verb"), tone="main", rule="lost"),))
