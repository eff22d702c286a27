"""No surface shows a user what they may not know: one viewer compares two worlds."""
