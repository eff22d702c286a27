-- Used at the start to find the games that are played, and matches of other versions of the rules.
-- Without the index, all matches would be read. Only queries with exactly these statuses use it: for
-- others, the planner must not prefer it to an index that finds a single match.
CREATE INDEX matches_by_game ON matches (game, rules, status) WHERE status IN ('running', 'halted');
