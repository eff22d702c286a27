"""What every service needs while the process runs: locks, clock, paths, settings."""
