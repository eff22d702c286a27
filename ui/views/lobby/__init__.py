"""What people see before a game: its lobby, its options; what whoever looks after a server is told."""
