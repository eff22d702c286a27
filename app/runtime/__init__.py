"""Process-wide helpers: locks, clock, paths, settings."""
