"""The engine: positions, frames, forms and the walk over the tree of legal choices. Knows no game, no Discord, no clock."""
