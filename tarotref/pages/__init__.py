"""What pages and terminals show of the corpus, as plain elements that know neither Sphinx nor files."""
