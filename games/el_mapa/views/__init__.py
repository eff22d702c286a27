"""Views for users: visible state, descriptions, log, closeups, statistics."""
