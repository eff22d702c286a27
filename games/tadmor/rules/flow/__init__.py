"""Flow of a match: setup, standing orders, scoring, audit, upgrades (rules 3, 8, 13, 15)."""
