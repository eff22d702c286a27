"""Interaction handlers, one module per kind of message; they do not use Discord."""
