"""Board games, one folder each; a folder exports its `GAME`.

`hosted` lists the games that the bot offers.
"""
