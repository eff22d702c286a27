"""The web page: its server and the users' actions on it."""
