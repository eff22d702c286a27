"""Simulated month: the real app, store and publisher; clock and users are simulated."""
