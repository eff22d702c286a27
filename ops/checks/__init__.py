"""Checks that the `doctor` command and the start-up of the bot run."""
