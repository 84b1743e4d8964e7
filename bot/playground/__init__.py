"""The bot on one's own machine: no Discord, no account, no token.

The real bot runs against a simulated Discord. The channel is shown by SimCord's
browser preview, the private messages by a small page of ours beside it.
"""
