"""Pictures of games: draw what one viewer may know, and encode the image.

The code is pure: it uses no Discord and no clock, and writes no files.
"""
