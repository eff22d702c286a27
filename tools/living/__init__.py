"""Simulated month: the real app, store and publisher with a stepped clock and fake users."""
