"""Core of the engine: legal moves, playing them, and the log of a game."""
