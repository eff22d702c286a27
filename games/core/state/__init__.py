"""Values that a position is made of, and what is derived from it."""
