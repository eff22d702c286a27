"""Groups on the way, what they turn up, and looking from afar (rules 6.4, 6.5, 6.7, 7)."""
