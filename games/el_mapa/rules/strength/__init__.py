"""Arithmetic and forecast of battles (rules 8.5 to 8.7)."""
