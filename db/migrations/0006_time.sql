-- Time: what a table gives (running ones go on without a clock), whose is up when, who missed it, and who minds the seat.
ALTER TABLE matches ADD COLUMN pace TEXT NOT NULL DEFAULT '{}';
ALTER TABLE matches ADD COLUMN paused TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN warned INTEGER NOT NULL DEFAULT 0;
-- when a table is to be looked at next: timers are rows, and one task sleeps until the earliest
ALTER TABLE matches ADD COLUMN wake REAL NOT NULL DEFAULT 0;
-- what the table is voting on, if anything
ALTER TABLE matches ADD COLUMN vote TEXT NOT NULL DEFAULT 'null';
CREATE INDEX matches_wake ON matches (wake) WHERE wake > 0;
UPDATE matches SET wake = changed_at + 6 * 86400 WHERE status = 'lobby';
UPDATE matches SET wake = changed_at + 30 * 86400 WHERE status = 'running';
ALTER TABLE seats ADD COLUMN due REAL NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN nudge REAL NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN bank REAL NOT NULL DEFAULT -1;
ALTER TABLE seats ADD COLUMN strikes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN away REAL NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN minded INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN offered INTEGER NOT NULL DEFAULT 0;
DROP INDEX seats_automatic;
CREATE INDEX seats_automatic ON seats (match) WHERE awaited = 1 AND (computer IS NOT NULL OR minded = 1);
-- when the bot last ran: the time that it was away is nobody's
CREATE TABLE pulse (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at REAL NOT NULL
) STRICT;
