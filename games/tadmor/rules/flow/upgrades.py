"""Migrations of stored positions from earlier rules versions (docs/adr/0009).

- Rules 2: K25 and K26 fetch an upgrade that is not on display. Before, they let a piece share a
  space.
- Rules 3: pairs of tower levels cost more from level 11 on, single levels from 16 on. Positions
  keep their shape, towers their height.
- Rules 4: in Eras II and III, K25 and K26 also fetch those of I1 to I4 that nobody took. `box`
  already holds these tiles, so positions keep their shape.
"""

from __future__ import annotations

from typing import Any

Raw = dict[str, Any]
_SHARING_MISSIONS = ("k25", "k26")


def upgrade(raw: Raw, version: int) -> Raw:
    """Return the stored position of rules `version` in the shape of the next version."""
    return _from_1(raw) if version == 1 else raw


def _from_1(raw: Raw) -> Raw:
    """Return a stored position of rules 1 in the shape of rules 2.

    The deck gets back the missions that rules 1 could leave out. If two pieces share a space, the
    newer one returns to its reserve, its actions are cancelled, and the mission given back for it
    is face up again.
    """
    s, options = raw["state"], dict(raw["options"])
    if options.pop("mission_deck", "26") == "24":
        s["deck"] = sorted([*s["deck"], *_SHARING_MISSIONS])
    for space, here in s["board"].items():
        for seat, _piece in here[1:]:
            _turn_face_up_again([s["players"][seat], *s["players"]])
            _cancel_actions(raw["stack"], seat, space, left=sum(one[0] == seat for one in here[:1]))
        del here[1:]
    return {**raw, "options": options}


def _turn_face_up_again(players: list[Raw]) -> None:
    """Turn the mission of a removed piece face up again for the player who gave it back.

    The player is the owner of the piece (listed first in `players`), or another player if pieces
    were swapped since.
    """
    holders = (
        (player, card)
        for player in players
        for card in _SHARING_MISSIONS
        if card in player["returned"]
    )
    if found := next(holders, None):
        player, card = found
        player["returned"].remove(card)
        player["done"].append(card)


def _cancel_actions(stack: list[Raw], seat: int, space: str, left: int) -> None:
    """Cancel the actions that a seat has pending on a space that lost its piece.

    Purchases there are dropped, and a tower action there is removed from its frame. `left` is the
    number of the seat's pieces that are still on the space. The stack lists the lowest frame first.
    """
    purchases = [
        frame
        for frame in stack
        if frame["kind"] == "buy" and (frame["seat"], frame["space"]) == (seat, space)
    ]
    for frame in purchases[left:]:
        del stack[next(at for at, one in enumerate(stack) if one is frame)]
    for frame in stack:
        if (
            frame["kind"] == "build"
            and frame["seat"] == seat
            and frame.get("at") == space
            and not left
        ):
            frame.update(at="", action="", pairs=0)
