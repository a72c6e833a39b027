"""The compiled corpus: written once, loaded in milliseconds."""
