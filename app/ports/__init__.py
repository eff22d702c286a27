"""Interfaces that the application layer needs from the outside."""
