"""Application layer: matches, seats and moves. Knows the games, but not Discord, images or SQL."""
