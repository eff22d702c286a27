"""Model of the game: box data, state, names, events and options."""
