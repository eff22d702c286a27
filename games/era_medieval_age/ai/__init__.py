"""AI players of Era: Medieval Age."""
