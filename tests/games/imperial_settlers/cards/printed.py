"""Print of the cards, copied from the lists in the rules (rules 14), not from the data.

`printed.txt` has a line for each group of equal cards: codes, id, kind, colours, cost (L: a
Location), raze value, Deal, effect. Goods are W S F K R G V; C is a card of either deck, c a
Common one, f one of the own faction. In the effect `P` is a production, `B` the building bonus,
`A` an action once and `A2` twice a round (cost>gain), `T` a trigger (colour, deck, raze or
deal>gain); `1V/grey<6` gives 1V for each grey Location, at most 6 times; `*` means that a scene
tests it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.games.imperial_settlers.cards.table import goods

LINES = (Path(__file__).parent / "printed.txt").read_text("utf-8").splitlines()
DECKS = {
    "com": "common",
    "bar": "barbarians",
    "jap": "japanese",
    "rom": "romans",
    "egi": "egyptians",
}


@dataclass(frozen=True)
class Printed:
    """Printed card."""

    code: str
    id: str
    kind: str
    colors: tuple[str, ...]
    cost: dict[str, int]
    site: bool
    raze: dict[str, int]
    deal: str
    effect: dict[str, str]

    @property
    def deck(self) -> str:
        return DECKS[self.code[:3]]

    @property
    def uses(self) -> int:
        return 2 if "A2" in self.effect else 1 if "A" in self.effect else 0

    @property
    def action(self) -> tuple[dict[str, int], str]:
        """Return the cost and the gain of a plain action."""
        cost, gain = (self.effect.get("A") or self.effect["A2"]).split(">")
        return goods(cost), gain


def _read() -> dict[str, Printed]:
    found = {}
    for line in LINES:
        codes, name, kind, colors, cost, raze, deal, effect = line.split(maxsplit=7)
        matched = re.fullmatch(r"([a-z]{3}\d+)(?:-(\d+))?", codes)
        assert matched is not None, line
        first, last = matched.groups()
        parts = (
            {} if effect == "-" else dict(part.strip().split(" ", 1) for part in effect.split(";"))
        )
        for n in range(int(first[3:]), int(last or first[3:]) + 1):
            code = f"{first[:3]}{n:03}"
            found[code] = Printed(
                code,
                name,
                kind,
                () if colors == "-" else tuple(colors.split("+")),
                goods(cost.replace("1L", "").strip("-")),
                "1L" in cost,
                goods(raze.strip("-")),
                next(iter(goods(deal.strip("-"))), ""),
                parts,
            )
    return found


PRINTED = _read()
IDS = {one.id for one in PRINTED.values()}


def gains(words: str, colors: dict[str, int]) -> tuple[dict[str, int], int]:
    """Return the goods and the number of cards that a gain such as `1V/grey<6,1C` brings.

    `colors` counts the own Locations by color.
    """
    total: dict[str, int] = {}
    cards = 0
    for part in words.split(","):
        count = re.fullmatch(r"(\d)(\w)/(\w+)<(\d)", part)
        n = min(int(count[4]), colors.get(count[3], 0)) if count else 1
        for letter_goods in [count[1] + count[2] if count else part]:
            for number, letter in re.findall(r"(\d)(\w)", letter_goods):
                if letter in "Ccf":
                    cards += int(number) * n
                elif n:
                    good = next(iter(goods(letter)))
                    total[good] = total.get(good, 0) + int(number) * n
    return total, cards


def plus(*some: dict[str, int]) -> dict[str, int]:
    """Return the sum of goods without zeros."""
    total: dict[str, int] = {}
    for one in some:
        for good, n in one.items():
            total[good] = total.get(good, 0) + n
    return {good: n for good, n in total.items() if n}
