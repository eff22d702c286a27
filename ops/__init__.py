"""Operations: backup, verification, restore, diagnostics and monitoring.

This package uses files, settings and the app's replay. It calls Discord's HTTP API, but not the
gateway.
"""
