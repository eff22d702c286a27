"""Operations: backup, verify, restore, diagnostics and monitoring.

Uses files, settings and the app's replay; of Discord only its HTTP API.
"""
