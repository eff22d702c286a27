"""The data of the application layer, without behaviour that needs a store."""
