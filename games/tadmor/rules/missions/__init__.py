"""The King's missions and what they bring (rules 9)."""
