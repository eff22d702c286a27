"""Slash commands: thin cogs that parse options and call the application."""
