"""Play a match: queries, drafts, panels, tutorials."""
