"""What everybody at a table sees."""
