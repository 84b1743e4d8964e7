"""Pictures, beside plain Pillow."""
