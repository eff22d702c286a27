-- Calls follow decisions, not publications: how often a seat came to be awaited by others' doing, the newest of these that its
-- person was told, and when they last tapped at the table.
ALTER TABLE seats ADD COLUMN call INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN tapped REAL NOT NULL DEFAULT 0;
UPDATE seats SET call = 1, told = pinged WHERE awaited = 1;
-- At tables with computer players calls were swallowed: who has played there, is awaited and was called by nothing that still
-- stands is called once more.
UPDATE seats SET told = 0 WHERE awaited = 1 AND acted > 0 AND match IN (SELECT id FROM matches WHERE summons = 0)
    AND match IN (SELECT match FROM seats WHERE computer IS NOT NULL);
ALTER TABLE seats DROP COLUMN pinged;
CREATE INDEX seats_uncalled ON seats (match) WHERE awaited = 1 AND told < call;
