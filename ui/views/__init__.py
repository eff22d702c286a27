"""Content of each message, as plain values."""
