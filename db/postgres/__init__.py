"""The store on a PostgreSQL server, by asyncpg (`sobremesa[postgres]`): for who has outgrown a file."""
