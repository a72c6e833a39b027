"""Umpires: each judges a hand of one game by what its page says, and knows nothing of how hands are played here."""
