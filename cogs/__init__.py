"""Slash commands and message components: the edge to Discord. Thin: what may be done is asked of the host."""
