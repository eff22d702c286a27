-- Votes now name users (`db/tables/old_votes.py` converts stored votes, which name seats), and absence
-- is counted by missed deadlines.
ALTER TABLE matches ADD COLUMN seat_notices TEXT NOT NULL DEFAULT '[]';  -- news for users about their seats
ALTER TABLE matches ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;         -- message that pings the voters
ALTER TABLE seats ADD COLUMN late REAL NOT NULL DEFAULT 0;               -- next deadline of a seat that a caretaker plays
ALTER TABLE seats ADD COLUMN opens REAL NOT NULL DEFAULT 0;              -- from when others may take an absent user's seat
-- seats that others may take because their users were absent: a click gives them back to the users
UPDATE seats SET opens = 1 WHERE offered = 1 AND resigned = 0 AND strikes >= 2;
-- votes now expire: check each match with an open vote once
UPDATE matches SET wake = 1 WHERE status = 'running' AND vote <> 'null';
