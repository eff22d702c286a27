-- The board of a table that wants it shows the last turn as a moving picture.
ALTER TABLE matches ADD COLUMN moving INTEGER NOT NULL DEFAULT 0;
