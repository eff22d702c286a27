"""Data types of the application layer, without behavior that needs a store."""
