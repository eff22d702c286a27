"""What there is: cards and their ops, the state, the events."""
