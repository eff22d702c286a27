"""Build-time art: generates the image assets, with fixed seeds, so it is reproducible."""
