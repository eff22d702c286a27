"""Whole pictures that are the same for all games, and the encoder."""
