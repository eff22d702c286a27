"""The guilds, people and messages that the sandbox holds, and how they are stored."""
