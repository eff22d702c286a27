"""The connection to Discord: HTTP client, gateway sessions, shards, outages."""
