"""User interface: panels, messages and texts, built as plain values first.

`ui.delivery.to_discord` converts them to Discord's objects.
"""
