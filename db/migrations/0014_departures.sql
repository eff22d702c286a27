-- Servers that have sent the bot away, since when, and whether those who organise tables there were told what becomes of them.
CREATE TABLE departures (
    guild INTEGER PRIMARY KEY,
    at REAL NOT NULL,         -- unix seconds
    told INTEGER NOT NULL DEFAULT 0
) STRICT;
