"""User interface: panels, messages and texts, built as plain values first.

`ui.delivery.to_discord` converts them to Discord's objects. Words used here: a *table* is a match
as users see it; a *panel* is the message in which one user chooses a move, ephemeral in the channel
or in a direct message (the user's *private message* of that table); a *question* is what the panel
asks now, and a *step* is one answer of the user.
"""
