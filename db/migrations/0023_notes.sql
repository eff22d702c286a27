-- What a user noted for themselves about a match. Nobody else may read it.
CREATE TABLE notes (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_user ON notes (user);
