"""Views for users: visible state, descriptions, log, close-ups, statistics."""
