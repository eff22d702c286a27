"""Rulebooks and tutorials for users, read from data."""
