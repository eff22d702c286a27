"""Upgrades of raw positions from earlier rules of this game (docs/adr/0009).

- Rules 2: K25 and K26 fetch an upgrade that is not on display, instead of letting a piece
  share a space.
- Rules 3: pairs of levels cost more from 11 on, single ones from 16 on; positions keep their
  shape, towers their height.
- Rules 4: in Eras II and III K25 and K26 also fetch untaken I1 to I4; `box` already has those
  tiles, so positions keep their shape.
"""

from __future__ import annotations

from typing import Any

Raw = dict[str, Any]
_PASSAGE = ("k25", "k26")


def upgrade(raw: Raw, version: int) -> Raw:
    """Return a raw position of rules `version` in the shape of the next."""
    return _from_1(raw) if version == 1 else raw


def _from_1(raw: Raw) -> Raw:
    """Return a position of rules 1 in the shape of rules 2.

    All missions are in the deck. Of two pieces on a space the newer goes back to its reserve,
    and the mission given back for it is face up again. The stack no longer asks about pieces
    that are gone.
    """
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
    """Return the mission to the player who gave it back.

    That is the owner of the piece (listed first), or another player if pieces were swapped
    since.
    """
    held = ((player, card) for player in players for card in _PASSAGE if card in player["returned"])
    if found := next(held, None):
        player, card = found
        player["returned"].remove(card)
        player["done"].append(card)


def _forget(stack: list[Raw], seat: int, space: str, left: int) -> None:
    """Drop a purchase and a tower in progress on a space where no piece is left.

    In the stack the lowest frame comes first.
    """
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
