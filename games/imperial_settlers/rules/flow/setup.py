"""Setup of a match: factions, decks, hands (rules 3, 11)."""

from __future__ import annotations

from functools import lru_cache

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import DisabledOption, MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Path, Seat, listed, msg
from games.imperial_settlers.model.catalog import ATTACKS, COMMON, FACTIONS, RULES, deck_of
from games.imperial_settlers.model.events import AttackRevealed, Began, TookFaction
from games.imperial_settlers.model.names import FACTION_NAMES, amounts
from games.imperial_settlers.model.state import SettlersState
from games.imperial_settlers.rules.effects.choices import root
from games.imperial_settlers.rules.effects.resolve import draw_into_hand
from games.imperial_settlers.rules.flow.rounds import Rounds

Context = StepContext[SettlersState]
# factions of a first game, simpler ones first (rules 1)
FIRST_GAME = ("romans", "barbarians", "egyptians", "japanese")


def setup(ctx: Context) -> list[Frame[SettlersState]]:
    """Draw the first player, assign factions by option, and return the opening stack."""
    s, n = ctx.state, ctx.n
    s.first = ctx.rng.below(n)
    s.deck = deck_of(COMMON)
    match ctx.options["factions"]:
        case "pick":
            return [Factions(list(reversed(s.order))), DealCards(), Rounds()]
        case "first":
            pool = sorted(FIRST_GAME[:n])
        case _:
            pool = sorted(FACTIONS)
    for seat in s.order:
        assign_faction(ctx, seat, ctx.rng.draw(pool))
    return [DealCards(), Rounds()]


def assign_faction(ctx: Context, seat: Seat, faction: str) -> None:
    """Give a seat its faction and deck; no card is dealt yet."""
    player = ctx.state.players[seat]
    player.faction = faction
    player.deck = deck_of(faction)
    ctx.emit(TookFaction(seat, faction))


class Factions(Frame[SettlersState], tag="factions"):
    """Choice of factions; the last seat in turn order chooses first.

    `left` are the seats that still have to choose.
    """

    left: list[int]

    def actors(self, ctx: Context) -> tuple[Seat, ...]:
        """Return the next seat to choose."""
        return (self.left[0],) if self.left else ()

    def advance(self, ctx: Context) -> None:
        """End the frame when all seats have a faction."""
        ctx.pop()

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for a faction that is still free."""
        if not path:
            return root("faction")
        if len(path) == 1:
            return _faction_prompt(
                tuple(player.faction for player in ctx.state.players if player.faction)
            )
        return _faction_ready(str(path[1]))

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Give the seat its faction."""
        self.left.pop(0)
        assign_faction(ctx, seat, str(path[1]))


class DealCards(Frame[SettlersState], tag="deal"):
    """Deal of the hands in turn order, and in solo of the first Attack card."""

    def advance(self, ctx: Context) -> None:
        """Deal two Common and two faction cards to each seat."""
        s, facts = ctx.state, RULES.setup
        ctx.pop()
        ctx.emit(Began(s.first))
        for seat in s.order:
            draw_into_hand(
                ctx, seat, [COMMON] * facts.common + ["faction"] * facts.faction, quiet=True
            )
        if s.solo:
            s.attacks = sorted(ATTACKS)
            for _ in range(facts.attacks):
                s.queue.insert(0, ctx.rng.draw(s.attacks))
                ctx.emit(AttackRevealed(s.queue[0]))


@lru_cache(32)
def _faction_prompt(taken: tuple[str, ...]) -> SelectPrompt:
    options = tuple(
        Option(
            name, FACTION_NAMES[name], msg(f"imp.style.{name}"), art=name, spot=name, rule="setup"
        )
        for name in FACTIONS
        if name not in taken
    )
    disabled = tuple(
        DisabledOption(name, FACTION_NAMES[name], msg("imp.why.faction_taken"), "setup", art=name)
        for name in taken
    )
    return SelectPrompt(options, msg("imp.ask.faction"), disabled)


@lru_cache(8)
def _faction_ready(name: str) -> MoveReady:
    facts = FACTIONS[name]
    effects = (
        msg("imp.faction.produces", what=amounts(facts.production)),
        msg("imp.faction.keeps", what=listed([msg(f"imp.keeps.{good}") for good in facts.storage])),
    )
    return MoveReady(
        msg("imp.sure.faction", faction=FACTION_NAMES[name]),
        effects=effects,
        ghost=(name,),
        advice=msg("imp.advice.faction", faction=FACTION_NAMES[name]),
    )
