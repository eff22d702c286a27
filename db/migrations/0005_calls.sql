-- Pings depend on decisions, no longer on publications. `call` counts how often others' actions made
-- the match wait for the seat, `told` is the newest of these calls that its user was pinged for,
-- `tapped` is the time of the user's last click in the match.
ALTER TABLE seats ADD COLUMN call INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN tapped REAL NOT NULL DEFAULT 0;
UPDATE seats SET call = 1, told = pinged WHERE awaited = 1;
-- In matches with AI players, pings were lost. Ping users again who have played there and must act, if
-- no ping message is left.
UPDATE seats SET told = 0 WHERE awaited = 1 AND acted > 0 AND match IN (SELECT id FROM matches WHERE summons = 0)
    AND match IN (SELECT match FROM seats WHERE computer IS NOT NULL);
ALTER TABLE seats DROP COLUMN pinged;
CREATE INDEX seats_uncalled ON seats (match) WHERE awaited = 1 AND told < call;
