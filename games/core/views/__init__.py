"""Views: what one viewer may see of a position, and data for its pictures."""
