-- At a start: which games are played, and whether any table is played by other rules than ours. Without it each table is read. Only
-- queries that name these very statuses may use it: others would read all that run where they are after one.
CREATE INDEX matches_by_game ON matches (game, rules, status) WHERE status IN ('running', 'halted');
