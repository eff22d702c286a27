"""Nobody sees what they may not, on any surface: two worlds, one viewer, everything that can be asked for."""
