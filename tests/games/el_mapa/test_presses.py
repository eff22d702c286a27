"""Budget of presses for attacks, deals and whole turns of El Mapa, in a whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from statistics import median

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.engine.context import StepContext
from games.core.prompts.prompt import DistributePrompt, MoveReady, SelectPrompt
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.el_mapa import GAME
from games.el_mapa.model.catalog import RATES
from games.el_mapa.model.state import MapState, troop_count
from games.el_mapa.rules.castles import building, hiring
from games.el_mapa.rules.flow import proposals
from games.el_mapa.rules.moving import moving
from games.el_mapa.rules.moving.moving import movable_cells
from games.el_mapa.rules.moving.paths import ASK, FIGHT_OUT, WAR, unmoved_troops
from games.el_mapa.rules.trade import trading
from tests.games.presses import presses

Pos = Position[MapState, object]
WARS: tuple[Path, ...] = ((), (FIGHT_OUT,))
ATTACK, DEAL, HIRE, ORDERED_ATTACK = 5, 5, 2, 5
MOST = {"end": 2, "stay": 2, "build": 6, "look": 4, "battle": 2, "accept": 2}
FIRST_ROUNDS = 3  # a newcomer's first turns
TURN, TURN_P90, FIRST_TURN = 9, 20, 6  # presses of a turn: median, nine of ten, median at first


def written(pos: Pos, seat: Seat, path: Path) -> list[Path]:
    """Return the ways to give an answer of the computer player: as it is and by the shortcuts."""
    s, ways = pos.state, [path]
    match path:
        case ("move", str(cell), dict(some), str(target)):
            heads: list[Path] = [("troops", some)]
            if len(some) == 1:
                ((kind, n),) = some.items()
                heads += [("troops", f"{kind}-{n}"), (f"{kind}-{n}",)]
            if some == unmoved_troops(s, seat, cell):
                heads.append(("all",))
            if some == moving.proposed_group(s, seat, cell):
                heads.append(())
            ways += [
                ("move", f"{cell}-go", *head, *end)
                for head in heads
                for end in ((target,), (target + WAR,), (target + WAR, FIGHT_OUT))
            ]
        case ("trade", str(kind), str() | int() as what, *rest) if kind in (
            *trading.DIRECT,
            *RATES,
        ):
            ways.append(("trade", f"{kind}-{what}", *rest))
        case ("hire", str(cell), dict(some)):
            ways.append(("hire", "other", cell, some))
            ways += [("hire", f"{cell}-{kind}-{n}") for kind, n in some.items() if len(some) == 1]
            if hiring.in_full(s, seat, ("hire", f"{cell}-all"))[2] == some:
                ways.append(("hire", f"{cell}-all"))
        case ("build", str(cell), str(house), str(space), *rest):
            ways.append(("build", cell, f"{house}-{space}", *rest))
    return [*ways, *quick_ways(pos, seat, path)]


def quick_ways(pos: Pos, seat: Seat, path: Path) -> list[Path]:
    """Return the proposals of the first question that are short for this path."""
    short: list[Path] = []
    match path:
        case ("move", str(cell), dict(), str(target)):
            keys = [f"{verb}-{cell}-{target}" for verb in ("go", "group", "war", "all")]
            short = [(*verb, key, *end) for key in keys for verb in ((), ("move",)) for end in WARS]
        case ("build", str(cell), str(house), str(space), *rest):
            short = [(f"make-{cell}-{house}-{space}", *rest)]
        case ("hire", *_):
            short = [("hire-all",)]
        case ("look", str(cell)):
            short = [(f"see-{cell}",)]
    return [
        one
        for one in short
        if isinstance(walk.ask(pos, seat, one), MoveReady) and is_short_for(pos, seat, one, path)
    ]


def is_short_for(pos: Pos, seat: Seat, short: Path, path: Path) -> bool:
    """Return whether a proposal takes the same troops, goods and places as a path."""
    full = proposals.full_path(pos.state, seat, short[1:] if short[0] == "move" else short)
    if path[0] == "move":
        return full[:3] == path[:3]
    match path:
        case ("hire", str(cell), dict(some)):
            return hiring.proposed_by_castle(pos.state, seat) == {cell: some}
    return full == path


def fewest(pos: Pos, seat: Seat, path: Path, opened: Path) -> tuple[int, Path]:
    """Return the way of an answer that takes the fewest presses on a panel, with their number."""
    found = []
    for way in written(pos, seat, path):
        if isinstance(walk.ask(pos, seat, way), MoveReady):
            try:
                found.append((presses(pos, seat, way, opened), way))
            except ValueError:  # no button leads to it
                continue
    return min(found, key=lambda one: one[0])


def joined(pos: Pos, seat: Seat, path: Path) -> Path:
    """Return a move or hire with the troops of equal ones that the computer makes right after it.

    It sends and hires troops one by one; a person does so at once.
    """
    match path:
        case ("hire", *_) if hired_together(pos, seat) == hiring.proposed_by_castle(
            pos.state, seat
        ):
            return ("hire", hiring.EVERYWHERE)
        case ("move" | "hire" as verb, str(cell), dict(some), *rest):
            total, now = Counter(some), walk.submit(pos, seat, path).pos
            while now.outcome is None and walk.actors(now)[0] == seat:
                after = decide(now, seat, "game", Rng.of(7))
                match after:
                    case (str(again), str(there), dict(more), *end) if (again, there, end) == (
                        verb,
                        cell,
                        rest,
                    ):
                        total += Counter(more)
                    case _:
                        break
                now = walk.submit(now, seat, after).pos
            whole: Path = (verb, cell, dict(total), *rest)
            return whole if isinstance(walk.ask(pos, seat, whole), MoveReady) else path
    return path


def hired_together(pos: Pos, seat: Seat) -> dict[str, dict[str, int]]:
    """Return the troops that the computer hires from here on one after the other, by castle.

    Empty if they are all in one castle.
    """
    now, found = pos, dict[str, Counter[str]]()
    while now.outcome is None and walk.actors(now)[0] == seat:
        match decide(now, seat, "game", Rng.of(7)):
            case ("hire", str(cell), dict(some)) as path:
                found.setdefault(cell, Counter()).update(some)
                now = walk.submit(now, seat, path).pos
            case _:
                break
    return {cell: dict(some) for cell, some in found.items()} if len(found) > 1 else {}


def played() -> Iterator[tuple[Pos, Seat, Path, int]]:
    """Play a game of computer players; yield each answer with the presses for it."""
    pos: Pos = walk.start(GAME, {}, 3, "presses")
    opened: dict[Seat, Path] = {}
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        path = joined(pos, seat, decide(pos, seat, "game", Rng.of(7)))
        taken, path = fewest(pos, seat, path, opened.get(seat, ()))
        yield pos, seat, path, taken
        done = walk.ask(pos, seat, path)
        assert isinstance(done, MoveReady)
        opened[seat] = done.then
        pos = walk.submit(pos, seat, path).pos


@lru_cache
def game() -> list[tuple[Pos, Seat, Path, int]]:
    """Return the moves of a game of computer players, with the presses for each."""
    return list(played())


def test_a_whole_turn_keeps_to_the_budget() -> None:
    """All answers of a player in the own turn count, those in its battles too."""
    turns = Counter[tuple[int, Seat]]()
    for pos, seat, _, taken in game():
        if pos.state.turn.seat == seat:
            turns[pos.state.round, seat] += taken
    whole = sorted(turns.values())
    assert len(whole) > 30
    assert median(whole) <= TURN, whole
    assert whole[len(whole) * 9 // 10] <= TURN_P90, whole
    first = [n for (round_no, _), n in turns.items() if round_no <= FIRST_ROUNDS]
    assert median(first) <= FIRST_TURN, first


def test_no_action_takes_more_than_its_budget() -> None:
    most = Counter[str]()
    for _, _, path, taken in game():
        most[str(path[0])] = max(most[str(path[0])], taken)
    assert {what: most[what] for what in MOST if most[what] > MOST[what]} == {}
    assert most["build"]


def test_hiring_the_proposed_troops_takes_two_presses() -> None:
    hired = 0
    for pos, seat, path, _ in game():
        if path[0] == "hire":
            hired += 1
            assert presses(pos, seat, walk.default_path(pos, seat, ("hire",))) <= HIRE
    assert hired


def test_an_attack_on_neutrals_takes_five_presses_with_all_questions_of_its_battle() -> None:
    """By the proposed troops or by all; a battle that is sure to be won asks nothing more."""
    attacks = sure = 0
    for pos, seat, path, _ in game():
        if path[0] != "move" or pos.state.turn.seat != seat:
            continue
        for cell in movable_cells(StepContext(GAME, pos), seat):
            for who in ((), ("all",)):
                where = walk.ask(pos, seat, ("move", f"{cell}-go", *who))
                if not isinstance(where, SelectPrompt):
                    continue
                for option in where.options:
                    if option.key.removesuffix(WAR) not in pos.state.garrisons:
                        continue
                    attacks += 1
                    whole: Path = ("move", f"{cell}-go", *who, option.key)
                    if isinstance(walk.ask(pos, seat, whole), SelectPrompt):
                        assert presses(pos, seat, (*whole, ASK)) <= ORDERED_ATTACK, whole
                        whole = (*whole, FIGHT_OUT)
                    assert presses(pos, seat, whole) <= ATTACK, whole
                    if option.key.endswith(WAR):
                        sure += 1
                        after = walk.submit(pos, seat, whole).pos
                        if after.state.moving is None and walk.actors(after) == (seat,):
                            assert not asked_in_battle(after, seat)
    assert attacks > 5
    assert sure > 5


def asked_in_battle(pos: Pos, seat: Seat) -> bool:
    """Return whether a player is asked in the battles after the turn ends now."""
    if not isinstance(walk.ask(pos, seat, ("end",)), MoveReady):
        return False  # a treasure is opened first
    cells = [cell for cell in pos.state.turn.entries if not pos.state.turn.hold(cell)]
    after = walk.submit(pos, seat, ("end",)).pos
    return not cells and after.state.battle is not None and seat in walk.actors(after)


def test_the_proposed_troops_leave_a_guard_in_a_village() -> None:
    guarded = 0
    for pos, seat, path, _ in game():
        if path[0] != "move" or pos.state.turn.seat != seat:
            continue
        s = pos.state
        for cell in movable_cells(StepContext(GAME, pos), seat):
            proposed = moving.proposed_group(s, seat, cell)
            here = troop_count(s.players[seat].stacks[cell])
            if cell in s.castles and s.owners[cell] == seat and here > 1:
                guarded += 1
                assert 0 < sum(proposed.values()) < here
                form = walk.ask(pos, seat, ("move", cell))
                assert isinstance(form, DistributePrompt)
                everybody = {slot.key: slot.most for slot in form.slots}
                assert walk.ask(pos, seat, ("move", cell, everybody)), "all may go"
    assert guarded


def test_every_deal_of_the_proposed_goods_takes_five_presses() -> None:
    """With each partner, of goods and cards, and with everyone."""
    deals = Counter[str]()
    for pos, seat, path, _ in game():
        if path[0] not in ("trade", "end") or pos.state.turn.seat != seat:
            continue
        kinds = walk.ask(pos, seat, ("trade",))
        for option in kinds.options if isinstance(kinds, SelectPrompt) else ():
            kind = option.key.partition("-")[0]
            if kind not in ("offer", "cards", "post"):
                continue
            deal = walk.default_path(pos, seat, ("trade", option.key))
            deals[kind] += 1
            assert presses(pos, seat, deal) <= DEAL, deal
    assert min(deals[kind] for kind in ("offer", "cards", "post"))


def test_a_building_in_the_lowest_row_needs_no_question_about_its_space() -> None:
    built = 0
    for pos, seat, path, _ in game():
        if path[0] != "build":
            continue
        cell = str(path[1])
        form = walk.ask(pos, seat, ("build", cell))
        assert isinstance(form, SelectPrompt)
        for option in form.options:
            built += 1
            shown = walk.ask(pos, seat, ("build", cell, option.key))
            free = building.free_spaces(pos.state.castles[cell], option.key.partition("-")[0])
            assert (
                isinstance(shown, MoveReady)
                or len(getattr(shown, "options", ())) == 1
                or (shown.default == building.PAY if isinstance(shown, SelectPrompt) else False)
            ), (option.key, free)
    assert built
