"""Board games, one folder each; a folder exports its `GAME`, and `hosted` lists those the bot offers."""
