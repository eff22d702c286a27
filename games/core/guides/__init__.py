"""Rules references and tutorials for users, read from data files."""
