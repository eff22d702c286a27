"""Simulated month: real app, store and publisher, a stepped clock, and simulated people."""
