-- Spectators of a match: time of the last notice, and channel and id of its message (0: none).
CREATE TABLE followers (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    heard REAL NOT NULL,      -- unix seconds
    channel INTEGER NOT NULL DEFAULT 0,
    message INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX followers_user ON followers (user);
