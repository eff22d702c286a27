"""Opponents: how computer players of every game think, and how hard."""
