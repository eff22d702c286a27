"""Views for users: the view, the position and the log in words, close-ups."""
