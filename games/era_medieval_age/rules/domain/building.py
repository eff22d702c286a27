"""BUILD, in turn order: one piece per hammer (rules 5.5)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from functools import lru_cache, reduce
from itertools import accumulate

from msgspec import field, structs

from games.core.cards.turn_order import ForEachSeat
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
from games.core.text.messages import Msg, Path, Seat, msg
from games.era_medieval_age.model.catalog import BUILDINGS, BUYABLE, FACES, KEEP, PIECES, RULES
from games.era_medieval_age.model.events import (
    BuildEnded,
    BuildSkipped,
    Built,
    OwnBuildSkipped,
)
from games.era_medieval_age.model.land import market_cells, placed
from games.era_medieval_age.model.names import (
    GOODS,
    KINDS,
    amount,
    cost,
    piece_advice,
    piece_at,
    shape_sign,
    short_cost,
    short_piece,
    where,
)
from games.era_medieval_age.model.state import GOES_ON, EraState, Town, forbid_undo, last_round
from games.era_medieval_age.rules.domain.largest_area import (
    area_holders,
    areas_after,
    emit_new_holders,
    walled_areas,
)
from games.era_medieval_age.rules.domain.placement import (
    MARKET,
    ask_place,
    chosen_piece_id,
    disease_change,
    growth,
    room_for,
)
from games.era_medieval_age.rules.domain.proposals import PlacedKinds, proposals
from games.era_medieval_age.rules.domain.scoring import majority_points, tally

# why a kind can't be built: (`none_left`, `no_room` or `short`; missing resource; number missing)
Hindrance = tuple[str, str, int]


class Builders(ForEachSeat[EraState], tag="builders"):
    """Frame of the step: one seat's building turn after the other."""

    def visit(self, t: StepContext[EraState], seat: Seat) -> None:
        """Push a turn if the seat has a hammer and can build something, else log that it can't."""
        town = t.state.towns[seat]
        hammers = town.total("hammers")
        if hammers and any(hindrance(t.state, town, kind) is None for kind in BUYABLE):
            t.push(Build(seat, hammers, area_before=town.land.area))
        else:
            own = {} if hammers else {seat: OwnBuildSkipped(seat, hammers)}
            t.emit(BuildSkipped(seat, hammers), own)


