"""Views of the game: the view per viewer, its text, moving pieces and closeups."""
