"""Animations of turns and films of games."""
