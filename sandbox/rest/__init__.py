"""Discord's HTTP API, one small module per resource."""
