"""Building blocks for card games: decks, card data, effects, windows for reactions."""
