"""Domain of a player: placement, starting layout, building, scoring (rules 3, 5.5, 6)."""
