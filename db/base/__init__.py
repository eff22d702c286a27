"""What both databases share: the port, errors, JSON columns, URLs, migrations."""
