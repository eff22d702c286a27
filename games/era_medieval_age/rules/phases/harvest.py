"""COLLECT and FEED: parallel choices, then income, then one food per die (rules 5.2, 5.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from msgspec import structs

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Path, Seat, listed, msg
from games.era_medieval_age.model.catalog import DICE, FACES, PIECES, RULES, DieFace
from games.era_medieval_age.model.events import Collected, PhaseDone
from games.era_medieval_age.model.names import amount, amounts
from games.era_medieval_age.model.state import EraState, Town, forbid_undo

_CHOICE_FACES = {
    kind: next((face for face in one.faces if face.choose), None) for kind, one in DICE.items()
}


def choices(town: Town) -> list[tuple[DieFace, int]]:
    """Return one pair (choice face, number of dice that show it) per choice face shown."""
    shown = [die.face for die in town.dice]
    return [
        (face, shown.count(face.id)) for face in _CHOICE_FACES.values() if face and face.id in shown
    ]


def split(face: DieFace, n: int) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield each way to use `n` dice of a choice face, as (key, gain).

    The key `food2_stone1` means two dice as food and one as stone. `gain` has the amount of each
    resource.
    """
    for second in range(n + 1):
        parts, gain = [], {}
        for count, way in zip((n - second, second), face.choose, strict=True):
            for what, each in way.items():
                if count:
                    parts.append(f"{what}{count}")
                    gain[what] = each * count
        yield "_".join(parts), gain


def ways(town: Town) -> list[tuple[str, ...]]:
    """Return all possible answers to the question of `Choose`.

    Each answer has one key of `split` per choice face.
    """
    return list(product(*([key for key, _ in split(face, n)] for face, n in choices(town))))


def auto_split(town: Town) -> list[str]:
    """Return the default answer to `Choose`, one key of `split` per choice face.

    Each die gives food, stone or wood: the first of these that the face offers and whose track has
    room. If no track has room, the die gives the first of these that the face offers (rules 9).
    """
    have = fixed_gain(town)
    for what, n in town.stock.items():
        have[what] = have.get(what, 0) + n
    keys = []
    for face, n in choices(town):
        preferred = sorted(
            face.choose, key=lambda way: ("food", "stone", "wood").index(next(iter(way)))
        )
        dice_by_way = [0, 0]
        for _ in range(n):
            fitting = (
                way
                for way in preferred
                if all(
                    have.get(what, 0) + m <= RULES.resources[what].most for what, m in way.items()
                )
            )
            way = next(fitting, preferred[0])
            dice_by_way[face.choose.index(way)] += 1
            for what, m in way.items():
                have[what] = have.get(what, 0) + m
        # `split` yields its keys by the number of dice that use the second way.
        key, _ = list(split(face, n))[dice_by_way[1]]
        keys.append(key)
    return keys


def best_split(town: Town) -> list[str]:
    """Return the best answer to `Choose`: one key of `split` per choice face shown.

    A choice face is a die face that offers a choice of goods. The best answer leaves the fewest
    dice hungry; among such answers, it brings the most points, then wastes the fewest goods. The
    default answer breaks ties.
    """
    default = tuple(auto_split(town))

    def drawbacks(keys: tuple[str, ...]) -> tuple[int, int, int, bool]:
        # try the answer on a copy; its calamity points have no effect on the result
        copy = structs.replace(town, stock=dict(town.stock), chosen=list(keys), calamity=0)
        _, lost = collect(copy)
        hungry = feed(copy)[1]
        points = sum(copy.stock.values()) if copy.land.counts[_SCORES_STOCK] else 0
        return hungry, -points, sum(lost.values()), keys != default

    best: tuple[str, ...] = min(ways(town), key=drawbacks)
    return list(best)


