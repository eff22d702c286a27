"""Actions of a turn: building, activating, workers, free operations (rules 5, 6)."""
