"""Computer players of Eight-Minute Empire."""
