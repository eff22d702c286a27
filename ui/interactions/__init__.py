"""Receive interactions: dispatcher, custom_ids, commands, table lookup."""
