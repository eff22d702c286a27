"""Animations and films of a game."""
