"""Decisions before the strikes of a round: flee, play cards, stay (rules 8.3, 8.4).

`battles.py` runs a battle and asks for these decisions, `strikes.py` divides the damage, `flights.py`
lets a side escape, and `outcomes.py` ends the battle.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

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
from games.el_mapa.model.catalog import RULES, TECHS, TROOPS
from games.el_mapa.model.events import Enhanced
from games.el_mapa.model.names import (
    TECH_NAMES,
    cell_name,
    in_short,
    squad_name,
    tech_effect,
    troop_amount,
)
from games.el_mapa.model.state import NEUTRAL, Battle, MapState, Side, current_battle, troop_count
from games.el_mapa.rules.battle.flights import Flight
from games.el_mapa.rules.strength import strength
from games.el_mapa.rules.strength.forecast import forecast_words, survivors
from games.el_mapa.rules.strength.strength import (
    BLOODLUST,
    CARDS_WITH_TARGET,
    COMBAT_CARDS,
    MARKSMANSHIP,
)
from games.el_mapa.rules.technology import cards
from games.el_mapa.rules.technology.resources import PRODUCTION

T = StepContext[MapState]
SIDES = ("att", "def")


def refuges(s: MapState, seat: Seat, cell: str) -> list[str]:
    """Return the cells to which troops in a cell may flee (rules 8.3).

    They are face-up neighbors without a red line between, and without troops of others.
    """
    return [
        neighbor
        for edge, neighbor in s.board.beside[cell].items()
        if not s.barred(cell, edge, neighbor) and s.open(neighbor) and s.foe(neighbor, seat) is None
    ]


def may_flee(s: MapState, battle: Battle, side_index: int) -> bool:
    """Return whether a side has enough troops and a refuge (rules 8.3).

    `side_index` is 0 for the attacker, 1 for the defender. A side that has played
    a card may not flee either; the caller must check that (`Decide.played`).
    """
    side = battle.sides[side_index]
    return troop_count(strength.troops(side)) >= RULES.flee and bool(
        refuges(s, side.seat, battle.cell)
    )


def undecided_lasting_cards(s: MapState, side: Side, options: Mapping[str, Any]) -> list[str]:
    """Return the lasting Speed and Shield that the side can still aim or boost in this battle.

    The side has not yet chosen the squad that the copy helps. If the copy helps the whole army, the
    side can only boost it, and only if it has the cards for that.
    """
    player = s.players[side.seat]
    without_target = [
        card for card in CARDS_WITH_TARGET if card in player.lasting and card not in side.lasting
    ]
    return [
        card
        for card in without_target
        if not strength.for_army(card, options)
        or cards.worth(cards.hand_without(player), options) >= TECHS[card].boost
    ]


def has_decision(t: T, side_index: int) -> bool:
    """Return whether a side (0: attacker) has a choice, as far as public information tells.

    It has one if it may flee, if it has any cards in hand (others do not know which), or if it
    can choose the squad that a lasting Speed or Shield helps.
    """
    s = t.state
    battle = s.battle
    if battle is None or battle.sides[side_index].seat == NEUTRAL:
        return False
    side = battle.sides[side_index]
    can_target = bool(undecided_lasting_cards(s, side, t.options)) and len(strength.ranks(side)) > 1
    return bool(s.players[side.seat].hand) or may_flee(s, battle, side_index) or can_target


def fights_on(t: T, side_index: int) -> bool:
    """Return whether a side (0: attacker) fights on without being asked.

    Its player has chosen this, and the side still has enough troops (see `TurnState.hold`).
    """
    hold = t.state.turn.hold(str(side_index))
    side = current_battle(t.state).sides[side_index]
    return 0 < hold <= troop_count(strength.troops(side))


class Decide(Frame[MapState], tag="decide"):
    """Frame in which one side decides what to do in this round.

    The side plays any number of cards and then stays, or it flees. After a card (`played`) it
    cannot flee in this round (rules 8.2). `side` is 0 for the attacker, 1 for the defender.
    """

    free = (PRODUCTION,)

    seat: int
    side: int
    played: bool = False

    def prompt(self, t: T, seat: Seat, path: Path) -> PromptResult:
        """Ask for the decision of the side.

        Paths are `("stay",)`, `("out",)` to stay in later rounds too, `("flee", cell, squad)` with
        the squad that gives up a troop, `("card", kind)` and `("lasting", kind)`. Speed and Shield
        also need the squad and the cards of a boost; Shield needs no squad if it helps the whole
        army.
        """
        s = t.state
        battle = current_battle(s)
        side = battle.sides[self.side]
        match path:
            case ():
                return self._verbs(t, battle, side)
            case ("stay",):
                key = "stay" if self.side else "fight_on" if battle.round > 1 else "fight"
                return MoveReady(
                    msg(f"map.done.{key}", at=cell_name(battle.cell)),
                    instant=True,
                    unconfirmed=True,
                    label=msg(f"map.verb.{key}"),
                    effects=(forecast_words(s, battle, self.side, t.options),),
                    advice=msg(
                        f"map.advice.{'stay' if self.side else 'fight'}", at=cell_name(battle.cell)
                    ),
                )
            case ("out",):
                return MoveReady(
                    msg("map.done.out", at=cell_name(battle.cell)),
                    instant=True,
                    unconfirmed=True,
                    label=_OUT.label,
                    effects=(forecast_words(s, battle, self.side, t.options), _ASKED_AGAIN),
                    advice=msg("map.advice.out", at=cell_name(battle.cell)),
                )
            case ("flee", *rest):
                return self._flee(s, battle, side, rest)
            case ("card",):
                return self._cards(t, side)
            case ("lasting",):
                named = tuple(
                    _card(card, tech_effect(card, t.options), "lasting")
                    for card in undecided_lasting_cards(s, side, t.options)
                )
                return SelectPrompt(named, msg("map.ask.card"), layout="menu", ask_single=True)
            case ("card" | "lasting" as source, str(card), *rest):
                return self._enhance(t, side, str(source), card, rest)
        return IllegalPath(msg("core.refused.option"))

    def _verbs(self, t: T, battle: Battle, side: Side) -> SelectPrompt:
        s, is_defender = t.state, self.side == 1
        # these three differ only in the label: all have the key `stay`, which is the default
        options: list[Option] = [
            _STAY if is_defender else _FIGHT_ON if battle.round > 1 else _FIGHT
        ]
        if strength.outlook(s, battle, t.options).round > battle.round:
            options.append(_OUT)
        disabled: list[DisabledOption] = []
        if not self.played and may_flee(s, battle, self.side):
            options.append(_FLEE)
        else:
            too_few = troop_count(strength.troops(side)) < RULES.flee
            why = "last_troop" if too_few else "card_played" if self.played else "no_refuge"
            disabled.append(DisabledOption("flee", _FLEE.label, msg(f"map.why.{why}"), "flee"))
        if any(
            self._fits(t, side, card) for card in COMBAT_CARDS if card in s.players[self.seat].hand
        ):
            options.append(_CARD)
        elif s.players[self.seat].hand:
            disabled.append(
                DisabledOption("card", _CARD.label, msg("map.why.no_combat_card"), "technologies")
            )
        if undecided_lasting_cards(s, side, t.options):
            options.append(_LASTING)
        own, others = (
            in_short(strength.troops(battle.sides[at])) for at in (self.side, 1 - self.side)
        )
        key = "map.ask.defend" if is_defender else "map.ask.attack"
        prompt = msg(key, at=cell_name(battle.cell), who=own, whom=others, n=battle.round)
        # the first answer is played at once, so its outcome is said here
        lines = () if t.keys_only else (forecast_words(s, battle, self.side, t.options),)
        return SelectPrompt(tuple(options), prompt, tuple(disabled), default="stay", lines=lines)

    def _fits(self, t: T, side: Side, card: str) -> bool:
        """Return whether a card would help any troops of the side.

        Marksmanship needs archers, also supporting ones; Bloodlust needs other troops.
        """
        kinds = strength.troops(side)
        if card == MARKSMANSHIP:
            if any(TROOPS[kind].shoots for kind in kinds):
                return True
            return strength.support(t.state, side.seat, current_battle(t.state).cell, t.options) > 0
        return card != BLOODLUST or any(not TROOPS[kind].shoots for kind in kinds)

    def _flee(self, s: MapState, battle: Battle, side: Side, rest: list[Any]) -> PromptResult:
        match rest:
            case []:
                options = tuple(
                    Option(
                        cell,
                        cell_name(cell),
                        _JOIN if cell in s.players[self.seat].stacks else None,
                        spot=cell,
                        rule="flee",
                        mark=cell.upper(),
                    )
                    for cell in refuges(s, self.seat, battle.cell)
                )
                return SelectPrompt(options, msg("map.ask.flee"))
            case [str()]:
                return _sacrifice_form(strength.ranks(side), SIDES[self.side])
            case [str(cell), str(name)]:
                squad = strength.find(side, name)
                chase = pursuit(battle.sides[1 - self.side])
                effects = (msg("map.effect.pursuit", n=chase),) if chase else ()
                return MoveReady(
                    msg("map.done.flee", at=cell_name(cell), who=troop_amount(squad.kind, 1)),
                    effects=effects,
                    ghost=(f"{battle.cell}>{cell}", cell),
                    advice=msg(
                        "map.advice.flee", at=cell_name(cell), who=troop_amount(squad.kind, 1)
                    ),
                )
        return IllegalPath(msg("core.refused.option"))

    def _cards(self, t: T, side: Side) -> SelectPrompt:
        hand = t.state.players[self.seat].hand
        options, disabled = [], []
        for card in (one for one in COMBAT_CARDS if one in hand):
            if self._fits(t, side, card):
                options.append(_card(card, tech_effect(card, t.options)))
            else:
                disabled.append(
                    DisabledOption(
                        card,
                        TECH_NAMES[card],
                        msg(f"map.why.nobody_{card}"),
                        "technologies",
                        f"card.{card}",
                        card,
                    )
                )
        return SelectPrompt(
            tuple(options), msg("map.ask.card"), tuple(disabled), layout="menu", ask_single=True
        )

    def _enhance(self, t: T, side: Side, source: str, card: str, rest: list[Any]) -> PromptResult:
        if card not in CARDS_WITH_TARGET:
            return MoveReady(
                msg("map.done.card", card=TECH_NAMES[card]),
                effects=(tech_effect(card, t.options),),
                advice=msg("map.advice.card", card=TECH_NAMES[card]),
            )
        for_army = strength.for_army(card, t.options)
        if for_army:
            rest = [strength.ARMY, *rest]
        match rest:
            case []:
                return _target_form(strength.ranks(side), card, SIDES[self.side])
            case [str()]:
                played = [card] if source == cards.FROM_HAND else []
                # A lasting copy for the army works without being played, so the player can only
                # boost it.
                least = TECHS[card].boost if for_army and source == cards.LASTING else 0
                return cards.boost_form(
                    t, card, cards.hand_without(t.state.players[self.seat], *played), least=least
                )
            case [str(name), dict(boost)]:
                if why := cards.why_boost_wasted(card, boost, t.options):
                    return IllegalPath(why, "technologies")
                return self._enhanced(t, side, card, name, boost)
        return IllegalPath(msg("core.refused.option"))

    def _enhanced(self, t: T, side: Side, card: str, name: str, boost: dict[str, int]) -> MoveReady:
        """Return the finished move for Speed or Shield on the squad `name` (or `ARMY`)."""
        n, place = cards.boosted(card, boost, t.options), SIDES[self.side]
        spent = cards.boost_effects(card, boost, t.options)
        if name == strength.ARMY:
            ghost = tuple(f"{place}.{squad.id}" for squad in side.squads if squad.n)
            return MoveReady(
                msg(f"map.done.{card}_army", n=n),
                effects=spent,
                ghost=ghost,
                advice=msg("map.advice.card", card=TECH_NAMES[card]),
            )
        squad = strength.find(side, name)
        who = (
            troop_amount(squad.kind, 1)
            if strength.for_one(card, t.options)
            else squad_name(squad.kind, squad.n, name)
        )
        return MoveReady(
            msg(f"map.done.{card}", who=who, n=n),
            effects=spent,
            ghost=(f"{place}.{name}",),
            advice=msg("map.advice.card_on", card=TECH_NAMES[card], who=who),
        )

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Apply a decision; this cannot be undone.

        After a card the side is asked again, until it stays or flees.
        """
        s = t.state
        battle = current_battle(s)
        side = battle.sides[self.side]
        t.reveal()
        match path:
            case ("stay",):
                t.pop()
            case ("out",):
                left = survivors(s, battle, self.side, t.options)
                s.turn.set_hold(str(self.side), max(1, left))
                t.pop()
            case ("flee", to, name):
                self._run_away(t, battle, str(to), str(name))
            case (source, card, *rest):
                self._play_card(t, side, str(source), str(card), rest)

    def _play_card(self, t: T, side: Side, source: str, card: str, rest: list[Any]) -> None:
        self.played = True
        boost = rest[-1] if rest else {}
        target = str(rest[0]) if len(rest) > 1 else strength.ARMY
        kind = strength.find(side, target).kind if target else ""
        n = cards.play(t, self.seat, card, source, boost)
        strength.enhance(side, card, target, n, t.options)
        if source == cards.LASTING:
            side.lasting.append(card)
        side.cards.append(card)
        t.state.reports[-1].cards[self.side].append(card)
        t.emit(Enhanced(self.seat, card, kind, n, strength.for_one(card, t.options)))

    def _run_away(self, t: T, battle: Battle, to: str, name: str) -> None:
        """Give up a troop of the squad `name` and flee to the cell `to`.

        This also pops the frame of the battle (`Fight`).
        """
        kind = strength.find(battle.sides[self.side], name).kind
        strength.remove_dead(battle.sides[self.side], {name: 1})
        t.pop()
        t.pop()
        t.push(Flight(self.seat, self.side, to, kind, pursuit(battle.sides[1 - self.side])))


