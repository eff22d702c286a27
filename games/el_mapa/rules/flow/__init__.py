"""Course of the game: setup, rounds, turns, standing orders, audit (rules 4, 5, 13.3, 16)."""
