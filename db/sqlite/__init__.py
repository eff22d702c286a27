"""Embedded store: one file, by aiosqlite, without a server."""
