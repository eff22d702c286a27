"""Parts of pictures, in painter's order."""
