"""Views: what players see and read."""
