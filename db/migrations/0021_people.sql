-- Votes belong to people (what was stored by seat is read as `db/old_votes.py` says), and absence is counted by deadlines that passed.
ALTER TABLE matches ADD COLUMN seat_notices TEXT NOT NULL DEFAULT '[]';  -- what people are to be told about a seat of theirs
ALTER TABLE matches ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;         -- the message that calls people to a vote
ALTER TABLE seats ADD COLUMN late REAL NOT NULL DEFAULT 0;               -- when a minded seat has missed another deadline
ALTER TABLE seats ADD COLUMN opens REAL NOT NULL DEFAULT 0;              -- from when others may take it, for absence
-- seats that are on offer because their people were absent: one click takes them back
UPDATE seats SET opens = 1 WHERE offered = 1 AND resigned = 0 AND strikes >= 2;
-- votes lapse from now on: each table that has one is looked at once
UPDATE matches SET wake = 1 WHERE status = 'running' AND vote <> 'null';
