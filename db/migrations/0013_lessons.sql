-- A table may be a lesson, by its name; empty: none, or its pupil goes on alone.
ALTER TABLE matches ADD COLUMN lesson TEXT NOT NULL DEFAULT '';
