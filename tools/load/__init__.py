"""Load test of the bot as its own process with many guilds and matches: `make load`."""
