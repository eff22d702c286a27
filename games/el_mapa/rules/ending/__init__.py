"""What everything is worth, leaving the game, its end (rules 9, 10)."""
