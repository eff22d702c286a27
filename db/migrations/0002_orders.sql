-- Standing orders of a seat, and the decision that its person keeps from them. Private: only their own panel shows them.
ALTER TABLE seats ADD COLUMN orders TEXT NOT NULL DEFAULT '{}';
ALTER TABLE seats ADD COLUMN quiet INTEGER NOT NULL DEFAULT -1;
