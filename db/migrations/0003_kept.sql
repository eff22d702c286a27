-- How many of a match's parts that stand for good (the finished games of a campaign) were shown in messages of their own.
ALTER TABLE matches ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
