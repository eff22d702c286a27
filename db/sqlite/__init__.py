"""The embedded store: one file, by aiosqlite. Nothing is to be set up for it."""
