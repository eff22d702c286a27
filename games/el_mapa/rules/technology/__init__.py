"""Technologies in hand and in force: cards, discounts, production (rules 6.6)."""
