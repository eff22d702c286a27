-- Guilds that have removed the bot, and whether the organizers of their matches were told when the
-- matches will be deleted.
CREATE TABLE departures (
    guild INTEGER PRIMARY KEY,
    at REAL NOT NULL,         -- unix seconds
    told INTEGER NOT NULL DEFAULT 0
) STRICT;
