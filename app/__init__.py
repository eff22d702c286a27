"""Application layer: matches, seats and moves.

It knows the games, but not Discord, images or SQL.
"""
