"""Rules of Eight-Minute Empire."""
