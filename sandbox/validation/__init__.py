"""Reject what Discord's API would reject."""
