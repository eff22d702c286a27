-- What the person of a seat has done in a game that has ended (`games/core/deeds.py`), from which their first times are told: a JSON
-- list of names; NULL where it was not counted yet.
ALTER TABLE ranks ADD COLUMN deeds TEXT;
