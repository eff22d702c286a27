-- The direct message that reminds a user of matches. It is stored so that it is deleted when no match
-- waits for the user, also after a restart.
CREATE TABLE letters (
    user INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    matches TEXT NOT NULL     -- JSON list of ids
) STRICT;
