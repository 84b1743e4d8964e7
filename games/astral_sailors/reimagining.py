"""Other states that a viewer could not tell from the true one."""
