-- How often a half-made choice was written, and which of these writings its seat's private screen shows: after the process has ended,
-- too, a screen that is behind is brought up to date.
ALTER TABLE drafts ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
ALTER TABLE drafts ADD COLUMN on_screen INTEGER NOT NULL DEFAULT 0;
CREATE INDEX drafts_behind ON drafts (match) WHERE on_screen <> written;
