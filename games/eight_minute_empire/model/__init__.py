"""Data model: components, state, names, events, options."""
