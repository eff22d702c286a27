"""Starting layouts: arranged in secret by each player, then revealed (rules 3)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from functools import lru_cache

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
    verb_prompt,
)
from games.core.text.messages import Msg, Path, Seat, msg
from games.era_medieval_age.model.catalog import KEEP, LAYOUTS, PIECES, RULES, SCORCHED
from games.era_medieval_age.model.events import Arranged, Opened, Ready
from games.era_medieval_age.model.land import land, piece_id
from games.era_medieval_age.model.names import KINDS, piece_advice, piece_at, short_piece
from games.era_medieval_age.model.state import EraState
from games.era_medieval_age.rules.domain.largest_area import emit_new_holders
from games.era_medieval_age.rules.domain.placement import ask_place, chosen_piece_id

# id of the Keep that stands in the center of each domain from the start
CENTER_KEEP = piece_id(KEEP, RULES.rows // 2 - 1, RULES.cols // 2 - 1)


def start_pieces(n: int) -> list[str]:
    """Return the kinds that each of `n` players arranges, one per piece, in the order offered."""
    kinds = [kind for kind, count in RULES.start.items() for _ in range(count)]
    return kinds + [SCORCHED] * RULES.seats[n].scorched


def preset(which: str, n: int) -> list[str]:
    """Return a preset layout for `n` players, sorted."""
    layout = LAYOUTS[which]
    return sorted([*layout.pieces, *layout.scorched[: RULES.seats[n].scorched]])


def building_points(pieces: Sequence[str]) -> int:
    """Return the points of the buildings of a starting layout.

    Bonuses are not counted, because no starting building has one.
    """
    domain = land(pieces)
    return sum(
        PIECES[one.kind].points * (RULES.walled if domain.walled(one) else 1)
        for one in domain.buildings
    )


def enclosed_scorched(pieces: list[str]) -> bool:
    """Return whether scorched earth is enclosed by walls; a finished layout may not have it."""
    domain = land(pieces)
    return bool(domain.scorched & domain.inside)


class Layouts(Frame[EraState], tag="layouts"):
    """Frame that forks a lane per seat, waits for all lanes and reveals the layouts."""

    forked: bool = False

    def advance(self, t: StepContext[EraState]) -> None:
        """Fork the lanes; then reveal the layouts and draw the start player."""
        s = t.state
        if not self.forked:
            self.forked = True
            t.fork({seat: DomainLayout(seat, start_pieces(t.n)) for seat in range(t.n)})
            return
        t.reveal()
        t.pop()
        s.layouts_revealed = True
        s.first = t.rng.below(t.n)
        t.emit(Opened([list(town.pieces) for town in s.towns], s.first))
        emit_new_holders(t, [0] * t.n)


class DomainLayout(Frame[EraState], tag="layout"):  # stored name
    """Frame, in a lane, for one player's layout: a preset, or piece by piece.

    `unplaced` are the kinds still to be placed.
    """

    seat: int
    unplaced: list[str] = field(name="left")

    def prompt(self, t: StepContext[EraState], seat: Seat, path: Path) -> PromptResult:
        """Offer the presets and manual placement, and `ready` once the layout is legal.

        Paths are the id of a preset, `("place", kind, *place)` and `("ready",)`.
        """
        pieces = tuple(t.state.towns[seat].pieces)
        match path:
            case ():
                return self._verb_prompt(t)
            case ("ready",):
                return MoveReady(
                    msg("era.layout.ready_done"),
                    effects=_until_all(t.is_last_lane),
                    label=msg("era.layout.ready"),
                    why_final=_WHY_FINAL,
                )
            case ("place",):
                kinds = dict.fromkeys(self.unplaced)
                return SelectPrompt(
                    tuple(_kind_option(kind, self.unplaced.count(kind)) for kind in kinds),
                    msg("era.layout.which"),
                )
            case ("place", str(kind), *where):
                next_prompt = ask_place(pieces, kind, tuple(where))
                return (
                    self._placed_ready(pieces, chosen_piece_id(kind, tuple(where)))
                    if next_prompt is None
                    else next_prompt
                )
            case (str(which),) if which in LAYOUTS:
                return _preset_done(which, t.n, t.is_last_lane)
        return IllegalPath(msg("core.refused.option"))

    def apply(self, t: StepContext[EraState], seat: Seat, path: Path) -> None:
        """Place one piece, apply a preset, or finish.

        Only the seat sees its layout; the others see when it is ready.
        """
        town = t.state.towns[seat]
        verb = str(path[0])
        if verb == "place":
            kind = str(path[1])
            piece = chosen_piece_id(kind, path[2:])
            insort(town.pieces, piece)
            self.unplaced.remove(kind)
            t.emit(None, secret={seat: Arranged(seat, piece)})
            return
        if verb in LAYOUTS:
            town.pieces = preset(verb, t.n)
            t.emit(None, secret={seat: Arranged(seat, preset=verb)})
        t.pop()
        t.emit(Ready(seat))

    def _verb_prompt(self, t: StepContext[EraState]) -> SelectPrompt:
        offered = [_preset_option(which, t.n) for which in LAYOUTS]
        blocked: list[DisabledOption] = []
        why = self._why_not_ready(t)
        if self.unplaced:
            offered.append(_PLACE)
        if why is None:
            offered.append(_READY)
        elif len(self.unplaced) < len(start_pieces(t.n)):  # once a piece is placed
            blocked.append(DisabledOption("ready", _READY.label, why, "setup"))
        how = msg("era.layout.how" if t.n > 1 else "era.layout.how_solo")
        prompt = verb_prompt(
            *offered, prompt=how, default="compact" if why else "ready", blocked=blocked
        )
        untouched = len(self.unplaced) == len(start_pieces(t.n))
        # once a piece lies, its picture is larger than that of the layouts
        return structs.replace(prompt, lines=tuple(_disease_prices(t.n)) if untouched else ())

    def _why_not_ready(self, t: StepContext[EraState]) -> Msg | None:
        if self.unplaced:
            return msg("era.why.pieces_left", n=len(self.unplaced))
        return (
            msg("era.why.scorched_inside")
            if enclosed_scorched(t.state.towns[self.seat].pieces)
            else None
        )

    def _placed_ready(self, pieces: tuple[str, ...], piece: str) -> MoveReady:
        after = land(sorted([*pieces, piece]))
        grown = after.area - land(pieces).area
        effects = [msg("era.effect.encloses", n=grown)] if grown > 0 else []
        if after.scorched & after.inside:
            effects.append(msg("era.effect.scorched_inside"))
        then = ("place",) if len(self.unplaced) > 1 else ()
        return MoveReady(
            msg("era.layout.placed", piece=piece_at(piece)),
            instant=True,
            then=then,
            effects=tuple(effects),
            label=short_piece(piece),
            ghost=(piece,),
            advice=piece_advice("place", piece),
        )


def _disease_prices(n: int) -> Iterator[Msg]:
    """Yield a line for each preset for `n` players in which Disease would cost points."""
    for which in LAYOUTS:
        if sick := len(land(preset(which, n)).grouped):
            yield msg("era.layout.price", name=msg(f"era.layout.{which}"), n=sick)


def _until_all(last: bool) -> tuple[Msg, ...]:
    """Say that the layout can be changed until all are ready.

    Returns () for the `last` seat, because all layouts are revealed when it is ready.
    """
    return () if last else (msg("era.layout.until_all"),)


@lru_cache(64)
def _preset_done(which: str, n: int, last: bool) -> MoveReady:
    closed = (msg("era.layout.largest"),) if land(preset(which, n)).area else ()
    effects = (msg(f"era.layout.{which}_detail"), *closed, *_until_all(last))
    return MoveReady(
        msg(f"era.layout.{which}_done"),
        effects=effects,
        label=msg(f"era.layout.{which}"),
        ghost=tuple(preset(which, n)),
        advice=msg("era.advice.layout", what=msg(f"era.layout.{which}")),
        why_final=_WHY_FINAL,
    )


@lru_cache(64)
def _kind_option(kind: str, left: int) -> Option:
    return Option(kind, msg("era.layout.kind", piece=KINDS[kind], n=left), art=kind, rule="setup")


@lru_cache(64)
def _preset_option(which: str, n: int) -> Option:
    """Return the option for a preset, with its points; the detail names pros and cons."""
    points = msg("era.text.points", n=building_points(preset(which, n)))
    label = msg("era.layout.label", name=msg(f"era.layout.{which}"), points=points)
    return Option(
        which,
        label,
        msg(f"era.layout.{which}_detail"),
        "main",
        spot=f"layout-{which}",
        art=which,
        rule="setup",
        short=msg(f"era.layout.{which}"),
    )


_WHY_FINAL = msg("era.final.layouts")
_PLACE = Option(
    "place",
    msg("era.layout.place"),
    msg("era.layout.place_detail"),
    spot="layout-own",
    rule="setup",
)
_READY = Option("ready", msg("era.layout.ready"), tone="finish", rule="setup")
