-- Version of a draft (how often it was written), and the version that the seat's private message
-- shows. So the bot can update an outdated message even after a restart.
ALTER TABLE drafts ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
ALTER TABLE drafts ADD COLUMN on_screen INTEGER NOT NULL DEFAULT 0;
CREATE INDEX drafts_behind ON drafts (match) WHERE on_screen <> written;
