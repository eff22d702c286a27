"""AI players: how they choose moves in every game, and their strengths."""
