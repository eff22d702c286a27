"""Exchange workers in pairs for goods and cards (rules 5.5)."""

from __future__ import annotations

from functools import lru_cache

from games.core.engine.context import StepContext
from games.core.prompts.prompt import (
    DisabledOption,
    DistributePrompt,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    Slot,
)
from games.core.text.messages import Msg, Path, Seat, msg
from games.imperial_settlers.model.catalog import COMMON, RESOURCES, RULES
from games.imperial_settlers.model.events import Worked
from games.imperial_settlers.model.names import GOOD_NAMES, amounts
from games.imperial_settlers.model.state import SettlersState
from games.imperial_settlers.rules.effects import costs
from games.imperial_settlers.rules.effects.resolve import available, draw_into_hand, fire

Context = StepContext[SettlersState]
EXCHANGEABLE = (*RESOURCES, COMMON, "faction")  # goods and decks that a pair of workers can bring


def hindrance(ctx: Context, seat: Seat) -> Msg | None:
    """Return why no pair of workers can be exchanged; None if one can."""
    n = ctx.state.players[seat].supply["worker"]
    return None if n >= RULES.exchange else msg("imp.why.workers", n=n, m=RULES.exchange)


def ask(ctx: Context, seat: Seat, path: Path) -> PromptResult:
    """Ask for the good of one pair, or for several pairs at once (ruling R4).

    A path is the good or deck for one pair, or `several` and the number of pairs by good or deck.
    """
    pairs = ctx.state.players[seat].supply["worker"] // RULES.exchange
    if not path:
        return _workers_prompt(
            pairs, tuple(available(ctx, seat, deck) for deck in (COMMON, "faction"))
        )
    if path[0] == "several":
        if len(path) == 1:
            max_by_good = {
                good: pairs if good in RESOURCES else min(pairs, available(ctx, seat, good))
                for good in EXCHANGEABLE
            }
            slots = tuple(
                # counted in workers, as the panel shows how many are left
                Slot(good, _gain_name(good), n, weight=RULES.exchange, art=good)
                for good, n in max_by_good.items()
                if n
            )
            return DistributePrompt(
                slots,
                RULES.exchange,
                pairs * RULES.exchange,
                msg("imp.ask.several", n=pairs, m=pairs * RULES.exchange),
                progress="imp.workers.left",
                starts_empty=True,
            )
        goods = path[1] if isinstance(path[1], dict) else {}
    else:
        goods = {str(path[0]): 1}
    text = msg("imp.sure.workers", n=sum(goods.values()) * RULES.exchange, what=gain_words(goods))
    paid = {"worker": sum(goods.values()) * RULES.exchange}
    preview = costs.supply_preview(seat, ctx.state.players[seat].supply, paid, goods)
    return MoveReady(
        text,
        instant=True,
        takeback=True,
        asks_if_final=path[0] == "several",  # no button tells the goods counted
        label=msg("imp.button.take", what=gain_words(goods)),
        ghost=preview,
        advice=msg("imp.advice.workers", n=paid["worker"], what=gain_words(goods)),
    )


@lru_cache(64)
def _workers_prompt(pairs: int, cards_by_deck: tuple[int, int]) -> SelectPrompt:
    cards_left_by_deck = dict(zip((COMMON, "faction"), cards_by_deck, strict=True))
    possible = [good for good in EXCHANGEABLE if cards_left_by_deck.get(good, 1)]
    options = [Option(good, msg(f"imp.swap.{good}"), art=good, rule="workers") for good in possible]
    why = msg("imp.why.no_deck")
    disabled = tuple(
        DisabledOption(good, msg(f"imp.swap.{good}"), why, "workers")
        for good in EXCHANGEABLE
        if good not in possible
    )
    if pairs > 1:
        options.append(
            Option(
                "several",
                msg("imp.workers.several"),
                msg("imp.workers.most", n=pairs * RULES.exchange),
                rule="workers",
            )
        )
    return SelectPrompt(tuple(options), msg("imp.ask.workers"), disabled)


def _gain_name(good: str) -> Msg:
    return GOOD_NAMES[good if good in RESOURCES else f"{good}_card"]


def gain_words(goods: dict[str, int]) -> Msg:
    """Describe goods gained for workers: `1 de madera y 2 cartas Comunes`."""
    return _gain_words(tuple(goods.items()))


@lru_cache(1024)
def _gain_words(goods: tuple[tuple[str, int], ...]) -> Msg:
    return amounts({good if good in RESOURCES else f"{good}_card": n for good, n in goods})


def exchange(ctx: Context, seat: Seat, path: Path) -> None:
    """Exchange workers for goods and cards.

    Other players' triggers on the exchange fire (the Oasis; rules 5.5; ruling R11).
    """
    s = ctx.state
    # The path is ("several", amounts), or only the good of one pair.
    answer = path[1] if len(path) > 1 else {str(path[0]): 1}
    goods = dict(answer) if isinstance(answer, dict) else {}
    pairs = sum(goods.values())
    supply = s.players[seat].supply
    supply["worker"] -= pairs * RULES.exchange
    for good in RESOURCES:
        supply[good] += goods.get(good, 0)
    ctx.emit(Worked(seat, pairs * RULES.exchange, goods))
    # `fire` pushes frames, and the last one pushed is resolved first.
    for other in reversed(range(ctx.n)):
        if other != seat:
            fire(ctx, other, "enemy_worker_exchange", times=pairs)
    draw_into_hand(
        ctx,
        seat,
        [deck for deck in (COMMON, "faction") for _ in range(goods.get(deck, 0))],
        quiet=True,
    )
