"""Drawing primitives: canvas, fonts, text, textures, caches."""
