"""Whole pictures, keyed by the `kind` of a scene."""
