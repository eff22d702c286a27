"""Change a match: lobby, seats, moves, access, turn pings, state migrations."""
