"""Store on a PostgreSQL server, by asyncpg (`sobremesa[postgres]`), for large deployments."""
