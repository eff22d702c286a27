"""Card effects: payment, resolution, op types, and frames that ask (rules 0.3, 0.4, 7)."""
