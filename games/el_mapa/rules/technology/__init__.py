"""Technologies: cards, discounts, production (rules 6.6)."""
