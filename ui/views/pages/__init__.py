"""What one person reads: hand, board in words, log, scores, inbox, cards."""
