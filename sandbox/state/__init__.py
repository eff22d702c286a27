"""State of the sandbox (guilds, users, messages) and its storage."""