class Build(Frame[EraState], tag="build"):
    """Frame for a player's building turn.

    `hammers` is the number of hammers left. `built` are the pieces built, `ended` the kinds that ran
    out, and `markers_flipped` is the number of end markers flipped for these kinds. `area_before` is
    the walled area before the turn.
    """

    seat: int
    hammers: int
    built: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    markers_flipped: int = field(default=0, name="flipped")
    area_before: int = field(default=0, name="area")

    def prompt(self, t: StepContext[EraState], seat: Seat, path: Path) -> PromptResult:
        """Ask for a proposed piece, any piece or the end of the turn.

        Paths are `("church-g7-90",)`, `("build", kind, "t90", cell)` (see `ask_place`) and
        `("pass",)`.
        """
        town = t.state.towns[seat]
        match path:
            case ():
                return self._verb_prompt(t, town)
            case ("pass",):
                return self._pass_ready(t.state, town)
            case ("build",):
                return _kind_prompt(t.state, town, _kind_prompt_text(t))
            case ("build", str(kind), *where):
                next_prompt = ask_place(tuple(town.pieces), kind, tuple(where))
                return (
                    self._build_ready(t, town, chosen_piece_id(kind, tuple(where)))
                    if next_prompt is None
                    else next_prompt
                )
            case (str(piece),):
                return self._build_ready(t, town, piece)
        return IllegalPath(msg("core.refused.option"))

    def apply(self, t: StepContext[EraState], seat: Seat, path: Path) -> None:
        """Pay for a piece and place it, or end the turn.

        The path is `("build", kind, *place)`, only the id of a piece, or `("pass",)`.
        """
        s, town = t.state, t.state.towns[seat]
        if path[0] == "pass":
            forbid_undo(t)
            t.pop()
            grown = town.land.area - self.area_before
            t.emit(BuildEnded(seat, self.built, self.ended, self.markers_flipped, grown))
            areas_before = walled_areas(s)
            areas_before[seat] = self.area_before
            emit_new_holders(t, areas_before)
            return
        piece = chosen_piece_id(str(path[1]), path[2:]) if path[0] == "build" else str(path[0])
        kind = placed(piece).kind
        before = town.land.area
        for what, n in PIECES[kind].cost.items():
            town.stock[what] -= n
        s.supply[kind] -= 1
        insort(town.pieces, piece)
        self.hammers -= 1
        self.built.append(piece)
        runs_out = s.supply[kind] == 0 and kind in BUILDINGS
        if runs_out:
            self.ended.append(kind)
            if len(s.ended) < s.markers:  # a kind that runs out flips a marker, if one is left
                self.markers_flipped += 1
            s.ended.append(kind)
        t.emit(Built(seat, piece, town.land.area - before, runs_out))

    def _verb_prompt(self, t: StepContext[EraState], town: Town) -> SelectPrompt:
        """Ask for a proposed piece, for `build` (any other piece) or for a pass.

        A question with a topic, which help explains to newcomers above the pieces (`_topic`), has
        room for fewer proposals, and so has the first one of a turn, above which there is news.
        """
        s = t.state
        kinds = tuple(kind for kind in BUYABLE if self.hammers and not hindrance(s, town, kind))
        if not kinds:
            return _NOTHING if self.hammers else _NO_HAMMERS
        pieces = tuple(town.pieces)
        last = last_round(s, t.n, t.options["round_limit"])
        worths = self._proposed(t, pieces, kinds, last)
        below_news = not self.built and t.n > 1
        line_counts = _line_counts(s, town, list(worths)[: _MAX_BELOW_NEWS if below_news else None])
        max_lines = _MAX_LINES_BELOW_NEWS if below_news else _MAX_LINES
        topic = "" if last or t.n == 1 else _topic(s, line_counts, max_lines)
        proposed = _fitting(line_counts, _MAX_LINES_WITH_TOPIC if topic else max_lines)
        # calamities come before building, so none strikes what the last round builds
        touching = {one: 0 if last else _newly_exposed(s, town, one) for one in proposed}
        if not topic:
            proposed = _without_crowd(line_counts, touching, max_lines)
        elif (
            sum(line_counts[one] + (touching[one] > 0) for one in proposed) > _MAX_LINES_WITH_TOPIC
        ):
            touching = dict.fromkeys(proposed, 0)  # help has taken the room for warnings
        if t.keys_only:
            keys = tuple(Option(piece, _UNSEEN_LABEL) for piece in proposed)
            unlisted = PlacedKinds(pieces, kinds)
            return SelectPrompt((*keys, _BUILD, _PASS), _WHICH, unlisted_keys=unlisted)
        options, lines = [], []
        for piece in proposed:
            flip = _marker_flip(s, placed(piece).kind)
            what = _worth_words(
                piece,
                growth(town.land, placed(piece)),
                worths[piece],
                last=last,
                beside=_empty_cells_beside(town, piece),
                touching=touching[piece],
                flip=flip,
            )
            options.append(_proposal(piece, flips=flip is not None))
            lines.append(msg("era.build.line", at=where(piece), what=what))
        return SelectPrompt(
            (*options, _BUILD, _PASS),
            _question(t, self.hammers, topic),
            default="pass",
            unlisted_keys=PlacedKinds(pieces, kinds),
            # not details of the options, which panels leave out below news
            lines=tuple(lines),
        )

    def _proposed(
        self, t: StepContext[EraState], pieces: tuple[str, ...], kinds: tuple[str, ...], last: bool
    ) -> dict[str, int]:
        """Return the proposed pieces, each with the points that it brings now.

        `pieces` are those of the domain, and `kinds` the kinds that can be built. In the `last`
        round dice and income count nothing. A piece that lowers the score is not proposed, but
        stays legal; another piece takes its place.
        """
        avoided: frozenset[str] = frozenset()
        for _ in range(_MAX_TRIES):
            worths = {
                piece: score_change(t, self.seat, piece)
                for piece in proposals(pieces, kinds, last, avoided)
            }
            costly = {piece for piece, points in worths.items() if points < 0}
            if not costly:
                break
            avoided |= costly
        return {piece: points for piece, points in worths.items() if points >= 0}

    def _can_build(self, s: EraState, town: Town) -> bool:
        return bool(self.hammers) and any(hindrance(s, town, kind) is None for kind in BUYABLE)

    def finish(self, s: EraState) -> Path | None:
        """Return the path that ends the turn if nothing can be built, else None."""
        return None if self._can_build(s, s.towns[self.seat]) else ("pass",)

    def _pass_ready(self, s: EraState, town: Town) -> MoveReady:
        """Return the end of the turn; it asks for a confirmation if a hammer could still be used."""
        if not self._can_build(s, town):
            return _PASS_DONE
        return MoveReady(
            msg("era.build.passed"),
            gives_up=(msg("era.build.unused", n=self.hammers),),
            advice=_ADVICE_TO_PASS,
            why_final=GOES_ON,
        )

    def _build_ready(self, t: StepContext[EraState], town: Town, piece: str) -> MoveReady:
        if t.keys_only:
            return _PASS_DONE
        s, one, land = t.state, placed(piece), town.land
        effects = []
        grown = growth(land, one)
        if grown:
            effects.append(
                msg("era.effect.encloses" if grown > 0 else "era.effect.takes", n=abs(grown))
            )
        die = PIECES[one.kind].die
        if die:
            is_useless = last_round(s, t.n, t.options["round_limit"])  # there is no further roll
            effects.append(
                msg("era.effect.die_late")
                if is_useless
                else msg("era.effect.die", die=msg(f"era.die.{die}", n=1))
            )
        has_area, gets_area = (
            self.seat in area_holders(areas)
            for areas in (walled_areas(s), areas_after(s, self.seat, grown))
        )
        if has_area != gets_area:
            effects.append(
                msg("era.effect.takes_area" if gets_area else "era.effect.loses_area", n=RULES.area)
            )
        points = score_change(t, self.seat, piece)
        if points:
            effects.append(
                msg("era.effect.points" if points > 0 else "era.effect.fewer_points", n=abs(points))
            )
        sick = disease_change(land, one)
        if sick:
            effects.append(
                msg("era.effect.crowds" if sick > 0 else "era.effect.heals", n=abs(sick))
            )
        flip = _marker_flip(s, one.kind)
        if flip is None and one.kind in BUILDINGS and s.supply[one.kind] == 1:
            effects.append(msg("era.effect.last"))
        effects.append(
            msg("era.effect.hammers", n=self.hammers - 1)
            if self.hammers > 1
            else msg("era.effect.no_hammers")
        )
        # Undo takes a piece back until the turn ends.
        return MoveReady(
            _done(piece, flip, takes_area=gets_area and not has_area),
            instant=True,
            effects=tuple(effects),
            label=short_piece(piece),
            ghost=(piece,),
            advice=piece_advice("build", piece),
        )


