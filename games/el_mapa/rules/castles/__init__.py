"""What is built and hired at a castle (rules 6.1, 6.3)."""
