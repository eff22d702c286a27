-- Users who were invited to a lobby by name, and the message that pings them (0: not sent yet). A
-- negative `user` stands for a user whose data was erased: the message must still be deleted.
CREATE TABLE invitations (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    at REAL NOT NULL,         -- unix seconds
    channel INTEGER NOT NULL DEFAULT 0,
    message INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_user ON invitations (user);
