"""Rules and tutorials for people, read from data."""
