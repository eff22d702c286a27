"""CONSTRUCTION: each player takes a whole step, in turn order (rules 6.2; ruling R10).

The frame `Construction` visits the players and pushes a `Build` for each one who can build
something. `Build` asks for a verb and a site; the works themselves are in `operations`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from msgspec import field
from msgspec.structs import replace

from games.core.cards.turn_order import ForEachSeat
from games.core.engine.context import StepContext
from games.core.prompts.prompt import (
    DisabledOption,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    Tone,
)
from games.core.text.messages import Msg, Path, Seat, listed, msg
from games.tadmor.model.catalog import SPACES, WORKS
from games.tadmor.model.events import StepDone
from games.tadmor.model.names import (
    ACTIONS,
    COLOR_NAMES,
    REGION_NAMES,
    mark_of,
    name_with_mark,
    place_name,
    upgrade_name,
)
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.goods.costs import tower_prices
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.free import ResolutionStep
from games.tadmor.rules.turn.kingdom import storage_lines, tax_to_come
from games.tadmor.rules.turn.operations import WORK, Site, levels_and_price
from games.tadmor.rules.turn.remedies import REMEDIABLE_REASONS, nearest

_WINDOW = "construction"
_TRADE_BESIDE: dict[str, Tone] = {"trade": "plain"}
_VERBS = tuple(dict.fromkeys(work.verb for work in WORK.values()))
_TOWERS = ("tower_single", "tower_double")
RULE = {
    "tower": "tower",
    "traitor": "traitor",
    "temple": "temple",
    "rare": "rare_good",
    "mission": "missions",
}


class Construction(ForEachSeat[TadmorState], tag="construction"):
    """Frame of the phase: pushes one player's step after the other."""

    def visit(self, ctx: StepContext[TadmorState], seat: Seat) -> None:
        """Push a step if the seat has something to build or to give back."""
        if sites(ctx.state, seat) or any(
            MISSIONS[card].window == _WINDOW for card in ctx.state.players[seat].face_up
        ):
            ctx.push(Build(seat))


