"""Queries, one module per group of tables."""
