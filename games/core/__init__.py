"""Game engine: positions, frames, prompts and the walk over the tree of legal choices.

The engine knows no game, no Discord and no clock. A *position* is the state of a game. It holds a
stack of *frames*, the rules of the steps under way: the top frame says who must act and offers
*prompts*. The answers to the prompts make up a *path*; a complete path is a move.
"""
