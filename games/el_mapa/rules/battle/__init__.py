"""Battles, round by round (rules 8)."""
