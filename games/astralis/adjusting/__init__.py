"""What a referee of Astralis may set by hand: ``referee.AstralisAdjusting``."""
