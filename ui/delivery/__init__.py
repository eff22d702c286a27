"""How messages come to Discord, and stay up to date there."""