def _marker_flip(s: EraState, kind: str) -> tuple[int, int] | None:
    """Return (end markers left then, all end markers) if building a kind flips one.

    Return None if it flips none.
    """
    if kind not in BUILDINGS or s.supply[kind] != 1 or len(s.ended) >= s.markers:
        return None
    return s.markers - len(s.ended) - 1, s.markers


def _done(piece: str, flip: tuple[int, int] | None, *, takes_area: bool) -> Msg:
    """Return the sentence on a piece that was built.

    The sentence names the end marker that the piece flips (`flip` as in `_marker_flip`), or else
    the largest area that the piece takes.
    """
    if flip is None:
        if takes_area:
            return msg("era.build.done_area", piece=piece_at(piece), n=RULES.area)
        return msg("era.build.done", piece=piece_at(piece))
    left, total = flip
    key = "done_flips" if left else "done_ends"
    return msg(f"era.build.{key}", piece=piece_at(piece), n=left, m=total)


def _topic(s: EraState, line_counts: Mapping[str, int], max_lines: int) -> str:
    """Return the topic that help explains to newcomers; "" if there is none.

    Help stands above the proposed pieces, whose numbers of lines are `line_counts`. A panel has
    `max_lines` lines for the pieces, but with a topic only `_MAX_LINES_WITH_TOPIC`, so that fewer
    pieces may fit. In the first two rounds there is always a topic. Later the only topic is
    "marker": a piece that is shown would flip an end marker (after the last one, the game ends with
    the round). This topic is left out if pieces of more kinds fit without it.
    """
    if s.round <= len(_TOPICS):
        return _TOPICS[s.round - 1]
    fewer, more = (
        {placed(piece).kind for piece in _fitting(line_counts, n)}
        for n in (_MAX_LINES_WITH_TOPIC, max_lines)
    )
    flips = any(_marker_flip(s, kind) for kind in fewer)
    return "marker" if flips and fewer == more else ""


