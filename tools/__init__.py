"""Programs for developers. Each explains itself with `--help`."""
