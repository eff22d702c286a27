-- Who was invited to a lobby by name, when, and where the message is that calls them (0: nowhere yet). Below 0 `user` is nobody any
-- more: a person who was forgotten, whose message is still to be taken away.
CREATE TABLE invitations (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    at REAL NOT NULL,         -- unix seconds
    channel INTEGER NOT NULL DEFAULT 0,
    message INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_user ON invitations (user);