def _fitting(line_counts: Mapping[str, int], max_lines: int) -> list[str]:
    """Return the first of the proposals whose lines together fit `max_lines`.

    `line_counts` is the number of lines of each proposal, the best one first.
    """
    totals = accumulate(line_counts.values())
    return [piece for piece, n in zip(line_counts, totals, strict=True) if n <= max_lines]


def _newly_exposed(s: EraState, town: Town, piece: str) -> int:
    """Return how many more buildings Disease would count; 0 for a piece that flips a marker.

    The line of such a piece has no room for a warning.
    """
    if _marker_flip(s, placed(piece).kind) is not None:
        return 0
    return max(0, disease_change(town.land, placed(piece)))


def _without_crowd(
    line_counts: Mapping[str, int], touching: Mapping[str, int], max_lines: int
) -> list[str]:
    """Return the first of the proposals `touching` that fit with their warnings of Disease.

    A warning takes one line more. `touching` has the number of buildings that it is about.
    """
    with_warnings = {piece: line_counts[piece] + (n > 0) for piece, n in touching.items()}
    return _fitting(with_warnings, max_lines)


def _line_counts(s: EraState, town: Town, proposed: list[str]) -> dict[str, int]:
    """Return how many lines of a phone each proposed piece takes, in any language.

    Each takes one line, and one more if its cost is long. A piece that flips an end marker, a Market
    and a Keep that encloses cells need one more line. What touches is counted by `_without_crowd`.
    """
    counts = {}
    for piece in proposed:
        kind = placed(piece).kind
        counts[piece] = (
            1
            + (len(PIECES[kind].cost) > _MAX_SHORT_COST)
            + (kind == MARKET or _marker_flip(s, kind) is not None)
            + (kind == KEEP and growth(town.land, placed(piece)) > 0)
        )
    return counts


def _empty_cells_beside(town: Town, piece: str) -> int:
    """Return the number of empty cells that a new Market scores; 0 for other kinds."""
    one = placed(piece)
    return market_cells(one, town.land.free & ~one.cells) if one.kind == MARKET else 0


def score_change(t: StepContext[EraState], seat: Seat, piece: str) -> int:
    """Return the change in a seat's score if it builds a piece now.

    The points for the most culture are left out, since a piece does not change them.
    """
    town = t.state.towns[seat]
    price = PIECES[placed(piece).kind].cost
    after = structs.replace(
        town,
        pieces=sorted([*town.pieces, piece]),
        stock={what: n - price.get(what, 0) for what, n in town.stock.items()},
    )
    wraps = t.options["university_counts_wrapped_culture"]
    tallies = [tally(one, one.land, wraps=wraps) for one in t.state.towns]
    new = tally(after, after.land, wraps=wraps)
    areas = [one.area for one in tallies]
    before = tallies[seat].alone + majority_points(areas, RULES.area)[seat]
    areas[seat] = new.area
    return new.alone + majority_points(areas, RULES.area)[seat] - before


