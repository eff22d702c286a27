-- Positions, options and log rows are opaque JSON: SQL does not read their contents.
PRAGMA application_id = 1397703250;  -- "SOBR": marks the file as one of this program

CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    lang TEXT NOT NULL,
    prefs TEXT NOT NULL,
    dm_closed INTEGER NOT NULL
) STRICT;

CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    lang TEXT NOT NULL,
    host INTEGER NOT NULL,
    options TEXT NOT NULL,
    size INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'running', 'ended', 'closed', 'halted')),
    created_at REAL NOT NULL,
    changed_at REAL NOT NULL,
    seed TEXT NOT NULL,
    salt TEXT NOT NULL,
    commitment TEXT NOT NULL,
    rules INTEGER NOT NULL,
    version INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    halted TEXT NOT NULL,
    preset TEXT NOT NULL,
    invited TEXT NOT NULL,
    rematch TEXT NOT NULL,
    notices TEXT NOT NULL,
    -- what the publisher has shown, and the ids of its channels and messages
    published_version INTEGER NOT NULL,
    published_rows INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    thread INTEGER NOT NULL,
    lobby INTEGER NOT NULL,
    board INTEGER NOT NULL,
    summons INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    -- last, so that queries for lists of matches do not read this large column
    position BLOB
) STRICT;
CREATE INDEX matches_unpublished ON matches (changed_at) WHERE published_version < version;
CREATE INDEX matches_by_channel ON matches (channel, status);
CREATE INDEX matches_by_thread ON matches (thread, status) WHERE thread <> 0;
CREATE INDEX matches_by_guild ON matches (guild, status);

CREATE TABLE seats (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user INTEGER,
    name TEXT NOT NULL,
    computer TEXT,
    lang TEXT NOT NULL,
    asked INTEGER NOT NULL,
    asked_digest TEXT NOT NULL,
    resigned INTEGER NOT NULL,
    awaited INTEGER NOT NULL,
    since REAL NOT NULL,
    acted INTEGER NOT NULL,
    -- what the user has seen, and the private message
    dm_channel INTEGER,
    dm_message INTEGER,
    seen INTEGER NOT NULL,
    pinged INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_user ON seats (user) WHERE user IS NOT NULL;
CREATE INDEX seats_automatic ON seats (match) WHERE awaited = 1 AND computer IS NOT NULL;

CREATE TABLE actions (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    row TEXT NOT NULL,
    at REAL NOT NULL,
    interaction TEXT UNIQUE,
    undone_by INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE checkpoints (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    keep INTEGER NOT NULL,   -- 1: permanent (start, every 50th row, system rows)
    final INTEGER NOT NULL,  -- 1: no seat can undo past this row
    position BLOB NOT NULL,
    PRIMARY KEY (match, n)
) STRICT;

CREATE TABLE drafts (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    decision INTEGER NOT NULL,
    path TEXT NOT NULL,
    pending TEXT NOT NULL,
    shown TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

-- Interaction ids of lobby clicks that were handled; those of moves are in the log.
CREATE TABLE clicks (
    interaction TEXT PRIMARY KEY,
    match TEXT NOT NULL,
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;
