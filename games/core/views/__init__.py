"""What one viewer may see of a position."""
