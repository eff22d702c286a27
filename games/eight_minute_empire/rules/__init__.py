"""What may happen."""
