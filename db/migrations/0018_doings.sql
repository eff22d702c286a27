-- What people have done as organisers of tables or for their server, for whoever looks after it to read for a while. A person who is
-- forgotten is NULL here, and so is a table's own decision.
CREATE TABLE doings (
    id TEXT PRIMARY KEY,
    guild INTEGER NOT NULL,
    at REAL NOT NULL,         -- unix seconds
    user INTEGER,             -- who
    about INTEGER,            -- whose seat it was about
    match TEXT NOT NULL DEFAULT '',
    what TEXT NOT NULL,
    args TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX doings_guild ON doings (guild, at);
CREATE INDEX doings_at ON doings (at);
CREATE INDEX doings_user ON doings (user);
CREATE INDEX doings_about ON doings (about);
