"""Operations: backup, verification, restore, diagnostics and monitoring.

It uses files, settings, the app's replay, and of Discord only the HTTP API.
"""
