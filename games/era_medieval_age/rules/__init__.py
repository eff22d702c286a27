"""Rules of Era: Medieval Age."""
