"""Building blocks for card games: decks, card data, effects, reaction windows."""
