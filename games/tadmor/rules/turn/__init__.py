"""Phases of a turn: placement, marauders, upgrades, construction, kingdom (rules 4 to 7)."""
