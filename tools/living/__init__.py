"""A simulated month: the real host, store and messenger, a clock that steps, people who come when they come."""
