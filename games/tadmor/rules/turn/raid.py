"""MARAUDERS: reveal a card, clear a region, choose the next card in secret (rules 5)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from games.core.cards.reaction_window import PASS, Window
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import DisabledOption, MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Msg, Path, Seat, msg, seat_name
from games.tadmor.model.catalog import MARAUDERS, REGIONS, RESOURCES, RULES
from games.tadmor.model.events import Hired, Looted, Raided, Removed, Revealed
from games.tadmor.model.names import REGION_NAMES
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.goods.picks import region_option
from games.tadmor.rules.missions import missions

NONE = "none"
WindowName = Literal["marauders_after_reveal", "marauders_after_removal"]


class Threat(NamedTuple):
    """What a seat knows of the attack to come.

    `by` is the seat that chose the region. `target` is the region if the viewing seat itself chose
    it, else "". `safe` is the region that can't be attacked, or "". `spared` is True if the seat's
    pieces stay.
    """

    by: Seat
    target: str
    safe: str
    spared: bool

    def warning(self) -> Msg:
        """Say which regions may be attacked."""
        if self.spared:
            return msg("tad.raid.spared")
        if self.target:
            return msg("tad.raid.own", region=REGION_NAMES[self.target])
        if self.safe:
            return msg("tad.raid.any_but", seat=seat_name(self.by), region=REGION_NAMES[self.safe])
        return msg("tad.raid.any", seat=seat_name(self.by))

    def mark(self, region: str) -> str:
        """Return how the attack concerns a region: "target", "safe", "risk", or "" if not at all."""
        if self.spared:
            return ""
        if self.target:
            return "target" if region == self.target else ""
        return "safe" if region == self.safe else "risk"


class Raid(Frame[TadmorState], tag="raid"):
    """Frame that pushes the steps M1 to M7 of the phase."""

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Reveal the card chosen last turn (M1) and push the steps; without a card, push only M7."""
        s = ctx.state
        ctx.pop()
        revealer = next((seat for seat, player in enumerate(s.players) if player.chosen), None)
        if revealer is None:
            if not ctx.options["attacked_card_stays"]:
                s.attacked = ""
            ctx.push(Camp())
            return
        player = s.players[revealer]
        s.raid, s.revealer, player.chosen = player.chosen, revealer, ""
        ctx.reveal()
        ctx.emit(Revealed(revealer, s.raid))
        ctx.push(
            Reaction(list(s.order), window="marauders_after_reveal"),
            Removal(),
            Reaction(list(s.order), window="marauders_after_removal"),
            Aftermath(),
            Camp(),
        )


class Reaction(Window[TadmorState], tag="reaction", kw_only=True):
    """Window M2 or M5: seats with K9, K10 or K14 face up may give one back."""

    window: WindowName

    def may_react(self, ctx: StepContext[TadmorState], seat: Seat) -> bool:
        """Return whether the seat has a face-up mission of this window that would have an effect."""
        return bool(missions.offer(ctx, seat, (self.window,)))

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Ask for a mission, or a pass."""
        if not path:
            return SelectPrompt(
                (*missions.offer(ctx, seat, (self.window,)), _PASS),
                _window_prompt(self.window, ctx.state.raid),
                default=PASS,
            )
        if path[0] == PASS:
            return PASSED
        return missions.ask(
            ctx, seat, path, (self.window,), _window_prompt(self.window, ctx.state.raid)
        )

    def react(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """Give the mission back; this can't be undone, since others respond to it."""
        ctx.reveal()
        missions.give_back(ctx, seat, str(path[1]), tuple(path[2:]))


class Removal(Frame[TadmorState], tag="removal"):
    """M3 and M4: return the region's pieces to their owners, then reward the sender (R21).

    The sender is the player who revealed the card. Immune pieces stay.
    """

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Remove all pieces at once, then reward the sender."""
        s = ctx.state
        ctx.pop()
        assert s.revealer is not None  # noqa: S101 - for the type checker: `Raid` has revealed a card
        removed: list[Removed] = []
        spared: set[int] = set()
        for space, pieces in s.spaces_with_pieces():
            if space.region != s.raid:
                continue
            staying = [piece for piece in pieces if immune(s, piece.seat)]
            removed += [
                Removed(piece.seat, piece.piece, space.id)
                for piece in pieces
                if piece not in staying
            ]
            spared |= {piece.seat for piece in staying}
            pieces[:] = staying
        ctx.emit(Raided(s.raid, removed, sorted(spared)))
        player = s.players[s.revealer]
        points = gold = 0
        for power in player.powers.reveals:
            if not power.if_removed or any(piece.seat != s.revealer for piece in removed):
                points += power.pp
                gold += power.gain.get("gold", 0)
                for what in RESOURCES:
                    player.store[what] += power.gain.get(what, 0)
        if points or gold:
            player.add_points("marauders", points)
            ctx.emit(Looted(s.revealer, points, gold))


class Aftermath(Frame[TadmorState], tag="aftermath"):
    """M6: the card of this attack replaces the card on the attacked-region space.

    The replaced card returns to the deck.
    """

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Put the card of this attack on the attacked-region space."""
        ctx.pop()
        ctx.state.attacked, ctx.state.raid, ctx.state.revealer = ctx.state.raid, "", None


