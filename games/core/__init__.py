"""Game engine: positions, frames, prompts and the walk over the tree of legal choices.

The engine knows no game, no Discord and no clock. A *position* is the state of a match. It holds a
stack of *frames*; each frame has the rules of one step under way. The top frame says which seat
(player) must act and offers *prompts*. The answers to the prompts make up a *path*; a complete path
is a move.
"""
