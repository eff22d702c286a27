-- Number of permanent parts of a match (finished games of a campaign) that have a message of their own.
ALTER TABLE matches ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
