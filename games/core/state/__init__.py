"""Positions, options, events, scores and random numbers."""