def hindrance(s: EraState, town: Town, kind: str) -> Hindrance | None:
    """Return why a kind can't be built now; None if it can.

    Whether a hammer is left is not checked.
    """
    if not s.supply[kind]:
        return "none_left", "", 0
    short = _shortage(town.stock, kind)
    if short is not None:
        return short
    return None if room_for(tuple(town.pieces), kind) else ("no_room", "", 0)


def _shortage(stock: Mapping[str, int], kind: str) -> Hindrance | None:
    """Return the resource of which most is missing to pay a kind.

    Return None if the stock suffices.
    """
    worst, what = 0, ""
    for need, n in PIECES[kind].cost.items():
        if n - stock[need] > worst:
            worst, what = n - stock[need], need
    return ("short", what, worst) if worst else None


def _question(t: StepContext[EraState], hammers: int, topic: str) -> Msg:
    """Return the question of the turn.

    The question names the last round or, in a solo game, Master Jaime's dice. In other rounds its
    message key has the `topic` that help explains to newcomers.
    """
    if t.n == 1:
        return msg("era.build.now_solo", n=hammers, **_jaimes_totals(t.state))
    if last_round(t.state, t.n, t.options["round_limit"]):
        return msg("era.build.now_last", n=hammers)
    return msg(f"era.build.{topic or 'now'}", n=hammers)


def _jaimes_totals(s: EraState) -> dict[str, Msg]:
    return {
        what: msg(f"era.face.{what}", n=sum(getattr(FACES[face], what) for face in s.jaime))
        for what in ("swords", "shields")
    }


def _kind_prompt_text(t: StepContext[EraState]) -> Msg:
    """Return the question for a kind of piece.

    It names the last round or, in a solo game, Master Jaime's dice.
    """
    if t.n == 1:
        return msg("era.build.which_solo", **_jaimes_totals(t.state))
    return _WHICH_LAST if last_round(t.state, t.n, t.options["round_limit"]) else _WHICH


def _kind_prompt(s: EraState, town: Town, prompt: Msg) -> SelectPrompt:
    options, disabled = [], []
    for kind in BUYABLE:
        why = hindrance(s, town, kind)
        if why is None:
            options.append(_kind_option(kind, s.supply[kind]))
        else:
            disabled.append(_kind_blocked(kind, why))
    return SelectPrompt(tuple(options), prompt, tuple(disabled), layout="menu")


@lru_cache(1024)
def _kind_option(kind: str, left: int) -> Option:
    return Option(kind, _kind_label(kind), _detail(kind, left), art=kind, rule=_help_anchor(kind))


@lru_cache(4096)
def _kind_blocked(kind: str, why: Hindrance) -> DisabledOption:
    reason, what, n = why
    words = msg("era.why.short", n=n, what=amount(what, n)) if what else msg(f"era.why.{reason}")
    why_ = msg("era.why.with_use", why=words, what=msg(f"era.use.{kind}"))
    return DisabledOption(kind, _kind_label(kind), why_, _help_anchor(kind), art=kind)


def _help_anchor(kind: str) -> str:
    """Return the anchor of a kind in the rules reference."""
    return f"p-{kind}" if kind in BUILDINGS else "walls"


@lru_cache(64)
def _kind_label(kind: str) -> Msg:
    """Return a button label with points and cost; a keep's points are those of a walled one."""
    points = PIECES[kind].points * (RULES.walled if kind == KEEP else 1)
    if not points:
        return msg("era.build.wall", piece=KINDS[kind], cost=cost(kind))
    return msg(
        "era.build.kind",
        piece=KINDS[kind],
        points=msg("era.text.points", n=points),
        cost=cost(kind),
    )


