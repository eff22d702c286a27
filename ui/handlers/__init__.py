"""Handle interactions: one module per surface."""
