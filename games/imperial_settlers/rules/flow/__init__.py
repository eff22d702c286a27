"""Flow of a match: setup, rounds, turns, solo, scoring, audit (rules 3, 4, 10, 11, 17)."""