class Camp(Frame[TadmorState], tag="camp"):
    """M7: the camel on the space Marauders returns to its owner, who may choose a card.

    In the last turn the owner chooses none.
    """

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Give the camel back and ask its owner for a card, except in the last turn.

        Do nothing if the space is empty.
        """
        s = ctx.state
        ctx.pop()
        pieces = s.board[MARAUDERS]
        if pieces:
            seat = pieces.pop().seat
            if s.turn < RULES.turns:
                ctx.push(Hire(seat))


class Hire(Frame[TadmorState], tag="hire"):
    """Secret choice of the marauder card for next turn; the attacked region is excluded."""

    seat: int

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Ask for a region, or none, which is the default (rules 5, M7)."""
        if not path:
            return _MARAUDERS_PROMPT
        if len(path) == 1:
            return _region_prompt(ctx.state.attacked)
        region = str(path[1])
        if region == NONE:
            return MoveReady(
                msg("tad.hire.nobody"),
                instant=True,
                takeback=True,
                advice=msg("tad.hire.advice_nobody"),
            )
        return MoveReady(
            msg("tad.hire.done", region=REGION_NAMES[region]),
            instant=True,
            takeback=True,
            advice=msg("tad.hire.advice", region=REGION_NAMES[region]),
            effects=(msg("tad.hire.effect"),),
            ghost=(region,),
        )

    def apply(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """Lay the card face down in front of the seat."""
        region = "" if path[1] == NONE else str(path[1])
        ctx.state.players[seat].chosen = region
        ctx.pop()
        ctx.emit(Hired(seat, bool(region)), secret={seat: Hired(seat, bool(region), region)})


def threat(s: TadmorState, seat: Seat) -> Threat | None:
    """Return what a seat knows of this turn's coming attack; None if none comes.

    Everyone knows which seat hired marauders. Only that seat knows the region.
    """
    hirer = next((other for other, player in enumerate(s.players) if player.chosen), None)
    if hirer is None:
        return None
    powers = s.players[seat].powers
    is_own = hirer == seat
    return Threat(
        by=hirer,
        target=s.players[seat].chosen,
        safe=s.attacked,
        spared=powers.immune or (powers.immune_revealer and is_own),
    )


def immune(s: TadmorState, seat: Seat) -> bool:
    """Return whether marauders spare a player's pieces (I45; I7 if the player sent them)."""
    powers = s.players[seat].powers
    return powers.immune or (powers.immune_revealer and seat == s.revealer)


@lru_cache(64)
def _window_prompt(window: str, region: str) -> Msg:
    return msg(f"tad.ask.{window}", region=REGION_NAMES[region])


@lru_cache(8)
def _region_prompt(attacked: str) -> SelectPrompt:
    options = tuple(region_option(region) for region in REGIONS if region != attacked)
    disabled = (
        (
            DisabledOption(
                attacked,
                REGION_NAMES[attacked],
                msg("tad.why.attacked"),
                "marauders",
                spot=attacked,
            ),
        )
        if attacked
        else ()
    )
    return SelectPrompt(
        (*options, Option(NONE, msg("tad.hire.none"), rule="marauders")),
        msg("tad.ask.hire"),
        disabled,
        default=NONE,
    )


_MARAUDERS_PROMPT = SelectPrompt(
    (Option("marauders", msg("tad.verb.marauders"), tone="main", rule="marauders"),)
)
_PASS = Option(PASS, msg("tad.verb.pass"), tone="finish", rule="missions")
PASSED = MoveReady(msg("tad.pass.done"), instant=True, advice=msg("tad.pass.advice"))
