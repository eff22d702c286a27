"""Moving groups, turning tiles up, and looking from afar (rules 6.4, 6.5, 6.7, 7)."""
