"""Build-time art: makes what the pictures are drawn from, with fixed seeds, so that anyone can make it again."""
