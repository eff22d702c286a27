"""Code that both databases share: interface, errors, JSON columns, URLs, migrations."""
