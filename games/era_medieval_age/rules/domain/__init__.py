"""A domain: where things go, how it begins, what is built, what it is worth (rules 3, 5.5, 6)."""
