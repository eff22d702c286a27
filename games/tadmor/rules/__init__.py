"""Rules of Tadmor."""
