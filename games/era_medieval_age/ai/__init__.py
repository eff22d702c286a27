"""Computer players of Era: Medieval Age."""
