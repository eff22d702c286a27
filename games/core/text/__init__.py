"""Messages and the catalogues that translate them."""