def pursuit(side: Side) -> int:
    """Return the damage that a side's cavalry deals to fleeing troops (rules 8.6)."""
    return sum(
        TROOPS[squad.kind].damage * squad.n for squad in side.squads if TROOPS[squad.kind].pursues
    )


def _card(card: str, does: Msg, source: str = "card") -> Option:
    return Option(
        card, TECH_NAMES[card], does, spot=f"{source}.{card}", art=card, rule="technologies"
    )


@lru_cache(2048)
def _sacrifice_form(some: strength.Ranks, place: str) -> SelectPrompt:
    """Ask which troop a fleeing side leaves behind; the default is the weakest.

    `some` are the squads of the side. `place` is `att` or `def`, the side's prefix in the ids of
    spots. The options have the rules chapter `flee`, because only a side that flees loses a troop
    this way.
    """

    def strength_of(squad: tuple[str, str, int, int, int]) -> tuple[int, int, int]:
        _, kind, _, hp, initiative = squad
        return TROOPS[kind].level, hp, initiative

    weakest, *_ = min(some, key=strength_of)
    return SelectPrompt(
        _squad_options(some, place, "flee"), msg("map.ask.give_up"), default=weakest
    )


@lru_cache(2048)
def _target_form(some: strength.Ranks, card: str, place: str) -> SelectPrompt:
    return SelectPrompt(
        _squad_options(some, place, "technologies"), msg("map.ask.enhance", card=TECH_NAMES[card])
    )


def _squad_options(some: strength.Ranks, place: str, rule: str) -> tuple[Option, ...]:
    return tuple(
        Option(name, squad_name(kind, n, name), spot=f"{place}.{name}", art=kind, rule=rule)
        for name, kind, n, _, _ in some
    )


_JOIN = msg("map.detail.join")
_STAY = Option("stay", msg("map.verb.stay"), tone="main", rule="battle")
_FIGHT = Option("stay", msg("map.verb.fight"), tone="main", rule="battle")
_FIGHT_ON = Option("stay", msg("map.verb.fight_on"), tone="main", rule="battle")
_OUT = Option("out", msg("map.verb.out"), rule="battle")
_ASKED_AGAIN = msg("map.effect.asked_again")
_FLEE = Option("flee", msg("map.verb.flee"), rule="flee")
_CARD = Option("card", msg("map.verb.card"), rule="technologies")
_LASTING = Option("lasting", msg("map.verb.name"), rule="technologies")
