-- Achievements of a seat in an ended game: JSON list of names, from which the user's first-time
-- achievements are found. NULL: not determined yet.
ALTER TABLE ranks ADD COLUMN deeds TEXT;
