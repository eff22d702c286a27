"""El Mapa (The Map): explore, expand, exploit and exterminate on a hidden map, for two to six."""
