"""Trade with the bank and with players (rules 6.2, 13.3)."""
