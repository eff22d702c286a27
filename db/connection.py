"""The embedded store's connection by its former name."""

from db.sqlite.connection import Database, FileLock, connect, prepare

__all__ = ["Database", "FileLock", "connect", "prepare"]