def dice_by_use(town: Town, keys: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return (die id, resource) for each die with a choice face.

    The dice are used as in `keys`, which has one key of `split` per choice face.
    """
    used: list[tuple[str, str]] = []
    for (shown, _), key in zip(choices(town), keys, strict=True):
        names = iter(die.id for die in town.dice if die.face == shown.id)
        gain = dict(split(shown, sum(die.face == shown.id for die in town.dice)))[key]
        for way in shown.choose:
            for what, each in way.items():
                used += [(next(names), what) for _ in range(gain.get(what, 0) // each)]
    return tuple(used)


_SCORES_STOCK = "guildhall"


def fixed_gain(town: Town) -> dict[str, int]:
    """Return the income that needs no choice, from buildings and dice.

    The income has amounts of resources and culture.
    """
    gain: dict[str, int] = {}
    for die in town.dice:
        for what, n in FACES[die.face].gain.items():
            gain[what] = gain.get(what, 0) + n
    counts = town.land.counts
    for kind in _INCOME_KINDS:
        for what, n in PIECES[kind].income.items():
            gain[what] = gain.get(what, 0) + n * counts[kind]
    return gain


_INCOME_KINDS = tuple(kind for kind, piece in PIECES.items() if piece.income)


def collect(town: Town) -> tuple[dict[str, int], dict[str, int]]:
    """Add the whole income, then cap each track; return (income, what did not fit).

    The dice with a choice are used as in `town.chosen`, or as in `auto_split` if it is empty.
    """
    gain = fixed_gain(town)
    keys = town.chosen or auto_split(town)
    for (face, n), key in zip(choices(town), keys, strict=True):
        for what, m in dict(split(face, n))[key].items():
            gain[what] = gain.get(what, 0) + m
    lost = {}
    for what, track in RULES.resources.items():
        have = town.stock[what] + gain.get(what, 0)
        if have > track.most:
            lost[what] = have - track.most
        town.stock[what] = min(have, track.most)
    town.culture += gain.get("culture", 0)
    return {what: n for what, n in gain.items() if n}, lost


def feed(town: Town) -> tuple[int, int]:
    """Pay one food per die while it lasts; return the numbers of fed and hungry dice.

    Each hungry die brings a calamity point.
    """
    fed = min(town.stock["food"], len(town.dice))
    hungry = len(town.dice) - fed
    town.stock["food"] -= fed
    town.calamity += hungry
    return fed, hungry


def hunger(town: Town) -> int:
    """Return how many dice would go hungry with the present faces and the best choices."""
    copy = structs.replace(town, stock=dict(town.stock), chosen=best_split(town), calamity=0)
    collect(copy)
    return feed(copy)[1]


class Collect(Frame[EraState], tag="collect"):
    """Frame that asks the seats with choice faces, then collects and feeds.

    All seats collect after the last choice (ruling R23).
    """

    forked: bool = False

    def advance(self, t: StepContext[EraState]) -> None:
        """Fork lanes for the choices; then collect and feed in turn order."""
        s = t.state
        if not self.forked:
            self.forked = True
            asked = {seat: Choose(seat) for seat, town in enumerate(s.towns) if choices(town)}
            if asked:
                t.fork(dict(asked))
                return
        forbid_undo(t)
        t.pop()
        for seat in s.order():
            town = s.towns[seat]
            gain, lost = collect(town)
            fed, hungry = feed(town)
            town.chosen = []
            t.emit(Collected(seat, gain, lost, fed, hungry))


class Choose(Frame[EraState], tag="choose"):
    """Frame, in a lane, for one player's choice faces.

    The choice can be undone until all have chosen.
    """

    seat: int

    def prompt(self, t: StepContext[EraState], seat: Seat, path: Path) -> PromptResult:
        """Ask, for each choice face, how its dice are used."""
        if not path:
            return _COLLECT
        town = t.state.towns[seat]
        faces = choices(town)
        at = len(path) - 1
        if at < len(faces):
            return _choice_prompt(faces[at][0].id, faces[at][1], auto_split(town)[at])
        gain: dict[str, int] = {}
        for (face, n), key in zip(faces, path[1:], strict=True):
            for what, m in dict(split(face, n))[str(key)].items():
                gain[what] = gain.get(what, 0) + m
        keys = tuple(str(key) for key in path[1:])
        done = msg("era.collect.done", what=amounts(gain))
        # The preview (`ghost`) shows the chosen keys.
        return MoveReady(
            done,
            instant=True,
            unconfirmed=True,
            label=msg("era.collect.verb"),
            ghost=keys,
            advice=msg("era.advice.take", what=amounts(gain)),
        )

    def apply(self, t: StepContext[EraState], seat: Seat, path: Path) -> None:
        """Store the choice; income is added when all have chosen."""
        t.state.towns[seat].chosen = [str(key) for key in path[1:]]
        t.pop()
        t.emit(PhaseDone(seat))


@lru_cache(256)
def _choice_prompt(face: str, n: int, auto: str) -> SelectPrompt:
    options = tuple(
        Option(key, amounts(gain), rule="collect") for key, gain in split(FACES[face], n)
    )
    pair = [amount(what, m) for way in FACES[face].choose for what, m in way.items()]
    return SelectPrompt(options, msg("era.collect.how", n=n, what=listed(pair, "or")), default=auto)


_COLLECT = SelectPrompt((Option("collect", msg("era.collect.verb"), tone="main", rule="collect"),))