class Build(ResolutionStep, tag="build"):
    """Construction step of a player.

    `at` and `action` are the site of a tower action in progress, or "". `pairs_built` is the number
    of levels or pairs built in that action so far (ruling R51; option `double_pairs`).
    """

    seat: int
    at: str = ""
    action: str = ""
    pairs_built: int = field(default=0, name="pairs")
    windows: ClassVar[tuple[str, ...]] = (_WINDOW,)

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Ask for a verb, a site, then the details of the work."""
        if not path:
            return self._verb_prompt(ctx)
        verb = str(path[0])
        if verb == "done":
            return _done_ready(self._verb_prompt(ctx))
        if len(path) == 1:
            return self._pick_site(ctx, verb)
        at = str(path[1])
        if at not in SPACES and verb == "tower":
            if len(path) == 2:  # path: verb and tile
                return self._pick_action(ctx, at)
            site, where = self._site(at, str(path[2])), path[3:]
        else:
            site, where = self._site(at, self._action(ctx.state, verb, at)), path[2:]
        work = WORK[site.action]
        next_prompt = work.prompt(ctx, site, where)
        if next_prompt is not None:
            return next_prompt
        done = work.completed_move(ctx, site, where)
        if (site.at, site.action) == (self.at, self.action):
            return done
        return self.with_interruption_warning(ctx, done)

    def apply(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """Carry out the work and return its piece from the site to the player.

        A tower action may go on with more levels. Its piece returns when the action ends.
        """
        s, verb = ctx.state, str(path[0])
        if verb == "done":
            ctx.pop()
            self._end_tower_action(s)
            ctx.emit(StepDone(seat))
            return
        at = str(path[1])
        # A private tile may allow several tower actions, so that the path also names the action:
        # ("tower", tile, action, *where). Elsewhere it is (verb, site, *where).
        if at not in SPACES and verb == "tower":
            action, where = str(path[2]), path[3:]
        else:
            action, where = self._action(s, verb, at), path[2:]
        if (self.at, self.action) != (at, action):
            self._end_tower_action(s)
        site = self._site(at, action)
        if verb == "tower":
            self.at, self.action = at, action
            self.pairs_built += int(str(where[0]))
        else:
            release(s, seat, at)
        WORK[action].apply(ctx, site, where)
        # With this option a double tower builds only one pair of levels per action.
        if action == "tower_double" and ctx.options["double_pairs"] == "one":
            self._end_tower_action(s)

    def beside(self, ctx: StepContext[TadmorState]) -> dict[str, Tone]:
        """Return the verb for trading, to show next to the works.

        The seat may still need gold for the tax.
        """
        return _TRADE_BESIDE

    def interrupt(self, ctx: StepContext[TadmorState]) -> None:
        """End the tower action in progress, because a mission is given back.

        Levels built after that belong to a new action.
        """
        self._end_tower_action(ctx.state)

    def with_interruption_warning(
        self, ctx: StepContext[TadmorState], done: MoveReady
    ) -> MoveReady:
        """Return the move `done` with a warning that it ends the tower action in progress.

        The move needs a confirmation if another level could be paid now (ruling R51).
        """
        if not self.at:
            return done
        why = WORK[self.action].hindrance(ctx, self._site(self.at, self.action))
        if why is not None and why.key not in REMEDIABLE_REASONS:
            return done
        effects = (*done.effects, msg("tad.build.ends_tower", place=place_name(self.at)))
        return replace(done, effects=effects, instant=done.instant and why is not None)

    def _end_tower_action(self, s: TadmorState) -> None:
        """End the tower action in progress and return its piece."""
        if self.at:
            release(s, self.seat, self.at)
            self.at, self.action, self.pairs_built = "", "", 0

    def _site(self, at: str, action: str) -> Site:
        return Site(
            self.seat, at, action, self.pairs_built if (self.at, self.action) == (at, action) else 0
        )

    def _sites(self, s: TadmorState, verb: str) -> list[Site]:
        """Return the sites where the seat can use a verb.

        While a tower action is in progress on a private tile, that tile allows no other action.
        """
        return [
            self._site(at, action)
            for at, action in sites(s, self.seat)
            if WORK[action].verb == verb
            and (at != self.at or at in SPACES or action == self.action)
        ]

    def _action(self, s: TadmorState, verb: str, at: str) -> str:
        return next(site.action for site in self._sites(s, verb) if site.at == at)

    def _verb_prompt(self, ctx: StepContext[TadmorState]) -> SelectPrompt:
        """Ask for a work, or for the end of the step.

        The option `done` warns of the works that are possible, or would be after a trade or a
        discarded mission. So if only one of two towers can be paid now, the option of the verb is
        that tower, with its price, and no question about the place follows.
        """
        options, disabled, places_of = [], [], dict[str, tuple[str, ...]]()
        whys_of = dict[str, dict[Site, Msg | None]]()
        for verb in _VERBS:
            sites_of_verb = self._sites(ctx.state, verb)
            if not sites_of_verb:
                continue
            places_of[verb] = self._places_of_label(ctx.state, verb, sites_of_verb)
            option = _verb_option(verb, places_of[verb])
            whys_of[verb] = {site: WORK[site.action].hindrance(ctx, site) for site in sites_of_verb}
            whys = list(whys_of[verb].values())
            if None in whys:
                possible = [site for site, why in whys_of[verb].items() if why is None]
                if len(possible) == 1 and places_of[verb] == _TOWERS:
                    option = _verb_option(verb, (possible[0].at,))
                if len(possible) == 1 and (len(sites_of_verb) == 1 or places_of[verb] == _TOWERS):
                    (site,) = possible
                    work = WORK[site.action]
                    option = _with_price(option, work.price(ctx, site))
                    option = replace(option, detail=work.prospect(ctx, site))
                options.append(option)
            else:
                disabled.append(
                    DisabledOption(verb, option.label, nearest(filter(None, whys)), RULE[verb])
                )
        unused_works = tuple(
            work
            for verb in (*(option.key for option in options), *(one.key for one in disabled))
            for work in self._unused(verb, whys_of[verb], places_of[verb])
        )
        # With `done` alone, the panel would skip this question and show the free operations as
        # the next step, as if a trade were required: so the prompt sets `ask_single`.
        return SelectPrompt(
            (*options, _done_option(unused_works)),
            msg("tad.build.prompt" if options or disabled else "tad.build.nothing_left"),
            tuple(disabled),
            default="done",
            ask_single=not options,
            lines=_tax_lines(ctx.state, self.seat) + storage_lines(ctx.state, self.seat),
        )

    def _places_of_label(
        self, s: TadmorState, verb: str, sites_of_verb: list[Site]
    ) -> tuple[str, ...]:
        """Return the places that the label of a verb names (`_verb_option`)."""
        if len(sites_of_verb) == 1:
            return spaces_like(s, self.seat, sites_of_verb[0].at)
        places = tuple(site.at for site in sites_of_verb)
        return places if places == _TOWERS else ()

    def _unused(
        self, verb: str, whys: Mapping[Site, Msg | None], places: tuple[str, ...]
    ) -> list[tuple[str, tuple[str, ...]]]:
        """Return the works of a verb that the end of the step would leave unused.

        These works are possible now, or would be after a trade or a discarded mission. `whys` has,
        by site, the reason why the work is impossible, or None. `places` are those that the verb's
        label names. The result has pairs (verb, places) for `_done_option`; two towers are two
        pairs.
        """
        unused = [
            site
            for site, why in whys.items()
            # a tower action in progress has already been used, so a trade for it is no loss
            if why is None or (why.key in REMEDIABLE_REASONS and site.at != self.at)
        ]
        if verb == "tower" and all(site.at in SPACES for site in unused):
            return [(verb, (site.at,)) for site in unused]
        return [(verb, places)] if unused else []

    def _pick_site(self, ctx: StepContext[TadmorState], verb: str) -> SelectPrompt:
        options, disabled = {}, {}
        sites_of_verb = self._sites(ctx.state, verb)
        for site in sites_of_verb:
            why = WORK[site.action].hindrance(ctx, site)
            if why is None:
                options[site.at] = (
                    self._site_option(ctx, site)
                    if len(sites_of_verb) > 1
                    else _site_option(site.at, alone=True)
                )
            else:
                disabled[site.at] = DisabledOption(
                    site.at, place_name(site.at), why, RULE[verb], site.at
                )
        blocked = tuple(one for at, one in disabled.items() if at not in options)
        return SelectPrompt(
            tuple(options.values()),
            msg("tad.ask.site"),
            blocked,
        )

    def _site_option(self, ctx: StepContext[TadmorState], site: Site) -> Option:
        """Return one of several sites as an option: what it brings, and a tower's next price."""
        if site.action not in _TOWERS:
            return replace(_site_option(site.at), detail=WORK[site.action].prospect(ctx, site))
        player = ctx.state.players[self.seat]
        height, cost = tower_prices(player, site.action == "tower_double", 1)[0]
        return _site_option(site.at, levels_and_price(height - player.tower, cost))

    def _pick_action(self, ctx: StepContext[TadmorState], at: str) -> SelectPrompt:
        options, disabled = [], []
        for site in self._sites(ctx.state, "tower"):
            if site.at != at:
                continue
            why = WORK[site.action].hindrance(ctx, site)
            if why is None:
                options.append(Option(site.action, ACTIONS[site.action], rule="tower"))
            else:
                disabled.append(DisabledOption(site.action, ACTIONS[site.action], why, "tower"))
        return SelectPrompt(tuple(options), msg("tad.ask.action"), tuple(disabled))


