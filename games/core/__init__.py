"""Game engine: positions, frames, prompts and the walk over the tree of legal choices.

The engine knows no game, no Discord and no clock.
"""
