"""Checks of the doctor and of the start-up."""
