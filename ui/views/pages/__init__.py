"""Pages for one user: hand, board as text, log, scores, inbox, cards."""
