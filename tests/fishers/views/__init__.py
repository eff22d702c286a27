"""What players see and read."""
