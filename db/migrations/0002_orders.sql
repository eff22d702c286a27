-- Standing orders of a seat; `quiet` is the number of the decision that the user makes without them.
-- Private: only the user's own panel shows them.
ALTER TABLE seats ADD COLUMN orders TEXT NOT NULL DEFAULT '{}';
ALTER TABLE seats ADD COLUMN quiet INTEGER NOT NULL DEFAULT -1;
