"""Positions of earlier rules of this game, brought to the next ones as raw dicts (docs/adr/0009).

Rules 2: K25 and K26 fetch an upgrade that is not on display, where rules 1 let a piece share a space with them.
Rules 3: pairs of levels are dearer from 11 on, single ones from 16 on; positions keep their shape, towers their height.
Rules 4: in Eras II and III K25 and K26 fetch untaken I1 to I4 too; `box` has those tiles already, so positions keep their shape.
"""

from __future__ import annotations

from typing import Any

Raw = dict[str, Any]
_PASSAGE = ("k25", "k26")


def upgrade(raw: Raw, version: int) -> Raw:
    """A raw position of rules `version` in the shape of the next."""
    return _from_1(raw) if version == 1 else raw


def _from_1(raw: Raw) -> Raw:
    """All missions are in the deck; of two pieces on a space the newer goes back to its reserve, and who gave a card back for it
    has the card again. Stack, where the lowest comes first: nobody is asked for a piece that has gone."""
    s, options = raw["state"], dict(raw["options"])
    if options.pop("mission_deck", "26") == "24":
        s["deck"] = sorted([*s["deck"], *_PASSAGE])
    for space, here in s["board"].items():
        for seat, _piece in here[1:]:
            _give_back([s["players"][seat], *s["players"]])
            _forget(raw["stack"], seat, space, left=sum(one[0] == seat for one in here[:1]))
        del here[1:]
    return {**raw, "options": options}


def _give_back(players: list[Raw]) -> None:
    """The card to whoever gave one back: the owner of the piece, or, if pieces were swapped since, another."""
    held = ((player, card) for player in players for card in _PASSAGE if card in player["returned"])
    if found := next(held, None):
        player, card = found
        player["returned"].remove(card)
        player["done"].append(card)


def _forget(stack: list[Raw], seat: int, space: str, left: int) -> None:
    """A purchase on an upgrade space, and a tower in progress, for which no piece is left."""
    asked = [
        frame
        for frame in stack
        if frame["kind"] == "buy" and (frame["seat"], frame["space"]) == (seat, space)
    ]
    for frame in asked[left:]:
        del stack[next(at for at, one in enumerate(stack) if one is frame)]
    for frame in stack:
        if (
            frame["kind"] == "build"
            and frame["seat"] == seat
            and frame.get("at") == space
            and not left
        ):
            frame.update(at="", action="", pairs=0)
