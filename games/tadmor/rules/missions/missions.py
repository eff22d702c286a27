"""Data of the King's missions, and how a face-up mission is given back (rules 9)."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from games.core.cards.card_data import Prov, by_id
from games.core.engine.context import StepContext
from games.core.prompts.prompt import DisabledOption, MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Msg, Path, Seat, msg
from games.tadmor.model.catalog import DATA
from games.tadmor.model.events import Returned
from games.tadmor.model.names import mission_name, number_of, numbered_mission, short_price
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.missions.benefits import Op

Context = StepContext[TadmorState]


class Mission(Struct, frozen=True, forbid_unknown_fields=True):
    """Mission card.

    `points` count while it is face up, `returned` after it was given back. `window` names when
    it may be given back. `prov` names the source of benefit, cost and points.
    """

    id: str
    cost: dict[str, int]
    points: int
    returned: int
    window: str
    benefit: Op
    prov: Prov


MISSIONS = by_id(DATA / "missions.json", Mission)


def returnable(ctx: Context, seat: Seat, windows: Container[str]) -> list[str]:
    """Return the seat's face-up missions that may be given back in `windows`.

    Missions whose benefit would have no effect now are left out.
    """
    return [
        card
        for card in ctx.state.players[seat].face_up
        if MISSIONS[card].window in windows and MISSIONS[card].benefit.hindrance(ctx, seat) is None
    ]


def points_lost(card: str) -> int:
    """Return how many points less a mission is worth after it was given back."""
    return MISSIONS[card].points - MISSIONS[card].returned


def offer(
    ctx: Context, seat: Seat, windows: Container[str], main_windows: Container[str] | None = None
) -> tuple[Option, ...]:
    """Return the option `return` if the seat may give back a mission now, else ().

    A mission's window is the moment of the turn in which it may be given back. `windows` are those
    that are open now. The option has the normal tone if one of these missions has its window in
    `main_windows` (None: all windows). Otherwise it has the tone `free`, so panels show it behind
    *More*.
    """
    windows_of_usable = [MISSIONS[card].window for card in returnable(ctx, seat, windows)]
    if not windows_of_usable:
        return ()
    return (
        _RETURN
        if main_windows is None or any(window in main_windows for window in windows_of_usable)
        else _FREE_RETURN,
    )


def ask(
    ctx: Context, seat: Seat, path: Path, windows: Container[str], prompt: Msg | None = None
) -> PromptResult:
    """Ask for a face-up mission to give back, then for the choices of its benefit.

    `windows` are the moments at which the mission may be given back (`Mission.window`).
    `path` begins with the verb. `prompt` replaces the default question.
    """
    cards = [card for card in ctx.state.players[seat].face_up if MISSIONS[card].window in windows]
    if len(path) == 1:
        why_by_card = {card: MISSIONS[card].benefit.hindrance(ctx, seat) for card in cards}
        blocked = tuple(
            DisabledOption(card, mission_name(card), why, "missions", art=card)
            for card, why in why_by_card.items()
            if why
        )
        options = tuple(_give_option(card) for card in cards if not why_by_card[card])
        return SelectPrompt(
            options, prompt or msg("tad.ask.return"), blocked, layout="menu", ask_single=True
        )
    card = str(path[1])
    benefit, choices = MISSIONS[card].benefit, tuple(path[2:])
    next_prompt = benefit.prompt(ctx, seat, choices)
    return (
        _return_done(card, benefit.gains(ctx, seat, choices))
        if next_prompt is None
        else next_prompt
    )


def give_back(ctx: Context, seat: Seat, card: str, where: Path = ()) -> None:
    """Turn a face-up mission face down for good and apply its benefit.

    `where` are the answers to the benefit's questions.
    """
    player = ctx.state.players[seat]
    player.face_up.remove(card)
    player.returned.append(card)
    ctx.emit(Returned(seat, card))
    MISSIONS[card].benefit.apply(ctx, seat, where)


def _return_done(card: str, gains: tuple[Msg, ...]) -> MoveReady:
    """Return the completed move; `gains` describe what the player chose and gets."""
    done = _given_back(card)
    return replace(done, effects=(*gains, *done.effects)) if gains else done


@lru_cache(64)
def _given_back(card: str) -> MoveReady:
    facts = MISSIONS[card]
    return MoveReady(
        msg("tad.return.done", card=mission_name(card), what=facts.benefit.describe()),
        effects=(msg("tad.return.effect", n=points_lost(card)),),
        label=mission_name(card),
        advice=msg("tad.return.advice", card=mission_name(card)),
    )


@lru_cache(64)
def hand_mission_option(card: str, reduction: int = 0) -> Option:
    """Return a hand mission as an option with its price after `reduction` and its points.

    The detail is the benefit.
    """
    facts = MISSIONS[card]
    price = short_price(facts.cost, reduction)
    label = msg("tad.mission.offer", card=numbered_mission(card), n=facts.points, cost=price)
    return Option(
        card,
        label,
        msg("tad.mission.gives", what=facts.benefit.describe()),
        spot=card,
        art=card,
        rule="missions",
        mark=number_of(card),
        name=mission_name(card),
    )


@lru_cache(64)
def _give_option(card: str) -> Option:
    """Return a face-up mission as an option with the points lost by giving it back.

    The detail is the benefit.
    """
    facts = MISSIONS[card]
    label = msg("tad.mission.give", card=numbered_mission(card), n=points_lost(card))
    return Option(
        card,
        label,
        facts.benefit.describe(),
        spot=card,
        art=card,
        rule="missions",
        mark=number_of(card),
        name=mission_name(card),
    )


_RETURN = Option("return", msg("tad.verb.return"), rule="missions")
_FREE_RETURN = Option("return", msg("tad.verb.return"), tone="free", rule="missions")
