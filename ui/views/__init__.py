"""What each surface shows, as plain values."""
