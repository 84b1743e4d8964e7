"""A move, from the press to the store and the panel, beside the usual stack."""
