"""The rules of Astralis, one file per chapter, as functions over bit sets."""
