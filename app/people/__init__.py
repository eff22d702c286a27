"""Users, their avatars and ratings, guild settings and rate limits."""
