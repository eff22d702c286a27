-- What is known of the store as a whole, each thing under its name: the Discord application to which it belongs ("sandbox" for the
-- local page), when retention last looked, how often the bot has identified itself at the gateway.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
