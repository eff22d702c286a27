"""Score, elimination and the end of the game (rules 9, 10)."""
