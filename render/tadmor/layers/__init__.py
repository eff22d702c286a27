"""Parts of the pictures, drawn back to front."""
