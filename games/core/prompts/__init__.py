"""Prompts that a frame may ask, and helpers to build them."""
