"""Connection to Discord: HTTP client, gateway sessions, shards, outages."""
