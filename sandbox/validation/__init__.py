"""Validation of requests by the rules of Discord's API and client."""
