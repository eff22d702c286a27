"""From the box to the end: setup, rounds, turns, the solo game, scoring, the auditor (rules 3, 4, 10, 11, 17)."""
