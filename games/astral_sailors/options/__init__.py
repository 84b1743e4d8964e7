"""What may be chosen, as trees of questions: one module per phase of the match."""
