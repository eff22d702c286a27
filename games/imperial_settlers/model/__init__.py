"""Model of the game: card data, state, names, events and options."""
