-- AI players now have a strength. Before, the only player to choose was the game's own: it becomes
-- `firm`. The older players become `easy`.
UPDATE seats SET computer = 'firm' WHERE computer = 'game';
UPDATE seats SET computer = 'easy' WHERE computer IN ('greedy', 'random');
