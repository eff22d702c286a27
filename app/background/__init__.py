"""Loops that run beside requests: publishing, deadlines, bot moves, retention."""
