"""The application layer: tables, seats and moves. Knows games; knows neither Discord nor pictures nor SQL."""
