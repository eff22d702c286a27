-- Computer players have a strength. The game's own player was all there was to choose: it is firm.
UPDATE seats SET computer = 'firm' WHERE computer = 'game';
UPDATE seats SET computer = 'easy' WHERE computer IN ('greedy', 'random');
