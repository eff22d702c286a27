"""Legal moves, applying them, and the history of a game."""
