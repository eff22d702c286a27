"""Facts of the box, state, names, events and options."""
