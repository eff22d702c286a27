"""Whole pictures, by the kind that a scene asks for."""
