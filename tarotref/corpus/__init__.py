"""From files to records and rulesets: reading, layers, the corpus as a value."""
