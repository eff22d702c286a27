"""CONSTRUCTION: one whole step for each player in turn order (rules 6.2; ruling R10)."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from games.core.cards.turn_order import ForEachSeat
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame, FreeActions
from games.core.prompts.prompt import Answer, DisabledOption, MoveReady, Option, SelectPrompt, Tone
from games.core.text.messages import Msg, Path, Seat, listed, msg
from games.tadmor.model.catalog import SPACES, WORKS
from games.tadmor.model.events import StepDone
from games.tadmor.model.names import ACTIONS, COLOR_NAMES, REGION_NAMES, place_name, upgrade_name
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.goods.costs import climbs
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.free import FREE
from games.tadmor.rules.turn.operations import WORK, Site, rise
from games.tadmor.rules.turn.remedies import MENDED, nearest

_WINDOW = "construction"
_TRADE: dict[str, Tone] = {"trade": "plain"}
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
    """Script of the phase."""

    def comes(self, t: StepContext[TadmorState], seat: Seat) -> None:
        """Push a step if the seat has something to build or to give back."""
        if sites(t.state, seat) or any(
            MISSIONS[card].window == _WINDOW for card in t.state.players[seat].done
        ):
            t.push(Build(seat))


class Build(Frame[TadmorState], tag="build"):
    """Construction step of a player.

    `at` and `action` are the site of a tower action in progress, `pairs` the number built in it
    so far (ruling R51; option `double_pairs`).
    """

    seat: int
    at: str = ""
    action: str = ""
    pairs: int = 0
    windows: ClassVar[tuple[str, ...]] = (_WINDOW,)
    free: ClassVar[tuple[FreeActions[TadmorState], ...]] = (FREE,)

    def prompt(self, t: StepContext[TadmorState], seat: Seat, path: Path) -> Answer:
        """Ask for a verb, a site, then the details of the work."""
        if not path:
            return self._verbs(t)
        verb = str(path[0])
        if verb == "done":
            return _finished(self._verbs(t))
        if len(path) == 1:
            return self._pick(t, verb)
        at = str(path[1])
        if at not in SPACES and verb == "tower":
            if len(path) == 2:  # path: verb and tile
                return self._pick_action(t, at)
            site, where = self._site(at, str(path[2])), path[3:]
        else:
            site, where = self._site(at, self._action(t.state, verb, at)), path[2:]
        work = WORK[site.action]
        form = work.prompt(t, site, where)
        return work.sure(t, site, where) if form is None else form

    def apply(self, t: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """Do the work and return its piece, except for a tower action that may continue."""
        s, verb = t.state, str(path[0])
        if verb == "done":
            t.pop()
            self._close(s)
            t.emit(StepDone(seat))
            return
        at = str(path[1])
        private_tower = at not in SPACES and verb == "tower"
        action = str(path[2]) if private_tower else self._action(s, verb, at)
        where = path[3:] if private_tower else path[2:]
        if (self.at, self.action) != (at, action):
            self._close(s)
        site = self._site(at, action)
        if verb == "tower":
            self.at, self.action = at, action
            self.pairs += int(str(where[0]))
        else:
            release(s, seat, at)
        WORK[action].apply(t, site, where)
        if action == "tower_double" and t.options["double_pairs"] == "one":
            self._close(s)

    def beside(self, _t: StepContext[TadmorState]) -> dict[str, Tone]:
        """Return trading, shown next to the works and the end: the tax may still need gold."""
        return _TRADE

    def interrupt(self, t: StepContext[TadmorState]) -> None:
        """End a tower action: giving a mission back is a construction operation of its own."""
        self._close(t.state)

    def _close(self, s: TadmorState) -> None:
        """End the tower action in progress and return its piece."""
        if self.at:
            release(s, self.seat, self.at)
            self.at, self.action, self.pairs = "", "", 0

    def _site(self, at: str, action: str) -> Site:
        return Site(
            self.seat, at, action, self.pairs if (self.at, self.action) == (at, action) else 0
        )

    def _sites(self, s: TadmorState, verb: str) -> list[Site]:
        """Return the sites for a verb.

        A private tile with a tower in progress allows nothing else.
        """
        return [
            self._site(at, action)
            for at, action in sites(s, self.seat)
            if WORK[action].verb == verb
            and (at != self.at or at in SPACES or action == self.action)
        ]

    def _action(self, s: TadmorState, verb: str, at: str) -> str:
        return next(site.action for site in self._sites(s, verb) if site.at == at)

    def _verbs(self, t: StepContext[TadmorState]) -> SelectPrompt:
        options, shut, only = [], [], dict[str, str]()
        for verb in _VERBS:
            here = self._sites(t.state, verb)
            if not here:
                continue
            only[verb] = here[0].at if len(here) == 1 else ""
            option = _verb(verb, only[verb])
            whys = [WORK[site.action].hindrance(t, site) for site in here]
            if None in whys:
                options.append(option)
            else:
                shut.append(
                    DisabledOption(verb, option.label, nearest(filter(None, whys)), RULE[verb])
                )
        within = [
            blocked.key
            for blocked in shut
            if blocked.why.key in MENDED and not (blocked.key == "tower" and self.at)
        ]
        done = _done(
            tuple((verb, only[verb]) for verb in (*(option.key for option in options), *within))
        )
        # without works left the panel must not suggest mere options: to trade, to give a
        # mission back
        return SelectPrompt(
            (*options, done),
            msg("tad.build.prompt"),
            tuple(shut),
            default="done",
            shown=not options,
        )

    def _pick(self, t: StepContext[TadmorState], verb: str) -> SelectPrompt:
        options, shut = {}, {}
        here = self._sites(t.state, verb)
        for site in here:
            why = WORK[site.action].hindrance(t, site)
            if why is None:
                options[site.at] = (
                    self._site_option(t, site) if len(here) > 1 else _site_option(site.at, None)
                )
            else:
                shut[site.at] = DisabledOption(
                    site.at, place_name(site.at), why, RULE[verb], site.at
                )
        return SelectPrompt(
            tuple(options.values()),
            msg("tad.ask.site"),
            tuple(one for at, one in shut.items() if at not in options),
        )

    def _site_option(self, t: StepContext[TadmorState], site: Site) -> Option:
        """Return one of several sites as an option; a tower shows its next price."""
        if site.action not in _TOWERS:
            return _site_option(site.at, None)
        player = t.state.players[self.seat]
        height, cost = climbs(player, site.action == "tower_double", 1)[0]
        return _site_option(site.at, rise(height - player.tower, cost))

    def _pick_action(self, t: StepContext[TadmorState], at: str) -> SelectPrompt:
        options, shut = [], []
        for site in self._sites(t.state, "tower"):
            if site.at != at:
                continue
            why = WORK[site.action].hindrance(t, site)
            if why is None:
                options.append(Option(site.action, ACTIONS[site.action], rule="tower"))
            else:
                shut.append(DisabledOption(site.action, ACTIONS[site.action], why, "tower"))
        return SelectPrompt(tuple(options), msg("tad.ask.action"), tuple(shut))


def sites(s: TadmorState, seat: Seat) -> list[tuple[str, str]]:
    """Return a player's sites with their actions.

    The board comes first, each kind of site once, then private tiles.
    """
    player = s.players[seat]
    found: dict[tuple[str, str, bool], tuple[str, str]] = {}
    for space in s.on(seat, *WORKS):
        found.setdefault((space.action, space.color, space.mission_card), (space.id, space.action))
    powers = player.powers.private
    private = [
        (tile, choice.action)
        for tile in player.placed
        for choice in powers[tile].choices
        if choice.action in WORKS
    ]
    return [*found.values(), *private]


def release(s: TadmorState, seat: Seat, at: str) -> None:
    """Return the piece on a space or private tile to its owner."""
    if at in SPACES:
        s.take_back(seat, at)
    else:
        del s.players[seat].placed[at]


@lru_cache(256)
def _verb(verb: str, at: str) -> Option:
    """Return a verb as an option, with the place of its only site: `Misión (Ebla)`.

    A tower shows its space instead (`Torre doble`).
    """
    label = msg(f"tad.verb.{verb}")
    if at in SPACES and verb == "tower":
        label = place_name(at)
    elif at and verb != "traitor":
        space = SPACES.get(at)
        place = (
            upgrade_name(at)
            if space is None
            else COLOR_NAMES[space.color]
            if space.color
            else REGION_NAMES[space.region]
        )
        label = msg("tad.verb.at", verb=label, place=place)
    return Option(verb, label, tone="main", rule=RULE[verb])


def _site_option(at: str, price: Msg | None) -> Option:
    label = msg("tad.hint.at", at=place_name(at), what=price) if price else place_name(at)
    return Option(at, label, spot=at, rule="construction")


@lru_cache(256)
def _done(unused: tuple[tuple[str, str], ...]) -> Option:
    """Return the end of the step as an option, with the names of unused works."""
    left = (
        msg("tad.build.left", what=listed([_verb(verb, at).label for verb, at in unused]))
        if unused
        else None
    )
    return Option("done", msg("tad.verb.done"), left, tone="finish", rule="construction")


def _finished(root: SelectPrompt) -> MoveReady:
    """Return the end of the step; it needs a confirmation if works are unused."""
    left = root.options[-1].detail
    return MoveReady(msg("tad.build.done"), instant=left is None, effects=(left,) if left else ())
