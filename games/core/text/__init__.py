"""Messages and the catalogues that turn them into words."""
