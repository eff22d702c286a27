"""The arithmetic of battles, and what can be foretold of them (rules 8.5 to 8.7)."""
