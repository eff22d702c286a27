"""Logs, metrics, health and error reports."""
