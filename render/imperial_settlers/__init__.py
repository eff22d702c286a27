"""The pictures of Imperial Settlers, by the kind a scene asks for."""
