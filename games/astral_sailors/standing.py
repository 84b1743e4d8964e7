"""Standing orders of a seat (canon 4.4, D-69, D-76)."""
