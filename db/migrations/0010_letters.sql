-- The one direct message that reminds a person of their tables, so that it goes when none of them waits, after a restart too.
CREATE TABLE letters (
    user INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    matches TEXT NOT NULL     -- JSON list of ids
) STRICT;
