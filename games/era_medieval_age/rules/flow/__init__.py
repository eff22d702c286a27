"""From the box to the end: setup, the script of the rounds, the auditor (rules 3, 5, 5.8)."""
