"""What is measured of each game: moves, references, pictures and goals."""
