-- How games ended, so that nobody has to read their positions again: a row for each, and the place of each seat. Written when a
-- game ends; those that ended before are counted when somebody first asks. Whose a seat is stands in `seats` alone.
CREATE TABLE results (
    match TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    moves INTEGER NOT NULL,   -- rows of the log that count
    ended REAL NOT NULL,      -- unix seconds
    best INTEGER,             -- points of the first in the ranking and of the next; NULL where nobody won, or one played alone
    second INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE ranks (
    match TEXT NOT NULL REFERENCES results (match) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    place INTEGER NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
