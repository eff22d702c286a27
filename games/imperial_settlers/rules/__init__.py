"""Rules of Imperial Settlers."""
