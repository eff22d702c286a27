-- What whoever looks after a server has chosen for it; none yet means: all as usual.
CREATE TABLE guilds (
    id INTEGER PRIMARY KEY,
    prefs TEXT NOT NULL DEFAULT '{}'
) STRICT;
