"""Services for one person's own data: standing orders, days off, privacy."""
