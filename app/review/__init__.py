"""Look back at a match: replay and hints."""
