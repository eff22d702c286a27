-- Time controls. Running matches continue without one.
-- matches: pace: the time control; paused: reason of a pause; warned: the organizer knows that the
-- lobby will close.
-- seats: due: deadline; nudge: next reminder; bank: seconds left of the time bank (-1: unused); strikes:
-- deadlines missed in a row; away: end of days off; minded: a caretaker plays; offered: others may
-- take the seat.
ALTER TABLE matches ADD COLUMN pace TEXT NOT NULL DEFAULT '{}';
ALTER TABLE matches ADD COLUMN paused TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN warned INTEGER NOT NULL DEFAULT 0;
-- when the match must be checked next; one task sleeps until the earliest of these times
ALTER TABLE matches ADD COLUMN wake REAL NOT NULL DEFAULT 0;
-- the open vote, JSON
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
-- When the bot last ran. Deadlines are extended by the time in which it did not run.
CREATE TABLE pulse (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at REAL NOT NULL
) STRICT;
