-- Facts about the store as a whole, by name: the Discord application to which it belongs ("sandbox":
-- the local page), when expired data was last deleted, and the logins to the gateway per hour.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
