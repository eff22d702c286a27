"""Panel in which a user chooses: prompts as components, and moves as text."""
