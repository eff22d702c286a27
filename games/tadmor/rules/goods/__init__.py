"""Payments, gains, and questions shared by several phases (rules 4.2, 6)."""
