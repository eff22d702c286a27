"""Whole pictures that are not a game's own, and the encoder."""
