"""From the box to the end: setup, rounds, turns, standing orders, the auditor (rules 4, 5, 13.3, 16)."""
