"""Paying and gaining, and the questions that several moments ask alike (rules 4.2, 6)."""
