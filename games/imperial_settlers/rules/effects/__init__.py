"""Effects at work: paying, resolving, the vocabulary of the cards, what asks (rules 0.3, 0.4, 7)."""
