"""Slash commands: thin cogs that parse options and pass the work to the dispatcher."""
