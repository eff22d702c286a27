"""The bot beside many servers, tables and people, as a process of its own: `make load`. Its parts return plain data."""
