"""Programs for those who work on Sobremesa. Each explains itself with `--help`."""
