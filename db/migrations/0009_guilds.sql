-- Settings of guilds; a guild without a row has the default settings.
CREATE TABLE guilds (
    id INTEGER PRIMARY KEY,
    prefs TEXT NOT NULL DEFAULT '{}'
) STRICT;
