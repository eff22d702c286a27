"""Small sprites, drawn once and cached."""
