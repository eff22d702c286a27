"""Data: cards and their ops, state, events."""
