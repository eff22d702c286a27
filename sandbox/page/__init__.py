"""The web page: its server and what people do on it."""
