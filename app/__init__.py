"""Application layer: what users can do with matches, seats and moves.

The user interface calls it. It imports the games, but neither Discord, images nor SQL: `app/ports`
declares what it needs from outside. Its own words are in docs/vocabulary.md. In short: a *match* is
a game from its lobby to its log, a *seat* is a player's place in it, a *row* is a log entry
(usually one move), a *path* is the list of answers that make up a move, and a *panel* is the
message with a user's choices.
"""
