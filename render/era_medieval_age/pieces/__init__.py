"""Small things, drawn once and kept."""
