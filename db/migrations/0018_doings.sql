-- Audit log: actions of users as organizers of matches or managers of their guild. Managers of the
-- guild can read it. `user` is NULL for decisions by vote and for users whose data was erased.
CREATE TABLE doings (
    id TEXT PRIMARY KEY,
    guild INTEGER NOT NULL,
    at REAL NOT NULL,         -- unix seconds
    user INTEGER,             -- who did it
    about INTEGER,            -- whose seat was affected
    match TEXT NOT NULL DEFAULT '',
    what TEXT NOT NULL,
    args TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX doings_guild ON doings (guild, at);
CREATE INDEX doings_at ON doings (at);
CREATE INDEX doings_user ON doings (user);
CREATE INDEX doings_about ON doings (about);