def _tax_lines(s: TadmorState, seat: Seat) -> tuple[Msg, ...]:
    """Return a reminder to keep gold for the tax as a tuple; () if no tax is due."""
    gold, points = tax_to_come(s, seat)
    return (msg("tad.tax.due", n=gold, m=points),) if gold else ()


def sites(s: TadmorState, seat: Seat) -> list[tuple[str, str]]:
    """Return the places where a player can build, one pair (place, action) per site.

    Spaces of the board come first, then private tiles. If several spaces do the same, only the
    first is returned.
    """
    player = s.players[seat]
    found: dict[tuple[str, str, bool], tuple[str, str]] = {}
    for space in s.spaces_of(seat, *WORKS):
        found.setdefault((space.action, space.color, space.mission_card), (space.id, space.action))
    powers = player.powers.private
    private = [
        (tile, choice.action)
        for tile in player.placed
        for choice in powers[tile].choices
        if choice.action in WORKS
    ]
    return [*found.values(), *private]


def spaces_like(s: TadmorState, seat: Seat, at: str) -> tuple[str, ...]:
    """Return the player's spaces that do the same as the site `at`, including `at`.

    Of these spaces, `sites` offers only the first. For a private tile the result is the tile alone.
    """
    if at not in SPACES:
        return (at,)
    space = SPACES[at]
    look = space.color, space.mission_card
    same = s.spaces_of(seat, space.action)
    return tuple(one.id for one in same if (one.color, one.mission_card) == look)


