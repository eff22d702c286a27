"""AI player of El Mapa."""
