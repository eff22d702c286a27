"""What may happen: set-up, the rounds, a seat's turn in its lane, the score."""
