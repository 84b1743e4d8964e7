"""Reading moves from text, and writing them (canon 4.2)."""
