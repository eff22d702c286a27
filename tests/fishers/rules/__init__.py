"""Rules: setup, rounds, a seat's turn in its lane, score."""
