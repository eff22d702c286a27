"""Embedded store: one file, by aiosqlite, without any set-up."""
