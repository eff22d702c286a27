"""What there is: the facts of the box, the state, names, events, options."""
