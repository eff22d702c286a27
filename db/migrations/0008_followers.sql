-- Who follows a table at which they do not sit: when they last heard of it, and where the one message is that told them (0: nowhere).
CREATE TABLE followers (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    heard REAL NOT NULL,      -- unix seconds
    channel INTEGER NOT NULL DEFAULT 0,
    message INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX followers_user ON followers (user);
