"""Discord in a box: the same bot in a browser page, with no token and no network."""
