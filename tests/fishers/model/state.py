"""State of the game."""

from msgspec import Struct, field

ROUNDS = HAND = 3


class Fishers(Struct, forbid_unknown_fields=True):
    """State; lists are by seat."""

    coins: list[int] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    dice: list[list[int]] = field(default_factory=list)
    laid: list[str] = field(default_factory=list)  # cards played face down; "" if none yet
    bag: list[str] = field(default_factory=list)
    round: int = 0
