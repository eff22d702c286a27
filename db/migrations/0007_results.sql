-- Results of ended games, so that statistics need not read positions: a row per match, and a row per
-- seat with its place. They are written when a game ends; for games that ended before this migration,
-- when statistics are first requested. The user of a seat is stored only in `seats`.
CREATE TABLE results (
    match TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    moves INTEGER NOT NULL,   -- log rows without undone rows and undo rows
    ended REAL NOT NULL,      -- unix seconds
    best INTEGER,             -- points of the first and second in the ranking; NULL if there was
    second INTEGER            -- no winner or only one seat
) STRICT, WITHOUT ROWID;

CREATE TABLE ranks (
    match TEXT NOT NULL REFERENCES results (match) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    place INTEGER NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
