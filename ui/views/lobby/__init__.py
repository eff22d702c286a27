"""Messages before a game: lobby and options; messages for guild managers."""
