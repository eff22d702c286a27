"""Read the log of a match: sentences, pages, exported game records."""
