"""Parts that the pictures of all games share."""
