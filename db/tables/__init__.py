"""Repositories, one module per group of tables."""
