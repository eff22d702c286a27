"""Pictures: from a view (what one viewer may know) to an encoded image; pure, without Discord, clock or files written."""
