"""Votes, invitations, substitutes, spectators and moderation."""
