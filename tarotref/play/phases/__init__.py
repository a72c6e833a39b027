"""The phases of a hand, one module each, and their order (`order`)."""
