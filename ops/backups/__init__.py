"""Back up, verify, prune and transfer the store."""
