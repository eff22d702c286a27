"""King's missions and their benefits (rules 9)."""
