"""Reception of interactions: dispatcher, commands, table lookup."""
