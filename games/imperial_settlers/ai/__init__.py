"""AI player."""
