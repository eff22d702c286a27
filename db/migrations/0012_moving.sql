-- Option of a match: its board message shows the last turn as an animation.
ALTER TABLE matches ADD COLUMN moving INTEGER NOT NULL DEFAULT 0;
