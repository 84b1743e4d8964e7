"""The whole bot while it runs: the event loop, many matches, the start."""
