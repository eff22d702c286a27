"""The games, a folder each: its `GAME` is what others import. `hosted` says which of them the bot offers."""
