"""From the box to the end: setup, standing orders, scoring, the auditor, positions of earlier rules (rules 3, 8, 13, 15)."""
