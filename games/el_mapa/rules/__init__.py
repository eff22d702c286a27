"""Rules of El Mapa: legal moves and their effects."""
