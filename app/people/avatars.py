"""Coats of arms as avatars.

A user's arms are derived from their id until they choose another charge or color (`/me`). An AI
player has the chess piece of its strength.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from app.model.match import Match, SeatRow
from app.ports.repo import UserRepository
from games.core.views.scene import Arms

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
STRENGTHS = {"easy": "chess-pawn", "fierce": "chess-queen"}
USUAL = "chess-knight"


def arms_of(user: int, prefs: Mapping[str, Any]) -> Arms:
    """Return a user's arms: chosen parts, the others derived from the id."""
    made = hashlib.blake2b(str(user).encode(), digest_size=4).digest()
    charge, tincture = prefs.get("charge"), prefs.get("tincture")
    return Arms(
        charge if charge in CHARGES else CHARGES[made[0] % len(CHARGES)],
        tincture if tincture in TINCTURES else TINCTURES[made[1] % len(TINCTURES)],
    )


async def avatar_of(users: UserRepository, match: Match) -> tuple[Arms, ...]:
    """Return the arms of all players in a match, by seat; AI players have a silver piece."""
    people = [seat.user for seat in match.seats if seat.user is not None]
    chosen = await users.prefs(people) if people else {}
    return tuple(_of_seat(seat, chosen) for seat in match.seats)


def _of_seat(seat: SeatRow, chosen: Mapping[int, Mapping[str, Any]]) -> Arms:
    if seat.user is None:
        return Arms(STRENGTHS.get(seat.computer or "", USUAL), TINCTURES[0])
    return arms_of(seat.user, chosen.get(seat.user, {}))
