"""Building and hiring at a castle (rules 6.1, 6.3)."""