@lru_cache(1024)
def _detail(kind: str, left: int) -> Msg:
    """Describe the use of a kind, its points behind walls, and the number left."""
    points, use = PIECES[kind].points, msg(f"era.use.{kind}")
    if kind == KEEP or not points:
        return msg("era.build.detail", what=use, n=left)
    return msg("era.build.detail_walled", walled=points * RULES.walled, what=use, n=left)


@lru_cache(4096)
def _proposal(piece: str, *, flips: bool) -> Option:
    """Return the option for a proposed piece, named by its cell in picture, line and button.

    `flips`: it flips an end marker; the button has a sign for that.
    """
    one, short = placed(piece), short_piece(piece)
    at, sign = short, shape_sign(one.kind, one.turn)
    if sign:
        at = msg("era.advice.turned", what=at, sign=sign)
    return Option(
        piece,
        msg("era.build.proposal", piece=at),
        spot=piece,
        rule=_help_anchor(one.kind),
        mark=where(piece),
        short=msg("era.build.short_flips", piece=short) if flips else short,
    )


@lru_cache(4096)
def _worth_words(
    piece: str,
    grown: int,
    points: int,
    *,
    last: bool,
    beside: int,
    touching: int,
    flip: tuple[int, int] | None,
) -> Msg:
    """Describe a proposed piece: its cost and what it brings at once.

    `touching` is the number of buildings that Disease counts because of it.
    In the `last` round dice and income come too late. `beside` is the number of empty cells that a
    Market scores; the line names it, as it names income, unless it names an end marker. `flip` is as
    in `_marker_flip`.
    """
    kind = placed(piece).kind
    facts = PIECES[kind]
    brings = []
    if grown > 0:
        brings.append(msg("era.build.closes", n=grown))
    if points > 0 and beside and flip is None:
        brings.append(msg("era.build.gain_beside", points=points, n=beside))
    elif points:
        brings.append(msg("era.build.gain" if points > 0 else "era.build.loss", n=abs(points)))
    if facts.die and not last:
        brings.append(msg(f"era.build.die_{facts.die}"))
    if facts.income and not last and flip is None:
        resource, n = next(iter(facts.income.items()))
        brings.append(msg("era.build.income", what=GOODS[resource], n=n))
    if not brings and kind not in BUILDINGS:
        brings.append(_NOTHING_YET)
    if touching:
        brings.append(msg("era.build.touches", n=touching))
    if flip is not None:
        left, _ = flip
        brings.append(msg("era.build.flips" if left else "era.build.ends", n=left))
    what = reduce(lambda a, b: msg("era.build.also", a=a, b=b), brings) if brings else None
    return msg("era.build.brings", cost=short_cost(kind), what=what) if what else short_cost(kind)


_MAX_TRIES = 4  # searches for proposals that cost no points
_MAX_LINES = 6  # lines that a panel shows for the proposed pieces
_MAX_LINES_WITH_TOPIC = 4
_MAX_LINES_BELOW_NEWS = 4
_MAX_BELOW_NEWS = 3  # pieces proposed at the start of a turn, so that news leaves room for lines
_MAX_SHORT_COST = 2  # resources of a cost that fits one line with what the piece brings
_TOPICS = ("first", "second")  # explained in the first rounds
_NOTHING_YET = msg("era.where.open")
_BUILD = Option("build", msg("era.build.other"), rule="build", short=msg("era.build.other_short"))
_PASS = Option("pass", msg("era.build.pass"), tone="finish", rule="build")
_PASSED = msg("era.build.passed")
_UNSEEN_LABEL = _PASSED  # any text, for options of which only the key is used
_ADVICE_TO_PASS = msg("era.advice.finish")
_PASS_DONE = MoveReady(_PASSED, instant=True, advice=_ADVICE_TO_PASS, why_final=GOES_ON)
_NO_HAMMERS = SelectPrompt((_PASS,), msg("era.build.no_hammers"), default="pass")
_NOTHING = SelectPrompt((_PASS,), msg("era.build.nothing"), default="pass")
_WHICH, _WHICH_LAST = msg("era.build.which"), msg("era.build.which_last")
