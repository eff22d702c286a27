"""Visible part of a position, for one viewer."""