def release(s: TadmorState, seat: Seat, at: str) -> None:
    """Return the piece on a space or private tile to its owner."""
    if at in SPACES:
        s.take_back(seat, at)
    else:
        del s.players[seat].placed[at]


@lru_cache(256)
def _verb_option(verb: str, places: tuple[str, ...]) -> Option:
    """Return the option of a verb.

    `places` are the places that the label names: the only site that offers the verb and those that
    do the same, or both towers; else it is empty. Examples are `Misión (Ebla)` and `Misión ×2
    (Palmira y Ebla)`. A single tower is labelled with the name of its space: `Torre doble`.
    """
    label = msg(f"tad.verb.{verb}")
    if places == _TOWERS:
        label = msg("tad.verb.towers")
    elif places and places[0] in SPACES and verb == "tower":
        label = place_name(places[0])
    elif len(places) > 1:
        regions = dict.fromkeys(SPACES[at].region for at in places)
        where = listed([REGION_NAMES[region] for region in regions])
        label = msg("tad.verb.at_several", verb=label, n=len(places), place=where)
    elif places and verb != "traitor":
        label = msg("tad.verb.at", verb=label, place=_site_place(places[0]))
    return Option(verb, label, tone="main", rule=RULE[verb])


def _with_price(option: Option, price: Msg | None) -> Option:
    """Return the option of a verb with the price in its label.

    One press on the option may already pay the price.
    """
    if price is None:
        return option
    label = msg("tad.hint.at", at=option.label, what=price)
    return replace(option, label=label, name=option.label)


def _site_place(at: str) -> Msg:
    """Return the place of a site in words: private tile, color of rare goods, or region."""
    if at not in SPACES:
        return upgrade_name(at)
    space = SPACES[at]
    return COLOR_NAMES[space.color] if space.color else REGION_NAMES[space.region]


def _site_option(at: str, price: Msg | None = None, *, alone: bool = False) -> Option:
    """Return the option for a site.

    With `alone` it is the only option. Its label then needs no mark, since the panel skips the
    question.
    """
    label = place_name(at) if alone else name_with_mark(at)
    if price:
        label = msg("tad.hint.at", at=label, what=price)
    return Option(at, label, spot=at, rule="construction", mark=mark_of(at))


@lru_cache(256)
def _done_option(unused_works: tuple[tuple[str, tuple[str, ...]], ...]) -> Option:
    """Return the option that ends the step; it names the unused works.

    `unused_works` are pairs of verb and places, as in `_verb_option`.
    """
    warning = None
    if unused_works:
        labels = [_verb_option(verb, places).label for verb, places in unused_works]
        warning = msg("tad.build.without", what=listed(labels))
    return Option(
        "done",
        msg("tad.verb.done"),
        warning,
        tone="finish",
        rule="construction",
        name=msg("tad.build.if_done") if warning else None,
    )


def _done_ready(verb_prompt: SelectPrompt) -> MoveReady:
    """Return the move that ends the step and gives up the unused works.

    Its warning is the one of the option `done` in `verb_prompt`.
    """
    warning = verb_prompt.options[-1].detail
    return MoveReady(
        msg("tad.build.done"),
        instant=warning is None,
        advice=msg("tad.build.advice_done"),
        gives_up=(msg("tad.build.left", **warning.args),) if warning else (),
    )
