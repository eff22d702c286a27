"""The actions of a turn: building, Action Locations, workers, free operations; what every card does (rules 5, 6)."""
