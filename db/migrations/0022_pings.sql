-- When to ping a user who got a silent message in their quiet hours (unix seconds; 0: no ping).
ALTER TABLE seats ADD COLUMN ping_at REAL NOT NULL DEFAULT 0;
CREATE INDEX seats_ping_at ON seats (ping_at) WHERE ping_at > 0;
-- Since when a lobby has no free seat (0: it has one); whether its organizer filled it and so knows;
-- when the organizer was last told.
ALTER TABLE matches ADD COLUMN full_at REAL NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN full_known INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN full_told REAL NOT NULL DEFAULT 0;
CREATE INDEX matches_full ON matches (full_at) WHERE full_at > full_told AND full_known = 0;
UPDATE matches SET full_at = changed_at, full_known = 1
    WHERE status = 'lobby' AND size <= (SELECT count(*) FROM seats WHERE seats.match = matches.id);
-- Messages of permanent parts, so that an erased user's name can be edited out of them: JSON list of
-- [part, channel, message].
ALTER TABLE matches ADD COLUMN kept_messages TEXT NOT NULL DEFAULT '[]';
-- The user's global display name, to tell a rename from a nickname in a guild.
ALTER TABLE users ADD COLUMN own_name TEXT NOT NULL DEFAULT '';
