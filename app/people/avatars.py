"""Coats of arms as avatars: a charge (the figure) in a tincture (the color).

The charge and tincture of a user are computed from their id, until they choose others with `/me`.
The charge of an AI player is a chess piece that shows its strength.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from app.model.match import Match, SeatRow
from app.ports.repo import UserRepository
from games.core.views.scene import CoatOfArms

CHARGES = (
    "lion",
    "eagle-emblem",
    "griffin-symbol",
    "unicorn",
    "horse-head",
    "fox",
    "rabbit",
    "cat",
    "elephant",
    "turtle",
    "frog",
    "snail",
    "bee",
    "rooster",
    "swan",
    "raven",
    "dolphin",
    "rose",
    "fleur-de-lys",
    "oak-leaf",
    "clover",
    "castle",
    "anchor",
    "key",
)
TINCTURES = ("silver", "gold", "black", "red", "blue", "green")
# charges of AI players
STRENGTHS = {"beginner": "chess-pawn", "easy": "chess-pawn", "fierce": "chess-queen"}
USUAL = "chess-knight"  # charge of AI players of any other strength


def arms_of(user: int, prefs: Mapping[str, Any]) -> CoatOfArms:
    """Return a user's arms; a part that the user has not chosen is computed from their id."""
    derived = hashlib.blake2b(str(user).encode(), digest_size=4).digest()
    charge, tincture = prefs.get("charge"), prefs.get("tincture")
    return CoatOfArms(
        charge if charge in CHARGES else CHARGES[derived[0] % len(CHARGES)],
        tincture if tincture in TINCTURES else TINCTURES[derived[1] % len(TINCTURES)],
    )


async def avatar_of(users: UserRepository, match: Match) -> tuple[CoatOfArms, ...]:
    """Return the coat of arms of each seat's player; for AI players, a silver chess piece."""
    people = [seat.user for seat in match.seats if seat.user is not None]
    chosen = await users.prefs(people) if people else {}
    return tuple(_of_seat(seat, chosen) for seat in match.seats)


def _of_seat(seat: SeatRow, chosen: Mapping[int, Mapping[str, Any]]) -> CoatOfArms:
    if seat.user is None:
        return CoatOfArms(STRENGTHS.get(seat.computer or "", USUAL), TINCTURES[0])
    return arms_of(seat.user, chosen.get(seat.user, {}))
