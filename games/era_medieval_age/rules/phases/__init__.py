"""Phases of a round: rolling, harvest, calamities, extortion (rules 5.1 to 5.6)."""
