"""Delivery: send messages to Discord and keep them up to date."""
