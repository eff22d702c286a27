-- At a start: which games are played, and whether any table is played by other rules than ours. Without it each table is read.
CREATE INDEX matches_by_game ON matches (status, game, rules);
