"""Flow of a match: setup, sequence of rounds, audit (rules 3, 5, 5.8)."""
